//! The operations of all ports, each once.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use asmx_codegen::diagnostic::{Code, quoted};
use asmx_codegen::locations::Location;
use asmx_codegen::model::{Member, Messages, Transport};
use asmx_codegen::scope::Scope;
use roxmltree::NodeId;

use super::bindings::{self, Keys, Wire};
use super::contract::{Contract, definition};
use super::element::{Element, WSDL};
use super::origins::MessageOrigins;
use super::policy::{self, Refusal};
use super::ports::Port;
use super::problems::{Loss, Problems, Subject};
use super::types::Types;

pub(super) struct Draft<'a> {
    /// The name in the model: the message name, or a numbered one if that is taken.
    pub(super) name: String,
    /// The unique name in the document.
    pub(super) key: String,
    /// The other name in the document.
    pub(super) alias: Option<String>,
    pub(super) subject: Subject,
    pub(super) doc: Vec<String>,
    /// The operation in a port type.
    pub(super) element: Element<'a>,
    pub(super) origins: MessageOrigins<'a>,
    /// The port type's operation; `None` if only GET and POST offer it.
    pub(super) soap: Option<(usize, NodeId)>,
    pub(super) wire: Wire,
    pub(super) parts: Parts,
    pub(super) ports: BTreeSet<usize>,
    pub(super) notes: Vec<String>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(offered: Offered<'_, 'a>, parts: Parts, origins: MessageOrigins<'a>) -> Self {
        let Offered { number, port, operation, key, alias, subject, .. } = offered;
        Self {
            name: key.to_owned(),
            key: key.to_owned(),
            alias: alias.map(str::to_owned),
            subject,
            doc: operation.documentation(),
            element: operation,
            origins,
            soap: port.transport.is_soap().then(|| operation.key()),
            wire: Wire::default(),
            parts,
            ports: BTreeSet::from([number]),
            notes: Vec::new(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Parts {
    pub(super) parameters: Vec<Member>,
    pub(super) open: bool,
    pub(super) open_namespaces: Option<String>,
    pub(super) outputs: Vec<Member>,
    pub(super) messages: Messages,
}

/// A transport that does not offer an operation, and the reason.
pub(super) struct Refused {
    pub(super) key: String,
    pub(super) transport: Transport,
    pub(super) why: String,
}

#[derive(Clone, Copy)]
pub(super) struct Offered<'p, 'a> {
    pub(super) number: usize,
    pub(super) port: &'p Port<'a>,
    pub(super) bound: Element<'a>,
    pub(super) operation: Element<'a>,
    pub(super) input: Element<'a>,
    pub(super) output: Option<Element<'a>>,
    pub(super) key: &'p str,
    pub(super) alias: Option<&'p str>,
    pub(super) subject: Subject,
}

type Pairs<'a> = Rc<[(Element<'a>, Element<'a>)]>;

pub(super) struct Operations<'t, 'a> {
    pub(super) contract: &'t Contract<'a>,
    pub(super) types: &'t mut Types<'a>,
    pub(super) problems: &'a Problems,
    pub(super) drafts: Vec<Draft<'a>>,
    pub(super) refused: Vec<Refused>,
    by_key: HashMap<String, Vec<usize>>,
    pub(super) keys: Keys,
    /// All names that are taken or reserved.
    names: Scope,
    reasons: BTreeSet<(String, Code)>,
    /// Why the current port offers no operation at all.
    pub(super) refusal_of_port: Option<Refusal>,
    pairs: HashMap<(usize, NodeId), Pairs<'a>>,
    bound: BTreeSet<(usize, usize)>,
}

impl<'t, 'a> Operations<'t, 'a> {
    pub(super) fn new(contract: &'t Contract<'a>, types: &'t mut Types<'a>, problems: &'a Problems) -> Self {
        let keys = Keys::new(contract);
        let names = keys.all().map(str::to_owned).collect();
        Self {
            contract,
            types,
            problems,
            drafts: Vec::new(),
            refused: Vec::new(),
            by_key: HashMap::new(),
            keys,
            names,
            reasons: BTreeSet::new(),
            refusal_of_port: None,
            pairs: HashMap::new(),
            bound: BTreeSet::new(),
        }
    }

    /// Reads SOAP ports first, because GET and POST know less of types.
    pub(super) fn read(&mut self, ports: &[Port<'a>]) {
        let numbered = || ports.iter().enumerate();
        for (number, port) in numbered().filter(|(_, port)| port.transport.is_soap()) {
            self.port(number, port);
        }
        for (number, port) in numbered().filter(|(_, port)| !port.transport.is_soap()) {
            self.port(number, port);
        }
        for port_type in &self.contract.port_types_in_order {
            let operations: Vec<_> = port_type.all(WSDL, "operation").collect();
            let is_bound = |operation: &&Element<'a>| {
                let location = operation.location_of("name");
                self.bound.contains(&(location.source, location.span.start))
            };
            let count = operations.len();
            // One reason for all of them is one message.
            if count > 1 && !operations.iter().any(|operation| is_bound(&operation)) {
                let name = quoted(port_type.word("name").unwrap_or_default());
                self.problems.report(
                    (Code::UnboundOperation, port_type.location_of("name")),
                    format!("no port offers the {count} operations of the port type {name}"),
                    ("left out", "add a port with a binding of this type, or ask the service for a complete document"),
                );
                continue;
            }
            for operation in operations.iter().filter(|operation| !is_bound(operation)) {
                self.problems.report(
                    (Code::UnboundOperation, operation.location_of("name")),
                    format!("no port offers the operation {}", quoted(operation.word("name").unwrap_or_default())),
                    ("left out", "add it to the binding of a port, or ask the service for a complete document"),
                );
            }
        }
    }

    fn port(&mut self, number: usize, port: &Port<'a>) {
        let at = (port.binding, "type");
        let known = (Code::UnknownPortType, "port type");
        let became = "the binding is left out";
        let Some(port_type) = definition(&self.contract.port_types, at, known, became, self.problems) else { return };
        for element in [port.element, port.binding] {
            if let Some(addressing) = policy::addressing(self.contract, element) {
                self.problems.report(
                    (Code::AddressingIgnored, addressing.location()),
                    "the service may require WS-Addressing headers",
                    ("clients do not send them", "if the service insists, send them as your own headers"),
                );
            }
        }
        self.refusal_of_port = policy::refusal(self.contract, &[port.element, port.binding]);
        let unknown =
            [port.element, port.binding].into_iter().find_map(|element| policy::unknown(self.contract, element));
        if let Some(assertion) = unknown.filter(|_| self.refusal_of_port.is_none()) {
            self.problems.lose(Loss::POLICIES, assertion.location(), assertion.local());
        }
        let known = self.pairs.get(&port.binding.key()).cloned();
        let pairs = known.unwrap_or_else(|| bindings::pairs(port.binding, port_type, self.problems).into());
        self.pairs.insert(port.binding.key(), Rc::clone(&pairs));
        for (bound, operation) in pairs.iter().copied() {
            let location = operation.location_of("name");
            self.bound.insert((location.source, location.span.start));
            self.bound_operation(number, port, bound, operation);
        }
    }

    fn bound_operation(&mut self, number: usize, port: &Port<'a>, bound: Element<'a>, operation: Element<'a>) {
        let (key, alias) = self.keys.of(operation);
        let subject = self.subject(&key, port.transport);
        let before = self.problems.about(subject);
        let context = std::mem::replace(&mut self.types.context, key.clone());
        if let Some(input) = self.input(&key, port, operation) {
            let (output, alias) = (operation.first(WSDL, "output"), alias.as_deref());
            let offered = Offered { number, port, bound, operation, input, output, key: &key, alias, subject };
            if port.transport.is_soap() {
                self.soap(offered);
            } else {
                self.http(offered);
            }
        }
        self.types.context = context;
        self.problems.about(before);
    }

    /// GET and POST add to the subject that SOAP started.
    fn subject(&self, key: &str, transport: Transport) -> Subject {
        let known = self.by_key.get(key).and_then(|drafts| self.drafts.get(*drafts.first()?));
        match known.filter(|_| !transport.is_soap()) {
            Some(draft) => draft.subject,
            None => self.problems.subject(Some(key)),
        }
    }

    /// The request message; `None` if the server starts the exchange.
    fn input(&mut self, key: &str, port: &Port<'a>, operation: Element<'a>) -> Option<Element<'a>> {
        let mut messages = operation.children().filter(|child| child.namespace() == WSDL);
        let first = messages.find(|child| matches!(child.local(), "input" | "output"));
        let input = first.filter(|first| first.local() == "input");
        if input.is_none() {
            let why = "the service begins it, or it has no messages";
            let help = "an operation that a client calls has an input first";
            let refusal = Refusal::of(Code::UnsupportedExchange, why, help);
            self.refuse(key, port.transport, operation.location_of("name"), refusal);
        }
        input
    }

    /// Leaves an operation out of a transport. SOAP 1.1 and 1.2 give the same reason; it is reported once.
    pub(super) fn refuse(&mut self, key: &str, transport: Transport, location: Location, refusal: Refusal) {
        let Refusal { code, reason: what, help } = refusal;
        if self.reasons.insert((key.to_owned(), code)) || !transport.is_soap() {
            // GET and POST may fail where SOAP works.
            let over = if transport.is_soap() { String::new() } else { format!(" over {transport}") };
            self.problems.report(
                (code, location),
                format!("the operation {} is not imported{over}: {what}", quoted(key)),
                (format!("left out of {transport}"), help),
            );
        }
        self.refused.push(Refused { key: key.to_owned(), transport, why: what });
    }

    pub(super) fn drafts_of(&self, key: &str) -> Vec<usize> {
        self.by_key.get(key).cloned().unwrap_or_default()
    }

    /// Adds an operation; numbers its name if the key is taken.
    pub(super) fn add(&mut self, mut draft: Draft<'a>) {
        let drafts = self.by_key.entry(draft.key.clone()).or_default();
        drafts.push(self.drafts.len());
        self.names.insert(draft.name.clone());
        draft.notes.dedup();
        self.drafts.push(draft);
    }

    pub(super) fn other_name(&mut self, key: &str) -> String {
        self.names.give(key, "", |name| name != key)
    }
}

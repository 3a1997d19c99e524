//! Operations of bindings: which operation of the port type each one binds, how overloads are told apart, and how SOAP writes them.

use std::collections::{BTreeSet, HashMap, HashSet};

use asmx_codegen::diagnostic::{Code, quoted};
use asmx_types::xml_name::decode_local_name;
use roxmltree::NodeId;

use super::contract::Contract;
use super::element::{Element, SOAP, SOAP12, WSDL};
use super::ports::Port;
use super::problems::Problems;

/// For each operation of a port type: the unique name, and the other name that the document uses for it.
pub(super) struct Keys {
    by_operation: HashMap<(usize, NodeId), (String, Option<String>)>,
}

impl Keys {
    pub(super) fn new(contract: &Contract<'_>) -> Self {
        let mut all = Vec::new();
        let mut overloaded = HashSet::new();
        // Input name by operation name. Where ports disagree, the input name is the unique one.
        let mut inputs: HashMap<&str, &str> = HashMap::new();
        for port_type in &contract.port_types_in_order {
            let mut names = HashSet::new();
            for operation in port_type.all(WSDL, "operation") {
                let own = operation.word("name").unwrap_or_default();
                let input = input_name(operation).unwrap_or(own);
                if !names.insert(own) || *inputs.entry(own).or_insert(input) != input {
                    overloaded.insert(own);
                }
                all.push((operation.key(), own, input));
            }
        }
        let by_operation = all.into_iter().map(|(operation, own, input)| {
            // One port may use as operation name what another port uses as message name.
            let is_shared = overloaded.contains(own) || (own != input && inputs.contains_key(input));
            let (key, alias) = if is_shared { (input, own) } else { (own, input) };
            let decoded = |name| decode_local_name(name).into_owned();
            (operation, (decoded(key), (alias != key).then(|| decoded(alias))))
        });
        Self { by_operation: by_operation.collect() }
    }

    pub(super) fn of(&self, operation: Element<'_>) -> (String, Option<String>) {
        self.by_operation.get(&operation.key()).cloned().unwrap_or_default()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.by_operation.values().map(|(key, _)| key.as_str())
    }
}

fn input_name(operation: Element<'_>) -> Option<&str> {
    let own = operation.word("name").unwrap_or_default();
    let input = operation.first(WSDL, "input").and_then(|input| input.word("name"));
    // WSDL's default name of an unnamed input is `OpRequest`; some tools write it out.
    input.filter(|input| input.strip_suffix("Request") != Some(own))
}

const MOST_OVERLOADS: usize = 256;

#[derive(Clone, Copy)]
struct Named<'a> {
    operation: Element<'a>,
    input: Option<&'a str>,
    output: Option<&'a str>,
}

impl<'a> Named<'a> {
    fn of(operation: Element<'a>) -> Self {
        let name = |message| operation.first(WSDL, message).and_then(|message| message.word("name"));
        Self { operation, input: name("input"), output: name("output") }
    }
}

pub(super) fn pairs<'a>(
    binding: Element<'a>,
    port_type: Element<'a>,
    problems: &Problems,
) -> Vec<(Element<'a>, Element<'a>)> {
    let offers = offers(port_type, problems);
    let bound: Vec<(&str, Named<'a>)> = binding
        .all(WSDL, "operation")
        .map(|operation| (operation.word("name").unwrap_or_default(), Named::of(operation)))
        .collect();
    // Per operation name: how many bound operations name no message, and how many of those are paired.
    let mut nameless: HashMap<&str, (usize, usize)> = HashMap::new();
    for (name, _) in bound.iter().filter(|(_, bound)| bound.input.is_none()) {
        nameless.entry(name).or_default().0 += 1;
    }
    let mut pairs = Vec::new();
    for (name, bound) in bound {
        let order = match (bound.input, nameless.get_mut(name)) {
            (None, Some((count, paired))) => {
                *paired += 1;
                Some((*count, *paired - 1))
            }
            _ => None,
        };
        match offers.get(name).and_then(|offers| offered(bound, offers, order)) {
            Some(operation) => pairs.push((bound.operation, operation)),
            None => problems.report(
                (Code::UnknownPortOperation, bound.operation.location_of("name")),
                format!("the port type has no operation {}", quoted(name)),
                ("left out", "name an operation of the port type; overloads also need the names of input and output"),
            ),
        }
    }
    pairs
}

fn offers<'a>(port_type: Element<'a>, problems: &Problems) -> HashMap<&'a str, Vec<Named<'a>>> {
    let mut offers: HashMap<&str, Vec<Named<'a>>> = HashMap::new();
    for operation in port_type.all(WSDL, "operation") {
        let Some(name) = operation.word("name") else {
            problems.nameless(operation.location(), "an operation", "give it a `name`");
            continue;
        };
        let alike = offers.entry(name).or_default();
        if alike.len() < MOST_OVERLOADS {
            alike.push(Named::of(operation));
        } else {
            problems.report(
                (Code::DefinitionTooDeep, operation.location_of("name")),
                format!("more than {MOST_OVERLOADS} operations {}", quoted(name)),
                ("left out", "give them different names"),
            );
        }
    }
    offers
}

/// The operation of the port type that a bound operation means. Overloads are told apart by the names of their messages. `order` is the number of
/// bound operations without message names and the index of this one; such operations are paired in order.
fn offered<'a>(bound: Named<'a>, offers: &[Named<'a>], order: Option<(usize, usize)>) -> Option<Element<'a>> {
    if let [offer] = offers {
        return Some(offer.operation);
    }
    let alike = || offers.iter().filter(|offer| offer.input == bound.input);
    let found = match order {
        Some((count, index)) if alike().count() < count => offers.get(index),
        Some((_, index)) => alike().nth(index),
        None => alike().find(|offer| offer.output == bound.output).or_else(|| alike().next()),
    };
    found.map(|found| found.operation)
}

/// How a binding writes an operation. Two transports share one operation only if this is equal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Wire {
    pub(super) is_rpc: bool,
    pub(super) action: Option<String>,
    pub(super) input: Body,
    pub(super) output: Body,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Body {
    /// The namespace of the wrapper element; style rpc only.
    pub(super) namespace: String,
    /// The parts that go into the body; `None` means all.
    pub(super) parts: Option<BTreeSet<String>>,
    pub(super) headers: Vec<Header>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Header {
    /// Namespace and local name.
    pub(super) message: (String, String),
    pub(super) part: String,
    /// The namespace of a header whose part names a type, not an element.
    pub(super) namespace: String,
}

pub(super) fn wire(port: &Port<'_>, bound: Element<'_>) -> Wire {
    let is_soap = |child: &Element<'_>| matches!(child.namespace(), SOAP | SOAP12);
    let operation = bound.children().find(|child| is_soap(child) && child.local() == "operation");
    let style = operation.and_then(|operation| operation.word("style")).or_else(|| port.kind.word("style"));
    let body = |name: &'static str| {
        let Some(message) = bound.first(WSDL, name) else { return Body::default() };
        let mut body = Body::default();
        let mut headers = BTreeSet::new();
        for child in message.children().filter(is_soap) {
            if child.local() == "body" {
                child.word("namespace").unwrap_or_default().clone_into(&mut body.namespace);
                body.parts =
                    child.attribute("parts").map(|parts| parts.split_whitespace().map(str::to_owned).collect());
            }
            let faults = child.all(SOAP, "headerfault").chain(child.all(SOAP12, "headerfault"));
            let faults = faults.filter(|_| name == "output");
            for header in std::iter::once(child).chain(faults).filter(|element| element.local().starts_with("header")) {
                let written = header.word("message").unwrap_or_default();
                let (namespace, local) = header.resolve(written).unwrap_or(("", written));
                let header = Header {
                    message: (namespace.to_owned(), local.to_owned()),
                    part: header.word("part").unwrap_or_default().to_owned(),
                    namespace: header.word("namespace").unwrap_or_default().to_owned(),
                };
                if headers.insert(header.clone()) {
                    body.headers.push(header);
                }
            }
        }
        body
    };
    Wire {
        is_rpc: style == Some("rpc"),
        action: operation.and_then(|operation| operation.attribute("soapAction")).map(str::to_owned),
        input: body("input"),
        output: body("output"),
    }
}

//! Descriptors of operations.

use std::borrow::Cow;

use super::messages::{Messages, Name};
use super::{DeclaredColumn, DeclaredTable, Member, Namespace, Role, Transport};

/// One operation.
#[non_exhaustive]
#[derive(Debug)]
pub struct Operation {
    /// Name on the wire.
    pub name: &'static str,
    /// Short name of its area.
    pub area: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Its own parameters, after the service's common ones, in wire order.
    pub parameters: &'static [Member],
    /// The parts of its response, the result first; none of an operation that returns nothing.
    pub outputs: &'static [Member],
    /// Whether a document describes each part of its messages. Of other operations only the kind of the result is known: what contradicts it is
    /// an error, where such a one notes it and reads on, and no SOAP headers are read.
    pub described: bool,
    /// The table of its result that the declared columns are of; `None` if there is only one, or it is the first.
    pub table: Option<&'static str>,
    /// The columns that the spec declares for the table of its result, in order. The service may send further ones.
    pub columns: &'static [DeclaredColumn],
    /// What calling it does.
    pub effect: Effect,
    /// Most records the service returns, if documented.
    pub record_limit: Option<u64>,
    /// Other documented limits, in words and in Markdown as [`doc`](Self::doc); empty if there are none.
    pub limit: &'static str,
    /// Whether the service's documentation leaves further parameters open.
    pub open: bool,
    /// Name of the operation this one is a variant of.
    pub variant_of: Option<&'static str>,
    /// Why not to use it any more.
    pub deprecated: Option<&'static str>,
    /// The transports the service offers it on; GET and POST only where they can carry every parameter.
    pub transports: &'static [Transport],
    /// How its messages look, where that does not follow from its name.
    pub messages: &'static Messages,
    /// Names of the ports that offer it; empty if it is all of its transports.
    pub ports: &'static [&'static str],
}

impl Operation {
    /// An operation that returns nothing, without limits, offered wherever its parameters can be carried.
    pub const fn new(
        name: &'static str,
        area: &'static str,
        doc: &'static str,
        parameters: &'static [Member],
        effect: Effect,
    ) -> Self {
        Self {
            name,
            area,
            doc,
            parameters,
            outputs: &[],
            described: false,
            table: None,
            columns: &[],
            effect,
            record_limit: None,
            limit: "",
            open: false,
            variant_of: None,
            deprecated: None,
            transports: &Transport::ALL,
            messages: &Messages::PLAIN,
            ports: &[],
        }
    }

    /// States its result: at most one part.
    #[must_use]
    pub const fn returns(mut self, result: &'static [Member]) -> Self {
        self.outputs = result;
        self
    }

    /// States the parts of its response, the result first, of an operation whose messages a document describes.
    #[must_use]
    pub const fn outputs(mut self, outputs: &'static [Member]) -> Self {
        self.described = true;
        self.outputs = outputs;
        self
    }

    /// States how its messages look.
    #[must_use]
    pub const fn messages(mut self, messages: &'static Messages) -> Self {
        self.messages = messages;
        self
    }

    /// Names the ports that offer it.
    #[must_use]
    pub const fn ports(mut self, ports: &'static [&'static str]) -> Self {
        self.ports = ports;
        self
    }

    /// Names the table of its result that the declared columns are of.
    #[must_use]
    pub const fn table(mut self, name: &'static str) -> Self {
        self.table = Some(name);
        self
    }

    /// Declares columns of the table of its result.
    #[must_use]
    pub const fn columns(mut self, columns: &'static [DeclaredColumn]) -> Self {
        self.columns = columns;
        self
    }

    /// States the most records the service returns.
    #[must_use]
    pub const fn record_limit(mut self, records: u64) -> Self {
        self.record_limit = Some(records);
        self
    }

    /// States further limits in words.
    #[must_use]
    pub const fn limit(mut self, words: &'static str) -> Self {
        self.limit = words;
        self
    }

    /// Marks the parameter list as open: undeclared parameters are sent as they are.
    #[must_use]
    pub const fn open(mut self) -> Self {
        self.open = true;
        self
    }

    /// Names the operation this one is a variant of.
    #[must_use]
    pub const fn variant_of(mut self, name: &'static str) -> Self {
        self.variant_of = Some(name);
        self
    }

    /// States why not to use it any more.
    #[must_use]
    pub const fn deprecated(mut self, why: &'static str) -> Self {
        self.deprecated = Some(why);
        self
    }

    /// States the transports it is offered on, where they are not all that can carry its parameters.
    #[must_use]
    pub const fn transports(mut self, transports: &'static [Transport]) -> Self {
        self.transports = transports;
        self
    }

    /// Makes a descriptor that was built at run time live as long as the program; see [`Service::leak`](super::Service::leak).
    pub fn leak(self) -> &'static Self {
        Box::leak(Box::new(self))
    }

    /// Whether the operation is offered over `transport`: it is among the stated ones and, for GET and POST, every parameter
    /// can be written as text (docs/RULES.md, rule 1). Where a document describes every part of its messages, it states which transports
    /// carry them, too.
    pub fn offered_over(&self, transport: Transport) -> bool {
        self.transports.contains(&transport)
            && (transport.is_soap() || self.described || self.parameters.iter().all(Member::carried_by_http))
    }

    /// What its requests hold beside the service's common parameters: its own ones, and headers.
    pub(crate) fn parameters_and_headers(&self) -> impl Iterator<Item = &'static Member> + use<> {
        self.parameters.iter().chain(self.messages.request_headers)
    }

    /// Index and descriptor of the parameter of that exact name.
    pub fn parameter(&self, name: &str) -> Option<(usize, &'static Member)> {
        self.parameters.iter().enumerate().find(|(_, parameter)| parameter.name == name)
    }

    /// The element around its parameters over SOAP.
    #[must_use]
    pub const fn request_name(&self) -> Name {
        match self.messages.request {
            Some(name) => name,
            None => Name { name: self.name, namespace: Namespace::Service },
        }
    }

    /// Name and namespace of the element around its outputs over SOAP.
    #[must_use]
    pub fn response_name(&self) -> (Cow<'static, str>, Namespace) {
        match self.messages.response {
            Some(Name { name, namespace }) => (Cow::Borrowed(name), namespace),
            None => (Cow::Owned(format!("{}Response", self.name)), Namespace::Service),
        }
    }

    /// The last part of its path over GET and POST.
    #[must_use]
    pub const fn location(&self) -> &'static str {
        match self.messages.location {
            Some(location) => location,
            None => self.name,
        }
    }

    /// The only part of its response, if there is one and no more.
    #[must_use]
    pub const fn value(&self) -> Option<&'static Member> {
        match self.outputs {
            [value] => Some(value),
            _ => None,
        }
    }

    /// Whether its result is text delimited by the request's delimiters: a string with the role [`Records`](Role::Records).
    #[must_use]
    pub const fn is_delimited(&self) -> bool {
        matches!(self.outputs, [Member { role: Some(Role::Records), .. }])
    }
}

impl DeclaredTable {
    /// The table of an operation's result.
    #[must_use]
    pub const fn of_result(operation: &'static Operation) -> Self {
        Self { owner: operation.name, name: operation.table, columns: operation.columns, doc: "" }
    }
}

/// What calling an operation does: decides what may ever be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Changes nothing.
    Read,
    /// May change data. So is every operation that was imported and of which nobody said otherwise.
    Write,
    /// Sends messages: never to be done twice.
    Send,
}

//! Descriptors of operations.

use std::borrow::Cow;

use super::messages::{Messages, Name};
use super::{DeclaredColumn, DeclaredTable, Facets, Member, Namespace, Role, Transport};

/// One operation.
#[non_exhaustive]
#[derive(Debug)]
pub struct Operation {
    /// Name on the wire.
    pub name: &'static str,
    /// Short name of its area.
    pub area: &'static str,
    /// Its documentation in Markdown ([`plain_text`](super::plain_text)); empty if the spec has none.
    pub doc: &'static str,
    /// Its own parameters, after the service's common ones, in wire order.
    pub parameters: &'static [Member],
    /// The parts of its response, the result first; empty if it returns nothing.
    pub outputs: &'static [Member],
    /// The treatment of a response that contradicts the description.
    pub on_contradiction: OnContradiction,
    /// The result's table that has the declared columns; `None` if there is one table only, or it is the first.
    pub table: Option<&'static str>,
    /// Declared columns of the result's table, in order. The service may send undeclared ones too.
    pub columns: &'static [DeclaredColumn],
    /// The path to its rows, such as `Orders.Lines`, which stand inside repeated members or in XML. `None` if the types of its parts say
    /// where rows stand.
    pub rows: Option<&'static str>,
    /// Whether calling it reads, writes or sends.
    pub effect: Effect,
    /// Most records the service returns, if documented.
    pub record_limit: Option<u64>,
    /// Other documented limits in Markdown; empty if there are none.
    pub limit: &'static str,
    /// Whether it may take further, undocumented parameters.
    pub open: bool,
    /// Name of the operation this one is a variant of.
    pub variant_of: Option<&'static str>,
    /// The reason not to use it any more.
    pub deprecated: Option<&'static str>,
    /// The transports that the service offers it on, if they are stated; empty if these are all that can carry its parameters
    /// ([`offered_over`](Self::offered_over)).
    pub transports: &'static [Transport],
    /// The form of its messages, where it does not follow from the name.
    pub messages: &'static Messages,
    /// Names of the ports that offer it; empty if all ports of its transports do.
    pub ports: &'static [&'static str],
}

impl Operation {
    /// An operation that returns nothing, has no limits and is offered on every transport that can carry its
    /// parameters.
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
            on_contradiction: OnContradiction::Note,
            table: None,
            columns: &[],
            rows: None,
            effect,
            record_limit: None,
            limit: "",
            open: false,
            variant_of: None,
            deprecated: None,
            transports: &[],
            messages: &Messages::PLAIN,
            ports: &[],
        }
    }

    /// Sets the parts of its response, the result first.
    #[must_use]
    pub const fn outputs(mut self, outputs: &'static [Member]) -> Self {
        self.outputs = outputs;
        self
    }

    /// Sets what a client does with a response that contradicts the description. The default is [`OnContradiction::Note`].
    #[must_use]
    pub const fn on_contradiction(mut self, what: OnContradiction) -> Self {
        self.on_contradiction = what;
        self
    }

    /// Sets the path to its rows.
    #[must_use]
    pub const fn rows(mut self, path: &'static str) -> Self {
        self.rows = Some(path);
        self
    }

    /// Sets the form of its messages.
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

    /// Names the result's table that has the declared columns.
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

    /// Sets the most records that the service returns.
    #[must_use]
    pub const fn record_limit(mut self, records: u64) -> Self {
        self.record_limit = Some(records);
        self
    }

    /// Sets further limits, in Markdown.
    #[must_use]
    pub const fn limit(mut self, words: &'static str) -> Self {
        self.limit = words;
        self
    }

    /// Removes its documentation: that of generated code only repeats its name.
    #[doc(hidden)]
    #[must_use]
    pub const fn undocumented(mut self) -> Self {
        self.doc = "";
        self
    }

    /// Allows further, undeclared parameters, which are sent as they are given.
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

    /// Sets the reason not to use it any more.
    #[must_use]
    pub const fn deprecated(mut self, why: &'static str) -> Self {
        self.deprecated = Some(why);
        self
    }

    /// States the transports that it is offered on. GET and POST then carry every parameter, whatever its type.
    #[must_use]
    pub const fn transports(mut self, transports: &'static [Transport]) -> Self {
        self.transports = transports;
        self
    }

    /// Makes a descriptor that was built at run time live as long as the program; see [`Service::leak`](super::Service::leak).
    pub fn leak(self) -> &'static Self {
        Box::leak(Box::new(self))
    }

    /// Whether the operation is offered over `transport`: it is one of the stated transports. If none are stated, it is offered over SOAP, and
    /// over GET and POST if every parameter has a text form (docs/RULES.md, rule 1).
    pub fn offered_over(&self, transport: Transport) -> bool {
        if self.transports.is_empty() {
            return transport.is_soap() || self.parameters.iter().all(Member::carried_by_http);
        }
        self.transports.contains(&transport)
    }

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

    /// The only part of its response; `None` if there are none or several.
    #[must_use]
    pub const fn value(&self) -> Option<&'static Member> {
        match self.outputs {
            [value] => Some(value),
            _ => None,
        }
    }

    /// Whether its result is delimited text: a string with the role [`Records`](Role::Records), delimited as the
    /// request asks.
    #[must_use]
    pub const fn is_delimited(&self) -> bool {
        matches!(self.outputs, [Member { facets: Facets { role: Some(Role::Records), .. }, .. }])
    }
}

impl DeclaredTable {
    /// The table of an operation's result.
    #[must_use]
    pub const fn of_result(operation: &Operation) -> Self {
        Self { owner: operation.name, name: operation.table, columns: operation.columns, doc: "" }
    }
}

/// A client's treatment of a response that contradicts the description of its operation: a value that is not of its type, an unknown
/// element, a part more than once. A response without the parts that must be there is always noted or refused.
///
/// A client may also refuse what is noted (`refuse_deviations` of its builder).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OnContradiction {
    /// The call fails.
    Error,
    /// The response is read, and the contradiction noted beside the result.
    #[default]
    Note,
}

impl OnContradiction {
    /// The one of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Error, Self::Note].into_iter().find(|one| one.name() == name)
    }

    /// `error` or `note`, as a spec writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Note => "note",
        }
    }
}

/// The effect of an operation, which decides what may be repeated after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Changes nothing.
    Read,
    /// May change data. Imported operations have this effect until somebody changes it.
    Write,
    /// Sends messages: must never be done twice.
    Send,
}

impl Effect {
    /// `read`, `write` or `send`, as a spec writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Send => "send",
        }
    }
}

//! Operations: their messages, outputs and transports.

use super::{DeclaredTable, Effect, Member, Name, Namespace, OnContradiction, Place, Role, Style, Transport};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Operation {
    /// Name (`Reports_GetBlocks`), decoded: XML has it as `XmlConvert` encodes it.
    pub name: String,
    pub names: OperationNames,
    /// Index into [`Service::areas`](super::Service::areas).
    pub area: usize,
    /// Purpose, one paragraph an item.
    pub doc: Vec<String>,
    /// Parameters after the common ones, in wire order, groups expanded.
    pub parameters: Vec<Member>,
    /// Whether the service's documentation leaves further parameters open. Undeclared parameters are then sent unchanged.
    pub open: bool,
    /// The namespaces of the further parameters that an open operation takes, as those of a [wildcard](super::Wildcard).
    pub open_namespaces: Option<String>,
    /// The parts of its response, the result first; empty for an operation that returns nothing.
    pub outputs: Vec<Member>,
    /// How the spec states its outputs.
    pub result: ResultForm,
    /// Documentation of a result that is not stated part by part. Parts have their own.
    pub result_doc: Vec<String>,
    /// The stated strictness of clients; `None` if it follows from the form of the result.
    pub on_contradiction: Option<OnContradiction>,
    /// The declared columns of the first output's table.
    pub table: Option<DeclaredTable>,
    /// The effect of a call.
    pub effect: Effect,
    pub limits: Vec<Limit>,
    /// Index into [`Service::operations`](super::Service::operations) of the operation this one is a variant of.
    pub variant_of: Option<usize>,
    /// Facts that the service's documentation leaves open.
    pub undocumented: Vec<String>,
    /// Why callers should not use it any more; becomes `#[deprecated]`.
    pub deprecated: Option<String>,
    /// The transports that offer it.
    pub transports: Transports,
    /// Unusual properties of its messages.
    pub messages: Messages,
    /// Indices into [`Service::ports`](super::Service::ports) of the ports that offer it; empty if all ports of its transports do.
    pub ports: Vec<usize>,
}

/// Properties of an operation's messages that do not follow from its name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Messages {
    /// The place of its parts in the body.
    pub style: Style,
    /// The element of a request, if its name is not the operation's.
    pub request: Option<Name>,
    /// The element of a response, if its name is not `{name}Response`.
    pub response: Option<Name>,
    /// The SOAP action, if it is not the namespace and the name.
    pub action: Option<String>,
    /// The last part of the path over GET and POST, if it is not the name.
    pub location: Option<String>,
    pub request_headers: Vec<Member>,
    pub response_headers: Vec<Member>,
    /// Whether the service sends no response.
    pub one_way: bool,
}

/// Rust names of an operation's items.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct OperationNames {
    /// The request struct (`ReportsGetBlocks`), without `r#`.
    pub request: String,
    /// The method (`reports_get_blocks`), without `r#`.
    pub method: String,
    /// The static descriptor (`REPORTS_GET_BLOCKS`).
    pub descriptor: String,
    /// The struct of its outputs (`ReportsGetBlocksOutput`), without `r#`, if it [has one](Operation::has_output_struct).
    pub output: Option<String>,
}

impl Operation {
    /// The parts of its messages: parameters, outputs, headers of the request and of the response.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        let Messages { request_headers, response_headers, .. } = &self.messages;
        self.parameters.iter().chain(&self.outputs).chain(request_headers).chain(response_headers)
    }

    /// [`members`](Self::members), mutable.
    pub fn members_mut(&mut self) -> impl Iterator<Item = &mut Member> {
        let Messages { request_headers, response_headers, .. } = &mut self.messages;
        self.parameters.iter_mut().chain(&mut self.outputs).chain(request_headers).chain(response_headers)
    }

    pub fn request_element(&self) -> Name {
        let usual = || Name { name: self.name.clone(), namespace: Namespace::Service };
        self.messages.request.clone().unwrap_or_else(usual)
    }

    pub fn response_element(&self) -> Name {
        let usual = || Name { name: format!("{}Response", self.name), namespace: Namespace::Service };
        self.messages.response.clone().unwrap_or_else(usual)
    }

    /// The outputs as parts of a message: documented, without the mark of delimited text.
    #[must_use]
    pub fn parts(&self) -> Vec<Member> {
        let mut parts = self.outputs.clone();
        if let (true, Some(result)) = (self.result != ResultForm::Parts, parts.first_mut()) {
            result.doc.clone_from(&self.result_doc);
            result.role = None;
        }
        parts
    }

    /// Whether its result is text delimited by the request's delimiters.
    #[must_use]
    pub fn is_delimited(&self) -> bool {
        self.result == ResultForm::Word && self.outputs.first().is_some_and(|result| result.role == Some(Role::Records))
    }

    /// Whether its outputs are fields of a struct: there are several, or the only one is not an element with a name.
    #[must_use]
    pub fn has_output_struct(&self) -> bool {
        match self.outputs.as_slice() {
            [] => false,
            [only] => only.place != Place::Element,
            _ => true,
        }
    }
}

/// How a spec states the outputs of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultForm {
    /// By a short word (`result="dataset"`): at most one output. The role
    /// [`Records`](Role::Records) marks delimited text. The output has no field.
    Word,
    /// By a type (`<result type="Book"/>`): one output, `Typed<Book>` in Rust. The output has no field.
    Type,
    /// Part by part (`<output>`).
    Parts,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Limit {
    /// Most records returned, if the limit is a number of records.
    pub records: Option<u64>,
    /// The limit in words.
    pub doc: Vec<String>,
}

/// The transports that offer an operation.
#[allow(clippy::struct_excessive_bools, reason = "four independent transports, not a state")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Transports {
    pub soap11: bool,
    pub soap12: bool,
    pub get: bool,
    pub post: bool,
}

impl Transports {
    #[must_use]
    pub const fn offers(self, transport: Transport) -> bool {
        match transport {
            Transport::Soap11 => self.soap11,
            Transport::Soap12 => self.soap12,
            Transport::HttpGet => self.get,
            Transport::HttpPost => self.post,
        }
    }

    pub fn iter(self) -> impl Iterator<Item = Transport> {
        Transport::ALL.into_iter().filter(move |transport| self.offers(*transport))
    }

    #[must_use]
    pub const fn over_soap(self) -> bool {
        self.soap11 || self.soap12
    }

    #[must_use]
    pub const fn over_http(self) -> bool {
        self.get || self.post
    }
}

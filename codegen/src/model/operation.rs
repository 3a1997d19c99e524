//! Operations: their messages, outputs and transports.

use super::{
    DeclaredTable, Effect, Facets, Member, Name, Namespace, OnContradiction, Place, Presence, Role, Style, Transports,
    Type,
};

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
    /// The parts of its response, the result first; empty for an operation that returns nothing. A [lone output](Self::lone_output) has no
    /// Rust field. The role [`Records`](Role::Records) marks one that is delimited text.
    pub outputs: Vec<Member>,
    /// The documentation of the result of an operation that returns nothing. Parts have their own.
    pub result_doc: Vec<String>,
    /// The stated strictness of clients; `None` if the spec leaves it to its readers.
    pub on_contradiction: Option<OnContradiction>,
    /// The declared columns of the first output's table.
    pub table: Option<DeclaredTable>,
    /// The path to its rows, inside repeated members or in XML: `Orders.Lines`.
    pub rows: Option<String>,
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
        let default_name = || Name { name: self.name.clone(), namespace: Namespace::Service };
        self.messages.request.clone().unwrap_or_else(default_name)
    }

    pub fn response_element(&self) -> Name {
        let default_name = || Name { name: format!("{}Response", self.name), namespace: Namespace::Service };
        self.messages.response.clone().unwrap_or_else(default_name)
    }

    /// Its only output, if this is an element: the value that callers await.
    #[must_use]
    pub fn lone_output(&self) -> Option<&Member> {
        match self.outputs.as_slice() {
            [only] if only.place == Place::Element => Some(only),
            _ => None,
        }
    }

    /// Its [lone output](Self::lone_output), if that is declared as .NET declares the result of a method: once, in the namespace of the service,
    /// required exactly if its type is a value type. Its name, type, content and documentation may be any. `is_value` is whether .NET
    /// holds a type by value.
    #[must_use]
    pub fn usual_result(&self, is_value: impl Fn(&Type) -> bool) -> Option<&Member> {
        let result = self.lone_output()?;
        let presence = if is_value(&result.kind) { Presence::Required } else { Presence::Optional };
        let default_facets = Facets { content: result.content, role: result.role, ..Facets::new(presence) };
        (result.namespace == Namespace::Service && result.facets == default_facets).then_some(result)
    }

    /// Whether its result is text delimited by the request's delimiters.
    #[must_use]
    pub fn is_delimited(&self) -> bool {
        self.lone_output().is_some_and(|result| result.role == Some(Role::Records))
    }

    /// Whether its outputs are fields of a struct: there are several, or the only one is not an element with a name.
    #[must_use]
    pub fn has_output_struct(&self) -> bool {
        !self.outputs.is_empty() && self.lone_output().is_none()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Limit {
    /// Most records returned, if the limit is a number of records.
    pub records: Option<u64>,
    /// The limit in words.
    pub doc: Vec<String>,
}

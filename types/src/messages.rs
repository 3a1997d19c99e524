//! How the messages of an operation look, where that does not follow from its name.

use super::{Member, Namespace, Transport};

/// How the messages of an operation look on the wire.
#[non_exhaustive]
#[derive(Debug, PartialEq)]
pub struct Messages {
    /// How its parts stand in the body.
    pub style: Style,
    /// The element of a request, where it is not called like the operation.
    pub request: Option<Name>,
    /// The element of a response, where it is not `{name}Response`.
    pub response: Option<Name>,
    /// The SOAP action, where it is not the namespace and the name.
    pub action: Option<&'static str>,
    /// The last part of the path over GET and POST, where it is not the name.
    pub location: Option<&'static str>,
    /// Headers of a request.
    pub request_headers: &'static [Member],
    /// Headers of a response.
    pub response_headers: &'static [Member],
    /// Whether nothing is said in response.
    pub one_way: bool,
}

impl Messages {
    /// Those that follow from the operation's name.
    pub const PLAIN: Self = Self {
        style: Style::Wrapped,
        request: None,
        response: None,
        action: None,
        location: None,
        request_headers: &[],
        response_headers: &[],
        one_way: false,
    };

    /// States how parts stand in the body.
    #[must_use]
    pub const fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// States the elements of request and response, each where it does not follow from the name.
    #[must_use]
    pub const fn elements(mut self, request: Option<Name>, response: Option<Name>) -> Self {
        self.request = request;
        self.response = response;
        self
    }

    /// States the SOAP action.
    #[must_use]
    pub const fn action(mut self, action: &'static str) -> Self {
        self.action = Some(action);
        self
    }

    /// States the last part of the path over GET and POST.
    #[must_use]
    pub const fn location(mut self, location: &'static str) -> Self {
        self.location = Some(location);
        self
    }

    /// States the headers of request and response.
    #[must_use]
    pub const fn headers(mut self, request: &'static [Member], response: &'static [Member]) -> Self {
        self.request_headers = request;
        self.response_headers = response;
        self
    }

    /// Says that nothing is said in response.
    #[must_use]
    pub const fn one_way(mut self) -> Self {
        self.one_way = true;
        self
    }
}

/// A name with its namespace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    /// The local name, decoded.
    pub name: &'static str,
    /// The namespace.
    pub namespace: Namespace,
}

/// How the parts of a message stand in the body of an envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// In one element called like the operation.
    #[default]
    Wrapped,
    /// Each part is an element of the body.
    Bare,
    /// As wrapped; the parts have no namespace, and what is in them has that of its types (rpc/literal).
    Rpc,
}

/// Where operations are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Port {
    /// The name in the WSDL document.
    pub name: &'static str,
    /// The transport that it speaks.
    pub transport: Transport,
    /// The path below the base URL, beginning with `/`. It may end with a query.
    pub path: &'static str,
}

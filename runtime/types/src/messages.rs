//! The form of an operation's messages, where it does not follow from the operation's name.

use super::{Member, Namespace, Transport};

/// The form of an operation's messages.
#[non_exhaustive]
#[derive(Debug, PartialEq)]
pub struct Messages {
    /// The place of its parts in the body.
    pub style: Style,
    /// The element of a request, unless it has the operation's name.
    pub request: Option<Name>,
    /// The element of a response, unless it is `{name}Response`.
    pub response: Option<Name>,
    /// The SOAP action, unless it is the namespace and the name.
    pub action: Option<&'static str>,
    /// The last part of the path over GET and POST, unless it is the name.
    pub location: Option<&'static str>,
    /// Headers of a request.
    pub request_headers: &'static [Member],
    /// Headers of a response.
    pub response_headers: &'static [Member],
    /// Whether there is no response (a one-way operation).
    pub one_way: bool,
}

impl Messages {
    /// The form that follows from the operation's name.
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

    /// Sets the place of parts in the body.
    #[must_use]
    pub const fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// Sets the elements of request and response; `None` where the name follows from the operation's.
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

    /// Declares that there is no response.
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

/// The place of a message's parts in the body of an envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// In one element with the operation's name.
    #[default]
    Wrapped,
    /// Each part is an element of the body.
    Bare,
    /// As wrapped, but the parts have no namespace; their contents have the namespaces of their types (rpc/literal).
    Rpc,
}

/// An address where operations are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Port {
    /// The name in the WSDL document.
    pub name: &'static str,
    /// The transport that it speaks.
    pub transport: Transport,
    /// The path below the base URL, beginning with `/`. It may end with a query.
    pub path: &'static str,
}

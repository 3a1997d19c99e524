//! A request after decoding: the input of an opener, and the operation's own parameters.

use http::{HeaderMap, Method, Uri};

use super::soap::foreign_namespace::ForeignNamespace;
use crate::Transport;
use crate::operation::{Operation, Role, Service};
use crate::value::Value;
use crate::value::common::CommonValues;
use crate::value::credential_places::text_of;
use crate::value::request::DynamicRequest;
use crate::value::soap_header::SoapHeader;

/// A received call without the operation's own parameters. An opener decides by it which service serves the call. `Debug` shows the path
/// and no other values.
#[non_exhaustive]
pub struct Incoming {
    /// The called operation.
    pub operation: &'static Operation,
    /// The transport of the request.
    pub transport: Transport,
    /// Values of the common parameters, each nullable. [`CommonValues::read`] returns them by type.
    pub common: CommonValues,
    /// Undeclared parameters, in the order of the request.
    pub undeclared: Vec<(String, Value<'static>)>,
    /// SOAP headers in the order of the envelope, including undeclared ones. Empty over GET and POST.
    pub soap_headers: Vec<SoapHeader>,
    /// The HTTP method.
    pub method: Method,
    /// Path and query of the request line. The query of a GET holds the credentials: do not log it.
    pub uri: Uri,
    /// The HTTP headers.
    pub headers: HeaderMap,
    /// Set if no parameter was read because the request is in another namespace than the service.
    pub(crate) foreign_namespace: Option<ForeignNamespace>,
}

impl Incoming {
    /// The call of the request with that `head`. `common` has the values of the service's common parameters.
    pub(crate) fn of_request(
        service: &'static Service,
        operation: &'static Operation,
        transport: Transport,
        head: &http::request::Parts,
        common: Vec<Value<'static>>,
        undeclared: Vec<(String, Value<'static>)>,
    ) -> Self {
        let common = CommonValues::of_values(service, common);
        let (method, uri, headers) = (head.method.clone(), head.uri.clone(), head.headers.clone());
        let (soap_headers, foreign_namespace) = (Vec::new(), None);
        Self { operation, transport, common, undeclared, soap_headers, method, uri, headers, foreign_namespace }
    }

    /// The user name in a common parameter or a declared header. A user name in the operation's own parameters is in the request.
    pub fn username(&self) -> Option<&str> {
        self.with_role(Role::Username)
    }

    /// The password in a common parameter or a declared header.
    pub fn password(&self) -> Option<&str> {
        self.with_role(Role::Password)
    }

    /// The key in a common parameter or a declared header.
    pub fn key(&self) -> Option<&str> {
        self.with_role(Role::Key)
    }

    /// The token in a common parameter or a declared header.
    pub fn token(&self) -> Option<&str> {
        self.with_role(Role::Token)
    }

    fn with_role(&self, role: Role) -> Option<&str> {
        let mut headers = self.soap_headers.iter().filter_map(SoapHeader::declared);
        self.common.with_role(role).or_else(|| headers.find_map(|(member, value)| text_of(member, value, role)))
    }
}

impl std::fmt::Debug for Incoming {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let undeclared: Vec<_> = self.undeclared.iter().map(|(name, _)| name).collect();
        let headers: Vec<_> = self.headers.keys().collect();
        formatter
            .debug_struct("Incoming")
            .field("operation", &self.operation.name)
            .field("transport", &self.transport)
            .field("common", &self.common)
            .field("undeclared", &undeclared)
            .field("soap_headers", &self.soap_headers)
            .field("method", &self.method)
            .field("path", &self.uri.path())
            .field("headers", &headers)
            .field("foreign_namespace", &self.foreign_namespace)
            .finish()
    }
}

/// A decoded request.
#[non_exhaustive]
#[derive(Debug)]
pub struct Received {
    /// The call without the operation's own parameters.
    pub incoming: Incoming,
    /// The operation's own parameters.
    pub request: DynamicRequest,
}

//! What a server responds to, and how.

use std::borrow::Cow;
use std::sync::Arc;

use asmx_types::without_query;

use super::error_style::ErrorStyle;
use super::value::carriage_returns::CarriageReturns;
use crate::Transport;
use crate::operation::Service;
use crate::xml::ParseOptions;

/// The transports that a server serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Protocols([bool; 4]);

impl Default for Protocols {
    /// All four.
    fn default() -> Self {
        Self([true; 4])
    }
}

impl Protocols {
    /// The same with `transport` switched on or off.
    #[must_use]
    pub fn with(mut self, transport: Transport, on: bool) -> Self {
        for (place, one) in self.0.iter_mut().zip(Transport::ALL) {
            if one == transport {
                *place = on;
            }
        }
        self
    }

    /// Whether `transport` is on.
    pub fn includes(self, transport: Transport) -> bool {
        self.0.iter().zip(Transport::ALL).any(|(on, one)| *on && one == transport)
    }

    pub(crate) fn any_soap(self) -> bool {
        self.includes(Transport::Soap11) || self.includes(Transport::Soap12)
    }
}

/// What a server must know to understand a request.
#[non_exhaustive]
#[derive(Debug, Clone)]
pub struct ServerSettings {
    /// The service.
    pub service: &'static Service,
    /// Its XML namespace.
    pub namespace: Arc<str>,
    /// Path of the `.asmx` file on this server. The default is that of the service's descriptor.
    pub path: String,
    /// What stands on this server before the paths of ports that are not at the service's own path. The default is nothing.
    pub mount: String,
    /// How much a fault shows.
    pub error_style: ErrorStyle,
    /// The transports that are served. The default is all four.
    pub protocols: Protocols,
    /// The longest query string that is accepted, in bytes; the default is no limit.
    pub max_query: Option<usize>,
    /// How the XML of requests is read.
    pub limits: ParseOptions,
    /// The most different names that a form or a query string may have, and the most undeclared parameters over SOAP. The default
    /// is 1,000 (`aspnet:MaxHttpCollectionKeys`).
    pub max_form_keys: usize,
    /// The most values that a request may have (parameters, items of arrays, members of structures), beside one for every 32 bytes
    /// of its body. The default is 100,000.
    pub max_values: usize,
    /// Whether SOAP headers that nobody declared and that must be understood reach the service, which then understands them. By default
    /// such a request is refused; other headers reach the service in any case.
    pub unknown_headers: bool,
    /// How carriage returns in the text of results are written.
    pub carriage_returns: CarriageReturns,
}

impl ServerSettings {
    /// The paths on this server, each with that which the service states. The service's own comes first.
    pub(crate) fn paths(&self) -> impl Iterator<Item = (Cow<'_, str>, &'static str)> {
        let own = (Cow::Borrowed(self.path.as_str()), self.service.path);
        let others = self.service.ports.iter().map(|port| port.path).filter(|path| *path != self.service.path);
        std::iter::once(own)
            .chain(others.map(|path| (Cow::Owned(format!("{}{}", self.mount, without_query(path))), path)))
    }

    /// Settings with the defaults.
    pub fn new(service: &'static Service, namespace: impl Into<Arc<str>>, error_style: ErrorStyle) -> Self {
        Self {
            service,
            namespace: namespace.into(),
            path: without_query(service.path).to_owned(),
            mount: String::new(),
            error_style,
            protocols: Protocols::default(),
            max_query: None,
            limits: ParseOptions::default(),
            max_form_keys: 1000,
            max_values: 100_000,
            unknown_headers: false,
            carriage_returns: CarriageReturns::default(),
        }
    }
}

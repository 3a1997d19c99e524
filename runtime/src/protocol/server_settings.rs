//! The settings of a server.

use std::borrow::Cow;
use std::sync::Arc;

use asmx_types::{Transports, without_query};

use super::value::carriage_returns::CarriageReturns;
use crate::operation::Service;
use crate::xml::ParseOptions;

/// How much of a failure a fault shows (`customErrors` of ASP.NET).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ErrorStyle {
    /// Messages, names of exception types, and the stack's own wrapping (`customErrors` off).
    Development,
    /// Messages only (`customErrors` on).
    #[default]
    Production,
}

/// The settings by which a server decodes requests.
#[non_exhaustive]
#[derive(Debug, Clone)]
pub struct ServerSettings {
    /// The service.
    pub service: &'static Service,
    /// Its XML namespace.
    pub namespace: Arc<str>,
    /// The path of the `.asmx` file on this server. The default is that of the service's descriptor.
    pub path: String,
    /// The prefix on this server of the ports that have other paths than the service. The default is empty.
    pub mount: String,
    /// How much a fault shows.
    pub error_style: ErrorStyle,
    /// The transports that are served. The default is all four.
    pub protocols: Transports,
    /// The longest accepted query string, in bytes. The default is no limit.
    pub max_query: Option<usize>,
    /// The limits for reading the XML of requests.
    pub limits: ParseOptions,
    /// The most different names in a form or a query string, and the most undeclared parameters over SOAP. The default is 1,000
    /// (`aspnet:MaxHttpCollectionKeys`).
    pub max_form_keys: usize,
    /// The most values in a request (parameters, items of arrays, members of structures), beside one for every 32 bytes of its body. The
    /// default is 100,000.
    pub max_values: usize,
    /// Whether undeclared SOAP headers with `mustUnderstand` reach the service, which then must understand them. By default such a request
    /// is refused. Other headers always reach the service.
    pub unknown_headers: bool,
    /// How carriage returns in the text of results are written.
    pub carriage_returns: CarriageReturns,
}

impl ServerSettings {
    /// The paths on this server, each with the path in the service's description. The service's own path comes first.
    pub(crate) fn paths(&self) -> impl Iterator<Item = (Cow<'_, str>, &'static str)> {
        let own = (Cow::Borrowed(self.path.as_str()), self.service.path);
        let other_paths = self.service.ports.iter().map(|port| port.path).filter(|path| *path != self.service.path);
        std::iter::once(own)
            .chain(other_paths.map(|path| (Cow::Owned(format!("{}{}", self.mount, without_query(path))), path)))
    }

    /// Settings with the defaults.
    pub fn new(service: &'static Service, namespace: impl Into<Arc<str>>, error_style: ErrorStyle) -> Self {
        Self {
            service,
            namespace: namespace.into(),
            path: without_query(service.path).to_owned(),
            mount: String::new(),
            error_style,
            protocols: Transports::ALL,
            max_query: None,
            limits: ParseOptions::default(),
            max_form_keys: 1000,
            max_values: 100_000,
            unknown_headers: false,
            carriage_returns: CarriageReturns::default(),
        }
    }
}

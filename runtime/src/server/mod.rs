//! The server: serves any implementor of a generated trait over all four transports, as a genuine ASMX stack would.

mod address;
mod authority;
mod body;
mod cross_site;
mod error;
mod hosts;
mod listening;
pub(crate) mod pages;
mod publication;
mod responding;
mod service;
#[cfg(test)]
mod tests;
mod watching;
mod wsdl;

use std::fmt;

use asmx_types::without_query;

pub use cross_site::is_cross_site;
pub use error::ServerError;
pub use hosts::RefusalForm;
pub use listening::{ListenOptions, Listening, serve};
#[doc(hidden)]
pub use pages::STYLE as PAGE_STYLE;
pub use service::AsmxService;

use self::address::Address;
use self::body::BodyReader;
use self::publication::Publication;
use crate::Transport;
use crate::call::opener::Opener;
use crate::protocol::{CarriageReturns, ErrorStyle, ServerSettings, Transports};
use crate::xml::ParseOptions;

/// The settings of a server, checked when it is built. The guide of the repository (`docs/guide/serving.md`) has a whole server.
///
// The package of the client, which the example is about, compiles it.
#[cfg_attr(not(doctest), doc = include_str!("example.md"))]
/// The defaults are those of an ASP.NET host: production error style, all four transports, query strings of up to 2,048
/// bytes, 1,000 form keys; and bodies of up to 64 MiB.
#[must_use = "settings of a server do nothing until it is built"]
#[derive(Clone)]
pub struct Server {
    opener: Opener,
    namespace: Option<String>,
    mount: String,
    error_style: ErrorStyle,
    protocols: Transports,
    max_body: usize,
    max_bodies: usize,
    max_query: usize,
    max_form_keys: Option<usize>,
    max_values: Option<usize>,
    parse_options: ParseOptions,
    carriage_returns: CarriageReturns,
    publication: Publication,
    refuses_cross_site_writes: bool,
    listen_options: ListenOptions,
}

impl Server {
    /// A server of the opener's service, with the defaults.
    pub fn new(opener: Opener) -> Self {
        Self {
            namespace: opener.service().namespace.map(str::to_owned),
            opener,
            mount: String::new(),
            error_style: ErrorStyle::default(),
            protocols: Transports::ALL,
            max_body: 64 * 1024 * 1024,
            max_bodies: 512 * 1024 * 1024,
            max_query: 2048,
            max_form_keys: None,
            max_values: None,
            parse_options: ParseOptions::default(),
            carriage_returns: CarriageReturns::default(),
            publication: Publication::default(),
            refuses_cross_site_writes: false,
            listen_options: ListenOptions::default(),
        }
    }

    /// Sets whether the service's address returns pages for people: operations with documentation, samples and forms. The default is yes, as on
    /// a genuine host.
    pub fn documentation(mut self, on: bool) -> Self {
        self.publication.documentation = on;
        self
    }

    /// Sets whether `?WSDL` returns the service's WSDL document. The default is yes. A service whose descriptor was built at run time without
    /// [`Service::wsdl`](crate::Service::wsdl) has no document.
    pub fn wsdl(mut self, on: bool) -> Self {
        self.publication.wsdl = on;
        self
    }

    /// Sets the address of the `.asmx` file in WSDL document and samples, for a server behind a proxy. The default is the address of the
    /// request: `http`, its host, its path. A host is repeated only if it is a name or an address, with or without a port; on loopback it
    /// must also be one of the listener's own or one of [`ListenOptions::allow_host`]. Otherwise the document names the address of the
    /// listener.
    pub fn address(mut self, url: impl Into<String>) -> Self {
        self.publication.address = Address::Stated(url.into());
        self
    }

    /// Trusts `X-Forwarded-Proto` and `X-Forwarded-Host` for the address in WSDL document and samples. Use it only if all requests come through
    /// a proxy, because any client can send such headers.
    pub fn trust_forwarded_headers(mut self) -> Self {
        if let Address::Requested { trust_forwarded } = &mut self.publication.address {
            *trust_forwarded = true;
        }
        self
    }

    /// Refuses writes by pages of other sites ([`is_cross_site`]) with 403: each POST, and each GET of an operation that does more than read. The
    /// default is to serve them, as genuine servers do.
    ///
    /// Use it for servers that trust everyone who can reach them: in a private network, with default passwords, or on loopback, there together
    /// with [`ListenOptions::refuse_foreign_hosts`].
    pub fn refuse_cross_site_writes(mut self, on: bool) -> Self {
        self.refuses_cross_site_writes = on;
        self
    }

    /// Sets the limits of connections for [`serve`](Self::serve).
    pub fn listen_options(mut self, options: ListenOptions) -> Self {
        self.listen_options = options;
        self
    }

    /// Sets the service's XML namespace. It is required unless the descriptor states one.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = Some(namespace.into());
        self
    }

    /// Sets how much a fault shows. The default is the production style.
    pub fn error_style(mut self, style: ErrorStyle) -> Self {
        self.error_style = style;
        self
    }

    /// Switches a transport on or off. All four are on by default.
    pub fn protocol(mut self, transport: Transport, on: bool) -> Self {
        self.protocols = self.protocols.with(transport, on);
        self
    }

    /// Sets a path before that of the service: with `/on`, the service is at `/on/api.asmx`. The default is none.
    pub fn mount(mut self, path: impl Into<String>) -> Self {
        self.mount = path.into();
        self
    }

    /// Sets the largest request body, in bytes. The default is 64 MiB.
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }

    /// Limits the bytes of all large request bodies together, from reading until the response. A body is large from 256 KiB on; further large
    /// requests wait, small ones do not. Decoding takes up to three times the memory of a body, for as many requests at a time as there are
    /// processors. The default is 512 MiB.
    pub fn max_bodies(mut self, bytes: usize) -> Self {
        self.max_bodies = bytes;
        self
    }

    /// Limits the different names in a form or query string, and the undeclared parameters over SOAP. A repeated name, as for an array, counts
    /// once. A request with more gets a fault, over SOAP with status 400. The default is 1,000, as in ASP.NET
    /// (`aspnet:MaxHttpCollectionKeys`).
    pub fn max_form_keys(mut self, names: usize) -> Self {
        self.max_form_keys = Some(names);
        self
    }

    /// Limits the values in a request: parameters, items of arrays, members of structures. One more value is allowed for every 32 bytes of the
    /// body, so that memory stays in proportion to it. A request with more gets the response to [too many names](Self::max_form_keys). The
    /// default is 100,000.
    pub fn max_values(mut self, values: usize) -> Self {
        self.max_values = Some(values);
        self
    }

    /// Sets the longest query string, in bytes. The default is 2,048.
    pub fn max_query(mut self, bytes: usize) -> Self {
        self.max_query = bytes;
        self
    }

    /// Sets how the XML of requests is read: limits of depth, names, attributes, and elements and attributes in all. Requests are read without a
    /// tree, so these limits bound time, not memory.
    pub fn parse_options(mut self, options: ParseOptions) -> Self {
        self.parse_options = options;
        self
    }

    /// Sets how carriage returns in the text of results are written. The default keeps them; genuine servers lose them.
    pub fn carriage_returns(mut self, how: CarriageReturns) -> Self {
        self.carriage_returns = how;
        self
    }

    /// Checks the settings and returns a tower service.
    ///
    /// # Errors
    ///
    /// The namespace is missing, or the mount path is malformed.
    pub fn build(self) -> Result<AsmxService, ServerError> {
        let service = self.opener.service();
        let namespace = self.namespace.filter(|text| !text.is_empty() || service.namespace == Some(""));
        let namespace = namespace.ok_or(ServerError::NoNamespace { service: service.name })?;
        let mount = self.mount.trim_end_matches('/');
        if !(mount.is_empty() || mount.starts_with('/')) || mount.contains(['?', '#']) {
            return Err(ServerError::Mount { path: self.mount });
        }
        let path = format!("{mount}{}", without_query(service.path));
        if !path.starts_with('/') {
            return Err(ServerError::Mount { path });
        }
        let mut settings = ServerSettings::new(service, namespace, self.error_style);
        settings.path = path;
        mount.clone_into(&mut settings.mount);
        settings.protocols = self.protocols;
        settings.max_query = Some(self.max_query);
        settings.limits = self.parse_options;
        settings.carriage_returns = self.carriage_returns;
        settings.max_form_keys = self.max_form_keys.unwrap_or(settings.max_form_keys);
        settings.max_values = self.max_values.unwrap_or(settings.max_values);
        let bodies = BodyReader::new(self.max_body, self.max_bodies);
        Ok(AsmxService::new(self.opener, settings, self.publication, bodies, self.refuses_cross_site_writes))
    }

    /// Builds a router, to be merged into others or nested in them. It has only the service's own paths. As a fallback use the
    /// [service](Self::build), which returns a page for other paths.
    ///
    /// # Errors
    ///
    /// Those of [`build`](Self::build).
    pub fn into_router(self) -> Result<axum::Router, ServerError> {
        self.build().map(AsmxService::into_router)
    }

    /// Serves connections of `listener` until the returned handle is stopped or dropped. It is [`serve`] with the service's router, and a page
    /// with status 404 for other paths.
    ///
    /// # Errors
    ///
    /// Those of [`build`](Self::build) and [`serve`].
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime.
    pub fn serve(self, listener: tokio::net::TcpListener) -> Result<Listening, ServerError> {
        let options = self.listen_options.clone();
        let service = self.build()?;
        serve(listener, service.clone().into_router().fallback_service(service), options)
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Server")
            .field("service", &self.opener.service().name)
            .field("namespace", &self.namespace)
            .field("mount", &self.mount)
            .field("error_style", &self.error_style)
            .field("protocols", &self.protocols)
            .finish_non_exhaustive()
    }
}

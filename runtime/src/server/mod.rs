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
pub use listening::{ListenOptions, Listening, serve};
pub use service::AsmxService;

use self::address::Address;
use self::body::BodyReader;
use self::publication::Publication;
use crate::Transport;
use crate::call::opener::Opener;
use crate::protocol::{CarriageReturns, ErrorStyle, Protocols, ServerSettings};
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
    protocols: Protocols,
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
            protocols: Protocols::default(),
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

    /// Whether the service's own address returns pages for people: its operations with their documentation, samples and forms
    /// to try them. They are on by default, as on a genuine host.
    pub fn documentation(mut self, on: bool) -> Self {
        self.publication.documentation = on;
        self
    }

    /// Whether `?WSDL` returns the service's WSDL document. It is on by default; there is none for a service whose descriptor
    /// was built at run time without [`Service::wsdl`](crate::Service::wsdl).
    pub fn wsdl(mut self, on: bool) -> Self {
        self.publication.wsdl = on;
        self
    }

    /// The address of the `.asmx` file that WSDL document and samples name: what callers see of a server behind a proxy. The
    /// default is that of the request: `http`, its host, its path. A host is repeated only if it is a name or an address with
    /// or without a port; by a listener on loopback only if it is one of the listener's own, or one that
    /// [`ListenOptions::allow_host`] names. Otherwise the document names the address of the listener.
    pub fn address(mut self, url: impl Into<String>) -> Self {
        self.publication.address = Address::Stated(url.into());
        self
    }

    /// Believes `X-Forwarded-Proto` and `X-Forwarded-Host` for the address that WSDL document and samples name. Only for a
    /// server that a proxy alone can reach, because anybody else can write such headers, too.
    pub fn trust_forwarded_headers(mut self) -> Self {
        if let Address::Requested { trust_forwarded } = &mut self.publication.address {
            *trust_forwarded = true;
        }
        self
    }

    /// Refuses requests with 403 that a browser makes for a page of another site ([`is_cross_site`]) and that may change
    /// something: each POST, and each GET of an operation that does more than read. The default is to serve them, as genuine
    /// servers do.
    ///
    /// It is for servers that give something to whoever reaches them: those of a private network, those with default
    /// passwords. On loopback it goes with [`ListenOptions::refuse_foreign_hosts`].
    pub fn refuse_cross_site_writes(mut self, on: bool) -> Self {
        self.refuses_cross_site_writes = on;
        self
    }

    /// The limits of connections, where the server listens by itself.
    pub fn listen_options(mut self, options: ListenOptions) -> Self {
        self.listen_options = options;
        self
    }

    /// The service's XML namespace. Required, unless its descriptor states one.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = Some(namespace.into());
        self
    }

    /// How much a fault shows. The default is the production style.
    pub fn error_style(mut self, style: ErrorStyle) -> Self {
        self.error_style = style;
        self
    }

    /// Switches a transport on or off. All four are on by default.
    pub fn protocol(mut self, transport: Transport, on: bool) -> Self {
        self.protocols = self.protocols.with(transport, on);
        self
    }

    /// A path before that of the service: `/on` serves `/on/api.asmx`. The default is none.
    pub fn mount(mut self, path: impl Into<String>) -> Self {
        self.mount = path.into();
        self
    }

    /// The largest request body that is read, in bytes. The default is 64 MiB.
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }

    /// How many bytes the bodies of large requests (from 256 KiB on) may have together, from the moment they are read until
    /// they have their responses; others wait, and requests that are not large do not. Decoding takes up to three times as much
    /// memory, of as many requests at a time as there are processors. The default is 512 MiB.
    pub fn max_bodies(mut self, bytes: usize) -> Self {
        self.max_bodies = bytes;
        self
    }

    /// The most different names that a form or a query string may have, and the most undeclared parameters over SOAP. Repeated
    /// names, which are how arrays are sent, count once. What has more gets a fault, over SOAP with status 400. The default
    /// is 1,000, which is that of ASP.NET (`aspnet:MaxHttpCollectionKeys`).
    pub fn max_form_keys(mut self, names: usize) -> Self {
        self.max_form_keys = Some(names);
        self
    }

    /// The most values that a request may have: parameters, items of arrays, members of structures. One more is allowed for
    /// every 32 bytes of its body, so that no request takes many times the memory of its body. What has more gets the response
    /// that [too many names](Self::max_form_keys) get. The default is 100,000.
    pub fn max_values(mut self, values: usize) -> Self {
        self.max_values = Some(values);
        self
    }

    /// The longest query string that is accepted, in bytes. The default is 2,048.
    pub fn max_query(mut self, bytes: usize) -> Self {
        self.max_query = bytes;
        self
    }

    /// How the XML of requests is read: limits of depth, names, attributes, and elements and attributes in all. They are read
    /// without a tree, so these bound time and not memory.
    pub fn parse_options(mut self, options: ParseOptions) -> Self {
        self.parse_options = options;
        self
    }

    /// How carriage returns in the text of results are written. The default keeps them; genuine servers lose them.
    pub fn carriage_returns(mut self, how: CarriageReturns) -> Self {
        self.carriage_returns = how;
        self
    }

    /// Checks the settings and returns a tower service.
    ///
    /// # Errors
    ///
    /// There is no namespace, or the mount path is none.
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

    /// The same as a router, to be merged into others or nested in them. It knows the service's own paths only; the
    /// [service](Self::build) itself, as a fallback, returns a page to others.
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build).
    pub fn into_router(self) -> Result<axum::Router, ServerError> {
        self.build().map(AsmxService::into_router)
    }

    /// Serves connections of `listener` until the handle that it returns is stopped or dropped: [`serve`] with the service's
    /// router, and a page with status 404 for every other path.
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build) and [`serve`].
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

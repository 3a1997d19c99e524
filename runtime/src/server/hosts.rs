//! The hosts that a listener serves.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::Body;
use http::header::{CONNECTION, CONTENT_TYPE, HOST, HeaderValue, TRANSFER_ENCODING, X_CONTENT_TYPE_OPTIONS};
use http::{Request, Response, StatusCode, Version};

use super::ServerError;
use super::authority::{Authority, Host};
use super::cross_site;
use super::watching::TARGET;
use crate::protocol::Refused;

/// Makes the responses to requests that a listener refuses: of the line of a request (`GET /path`), the status and a sentence.
#[derive(Clone)]
pub struct RefusalForm(Arc<Form>);

type Form = dyn Fn(&str, StatusCode, &'static str) -> Response<Body> + Send + Sync;

impl RefusalForm {
    /// The form that the function makes.
    pub fn new(form: impl Fn(&str, StatusCode, &'static str) -> Response<Body> + Send + Sync + 'static) -> Self {
        Self(Arc::new(form))
    }
}

impl fmt::Debug for RefusalForm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RefusalForm").finish_non_exhaustive()
    }
}

/// The hosts that a listener serves: its own, and those that its options name.
#[derive(Debug)]
pub(super) struct Hosts {
    at: SocketAddr,
    named: Vec<String>,
    is_refusing: bool,
}

/// Marks a request without a host, or with a host that the listener does not serve. Documents name `at` instead.
#[derive(Debug, Clone, Copy)]
pub(super) struct UncheckedHost {
    /// The address of the listener.
    pub(super) at: SocketAddr,
}

impl Hosts {
    /// `is_refusing`: whether foreign hosts are refused, if the listener is on loopback or hosts are named.
    pub(super) fn new(at: SocketAddr, named: &[String], is_refusing: bool) -> Result<Self, ServerError> {
        if let Some(none) = named.iter().find(|name| Authority::parse(name).is_none()) {
            return Err(ServerError::Host { name: none.clone() });
        }
        let is_refusing = is_refusing && (is_loopback(at.ip()) || !named.is_empty());
        Ok(Self { at, named: named.to_vec(), is_refusing })
    }

    /// Checks the host and the coding of a request. Marks a request whose host must not be repeated in documents.
    pub(super) fn check<B>(&self, request: &mut Request<B>) -> Result<(), Refusal> {
        let mut codings = request.headers().get_all(TRANSFER_ENCODING).iter();
        let coding = codings.next();
        if codings.next().is_some()
            || coding.is_some_and(|coding| !coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"chunked"))
        {
            return Err(Refusal::OTHER_CODING);
        }
        let mut lines = request.headers().get_all(HOST).iter();
        let line = lines.next();
        if lines.next().is_some() {
            return Err(Refusal::TWO_HOSTS);
        }
        if line.is_none() && request.version() >= Version::HTTP_11 {
            return Err(Refusal::NO_HOST);
        }
        let parse = |text| Authority::parse(text).ok_or(Refusal::MALFORMED_HOST);
        let host = match line.map(HeaderValue::as_bytes) {
            None | Some(b"") => None,
            Some(text) => Some(std::str::from_utf8(text).map_err(|_| Refusal::MALFORMED_HOST).and_then(parse)?),
        };
        let target = request.uri().authority().map(|authority| parse(authority.as_str())).transpose()?;
        // HTTP/1.0 does not have the header. Browsers do not use it.
        let is_known = line.is_none() || host.or(target).is_some();
        let is_allowed = [host, target].into_iter().flatten().all(|named| self.allows(named));
        if self.is_refusing {
            if !(is_known && is_allowed) {
                return Err(Refusal::FOREIGN_HOST);
            }
            if cross_site::has_foreign_origin(request.headers(), target.or(host)) {
                return Err(Refusal::FOREIGN_ORIGIN);
            }
        }
        if host.or(target).is_none() || (is_loopback(self.at.ip()) && !is_allowed) {
            request.extensions_mut().insert(UncheckedHost { at: self.at });
        }
        Ok(())
    }

    fn allows(&self, authority: Authority<'_>) -> bool {
        let is_own = match authority.host {
            Host::Name(name) => name.eq_ignore_ascii_case("localhost"),
            Host::Address(address) => is_loopback(address) || address == self.at.ip().to_canonical(),
        };
        let port = authority.port.unwrap_or(80);
        let is_named = |named: &Authority<'_>| {
            let is_port = named.port.map_or(authority.port.is_none() || port == self.at.port(), |named| named == port);
            named.host == authority.host && is_port
        };
        is_own && port == self.at.port()
            || self.named.iter().filter_map(|name| Authority::parse(name)).any(|named| is_named(&named))
    }
}

fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

#[derive(Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    reason: &'static str,
}

impl Refusal {
    /// Whether a proxy may see another end of the request. Its connection is closed then.
    const OTHER_CODING: Self =
        Self { status: StatusCode::NOT_IMPLEMENTED, reason: "The only Transfer-Encoding here is chunked, once.\n" };
    const TWO_HOSTS: Self =
        Self { status: StatusCode::BAD_REQUEST, reason: "The request has more than one Host header.\n" };
    const NO_HOST: Self = Self { status: StatusCode::BAD_REQUEST, reason: "The request has no Host header.\n" };
    const MALFORMED_HOST: Self = Self {
        status: StatusCode::BAD_REQUEST,
        reason: "The request's host is none: it must be a name or an address, and perhaps a port.\n",
    };
    const FOREIGN_HOST: Self = Self {
        status: StatusCode::MISDIRECTED_REQUEST,
        reason: "This server does not serve the host that the request names. It serves localhost and loopback \
                 addresses with its own port, and the hosts that it was started with.\n",
    };
    const FOREIGN_ORIGIN: Self =
        Self { status: StatusCode::FORBIDDEN, reason: "This server does not respond to pages of other sites.\n" };
    /// A write by a page of another site.
    pub(super) const CROSS_SITE_WRITE: Self =
        Self { status: StatusCode::FORBIDDEN, reason: "A page of another site may not change anything here.\n" };

    /// Logs the refusal, because the service does not see the request.
    pub(super) fn logged(self) -> Self {
        tracing::info!(target: TARGET, reason = self.reason.trim_ascii_end(), "request refused");
        self
    }

    /// The response in this form, or as plain text.
    pub(super) fn into_response_of(self, line: &str, form: Option<&RefusalForm>) -> Response<Body> {
        let Some(RefusalForm(form)) = form else { return self.into_response() };
        let mut response = form(line, self.status, self.reason.trim_ascii_end());
        if self.status == StatusCode::NOT_IMPLEMENTED {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }

    pub(super) fn into_response(self) -> Response<Body> {
        let mut response = Response::new(Body::from(self.reason));
        response.extensions_mut().insert(Refused(self.reason.trim_ascii_end()));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        if self.status == StatusCode::NOT_IMPLEMENTED {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        response
    }
}

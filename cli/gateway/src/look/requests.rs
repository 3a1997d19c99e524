//! Requests that are no calls: for documents, and to look at a server.

use std::sync::Arc;
use std::time::Duration;

use asmx_runtime::reqwest::tls::TlsInfo;
use asmx_runtime::reqwest::{self, ClientBuilder, Url};
use asmx_runtime::stack::{
    Asked, BodyStream, Came, FailedRequest, HttpClients, HttpService, RepeatedOverHttp1, Secrets, SignInEnd,
    SignInReport, advice, ask_for_encodings, credentials_may_go, direct_to_this_machine, excerpt, failure_on_the_way,
    is_same_server, reason_of, unpacked, with_report,
};
use asmx_runtime::{Error, Transport};
use asmx_types::display::shown_line;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, LOCATION};
use http::response::Parts;
use http::{Extensions, HeaderMap, HeaderValue, Method, Request, StatusCode};
use tokio::time::{Instant, timeout_at};
use tower::{BoxError, ServiceExt as _};

use crate::calls::connections::Connections;
use crate::calls::error::TargetError;
use crate::calls::sign_in::SignIn;
use crate::calls::words::{self, Words};

const MOST_REDIRECTS: usize = 5;

/// How requests are sent, and the one server that sees the credentials.
pub(crate) struct Http {
    /// The address whose server sees headers, sign-in and client certificate.
    main: Url,
    headers: HeaderMap,
    permits_plain: bool,
    /// Shows the client certificate.
    own: HttpClients,
    /// For other servers.
    foreign: HttpClients,
    /// The scheme of the header `Authorization`.
    scheme: Option<&'static str>,
    /// Signs in as Windows does, at the main server; `None` without such a sign-in.
    windows: Option<HttpService>,
    /// Those of everything that is sent and of cookies: no text that is shown holds them.
    pub(crate) secrets: Secrets,
    /// The names of settings in errors.
    pub(crate) words: Words,
    /// For one request with its redirects and the body of its response.
    timeout: Duration,
}

/// The settings of [`Http`].
#[derive(Debug, Clone)]
pub(crate) struct Credentials {
    pub(crate) headers: HeaderMap,
    pub(crate) sign_in: SignIn,
    pub(crate) connections: Connections,
    pub(crate) plain_http: bool,
    pub(crate) words: Words,
}

impl Default for Credentials {
    fn default() -> Self {
        let (headers, sign_in) = (HeaderMap::new(), SignIn::default());
        Self { headers, sign_in, connections: Connections::default(), plain_http: false, words: words::methods }
    }
}

pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// The reports of a stack.
    extensions: Extensions,
    /// The scheme of the header `Authorization` that was sent.
    scheme: Option<&'static str>,
    /// The address that responded, after redirects.
    pub(crate) url: Url,
    /// The certificate of the server, in DER, where it is known.
    pub(crate) certificate: Option<Vec<u8>>,
    body: BodyStream,
    secrets: Secrets,
    sent: usize,
    deadline: Instant,
    timeout: Duration,
    words: Words,
}

/// The bytes of a page that are read.
const BEGINNING: usize = 64 * 1024;

/// Why there is no response.
#[derive(thiserror::Error)]
pub(crate) enum RequestError {
    #[error("no complete response within {} s", .0.as_secs_f64())]
    TimedOut(Duration, Words),
    #[error("{0}")]
    Failed(Error),
}

asmx_types::debug_is_a_sentence!(RequestError);

impl RequestError {
    /// The text without advice.
    pub(crate) fn message(&self) -> String {
        match self {
            Self::TimedOut(..) => self.to_string(),
            Self::Failed(error) => error.message(),
        }
    }

    /// The advice of the table, where the failure shows the cause.
    pub(crate) fn advice(&self) -> Option<String> {
        match self {
            Self::TimedOut(_, words) => {
                let came = Came::Nothing { causes: "timed out", is_connected: false };
                advice(&FailedRequest::new(Asked::default(), came)).map(|found| found.sentence.in_words(*words))
            }
            Self::Failed(error) => error.advice(),
        }
    }
}

impl Http {
    pub(crate) fn new(main: &Url, credentials: &Credentials, timeout: Duration) -> Result<Self, TargetError> {
        let Credentials { headers, sign_in, connections, plain_http, words } = credentials;
        let client = |connections: Connections| {
            let (tls, main) = (connections.tls(), main.clone());
            let settings =
                move |http: ClientBuilder| direct_to_this_machine(connections.proxied(http.tls_info(true)), &main);
            HttpClients::with_tls(&tls, settings)
                .map_err(|error| TargetError::Connection(crate::calls::error::sentence(&error)))
        };
        let (own, foreign) = (client(connections.clone())?, client(connections.clone().without_identity())?);
        let windows = sign_in.stack(connections)?.map(HttpService::new);
        let secrets = Secrets::new();
        secrets.hide_headers(headers);
        connections.secrets().iter().for_each(|secret| secrets.hide(secret.clone()));
        Ok(Self {
            main: main.clone(),
            headers: headers.clone(),
            permits_plain: *plain_http,
            own,
            foreign,
            scheme: sign_in.scheme(),
            windows,
            secrets,
            words: *words,
            timeout,
        })
    }

    /// Whether an address is at the server of the main document.
    pub(crate) fn is_near(&self, url: &Url) -> bool {
        is_same_server(&self.main, url)
    }

    /// Gets a document, behind redirects that stay at its server.
    pub(crate) async fn get(&self, url: &Url) -> Result<Reply, RequestError> {
        let deadline = Instant::now() + self.timeout;
        let mut url = url.clone();
        for _ in 0..MOST_REDIRECTS {
            let reply = self.sent(Method::GET, &url, HeaderMap::new(), Bytes::new(), deadline).await?;
            match reply.status.is_redirection().then(|| self.next(&reply)).flatten() {
                Some(next) => url = next,
                None => return Ok(reply),
            }
        }
        self.sent(Method::GET, &url, HeaderMap::new(), Bytes::new(), deadline).await
    }

    /// Sends a request to the main server. Redirects are not followed.
    pub(crate) async fn send(
        &self,
        method: Method,
        url: &Url,
        headers: HeaderMap,
        body: impl Into<Bytes>,
    ) -> Result<Reply, RequestError> {
        self.sent(method, url, headers, body.into(), Instant::now() + self.timeout).await
    }

    /// The address of a redirect, if it stays at the server of the response. A Windows sign-in is of one scheme, host and port.
    fn next(&self, reply: &Reply) -> Option<Url> {
        let mut next = reply.url.join(reply.headers.get(LOCATION)?.to_str().ok()?).ok()?;
        next.set_fragment(None);
        let is_same_server = match &self.windows {
            Some(_) => reply.url.origin() == next.origin(),
            None => is_same_server(&reply.url, &next),
        };
        let has_credentials = !next.username().is_empty() || next.password().is_some();
        (is_same_server && !has_credentials).then_some(next)
    }

    async fn sent(
        &self,
        method: Method,
        url: &Url,
        own: HeaderMap,
        body: Bytes,
        deadline: Instant,
    ) -> Result<Reply, RequestError> {
        self.secrets.hide_address(url.path());
        let (sent, is_own) = (body.len(), credentials_may_go(&self.main, url, self.permits_plain));
        let asked = Asked::default().at(url, sent);
        let exchange = async {
            if !is_own {
                let mut own = own;
                ask_for_encodings(&mut own);
                return send_without_windows(&self.foreign, method, url, own, body).await;
            }
            let mut headers = self.headers.clone();
            headers.extend(own);
            ask_for_encodings(&mut headers);
            match &self.windows {
                Some(windows) => signed_in(windows.clone(), &self.secrets, method, url, headers, body).await,
                None => send_without_windows(&self.own, method, url, headers, body).await,
            }
        };
        let outcome =
            timeout_at(deadline, exchange).await.map_err(|_| RequestError::TimedOut(self.timeout, self.words))?;
        let (head, certificate, body) = outcome.map_err(|error| failed(error, url, asked, self.words))?;
        let Parts { status, headers, extensions, .. } = head;
        self.secrets.hide_new_cookies(&headers);
        Ok(Reply {
            status,
            headers,
            extensions,
            scheme: self.scheme.filter(|_| is_own),
            url: url.clone(),
            certificate,
            body,
            secrets: self.secrets.clone(),
            sent,
            deadline,
            timeout: self.timeout,
            words: self.words,
        })
    }
}

type Sent = Result<(Parts, Option<Vec<u8>>, BodyStream), BoxError>;

async fn signed_in(
    windows: HttpService,
    secrets: &Secrets,
    method: Method,
    url: &Url,
    headers: HeaderMap,
    body: Bytes,
) -> Sent {
    let mut request = Request::new(body);
    *request.method_mut() = method;
    *request.uri_mut() = url.as_str().parse()?;
    *request.headers_mut() = headers;
    secrets.attach(request.extensions_mut());
    let (head, body) = windows.oneshot(request).await?.into_parts();
    Ok((head, None, body))
}

async fn send_without_windows(http: &HttpClients, method: Method, url: &Url, headers: HeaderMap, body: Bytes) -> Sent {
    let mut request = reqwest::Request::new(method, url.clone());
    *request.headers_mut() = headers;
    let (head, body) = unpacked(http.send(request, body).await?).into_parts();
    let certificate = head.extensions.get::<TlsInfo>().and_then(TlsInfo::peer_certificate).map(<[u8]>::to_vec);
    Ok((head, certificate, body))
}

fn failed(error: BoxError, url: &Url, asked: Asked<'_>, words: Words) -> RequestError {
    let (host, port) = (url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or_default());
    let server = shown_line(&format!("`{host}:{port}`")).into_owned();
    RequestError::Failed(failure_on_the_way(error, server, asked).in_words(words))
}

impl Reply {
    /// The next piece of the body; `None` at its end.
    pub(crate) async fn chunk(&mut self) -> Result<Option<Bytes>, RequestError> {
        let chunk = timeout_at(self.deadline, self.body.chunk()).await;
        let chunk = chunk.map_err(|_| RequestError::TimedOut(self.timeout, self.words))?.transpose();
        chunk.map_err(|error| failed(error.into(), &self.url, self.asked(), self.words))
    }

    /// The beginning of the body. A body that breaks off is short.
    pub(crate) async fn beginning(&mut self) -> Vec<u8> {
        let mut beginning = Vec::new();
        while beginning.len() < BEGINNING
            && let Ok(Some(chunk)) = self.chunk().await
        {
            beginning.extend_from_slice(&chunk);
        }
        beginning
    }

    fn asked(&self) -> Asked<'_> {
        let mut asked = Asked::default().at(&self.url, self.sent);
        asked.tried = self.scheme;
        with_report(asked, &self.extensions)
    }

    /// The scheme by which the request was signed in, or tried to be.
    pub(crate) fn tried(&self) -> Option<&str> {
        self.asked().tried
    }

    /// The user whom the server accepted, where a stack reports it.
    pub(crate) fn user(&self) -> Option<Arc<str>> {
        let report: &SignInReport = self.extensions.get()?;
        report.user.clone().filter(|_| report.end == SignInEnd::Accepted)
    }

    /// Whether the server refused the request over HTTP/2, and got it over HTTP/1.1.
    pub(crate) fn is_repeated_over_http1(&self) -> bool {
        self.extensions.get::<RepeatedOverHttp1>().is_some()
    }

    fn reason(&self) -> Option<String> {
        reason_of(&self.extensions)
    }

    /// The advice of the table for a response that is no document. `body` is its beginning.
    pub(crate) fn advice(&self, body: &[u8], transport: Option<Transport>) -> Option<String> {
        let mut asked = self.asked();
        asked.transport = transport;
        let (status, reason, headers) = (self.status, self.reason(), &self.headers);
        self.advice_for(asked, Came::Response { status, reason: reason.as_deref(), headers, body })
    }

    /// The advice of the table for the address to which redirects led.
    pub(crate) fn advice_of_landing(&self) -> Option<String> {
        let headers = HeaderMap::from_iter([(LOCATION, HeaderValue::from_str(self.url.as_str()).ok()?)]);
        let came = Came::Response { status: StatusCode::FOUND, reason: None, headers: &headers, body: &[] };
        self.advice_for(self.asked(), came)
    }

    fn advice_for(&self, asked: Asked<'_>, came: Came<'_>) -> Option<String> {
        let found = advice(&FailedRequest::new(asked, came))?;
        Some(shown_line(&found.sentence.in_words(self.words)).into_owned())
    }

    pub(crate) fn is_html(&self) -> bool {
        let kind = self.headers.get(CONTENT_TYPE).map(|kind| kind.as_bytes().to_ascii_lowercase());
        kind.is_some_and(|kind| kind.starts_with(b"text/html"))
    }

    /// The status, with the reason phrase of the server.
    pub(crate) fn status_line(&self) -> String {
        match self.reason() {
            Some(reason) => shown_line(&format!("{} {reason}", self.status.as_str())).into_owned(),
            None => self.status.to_string(),
        }
    }

    /// The text of a page, or the beginning of another body.
    pub(crate) fn excerpt(&self, body: Vec<u8>) -> Option<String> {
        let is_whole = body.len() < BEGINNING;
        excerpt(&body.into(), is_whole, &self.secrets)
    }
}

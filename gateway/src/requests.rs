//! Requests that are no calls: for documents, and to look at a server.

use std::time::Duration;

use asmx_runtime::reqwest::tls::TlsInfo;
use asmx_runtime::reqwest::{self, Client, Url, redirect};
use asmx_runtime::stack::{
    BodyStream, ClientCertificateReport, ClientCertificates, HttpService, Secrets, SignInReport, ask_for_encodings,
    credentials_may_go, direct_to_this_machine, failure_on_the_way, http_client, is_same_server, unpacked, with_tls,
};
use asmx_runtime::{Error, ErrorKind};
use asmx_types::display::shown_line;
use bytes::Bytes;
use http::header::LOCATION;
use http::{HeaderMap, Method, Request, StatusCode};
use tokio::time::{Instant, timeout_at};
use tower::{BoxError, ServiceExt as _};

use crate::connections::Connections;
use crate::error::TargetError;
use crate::sign_in::SignIn;
use crate::words::Words;

const MOST_REDIRECTS: usize = 5;

/// How requests are sent, and the one server that sees the credentials.
pub(crate) struct Http {
    /// The address whose server sees headers, sign-in and client certificate.
    main: Url,
    headers: HeaderMap,
    permits_plain: bool,
    /// Shows the client certificate.
    own: Plain,
    /// For other servers.
    others: Plain,
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
pub(crate) struct Credentials<'a> {
    pub(crate) headers: &'a HeaderMap,
    pub(crate) sign_in: &'a SignIn,
    pub(crate) connections: &'a Connections,
    pub(crate) plain_http: bool,
    pub(crate) words: Words,
}

pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// The address that responded, after redirects.
    pub(crate) url: Url,
    /// The certificate of the server, in DER, where it is known.
    pub(crate) certificate: Option<Vec<u8>>,
    /// How a Windows sign-in ended.
    pub(crate) sign_in: Option<SignInReport>,
    /// Whether the server asked for a client certificate, and got one.
    pub(crate) client_certificate: Option<ClientCertificateReport>,
    body: BodyStream,
    deadline: Instant,
    timeout: Duration,
    words: Words,
}

/// Why there is no response.
#[derive(thiserror::Error)]
pub(crate) enum RequestError {
    #[error("no complete response within {} s", .0.as_secs_f64())]
    TimedOut(Duration),
    #[error("{0}")]
    Failed(Error),
}

asmx_types::debug_is_a_sentence!(RequestError);

impl RequestError {
    pub(crate) fn is_timeout(&self) -> bool {
        match self {
            Self::TimedOut(_) => true,
            Self::Failed(error) => error.kind() == ErrorKind::Timeout,
        }
    }

    /// The error of the client, with its causes.
    pub(crate) const fn failure(&self) -> Option<&Error> {
        match self {
            Self::TimedOut(_) => None,
            Self::Failed(error) => Some(error),
        }
    }
}

impl Http {
    pub(crate) fn new(main: &Url, credentials: &Credentials<'_>, timeout: Duration) -> Result<Self, TargetError> {
        let Credentials { headers, sign_in, connections, plain_http, words } = *credentials;
        let client = |connections: Connections| {
            let unusable = |error: &dyn std::error::Error| TargetError::Connection(crate::error::sentence(error));
            let (builder, certificates) =
                with_tls(http_client().tls_info(true), &connections.tls()).map_err(|error| unusable(&error))?;
            let builder = connections.proxied(builder).redirect(redirect::Policy::none());
            let built =
                direct_to_this_machine(builder, main).build().map_err(|error| unusable(&error.without_url()))?;
            Ok::<_, TargetError>((built, certificates))
        };
        let (own, others) = (client(connections.clone())?, client(connections.clone().without_identity())?);
        let windows = sign_in.stack(connections)?.map(HttpService::new);
        let secrets = Secrets::new();
        secrets.hide_headers(headers);
        connections.secrets().iter().for_each(|secret| secrets.hide(secret.clone()));
        Ok(Self {
            main: main.clone(),
            headers: headers.clone(),
            permits_plain: plain_http,
            own,
            others,
            windows,
            secrets,
            words,
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
        let exchange = async {
            if !credentials_may_go(&self.main, url, self.permits_plain) {
                let mut own = own;
                ask_for_encodings(&mut own);
                return plain(&self.others, method, url, own, body).await;
            }
            let mut headers = self.headers.clone();
            headers.extend(own);
            ask_for_encodings(&mut headers);
            match &self.windows {
                Some(windows) => signed_in(windows.clone(), &self.secrets, method, url, headers, body).await,
                None => plain(&self.own, method, url, headers, body).await,
            }
        };
        let sent = timeout_at(deadline, exchange).await.map_err(|_| RequestError::TimedOut(self.timeout))?;
        let (head, certificate, body) = sent.map_err(|error| failed(error, url, self.words))?;
        let Head { status, headers, sign_in, client_certificate } = head;
        self.secrets.hide_new_cookies(&headers);
        Ok(Reply {
            status,
            headers,
            url: url.clone(),
            certificate,
            sign_in,
            client_certificate,
            body,
            deadline,
            timeout: self.timeout,
            words: self.words,
        })
    }
}

type Plain = (Client, ClientCertificates);

struct Head {
    status: StatusCode,
    headers: HeaderMap,
    sign_in: Option<SignInReport>,
    client_certificate: Option<ClientCertificateReport>,
}

type Sent = Result<(Head, Option<Vec<u8>>, BodyStream), BoxError>;

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
    let (mut head, body) = windows.oneshot(request).await?.into_parts();
    let (sign_in, client_certificate) = (head.extensions.remove(), head.extensions.remove());
    let head = Head { status: head.status, headers: head.headers, sign_in, client_certificate };
    Ok((head, None, body))
}

async fn plain((client, certificates): &Plain, method: Method, url: &Url, headers: HeaderMap, body: Bytes) -> Sent {
    let request = client.request(method, url.clone()).headers(headers).body(body);
    let again = request.try_clone();
    let mut response = request.send().await;
    if let (Err(error), Some(again)) = (&response, again)
        && ClientCertificates::goes_on(error)
    {
        response = again.send().await;
    }
    let response = response.map_err(|error| certificates.explained(error.into()))?;
    let (head, body) = unpacked(http::Response::<reqwest::Body>::from(response)).into_parts();
    let certificate = head.extensions.get::<TlsInfo>().and_then(TlsInfo::peer_certificate).map(<[u8]>::to_vec);
    let client_certificate = Some(certificates.report());
    Ok((Head { status: head.status, headers: head.headers, sign_in: None, client_certificate }, certificate, body))
}

fn failed(error: BoxError, url: &Url, words: Words) -> RequestError {
    let (host, port) = (url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or_default());
    let server = shown_line(&format!("`{host}:{port}`")).into_owned();
    RequestError::Failed(failure_on_the_way(error, server).in_words(words))
}

impl Reply {
    /// The next piece of the body; `None` at its end.
    pub(crate) async fn chunk(&mut self) -> Result<Option<Bytes>, RequestError> {
        let chunk = timeout_at(self.deadline, self.body.chunk()).await;
        let chunk = chunk.map_err(|_| RequestError::TimedOut(self.timeout))?.transpose();
        chunk.map_err(|error| failed(error.into(), &self.url, self.words))
    }
}

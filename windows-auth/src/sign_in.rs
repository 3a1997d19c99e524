//! The legs of a sign-in, and the request behind them: all on one connection.
//!
//! A request with a body is sent once: the legs before the last have no body. A 401 says that nothing was executed (RFC 9110, 15.5.2).

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use asmx_runtime::errors::{Sentence, Setting};
use asmx_runtime::stack::{NothingSent, Secrets, Sending, SignInFailed, TriedScheme};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_LENGTH, HeaderName};
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Uri};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use rustls::ClientConfig;
use tower::BoxError;

use crate::body::{Body, Lent};
use crate::challenges::{Offer, offer};
use crate::connection::{Connection, Failure, Origin};
use crate::exchange::{Exchange, Target};
use crate::stack::Inner;

/// The page of a 401 is read to its end, so that the connection can go on.
const LONGEST_PAGE: usize = 256 * 1024;

/// Two are usual; Negotiate may choose another mechanism on the way.
const MOST_LEGS: usize = 5;

const PERSISTENT_AUTH: HeaderName = HeaderName::from_static("persistent-auth");

/// A request, and what is known of it.
struct Call {
    request: Request<()>,
    body: Bytes,
    origin: Origin,
    sending: Option<Sending>,
    /// Those of whoever makes the request, which then shows none of them.
    secrets: Secrets,
}

enum Problem {
    /// The connection ended, and the request was not sent on it.
    Unsent,
    Failed(BoxError),
}

impl From<SignInFailed> for Problem {
    fn from(failed: SignInFailed) -> Self {
        Self::Failed(failed.into())
    }
}

impl From<NothingSent> for Problem {
    fn from(failed: NothingSent) -> Self {
        Self::Failed(failed.into())
    }
}

impl Inner {
    pub(crate) async fn exchange(&self, mut request: Request<Bytes>) -> Result<Response<Body>, BoxError> {
        let sending = Sending::of(&mut request);
        let secrets = Secrets::of(request.extensions());
        let origin = self.origin(request.uri())?;
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(NothingSent::new)?;
        let (mut parts, body) = request.into_parts();
        parts.headers.remove(AUTHORIZATION);
        let call = Call { request: Request::from_parts(parts, ()), body, origin, sending, secrets };
        loop {
            let kept = self.idle.take();
            let is_kept = kept.is_some();
            let mut connection = match kept {
                Some(connection) => connection,
                None => self.connect(&call.origin).await?,
            };
            match self.send_on(&mut connection, &call).await {
                Ok(response) => {
                    let lent = Lent { connection, idle: self.idle.clone(), place };
                    return Ok(response.map(|body| Body::new(body, lent)));
                }
                // A server ends connections that were idle for long.
                Err(Problem::Unsent) if is_kept => {}
                Err(Problem::Unsent) => {
                    return Err(NothingSent::new("the server ended the connection while it signed in").into());
                }
                Err(Problem::Failed(error)) => return Err(error),
            }
        }
    }

    fn origin(&self, uri: &Uri) -> Result<Origin, SignInFailed> {
        let origin = Origin::of(uri).ok_or_else(|| SignInFailed::new("the address is not one of HTTP"))?;
        if self.origin.get_or_init(|| origin.clone()) == &origin {
            return Ok(origin);
        }
        Err(SignInFailed::new("the request is for another server than the first, which would learn who signs in"))
    }

    async fn connect(&self, origin: &Origin) -> Result<Connection, BoxError> {
        let tls = if origin.is_tls { Some(self.encryption()?) } else { None };
        let opened = within(self.settings.leg_timeout, Connection::open(origin, tls)).await?;
        opened.map_err(|error| NothingSent::new(error).into())
    }

    fn encryption(&self) -> Result<Arc<ClientConfig>, SignInFailed> {
        if let Some(config) = self.tls.get() {
            return Ok(Arc::clone(config));
        }
        let made = self.settings.tls.config();
        let config = made.map_err(|error| {
            let why = Sentence::from(format!("TLS cannot be set up ({error}): see "));
            SignInFailed::new(why.setting(Setting::Authorities))
        })?;
        Ok(Arc::clone(self.tls.get_or_init(|| config)))
    }

    async fn send_on(&self, connection: &mut Connection, call: &Call) -> Result<Response<Incoming>, Problem> {
        call.secrets.hide_all(&connection.secrets);
        let Some(requests) = connection.signed_in.filter(|_| !self.forgets.load(Ordering::Relaxed)) else {
            return self.sign_in(connection, call).await;
        };
        let response = call.send_whole(connection, None).await?;
        let is_challenge = ["NTLM", "Negotiate"].iter().any(|scheme| offer(response.headers(), scheme) != Offer::No);
        if response.status() != StatusCode::UNAUTHORIZED || !is_challenge {
            connection.signed_in = Some(requests.saturating_add(1));
            return Ok(response);
        }
        call.was_not_executed();
        if requests == 0 {
            self.forgets.store(true, Ordering::Relaxed);
        }
        connection.signed_in = None;
        self.read_page(response).await?;
        self.sign_in(connection, call).await
    }

    /// Signs the connection in, and sends the request with the last leg.
    async fn sign_in(&self, connection: &mut Connection, call: &Call) -> Result<Response<Incoming>, Problem> {
        let (mut exchange, mut token) = self.begin(connection, call).await?;
        let mut carries = call.body.is_empty() || exchange.is_complete_at_once();
        for _ in 0..MOST_LEGS {
            let scheme = exchange.scheme();
            let mut response = if carries {
                call.send_whole(connection, Some(authorization(scheme, &token)?)).await?
            } else {
                let leg = call.send_empty(connection, authorization(scheme, &token)?);
                within(self.settings.leg_timeout, leg).await??
            };
            let offered = offer(response.headers(), scheme);
            if response.status() != StatusCode::UNAUTHORIZED {
                connection.signed_in = Some(0);
                if !carries {
                    // Nobody has to sign in here.
                    self.read_page(response).await?;
                    return call.send_whole(connection, None).await;
                }
                if let Offer::Token(token) = offered {
                    // The request was executed, so that this is no failure to sign in.
                    exchange.finish(&token).map_err(|error| Problem::Failed(error.to_string().into()))?;
                }
                if response
                    .headers()
                    .get(PERSISTENT_AUTH)
                    .is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"false"))
                {
                    self.forgets.store(true, Ordering::Relaxed);
                }
                return Ok(response);
            }
            if carries {
                call.was_not_executed();
            }
            let switches = matches!(exchange, Exchange::Ntlm(..))
                && offered == Offer::No
                && offer(response.headers(), "Negotiate") != Offer::No;
            match offered {
                Offer::Token(challenge) => {
                    self.read_page(response).await?;
                    (exchange, token) = self
                        .aside(move || {
                            let token = exchange.next(&challenge)?;
                            Ok((exchange, token))
                        })
                        .await?;
                    carries = true;
                }
                Offer::Malformed => return Err(SignInFailed::new("the server's challenge is not base64").into()),
                _ if switches => {
                    self.wraps.store(true, Ordering::Relaxed);
                    self.read_page(response).await?;
                    (exchange, token) = self.begin(connection, call).await?;
                }
                Offer::No | Offer::Bare => {
                    response.extensions_mut().insert(TriedScheme(scheme));
                    return Ok(response);
                }
            }
        }
        Err(SignInFailed::new("the server asks for one more token each time").into())
    }

    async fn begin(&self, connection: &Connection, call: &Call) -> Result<(Exchange, Vec<u8>), Problem> {
        let host = self.settings.service_host.clone().unwrap_or_else(|| call.origin.host.clone());
        let target = Target { host, binding: connection.binding.clone() };
        let (identity, wraps) = (self.identity.clone(), self.wraps.load(Ordering::Relaxed));
        let secrets = connection.secrets.clone();
        let begun = self.aside(move || Exchange::begin(&identity, target, wraps, &secrets)).await;
        call.secrets.hide_all(&connection.secrets);
        begun
    }

    /// Makes a token on a thread that may wait: for a provider, or a key distribution centre.
    async fn aside<T: Send + 'static>(
        &self,
        make: impl FnOnce() -> Result<T, SignInFailed> + Send + 'static,
    ) -> Result<T, Problem> {
        let token = within(self.settings.leg_timeout, tokio::task::spawn_blocking(make)).await?;
        Ok(token.map_err(|_| SignInFailed::new("the provider of the password panicked"))??)
    }

    /// Reads the page of a response that only asks for more.
    async fn read_page(&self, response: Response<Incoming>) -> Result<(), Problem> {
        let page = Limited::new(response.into_body(), LONGEST_PAGE).collect();
        within(self.settings.leg_timeout, page).await?.map(drop).map_err(|error| NothingSent::new(error).into())
    }
}

impl Call {
    fn built(&self, headers: HeaderMap, authorization: Option<HeaderValue>, body: Bytes) -> Request<Full<Bytes>> {
        // hyper states no length of an empty body; http.sys and proxies refuse a POST without one (411).
        let states_length = body.is_empty() && !matches!(*self.request.method(), Method::GET | Method::HEAD);
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = self.request.method().clone();
        *request.uri_mut() = self.request.uri().clone();
        *request.headers_mut() = headers;
        if states_length {
            request.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from_static("0"));
        }
        if let Some(authorization) = authorization {
            request.headers_mut().insert(AUTHORIZATION, authorization);
        }
        self.secrets.hide_headers(request.headers());
        request
    }

    async fn send_whole(
        &self,
        connection: &mut Connection,
        authorization: Option<HeaderValue>,
    ) -> Result<Response<Incoming>, Problem> {
        if self.sending.as_ref().is_some_and(|sending| !sending.begins()) {
            return Err(NothingSent::new("the time of the call is over").into());
        }
        let request = self.built(self.request.headers().clone(), authorization, self.body.clone());
        connection.send(&self.origin, request).await.map_err(|failure| match failure {
            Failure::Unsent => {
                self.was_not_executed();
                Problem::Unsent
            }
            Failure::Broken(error) => Problem::Failed(error.into()),
        })
    }

    /// Sends the request without its body and without the headers that say what to do.
    async fn send_empty(
        &self,
        connection: &mut Connection,
        authorization: HeaderValue,
    ) -> Result<Response<Incoming>, Problem> {
        let request = self.built(HeaderMap::new(), Some(authorization), Bytes::new());
        connection.send(&self.origin, request).await.map_err(|failure| match failure {
            Failure::Unsent => Problem::Unsent,
            Failure::Broken(error) => NothingSent::new(error).into(),
        })
    }

    fn was_not_executed(&self) {
        if let Some(sending) = &self.sending {
            sending.was_not_executed();
        }
    }
}

fn authorization(scheme: &str, token: &[u8]) -> Result<HeaderValue, SignInFailed> {
    let mut value = HeaderValue::try_from(format!("{scheme} {}", BASE64_STANDARD.encode(token)))
        .map_err(|_| SignInFailed::new("the token does not go into a header"))?;
    value.set_sensitive(true);
    Ok(value)
}

async fn within<T>(limit: Duration, doing: impl Future<Output = T>) -> Result<T, NothingSent> {
    tokio::time::timeout(limit, doing)
        .await
        .map_err(|_| NothingSent::new(format!("the server did not sign in within {limit:?}")))
}

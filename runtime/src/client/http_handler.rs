//! The handler that calls over HTTP: moves the bytes that the protocol makes, and names what goes wrong on the way.

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::StatusCode;

use super::builder::Builder;
use crate::error::{Error, ErrorKind};
use crate::handler::{Answering, Call, Handler, RawOutput};
use crate::operation::Service;
use crate::protocol::{self, Endpoint, RequestLimits, ResponseContext};
use crate::transport::Transport;
use crate::xml::{ForbiddenReferences, ParseOptions};

/// Calls a service over HTTP with reqwest: rustls, pooled connections, no redirects (a redirected POST would lose its body, and
/// a redirected GET would take the credentials elsewhere).
pub(crate) struct HttpHandler {
    http: reqwest::Client,
    service: &'static Service,
    endpoint: Endpoint,
    limits: RequestLimits,
    response_limit: usize,
    parse_options: ParseOptions,
    credentials_in_url: bool,
}

impl HttpHandler {
    /// Checks the address and makes the pool.
    pub(super) fn new<C>(builder: &Builder<C>) -> Result<Self, Error> {
        let configuration = |message: String| Error::new(ErrorKind::Configuration, message);
        let base_url = builder.base_url.as_deref().ok_or_else(|| configuration("no base URL was given".to_owned()))?;
        let namespace = builder.namespace.as_deref().ok_or_else(|| {
            configuration(format!("{} states no XML namespace: give it with `namespace(…)`", builder.service.name))
        })?;
        let address = format!("{}{}", base_url.trim_end_matches('/'), builder.service.path);
        let url = reqwest::Url::parse(&address)
            .map_err(|error| configuration(format!("the base URL is not a URL: {error}")))?;
        check_address(&url, builder.plain_http)?;
        // Fails only if a provider is already installed, which then is the one to use.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .connect_timeout(builder.connect_timeout)
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("asmx-runtime/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| {
                configuration("the HTTP client cannot be made".to_owned()).with_source(error.without_url())
            })?;
        let mut parse_options = builder.parse_options.clone();
        parse_options.forbidden_references = ForbiddenReferences::KeepAndFlag;
        Ok(Self {
            http,
            service: builder.service,
            endpoint: Endpoint { url: url.to_string(), namespace: Arc::from(namespace) },
            limits: RequestLimits { max_query: builder.query_limit },
            response_limit: builder.response_limit,
            parse_options,
            credentials_in_url: builder.credentials_in_url,
        })
    }

    async fn call(&self, call: &Call) -> Result<RawOutput, Error> {
        self.permit(call)?;
        let request = protocol::encode_request(&self.endpoint, &self.limits, call)?;
        let response = match call.timeout {
            None => self.exchange(request, None).await,
            Some(timeout) => match tokio::time::timeout(timeout, self.exchange(request, Some(timeout))).await {
                Ok(response) => response,
                Err(_) => Err(timed_out(timeout)),
            },
        }?;
        let context = ResponseContext {
            service: self.service,
            operation: call.operation(),
            transport: call.transport,
            namespace: Arc::clone(&self.endpoint.namespace),
            limits: self.parse_options.clone(),
        };
        if response.status() == StatusCode::OK {
            return Ok(RawOutput::Response { response, context });
        }
        // Anything but 200 is an error; decoding says which.
        protocol::decode_response(&context, response).map(RawOutput::Content)
    }

    /// Credentials go into a URL only if the client was told so.
    fn permit(&self, call: &Call) -> Result<(), Error> {
        let secret_parameter = call.operation().parameters.iter().any(|parameter| parameter.secret);
        let secret = call.common.hold_secret() || secret_parameter;
        if call.transport == Transport::HttpGet && secret && !self.credentials_in_url {
            let message = "HTTP GET puts the credentials into the URL: permit it with `allow_credentials_in_url()`, or use \
                           another transport";
            return Err(Error::new(ErrorKind::NotPermitted, message));
        }
        Ok(())
    }

    /// Sends the request and reads the whole answer.
    async fn exchange(
        &self,
        request: http::Request<Bytes>,
        timeout: Option<Duration>,
    ) -> Result<http::Response<Bytes>, Error> {
        let request = reqwest::Request::try_from(request).map_err(|error| {
            let message = "the address cannot be called";
            Error::new(ErrorKind::Configuration, message).with_source(error.without_url())
        })?;
        let mut response = self.http.execute(request).await.map_err(|error| failed(error, timeout))?;
        let mut answer = http::Response::new(Bytes::new());
        *answer.status_mut() = response.status();
        *answer.version_mut() = response.version();
        *answer.headers_mut() = std::mem::take(response.headers_mut());
        *answer.body_mut() = self.read_body(&mut response, timeout).await?;
        Ok(answer)
    }

    async fn read_body(&self, response: &mut reqwest::Response, timeout: Option<Duration>) -> Result<Bytes, Error> {
        let status = response.status();
        let mut body = BytesMut::new();
        loop {
            match response.chunk().await {
                Ok(None) => return Ok(body.freeze()),
                Ok(Some(chunk)) if body.len() + chunk.len() > self.response_limit => {
                    let message = format!("the answer is larger than the limit of {} bytes", self.response_limit);
                    return Err(Error::new(ErrorKind::UnexpectedResponse, message).with_response(status, body.freeze()));
                }
                Ok(Some(chunk)) => body.extend_from_slice(&chunk),
                Err(error) => return Err(failed(error, timeout).with_response(status, body.freeze())),
            }
        }
    }
}

impl Handler for HttpHandler {
    fn handle<'a>(&'a self, call: &'a Call) -> Answering<'a> {
        Box::pin(async move {
            let operation = call.operation();
            let result = self.call(call).await;
            result.map_err(|error| error.with_operation(operation).with_transport(call.transport))
        })
    }
}

/// Refuses what would send a password in the open or to nowhere.
fn check_address(url: &reqwest::Url, plain_http: bool) -> Result<(), Error> {
    let problem = match url.scheme() {
        "https" => None,
        "http" if plain_http || is_loopback(url) => None,
        "http" => {
            Some("`http://` sends the credentials unencrypted: use `https://`, or permit it with `allow_plain_http()`")
        }
        _ => Some("the base URL must begin with `https://` or `http://`"),
    };
    if let Some(problem) = problem {
        let kind = if url.scheme() == "http" { ErrorKind::NotPermitted } else { ErrorKind::Configuration };
        return Err(Error::new(kind, problem));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Error::new(ErrorKind::Configuration, "the base URL must not hold a user name or password"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(Error::new(ErrorKind::Configuration, "the base URL must not have a query or fragment"));
    }
    Ok(())
}

fn is_loopback(url: &reqwest::Url) -> bool {
    url.host_str().is_some_and(|host| {
        let address = host.trim_start_matches('[').trim_end_matches(']');
        host.eq_ignore_ascii_case("localhost")
            || address.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
    })
}

fn timed_out(timeout: Duration) -> Error {
    Error::new(ErrorKind::Timeout, format!("no answer within {timeout:?}"))
}

/// Names a failure of the HTTP client; URLs, which may hold credentials, are taken out.
fn failed(error: reqwest::Error, timeout: Option<Duration>) -> Error {
    let error = error.without_url();
    if error.is_connect() {
        Error::new(ErrorKind::Connect, "no connection to the server").with_source(error)
    } else if error.is_timeout() {
        timed_out(timeout.unwrap_or_default()).with_source(error)
    } else {
        Error::new(ErrorKind::Interrupted, "the connection broke before the answer was complete").with_source(error)
    }
}

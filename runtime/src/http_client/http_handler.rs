//! The handler that calls over HTTP: it sends encoded requests, reads responses, and names failures.

use std::sync::Arc;

use bytes::Bytes;
use http::header::{AUTHORIZATION, COOKIE};
use http::response::Parts;
use http::uri::Scheme;
use http::{StatusCode, Uri};
use reqwest::Url;
use tokio::time::Instant;

use super::address::Address;
use super::bounded_body::StreamBounds;
use super::bounded_body::{BoundedBody, too_large};
use super::content_encoding::ask_for_encodings;
use super::failure::{self, Sent};
use super::http_clients::RepeatedOverHttp1;
use super::http_service::HttpService;
use super::http_settings::{Authorization, HttpSettings};
use super::sign_in;
use super::sign_in_report::{SignInEnd, SignInReport};
use super::under_layers;
use crate::Transport;
use crate::call::body_stream::{BodyStream, Gathering};
use crate::call::delivery::Layers;
use crate::call::handler::{Call, Handler, HandlerFuture, RawOutput};
use crate::client::decoding;
use crate::client::observation::Server;
use crate::error::{Error, ErrorKind, Outcome, Sentence, Setting};
use crate::operation::Service;
use crate::protocol;
use crate::protocol::{Endpoint, Outgoing, RequestLimits, ResponseContext, ServerLimits};
use crate::redaction::with_sessions_redacted;
use crate::servers::{Asked, Reason, explained};
use crate::xml::{ForbiddenReferences, ParseOptions};

/// Whether a status says what became of the call, though its page broke off: a server may respond before it has read the request, and end the
/// connection. With 500 the page may be a fault, which says more.
fn is_clear(status: StatusCode, error: &Error) -> bool {
    let is_failure =
        status.is_client_error() || status.is_server_error() && status != StatusCode::INTERNAL_SERVER_ERROR;
    is_failure && matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::UnexpectedResponse)
}

/// Calls a service over HTTP, once per call. Retries and deadlines are outside of it.
pub(crate) struct HttpHandler {
    http: HttpService,
    /// The layers around the stack, if there are any.
    layers: Option<Arc<Layers>>,
    service: &'static Service,
    main: CallEndpoint,
    /// The endpoints of ports at other paths, by the path that the service states.
    other_endpoints: Vec<(&'static str, CallEndpoint)>,
    /// The name of the server in errors.
    named: Sentence,
    limits: RequestLimits,
    server_limits: ServerLimits,
    response_limit: usize,
    stream_bounds: StreamBounds,
    parse_options: ParseOptions,
    credentials_in_url: bool,
    /// Whether each attempt gets credentials in common parameters.
    provides_common: bool,
    authorization: Option<Authorization>,
}

struct CallEndpoint {
    endpoint: Endpoint,
    /// The address of the endpoint; `None` if it is not a valid URI. Then each call fails.
    address: Option<Uri>,
}

impl CallEndpoint {
    fn new(url: Url, namespace: &Arc<str>, service: &Service) -> Self {
        let address = url.as_str().parse().ok();
        let states_action = service.namespace.is_some();
        Self { endpoint: Endpoint { url: url.into(), namespace: Arc::clone(namespace), states_action }, address }
    }
}

impl HttpHandler {
    pub(crate) fn new(
        service: &'static Service,
        settings: &HttpSettings,
        provides_common: bool,
        address: Address,
        http: HttpService,
        layers: Option<Arc<Layers>>,
    ) -> Result<Self, Error> {
        let Address { url, other_paths, named, .. } = address;
        let namespace = settings.namespace.as_deref().or(service.namespace);
        let namespace =
            namespace.filter(|text| !text.is_empty() || service.namespace == Some("")).ok_or_else(|| {
                let message = Sentence::from(format!("{} states no XML namespace: give it with ", service.name));
                Error::new(ErrorKind::Configuration, message.setting(Setting::Namespace))
            })?;
        let namespace = Arc::from(namespace);
        let endpoint = |(path, url)| (path, CallEndpoint::new(url, &namespace, service));
        let other_endpoints = other_paths.into_iter().map(endpoint).collect();
        let mut parse_options = settings.parse_options.clone();
        parse_options.forbidden_references = ForbiddenReferences::KeepAndFlag;
        parse_options.max_bytes = parse_options.max_bytes.min(settings.response_limit);
        Ok(Self {
            http,
            layers,
            service,
            main: CallEndpoint::new(url, &namespace, service),
            other_endpoints,
            named,
            server_limits: settings.server_limits.clone(),
            limits: RequestLimits { max_query: settings.query_limit },
            response_limit: settings.response_limit,
            stream_bounds: settings.stream_bounds.clone(),
            parse_options,
            credentials_in_url: settings.credentials_in_url,
            provides_common,
            authorization: settings.authorization.clone(),
        })
    }

    pub(crate) fn server(&self) -> Server {
        let path = |uri: &Uri| with_sessions_redacted(uri.path()).into_owned();
        let others = self.other_endpoints.iter();
        let others = others.filter_map(|(stated, other)| Some((*stated, path(other.address.as_ref()?))));
        let uri = self.main.address.clone().unwrap_or_default();
        let default_port = if uri.scheme_str() == Some("http") { 80 } else { 443 };
        Server {
            address: uri.host().unwrap_or_default().to_owned(),
            port: Some(uri.port_u16().unwrap_or(default_port)),
            path: path(&uri),
            others: others.collect(),
        }
    }

    fn endpoint(&self, call: Outgoing<'_>) -> &CallEndpoint {
        if self.other_endpoints.is_empty() {
            return &self.main;
        }
        let path = self.service.path_of(call.operation(), call.transport);
        self.other_endpoints.iter().find(|(other, _)| *other == path).map_or(&self.main, |(_, endpoint)| endpoint)
    }

    async fn call(&self, call: &Call) -> Result<RawOutput, Error> {
        let mut request = self.encode(call.outgoing()).map_err(|error| self.advise(error, call))?;
        if !call.headers.is_empty() {
            request.headers_mut().extend(call.headers.clone());
        }
        ask_for_encodings(request.headers_mut());
        self.sign(&mut request, call);
        let secrets = call.progress.secrets();
        secrets.hide_headers(request.headers());
        secrets.hide_address(request.uri().path());
        call.progress.sending(&request);
        self.exchange(call, request).await
    }

    /// Adds what signs the request in, unless the call has its own.
    fn sign(&self, request: &mut http::Request<Bytes>, call: &Call) {
        let cookies = call.cookies.as_ref().and_then(|cookies| cookies.header(request.uri()));
        let headers = request.headers_mut();
        if let Some(authorization) = &self.authorization {
            headers.entry(AUTHORIZATION).or_insert_with(|| authorization.value.clone());
        }
        if let Some(cookies) = cookies {
            headers.entry(COOKIE).or_insert(cookies);
        }
    }

    /// Encodes the request of a call, and checks permissions and the limits of the server.
    fn encode(&self, call: Outgoing<'_>) -> Result<http::Request<Bytes>, Error> {
        self.permit(call)?;
        let CallEndpoint { endpoint, address } = self.endpoint(call);
        let request = protocol::encode_request_to(endpoint, address.as_ref(), &self.limits, call)?;
        self.server_limits.check(call, &request)?;
        Ok(request)
    }

    /// The transport of a call that leaves it to the client; `None` if none can carry the call. One that the server may refuse is the last
    /// choice.
    pub(crate) fn choose(&self, call: &Call) -> Option<Transport> {
        let fallbacks = protocol::BY_PREFERENCE.into_iter().filter(|transport| *transport != call.transport);
        let is_certain = |transport: Transport| {
            let outgoing = Outgoing { transport, ..call.outgoing() };
            !self.server_limits.request_validation || protocol::looks_like_html(outgoing).is_none()
        };
        let offers = |transport: &Transport| call.operation().offered_over(*transport);
        if !Transport::ALL.iter().any(|transport| !transport.is_soap() && offers(transport))
            && self.server_limits.body.is_none()
        {
            // Both versions of SOAP carry the same calls.
            return std::iter::once(call.transport).chain(fallbacks).find(offers);
        }
        let mut uncertain = None;
        for transport in std::iter::once(call.transport).chain(fallbacks).filter(|one| self.carries(call, *one)) {
            if is_certain(transport) {
                return Some(transport);
            }
            uncertain.get_or_insert(transport);
        }
        uncertain
    }

    fn carries(&self, call: &Call, transport: Transport) -> bool {
        let outgoing = Outgoing { transport, ..call.outgoing() };
        let CallEndpoint { endpoint, address } = self.endpoint(outgoing);
        let limits = (&self.limits, &self.server_limits);
        self.permit(outgoing).is_ok() && protocol::carries(endpoint, address.as_ref(), limits, outgoing)
    }

    fn other(&self, call: &Call) -> Option<Transport> {
        let fallbacks = protocol::BY_PREFERENCE.into_iter().filter(|transport| *transport != call.transport);
        fallbacks.into_iter().find(|transport| self.carries(call, *transport))
    }

    fn advise(&self, error: Error, call: &Call) -> Error {
        match error.kind() {
            ErrorKind::InvalidRequest | ErrorKind::NotPermitted => error.with_suggestion(self.other(call)),
            _ => error,
        }
    }

    /// Adds what the table of servers says about a response that is no result.
    fn explain(&self, error: Error, asked: Asked<'_>, parts: &Parts, call: &Call) -> Error {
        let html = protocol::looks_like_html(call.outgoing());
        let asked = Asked {
            transport: Some(call.transport),
            keeps_cookies: call.cookies.is_some(),
            html: html.as_deref(),
            tried: self.authorization.as_ref().map(|authorization| authorization.scheme),
            ..asked
        };
        let asked = sign_in::with_report(asked, &parts.extensions);
        let error = explained(error, asked, parts);
        if html.is_none() || error.parameter() != html.as_deref() {
            return error;
        }
        let soap = [Transport::Soap11, Transport::Soap12].into_iter().find(|soap| self.carries(call, *soap));
        error.with_suggestion(soap)
    }

    /// Credentials go into a URL only with permission.
    fn permit(&self, call: Outgoing<'_>) -> Result<(), Error> {
        let secret_parameter = call.operation().parameters.iter().any(|parameter| parameter.secret);
        let secret = call.common.hold_secret() || secret_parameter || self.provides_common;
        if call.transport == Transport::HttpGet && secret && !self.credentials_in_url {
            let message = Sentence::from("HTTP GET puts the credentials into the URL: permit it with ");
            return Err(Error::new(ErrorKind::NotPermitted, message.setting(Setting::CredentialsInUrl)));
        }
        Ok(())
    }

    /// Sends the request and reads the response. A successful response to a streamed call is read up to its body.
    async fn exchange(&self, call: &Call, mut request: http::Request<Bytes>) -> Result<RawOutput, Error> {
        let sent = call.stream.then(Instant::now);
        let jar = call.cookies.as_ref().map(|cookies| (cookies, request.uri().clone()));
        let delivery = call.progress.delivery();
        let host = request.uri().host().map(str::to_owned);
        let asked = Asked {
            transport: Some(call.transport),
            host: host.as_deref(),
            is_plain: request.uri().scheme() == Some(&Scheme::HTTP),
            sent: request.body().len(),
            query: request.uri().query().map_or(0, str::len),
            ..Asked::default()
        };
        let response = match &self.layers {
            None => self.http.send(request, &delivery),
            Some(layers) => {
                call.progress.secrets().attach(request.extensions_mut());
                under_layers::send(&self.http, layers, request, &delivery)
            }
        };
        let response =
            response.await.map_err(|error| failure::named(error, Sent::of(&delivery), &self.named, asked))?;
        let (parts, body) = response.into_parts();
        if parts.extensions.get::<RepeatedOverHttp1>().is_some() {
            call.progress.repeated_over_http1();
        }
        call.progress.response_began(&parts);
        call.progress.secrets().hide_new_cookies(&parts.headers);
        if let Some((cookies, uri)) = &jar {
            cookies.keep(uri, &parts.headers);
        }
        let context = ResponseContext {
            service: self.service,
            operation: call.operation(),
            transport: call.transport,
            namespace: Arc::clone(&self.main.endpoint.namespace),
            limits: self.parse_options.clone(),
        };
        if let Some(sent) = sent
            && parts.status.is_success()
        {
            let body = BodyStream::new(BoundedBody {
                body,
                bounds: self.stream_bounds.clone(),
                sent,
                operation: call.operation(),
                transport: call.transport,
                status: parts.status,
                delivered: 0,
                waiting: None,
            });
            return Ok(RawOutput::Streaming { parts, body, context });
        }
        self.buffered(call, asked, parts, body, context).await
    }

    /// Reads a response that is not streamed. The error of one without a result is explained by what was `asked`.
    async fn buffered(
        &self,
        call: &Call,
        asked: Asked<'_>,
        mut parts: Parts,
        body: BodyStream,
        context: ResponseContext,
    ) -> Result<RawOutput, Error> {
        self.check_announced(&parts)?;
        let mut cause = None;
        let body = match self.read_whole(parts.status, body).await {
            Ok(body) => body,
            Err(error) => {
                let part = error.body().cloned().unwrap_or_default();
                call.progress.received(&part);
                if !is_clear(parts.status, &error) {
                    return Err(error);
                }
                cause = Some(error);
                part
            }
        };
        call.progress.received(&body);
        if parts.status.is_success() {
            return Ok(RawOutput::Response { response: http::Response::from_parts(parts, body), context });
        }
        if let Some(reason) = failure::reason_of(&parts.extensions) {
            parts.extensions.insert(Reason(reason));
        }
        let head = parts.clone();
        let output = RawOutput::Response { response: http::Response::from_parts(parts, body), context };
        // Decoding finds the error.
        let decoded = decoding::message_of(output, || None).await;
        let ended = head.extensions.get().is_some_and(|report: &SignInReport| report.end == SignInEnd::Ended);
        decoded
            .map(RawOutput::Message)
            .map_err(|error| self.explain(error, asked, &head, call))
            .map_err(|error| match cause {
                Some(cause) => error.with_source(cause),
                None => error,
            })
            .map_err(|error| if ended { error.with_outcome(Outcome::NotSent) } else { error })
    }

    /// Refuses a body whose announced length is too large, before it is read.
    fn check_announced(&self, parts: &Parts) -> Result<(), Error> {
        let announced = parts.headers.get(http::header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
        match announced.and_then(|length| length.parse::<u64>().ok()) {
            Some(announced) if announced > self.response_limit as u64 => {
                let limit = self.response_limit;
                let message =
                    format!("the server announced a response of {announced} bytes; the limit is {limit} bytes");
                Err(Error::new(ErrorKind::ResponseTooLarge, message).with_status(parts.status))
            }
            _ => Ok(()),
        }
    }

    async fn read_whole(&self, status: StatusCode, mut body: BodyStream) -> Result<Bytes, Error> {
        let mut received = Gathering::default();
        while let Some(chunk) = body.chunk().await {
            match chunk {
                Ok(chunk) if received.len() + chunk.len() > self.response_limit => {
                    return Err(too_large(self.response_limit as u64).with_response(status, received.into_bytes()));
                }
                Ok(chunk) => received.push(chunk),
                Err(error) => return Err(error.with_response(status, received.into_bytes())),
            }
        }
        Ok(received.into_bytes())
    }
}

impl Handler for HttpHandler {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        Box::pin(async move {
            let operation = call.operation();
            let result = self.call(call).await;
            result.map_err(|error| error.with_operation(operation).with_transport(call.transport))
        })
    }
}

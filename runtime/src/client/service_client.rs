//! The client: settings, and a handler that makes calls.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tracing::Instrument;

use super::attempt_runner::AttemptRunner;
use super::common_values;
use super::decoding;
use super::in_process::InProcess;
use super::observation::{CapturedExchange, Captures, Observed, Observers};
use super::sent_headers::{ClientHeader, Session};
use super::wire::Wire;
use asmx_types::near::question;

use crate::Transport;
use crate::call::cookies::Cookies;
use crate::call::filling::unsuitable;
use crate::call::handler::{Call, Handler, RawOutput};
use crate::call::retry_policy::RetryPolicy;
use crate::error::{Error, ErrorKind, Sentence, Setting};
use crate::operation::Service;
use crate::redaction::Secrets;
use crate::value::Value;
use crate::value::common::CommonValues;
use crate::value::credential_places::{CredentialPlaces, Filling};
use crate::value::credentials::Credentials;
use crate::value::message::Message;
use crate::value::request::Request;
use crate::value::soap_header::SoapHeader;

/// A client of a service: its address, the credentials and the settings. Cheap to clone; all clones share one connection pool. Generated
/// code wraps it into a struct with one method per operation.
#[derive(Clone)]
pub struct Client(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    service: &'static Service,
    runner: AttemptRunner,
    common: Arc<CommonValues>,
    /// Credentials outside of common parameters.
    credentials: Option<Arc<Credentials>>,
    /// Headers for all calls.
    headers: Arc<[ClientHeader]>,
    session: Option<Arc<Session>>,
    cookies: Option<Cookies>,
    /// Secrets of the settings.
    secrets: Secrets,
    defaults: CallDefaults,
    /// `None` for a client that does not call over a network.
    wire: Option<Arc<dyn Wire>>,
}

#[derive(Debug, Clone)]
pub(crate) struct CallDefaults {
    pub(crate) transport: Transport,
    /// Whether a call may use another transport if this one cannot carry it.
    pub(crate) automatic: bool,
    pub(crate) timeout: Option<Duration>,
    pub(crate) attempt_timeout: Option<Duration>,
    pub(crate) retry: RetryPolicy,
}

impl Client {
    /// A client of a handler in this process: no socket, no time-outs, no retries.
    ///
    /// The handler sees only calls that their transport can carry and that a server with default settings accepts. Other calls fail with the
    /// error that they have over HTTP. Settings of an HTTP client are not applied: credentials in a URL, other limits.
    /// [`Builder::build_with`](crate::Builder::build_with) makes a client whose handler sees every call.
    pub fn in_process(service: &'static Service, handler: Arc<dyn Handler>) -> Self {
        let defaults = CallDefaults {
            transport: Transport::default(),
            automatic: false,
            timeout: None,
            attempt_timeout: None,
            retry: RetryPolicy::never(),
        };
        let handler = Arc::new(InProcess::new(handler));
        let runner = AttemptRunner {
            handler,
            credentials: None,
            places: Arc::new(CredentialPlaces::of(service)),
            observers: Arc::new(Observers::new(service)),
            refuses_deviations: false,
        };
        Self::new(service, runner, Sent::new(CommonValues::new(service)), defaults, None)
    }

    pub(crate) fn new(
        service: &'static Service,
        runner: AttemptRunner,
        sent: Sent,
        defaults: CallDefaults,
        wire: Option<Arc<dyn Wire>>,
    ) -> Self {
        let Sent { common, credentials, headers, cookies, secrets } = sent;
        Self(Arc::new(Inner {
            service,
            runner,
            common: Arc::new(common),
            credentials: credentials.map(Arc::new),
            headers: headers.into(),
            session: Session::of(service).map(Arc::new),
            cookies,
            secrets,
            defaults,
            wire,
        }))
    }

    /// The service's descriptor.
    pub fn service(&self) -> &'static Service {
        self.0.service
    }

    /// The last exchanges, oldest first, for support; empty unless [`Builder::capture`](crate::Builder::capture) is set. They hold the data of
    /// the calls, without their secrets.
    pub fn exchanges(&self) -> Vec<CapturedExchange> {
        self.0.runner.observers.captures.as_ref().map(Captures::all).unwrap_or_default()
    }

    /// A client with `decorate` around the handler of this one. Over HTTP the decorator sees every attempt of a call.
    #[must_use]
    pub fn decorated(&self, decorate: impl FnOnce(Arc<dyn Handler>) -> Arc<dyn Handler>) -> Self {
        let inner = &*self.0;
        let handler = decorate(Arc::clone(&inner.runner.handler));
        Self(Arc::new(Inner { runner: AttemptRunner { handler, ..inner.runner.clone() }, ..inner.clone() }))
    }

    /// A client with the settings of this one and a new session.
    ///
    /// If a service has session headers (role `session` in the spec), the client keeps the last one that a response contained, and sends it with
    /// each operation that takes it, unless the call has its own. Clones and [decorated](Self::decorated) clients share the session. Use a
    /// client with its own session for each session that you need at the same time. A [raw](crate::Prepared::raw) call sends the header, but
    /// does not keep that of its response. A jar of cookies is shared and made anew in the same way.
    #[must_use]
    pub fn with_new_session(&self) -> Self {
        let inner = &*self.0;
        let (session, cookies) =
            (Session::of(inner.service).map(Arc::new), inner.cookies.as_ref().map(Cookies::for_new_session));
        Self(Arc::new(Inner { session, cookies, ..inner.clone() }))
    }

    /// A client with the settings and the connections of this one, and with these values of common parameters, by wire name. Use it where
    /// calls have different values; [`Builder::common_later`](crate::Builder::common_later) builds a client without them.
    ///
    /// # Errors
    ///
    /// A name is unknown, a value is of another type, or a required common parameter has no value.
    pub fn with_common<'a>(&self, values: impl IntoIterator<Item = (&'a str, Value<'static>)>) -> Result<Self, Error> {
        let inner = &*self.0;
        let mut common = CommonValues::clone(&inner.common);
        for (name, value) in values {
            let mistake = |mistake| Error::new(ErrorKind::Configuration, common_values::message(mistake));
            common.set(name, value).map_err(mistake)?;
        }
        let mut complete = common.clone();
        if inner.runner.credentials.is_some() {
            let credentials = Credentials::placeholder();
            complete.fill(Filling::new(&inner.runner.places, &credentials).unchecked()).map_err(unsuitable)?;
        }
        common_values::check(inner.service, &complete.missing().required)?;
        Ok(Self(Arc::new(Inner { common: Arc::new(common), ..inner.clone() })))
    }

    pub(crate) fn call_of(&self, request: Box<dyn Request>) -> Call {
        let CallDefaults { transport, automatic, timeout, attempt_timeout, retry } = self.0.defaults.clone();
        let call = Call::with_common(request, Arc::clone(&self.0.common));
        Call { transport, automatic, timeout, attempt_timeout, retry, ..call }
    }

    /// Checks the call and makes it, with the attempts that its policy allows, within its time. `decoded` asks for the result instead of the
    /// response, so that a response that cannot be read counts as a failure.
    pub(crate) async fn perform(&self, call: &mut Call, decoded: bool) -> Result<RawOutput, Error> {
        self.prepare(call).map_err(|error| error.with_operation(call.operation()).with_transport(call.transport))?;
        let call = &*call;
        let Some(observed) = self.0.runner.observers.call(call) else { return self.make(call, decoded).await };
        // In a function of its own: futures of calls without a session stay small.
        Box::pin(self.observed(observed, call, decoded)).await
    }

    /// Chooses the transport of a call, and adds what the client sends with every call.
    fn prepare(&self, call: &mut Call) -> Result<(), Error> {
        let (inner, places) = (&*self.0, &*self.0.runner.places);
        call.cookies.clone_from(&inner.cookies);
        call.progress.secrets().hide_all(&inner.secrets);
        if let Some(credentials) = &inner.credentials {
            call.fill_parameters(places, Filling::new(places, credentials))?;
        }
        if let Some(wire) = inner.wire.as_ref().filter(|_| call.automatic)
            && let Some(transport) = wire.choose(self.with_placeholders(call)?.as_ref().unwrap_or(call))
        {
            // If none can carry the call, the error is that of the client's own transport.
            call.transport = transport;
        }
        if call.transport.is_soap() {
            inner.headers.iter().for_each(|header| header.add_to(call));
            if let Some(session) = &inner.session {
                session.add_to(call);
            }
        }
        match &inner.credentials {
            Some(credentials) => call.fill_headers(places, Filling::new(places, credentials)),
            None => Ok(()),
        }
    }

    /// The call with a placeholder in each place that a provider will fill; `None` if there are no such places.
    fn with_placeholders(&self, call: &Call) -> Result<Option<Call>, Error> {
        let places = &*self.0.runner.places;
        if self.0.runner.credentials.is_none() || !places.are_beyond_common() {
            return Ok(None);
        }
        let credentials = Credentials::placeholder();
        let mut filled = call.attempt_with(CommonValues::clone(&call.common));
        filled.fill_parameters(places, Filling::new(places, &credentials).unchecked())?;
        filled.fill_headers(places, Filling::new(places, &credentials).unchecked())?;
        Ok(Some(filled))
    }

    async fn observed(&self, observed: Observed<'_>, call: &Call, decoded: bool) -> Result<RawOutput, Error> {
        let result = self.make(call, decoded).instrument(observed.span()).await;
        observed.finish(&result);
        result
    }

    fn check(&self, call: &Call) -> Result<(), Error> {
        check(call, self.with_placeholders(call)?.as_ref().unwrap_or(call))
    }

    async fn make(&self, call: &Call, decoded: bool) -> Result<RawOutput, Error> {
        self.check(call).map_err(|error| error.with_operation(call.operation()))?;
        let response = if let Some(wire) = &self.0.wire {
            wire.perform(&self.0.runner, call, decoded).await
        } else {
            let started = Instant::now();
            let response = self.0.runner.attempt(call, decoded).await;
            response.map_err(|error| error.with_attempts(1, started.elapsed()))
        };
        if let (Some(session), Ok(RawOutput::Message(message))) = (&self.0.session, &response) {
            session.take_from(message);
        }
        match response {
            Ok(RawOutput::Message(message)) => Ok(RawOutput::Message(without_secrets(message, call))),
            Err(error) => Err(error.without_secrets(&call.redaction())),
            raw => raw,
        }
    }
}

/// The message of a response that the call got undecoded.
pub(crate) async fn decoded(call: &Call, output: RawOutput) -> Result<Message, Error> {
    match decoding::message_of(output, call.blank_output).await {
        Ok(message) => Ok(without_secrets(message, call)),
        Err(error) => Err(error.without_secrets(&call.redaction())),
    }
}

fn without_secrets(mut message: Message, call: &Call) -> Message {
    call.redact(&mut message.deviations);
    message
}

pub(crate) struct Sent {
    pub(crate) common: CommonValues,
    pub(crate) credentials: Option<Credentials>,
    pub(crate) headers: Vec<ClientHeader>,
    pub(crate) cookies: Option<Cookies>,
    pub(crate) secrets: Secrets,
}

impl Sent {
    fn new(common: CommonValues) -> Self {
        Self { common, credentials: None, headers: Vec::new(), cookies: None, secrets: Secrets::new() }
    }
}

/// Refuses a call that no transport can carry. `complete` is the call with placeholders for values that are not known yet.
fn check(call: &Call, complete: &Call) -> Result<(), Error> {
    if call.refuses_missing()
        && let Some((first, missing)) = complete.missing()
    {
        return Err(Error::parameters_missing(&first, &missing));
    }
    if !call.unknown_values
        && !call.unchecked
        && let Some((parameter, invalid)) = call.request.unknown_value()
    {
        return Err(Error::parameter_refused(
            parameter,
            Sentence::from(format!(
                "has a text that its type does not declare ({}): correct it, or allow it with ",
                invalid.with_advice()
            ))
            .setting(Setting::UnknownValues),
        ));
    }
    if !call.unchecked {
        call.soap_headers.iter().try_for_each(check_header)?;
    }
    if let Some(wrong) = &call.wrong_header {
        return Err(Error::new(ErrorKind::InvalidRequest, wrong.clone()));
    }
    match call.undeclared.iter().find_map(|(name, _)| wrong_name(call, name)) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

fn check_header(header: &SoapHeader) -> Result<(), Error> {
    let Some((member, value)) = header.declared() else { return Ok(()) };
    value.borrowed().canonical_member(member).map(drop).map_err(|invalid| {
        Error::parameter_refused(member.name, format!("is a SOAP header with a value of another type ({invalid})"))
    })
}

fn wrong_name(call: &Call, name: &str) -> Option<Error> {
    if name.is_empty() {
        return Some(Error::new(ErrorKind::InvalidRequest, "an undeclared parameter has an empty name"));
    }
    let same = |known: &str| known == name || !call.transport.is_soap() && known.eq_ignore_ascii_case(name);
    let mut own = call.operation().parameters.iter().map(|parameter| parameter.name);
    let mut common = call.common.iter().map(|(parameter, _)| parameter.name);
    if let Some(declared) = own.find(|known| same(known)).or_else(|| common.find(|known| same(known))) {
        let why = format!("is declared as `{declared}` and would be sent twice: set it on the request");
        return Some(Error::parameter_refused(name, why));
    }
    if call.unchecked || call.operation().open {
        return None;
    }
    let own = call.operation().parameters.iter().map(|parameter| parameter.name);
    let question = question(name, own.chain(call.common.iter().map(|(parameter, _)| parameter.name)))?;
    Some(Error::parameter_refused(
        name,
        format!(
            "is not declared, and the service would ignore it; {question} If the service knows both, declare it in the spec, or write `open=\"true\"` at the operation"
        ),
    ))
}

impl std::fmt::Debug for Client {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Client")
            .field("service", &self.0.service.name)
            .field("common", &self.0.common)
            .field("defaults", &self.0.defaults)
            .finish_non_exhaustive()
    }
}

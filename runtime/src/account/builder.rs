//! Settings of a client, checked when it is built.

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;

use super::attempt_runner::AttemptRunner;
use super::client::{CallDefaults, Client, Sent};
use super::client_headers::ClientHeader;
use super::observation::{Captures, Observer, Observers};
use super::wire::Wire;
use super::wire_settings::WireSettings;
use crate::call::filling::unsuitable;
use crate::call::handler::Handler;
use crate::call::retry_policy::RetryPolicy;
use crate::error::{Error, ErrorKind};
use crate::operation::{Role, Service};
use crate::value::common::{CommonValue, CommonValues};
use crate::value::credential_places::{CredentialPlaces, Filling};
use crate::value::credentials::{Credentials, CredentialsProvider};
use crate::value::field::{Field, FieldType};
use crate::value::headers;
use crate::value::request::SetParameterError;
use crate::value::soap_header::SoapHeader;
use crate::{Transport, TransportChoice};

/// Builds a client, or a generated struct around one. [`build`](Self::build) reports the mistakes of all settings.
#[must_use = "a builder does nothing until it is built"]
pub struct Builder<C> {
    pub(crate) service: &'static Service,
    pub(crate) common: CommonValues,
    places: Arc<CredentialPlaces>,
    decision: CredentialsGiven,
    given: Credentials,
    headers: Vec<ClientHeader>,
    pub(crate) provider: Option<Arc<dyn CredentialsProvider>>,
    pub(crate) defaults: CallDefaults,
    pub(crate) wire: WireSettings,
    pub(crate) observers: Observers,
    pub(crate) mistakes: Vec<String>,
    refuses_deviations: bool,
    client: PhantomData<fn() -> C>,
}

/// Whether somebody decided about credentials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CredentialsGiven {
    No,
    Yes,
    Declined,
}

impl<C: From<Client>> Builder<C> {
    /// A builder with the defaults: SOAP 1.1, `https` only, credentials never in a URL, 10 s to connect, 100 s for
    /// an attempt, 300 s for a call, retries by effect.
    pub fn new(service: &'static Service) -> Self {
        Self {
            service,
            common: CommonValues::new(service),
            places: Arc::new(CredentialPlaces::of(service)),
            decision: CredentialsGiven::No,
            given: Credentials::default(),
            headers: Vec::new(),
            provider: None,
            defaults: CallDefaults {
                transport: Transport::default(),
                automatic: false,
                timeout: Some(Duration::from_secs(300)),
                attempt_timeout: Some(Duration::from_secs(100)),
                retry: RetryPolicy::default(),
            },
            wire: WireSettings::default(),
            observers: Observers::new(service),
            mistakes: Vec::new(),
            refuses_deviations: false,
            client: PhantomData,
        }
    }

    /// User name and password. They go wherever an operation takes them (roles `username` and `password` in the spec) and the call does not
    /// state others: into common parameters, parameters of an operation, SOAP headers, members of structures. A header or structure that was
    /// not given is made for them. One of them at least is required where the service takes credentials.
    ///
    /// The password is kept as a [`SecretString`](crate::SecretString), which is zeroised when the client is dropped.
    pub fn credentials(self, username: impl Into<String>, password: impl Into<SecretString>) -> Self {
        self.give(&[Role::Username, Role::Password], "user name and password", Credentials::new(username, password))
    }

    /// A key or licence (role `key` in the spec), which goes wherever an operation takes one, as [`credentials`](Self::credentials) do.
    pub fn key(self, key: impl Into<SecretString>) -> Self {
        self.give(&[Role::Key], "key", Credentials::of_key(key))
    }

    /// A token (role `token` in the spec), which goes wherever an operation takes one, as [`credentials`](Self::credentials) do. One that a
    /// service gives at a login comes from a [provider](Self::credentials_from).
    pub fn token(self, token: impl Into<SecretString>) -> Self {
        self.give(&[Role::Token], "token", Credentials::of_token(token))
    }

    fn give(mut self, roles: &[Role], what: &str, credentials: Credentials) -> Self {
        if !roles.iter().all(|role| self.places.take(*role)) {
            self.mistakes.push(format!("{} takes no {what}", self.service.name));
        } else if let Err(unsuitable) = self.common.set_credentials(&credentials) {
            self.mistakes.push(format!("common parameter `{}`: {}", unsuitable.place, unsuitable.invalid));
        }
        self.given = std::mem::take(&mut self.given).and(credentials);
        self.provider = None;
        self.decision = CredentialsGiven::Yes;
        self
    }

    /// Credentials from a provider that is asked anew for each attempt of a call, instead of [`credentials`](Self::credentials),
    /// [`key`](Self::key) and [`token`](Self::token). They go to the same places; of a place for which the provider gives nothing, nothing is
    /// sent.
    pub fn credentials_from(mut self, provider: impl CredentialsProvider + 'static) -> Self {
        if !self.service.takes_credentials() {
            self.mistakes.push(format!("{} takes no credentials", self.service.name));
        }
        self.given = Credentials::default();
        self.provider = Some(Arc::new(provider));
        self.decision = CredentialsGiven::Yes;
        self
    }

    /// Calls without credentials, though the service takes them: what was not set by [`common`](Self::common) is not sent.
    pub fn without_credentials(mut self) -> Self {
        self.decision = CredentialsGiven::Declined;
        self
    }

    /// Sends a SOAP header with every call: a declared one with the operations that declare it, any other with every operation. Over GET and
    /// POST it is left out. A call may state [another one](crate::Prepared::soap_header) of that name.
    pub fn soap_header(mut self, header: SoapHeader) -> Self {
        self.push_header(ClientHeader::Given(header));
        self
    }

    /// The same of a value, which is the header of its type in each operation that declares one. [`build`](Self::build) refuses a type of
    /// which no operation has a header, or one has several.
    pub fn soap_header_of<H: Field + FieldType>(mut self, value: &H) -> Self {
        self.push_header(ClientHeader::of_type(H::TYPE, headers::written(value)));
        self
    }

    fn push_header(&mut self, header: ClientHeader) {
        self.mistakes.extend(header.misfit(self.service));
        self.headers.push(header);
    }

    /// Sets a common parameter by its wire name, to a value of its type: a text, a number, an enumeration, a structure, a `Vec`
    /// of those; `None` leaves it out. [`build`](Self::build) refuses a name that the service does not have and a value of another
    /// type, and names every required common parameter that was not given.
    pub fn common(mut self, name: &str, value: impl CommonValue) -> Self {
        if let Err(mistake) = self.common.set(name, value) {
            self.mistakes.push(told(mistake));
        }
        self
    }

    /// Sets a secret common parameter, such as an API key, by its wire name. The value is kept as a
    /// [`SecretString`](crate::SecretString). Every secret common parameter is required, unless
    /// [`without_credentials`](Self::without_credentials) is called.
    pub fn secret(mut self, name: &str, value: impl Into<SecretString>) -> Self {
        if let Err(mistake) = self.common.set_secret(name, &value.into()) {
            self.mistakes.push(told(mistake));
        }
        self
    }

    /// The transport of calls that do not choose one themselves. The default is SOAP 1.1. `Transport::Auto` allows the others
    /// to calls that the transport chosen before, or SOAP 1.1, cannot carry; whether it can is seen by encoding the request, which takes the
    /// encoding of each call twice.
    pub fn transport(mut self, transport: impl Into<TransportChoice>) -> Self {
        match transport.into() {
            TransportChoice::Only(transport) => {
                self.defaults.transport = transport;
                self.defaults.automatic = false;
            }
            TransportChoice::Auto => self.defaults.automatic = true,
        }
        self
    }

    /// How long a whole call may take, all its attempts and the waits between them; `None` is for ever. The default is 300
    /// seconds. Of a streamed call it bounds the time until the body begins.
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.defaults.timeout = timeout.into();
        self
    }

    /// How long one attempt may take, decoding the response included; `None` is as long as the call. The default is 100 seconds.
    ///
    /// Responses of more than 1 MiB are decoded on tokio's threads for blocking work, so that other calls do not wait meanwhile and
    /// the time holds. Decoding that was given up goes on there to its end; no more are made at once than there are cores.
    pub fn attempt_timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.defaults.attempt_timeout = timeout.into();
        self
    }

    /// When calls are tried again. The default is [`RetryPolicy::default`].
    pub fn retry(mut self, policy: RetryPolicy) -> Self {
        self.defaults.retry = policy;
        self
    }

    /// Reports every attempt and every call to `observer`: a hook for metrics. Of several observers each gets the reports, in the
    /// order in which they were given.
    pub fn observer(mut self, observer: impl Observer + 'static) -> Self {
        self.observers.registered.push(Arc::new(observer));
        self
    }

    /// Makes a response that contradicts the service's own description an error
    /// ([`ErrorKind::UnexpectedResponse`](crate::ErrorKind::UnexpectedResponse)): what is required and missing, what nobody described, nil where it
    /// must not be, an unknown type or text. By default such a response is read as it is, and
    /// [`Message::deviations`](crate::Message::deviations) tells. Only results that are a [`Message`](crate::Message) are compared.
    pub fn refuse_deviations(mut self) -> Self {
        self.refuses_deviations = true;
        self
    }

    /// Keeps the last `exchanges` attempts with what went over the wire, for support: [`Client::exchanges`]. Secrets are taken out,
    /// and of each body at most the first 16 KiB are kept. The default is none.
    pub fn capture(mut self, exchanges: usize) -> Self {
        self.observers.captures = (exchanges > 0).then(|| Captures::new(exchanges));
        self
    }

    /// Builds a client around any handler. Address, namespace, time-outs and retries are then the handler's matter.
    ///
    /// # Errors
    ///
    /// The service takes credentials, or another secret with every call, and none was set or waived; or a common parameter is required and missing, has an unknown name, or a value of another type.
    pub fn build_with(self, handler: Arc<dyn Handler>) -> Result<C, Error> {
        self.finish(handler, None)
    }

    /// A client of that handler; one that calls over a wire has its calls bounded and retried.
    pub(crate) fn finish(self, handler: Arc<dyn Handler>, wire: Option<Arc<dyn Wire>>) -> Result<C, Error> {
        if !self.mistakes.is_empty() {
            return Err(Error::new(ErrorKind::Configuration, self.mistakes.join("; ")));
        }
        if let Some(message) = self.undecided().filter(|_| self.decision == CredentialsGiven::No) {
            return Err(Error::new(ErrorKind::Configuration, message));
        }
        let placeholder = Credentials::placeholder();
        let expected = if self.provider.is_some() { &placeholder } else { &self.given };
        let filling = Filling::new(&self.places, expected).unchecked();
        let mut complete = self.common.clone();
        complete.fill(filling).map_err(unsuitable)?;
        let missing = complete.missing();
        if self.decision == CredentialsGiven::No
            && let Some(secret) = missing.secret.first()
        {
            let message = format!(
                "{} takes `{secret}`, which is secret, with every call: give it with `secret(\"{secret}\", …)`, or say \
                 `without_credentials()`",
                self.service.name
            );
            return Err(Error::new(ErrorKind::Configuration, message));
        }
        if let Some(required) = missing.required.first() {
            let all: Vec<_> = missing.required.iter().map(|name| format!("`{name}`")).collect();
            let parameter = required.split('.').next().unwrap_or_default();
            let message = format!(
                "{} requires {} with every call: give it with `common(\"{parameter}\", …)`",
                self.service.name,
                all.join(", ")
            );
            return Err(Error::new(ErrorKind::Configuration, message));
        }
        let mut common = self.common;
        common.fill(Filling::new(&self.places, &self.given)).map_err(unsuitable)?;
        let has_given = self.decision == CredentialsGiven::Yes && self.provider.is_none();
        let has_given = has_given && self.places.are_beyond_common();
        let sent = Sent { common, credentials: has_given.then_some(self.given), headers: self.headers };
        let runner = AttemptRunner {
            handler,
            credentials: self.provider,
            places: self.places,
            observers: Arc::new(self.observers),
            refuses_deviations: self.refuses_deviations,
        };
        Ok(Client::new(self.service, runner, sent, self.defaults, wire).into())
    }

    /// What to say where nobody decided about credentials. A token is not asked for: it may come of a login.
    fn undecided(&self) -> Option<String> {
        let (has_password, has_key) = (self.places.take(Role::Password), self.places.take(Role::Key));
        let how = match (has_password || self.places.take(Role::Username) && !has_key, has_key) {
            (true, true) => "credentials: give them with `credentials(…)` or `key(…)`",
            (true, false) => "credentials: give them with `credentials(…)`",
            (false, true) => "a key: give it with `key(…)`",
            (false, false) => return None,
        };
        Some(format!("{} takes {how}, or say `without_credentials()`", self.service.name))
    }
}

fn told(mistake: SetParameterError) -> String {
    match mistake {
        SetParameterError::Unknown { operation, name, known } => {
            format!("{operation} has no common parameter `{name}`; it has: {known}")
        }
        invalid @ SetParameterError::Invalid { .. } => format!("common {invalid}"),
    }
}

impl<C> std::fmt::Debug for Builder<C> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Builder")
            .field("service", &self.service.name)
            .field("common", &self.common)
            .field("defaults", &self.defaults)
            .finish_non_exhaustive()
    }
}

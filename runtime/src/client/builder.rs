//! Settings of a client, checked when it is built.

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;

use super::attempt_runner::AttemptRunner;
use super::common_values;
use super::observation::{Captures, Observer, Observers};
use super::sent_headers::ClientHeader;
use super::service_client::{CallDefaults, Client, Sent};
use super::wire::Wire;
use super::wire::WireSettings;
use crate::call::cookies::Cookies;
use crate::call::filling::unsuitable;
use crate::call::handler::Handler;
use crate::call::retry_policy::RetryPolicy;
use crate::error::{Error, ErrorKind, Sentence, Setting};
use crate::operation::{Role, Service};
use crate::redaction::Secrets;
use crate::value::common::{CommonValue, CommonValues};
use crate::value::credential_places::{CredentialPlaces, Filling};
use crate::value::credentials::{Credentials, CredentialsProvider};
use crate::value::field::{Field, FieldType};
use crate::value::headers;
use crate::value::soap_header::SoapHeader;
use crate::{Transport, TransportChoice};

/// Builds a client, or a generated struct around one. [`build`](Self::build) reports the mistakes of all settings.
#[must_use = "a builder does nothing until it is built"]
pub struct Builder<C> {
    pub(crate) service: &'static Service,
    pub(crate) common: CommonValues,
    places: Arc<CredentialPlaces>,
    decision: CredentialsGiven,
    credentials: Credentials,
    headers: Vec<ClientHeader>,
    pub(crate) cookies: Option<Cookies>,
    pub(crate) secrets: Secrets,
    pub(crate) provider: Option<Arc<dyn CredentialsProvider>>,
    pub(crate) defaults: CallDefaults,
    pub(crate) wire: WireSettings,
    pub(crate) observers: Observers,
    pub(crate) mistakes: Vec<Sentence>,
    refuses_deviations: bool,
    common_later: bool,
    client: PhantomData<fn() -> C>,
}

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
            credentials: Credentials::default(),
            headers: Vec::new(),
            cookies: None,
            secrets: Secrets::new(),
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
            common_later: false,
            client: PhantomData,
        }
    }

    /// Sets user name and password. They fill every place with the roles `username` and `password` that a call leaves empty: common
    /// parameters, parameters of an operation, SOAP headers, members of structures. A missing header or structure is created for them. A
    /// service that takes credentials requires at least one of them.
    ///
    /// The password is kept as a [`SecretString`](crate::SecretString), which is zeroised when the client is dropped.
    pub fn credentials(self, username: impl Into<String>, password: impl Into<SecretString>) -> Self {
        self.give(&[Role::Username, Role::Password], "user name and password", Credentials::new(username, password))
    }

    /// Sets a key or licence. It fills the places with the role `key`, as [`credentials`](Self::credentials) do theirs.
    pub fn key(self, key: impl Into<SecretString>) -> Self {
        self.give(&[Role::Key], "key", Credentials::of_key(key))
    }

    /// Sets a token. It fills the places with the role `token`, as [`credentials`](Self::credentials) do theirs. For a token that a service
    /// issues at login, use a [provider](Self::credentials_from).
    pub fn token(self, token: impl Into<SecretString>) -> Self {
        self.give(&[Role::Token], "token", Credentials::of_token(token))
    }

    fn give(mut self, roles: &[Role], what: &str, credentials: Credentials) -> Self {
        if !roles.iter().all(|role| self.places.take(*role)) {
            let mistake = Sentence::from(format!("{} takes no {what}", self.service.name));
            self.mistakes.push(match self.ways() {
                Some((ways, settings)) => mistake.text(format!("; it takes {ways} with ")).joined(settings, " or "),
                None => mistake,
            });
        } else if let Err(unsuitable) = self.common.set_credentials(&credentials) {
            let mistake = format!("common parameter `{}`: {}", unsuitable.path, unsuitable.invalid);
            self.mistakes.push(mistake.into());
        }
        credentials.username().into_iter().for_each(|name| self.secrets.hide_user(name));
        self.credentials = std::mem::take(&mut self.credentials).and(credentials);
        self.provider = None;
        self.decision = CredentialsGiven::Yes;
        self
    }

    /// Takes credentials from a provider, which is asked before each attempt of a call. It replaces [`credentials`](Self::credentials),
    /// [`key`](Self::key) and [`token`](Self::token) and fills the same places. A place for which the provider returns nothing stays empty.
    pub fn credentials_from(mut self, provider: impl CredentialsProvider + 'static) -> Self {
        if !self.service.takes_credentials() {
            self.mistakes.push(format!("{} takes no credentials", self.service.name).into());
        }
        self.credentials = Credentials::default();
        self.provider = Some(Arc::new(provider));
        self.decision = CredentialsGiven::Yes;
        self
    }

    /// Keeps a text out of errors, logs and kept exchanges that the client cannot know as a secret: the password of a certificate or of a proxy,
    /// a header that a stack adds by itself. Credentials, headers and cookies of the client need no such call.
    pub fn hide(self, secret: impl Into<SecretString>) -> Self {
        self.secrets.hide(secret);
        self
    }

    /// Calls without credentials, although the service takes them. Only values set by [`common`](Self::common) are sent.
    pub fn without_credentials(mut self) -> Self {
        self.decision = CredentialsGiven::Declined;
        self
    }

    /// Sends a SOAP header with every call. A declared header goes with the operations that declare it, any other header with every
    /// operation. GET and POST carry no headers. A call may replace it by [its own](crate::Prepared::soap_header).
    pub fn soap_header(mut self, header: SoapHeader) -> Self {
        self.push_header(ClientHeader::Explicit(header));
        self
    }

    /// Sends a value as the SOAP header of its type, with the operations that declare such a header. [`build`](Self::build) refuses a type
    /// that no operation declares as a header, or that one operation declares several times.
    pub fn soap_header_of<H: Field + FieldType>(mut self, value: &H) -> Self {
        self.push_header(ClientHeader::of_type(H::TYPE, headers::content_of(value)));
        self
    }

    fn push_header(&mut self, header: ClientHeader) {
        self.mistakes.extend(header.misfit(self.service).map(Sentence::from));
        self.headers.push(header);
    }

    /// Sets a common parameter by its wire name to a value of its type: a text, a number, an enumeration, a structure or a `Vec` of those.
    /// `None` leaves it out. [`build`](Self::build) refuses an unknown name and a value of another type, and names every required common
    /// parameter that is missing.
    pub fn common(mut self, name: &str, value: impl CommonValue) -> Self {
        if let Err(mistake) = self.common.set(name, value) {
            self.mistakes.push(common_values::message(mistake).into());
        }
        self
    }

    /// Lets required common parameters be missing: [`Client::with_common`] gives them later.
    pub fn common_later(mut self) -> Self {
        self.common_later = true;
        self
    }

    /// Sets a secret common parameter, such as an API key, by its wire name. The value is kept as a
    /// [`SecretString`](crate::SecretString). Every secret common parameter is required, unless
    /// [`without_credentials`](Self::without_credentials) is called.
    pub fn secret(mut self, name: &str, value: impl Into<SecretString>) -> Self {
        if let Err(mistake) = self.common.set_secret(name, &value.into()) {
            self.mistakes.push(common_values::message(mistake).into());
        }
        self
    }

    /// Sets the transport of calls that do not choose one themselves. The default is SOAP 1.1. With `Transport::Auto`, a call that the transport
    /// chosen before (or SOAP 1.1) cannot carry uses another one. To find out, the client encodes the request, so each call is encoded twice.
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

    /// Limits the time of a whole call with all its attempts and the waits between them; `None` is no limit. The default is 300 seconds. A
    /// streamed call must begin its body within that time.
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.defaults.timeout = timeout.into();
        self
    }

    /// Limits the time of one attempt, decoding included; `None` is the time of the call. The default is 100 seconds.
    ///
    /// Responses larger than 1 MiB are decoded on tokio's threads for blocking work, so that other calls need not wait and the limit holds.
    /// Decoding runs to its end there even if the call is given up; at most one response per core is decoded at a time.
    pub fn attempt_timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.defaults.attempt_timeout = timeout.into();
        self
    }

    /// Sets when calls are retried. The default is [`RetryPolicy::default`].
    pub fn retry(mut self, policy: RetryPolicy) -> Self {
        self.defaults.retry = policy;
        self
    }

    /// Reports every attempt and every call to `observer`: a hook for metrics. Several observers get the reports in the order of
    /// registration.
    pub fn observer(mut self, observer: impl Observer + 'static) -> Self {
        self.observers.registered.push(Arc::new(observer));
        self
    }

    /// Makes a response that contradicts the service description an error
    /// ([`ErrorKind::UnexpectedResponse`](crate::ErrorKind::UnexpectedResponse)): a required element is missing, an element is undeclared or must
    /// not be nil, a type or text is unknown. By default such a response is read as it is, and
    /// [`Message::deviations`](crate::Message::deviations) lists the differences. Only results that are a [`Message`](crate::Message) are
    /// compared.
    pub fn refuse_deviations(mut self) -> Self {
        self.refuses_deviations = true;
        self
    }

    /// Keeps the last `exchanges` attempts with their messages, for support: [`Client::exchanges`]. Secrets are removed, and at most the
    /// first 16 KiB of each body are kept. The default is none.
    pub fn capture(mut self, exchanges: usize) -> Self {
        self.observers.captures = (exchanges > 0).then(|| Captures::new(exchanges));
        self
    }

    /// Builds a client around any handler. Address, namespace, time-outs and retries are up to the handler.
    ///
    /// # Errors
    ///
    /// The service takes credentials or another secret with every call, and they were neither set nor waived. Or a common parameter is
    /// required and missing, unknown, or of another type.
    pub fn build_with(self, handler: Arc<dyn Handler>) -> Result<C, Error> {
        self.finish(handler, None)
    }

    pub(crate) fn finish(mut self, handler: Arc<dyn Handler>, wire: Option<Arc<dyn Wire>>) -> Result<C, Error> {
        if let Some(mistakes) =
            std::mem::take(&mut self.mistakes).into_iter().reduce(|all, next| all.text("; ").and(next))
        {
            return Err(Error::new(ErrorKind::Configuration, mistakes));
        }
        if let Some(message) = self.undecided().filter(|_| self.decision == CredentialsGiven::No) {
            return Err(Error::new(ErrorKind::Configuration, message));
        }
        let placeholder = Credentials::placeholder();
        let expected = if self.provider.is_some() { &placeholder } else { &self.credentials };
        let filling = Filling::new(&self.places, expected).unchecked();
        let mut complete = self.common.clone();
        complete.fill(filling).map_err(unsuitable)?;
        let missing = complete.missing();
        if self.decision == CredentialsGiven::No
            && let Some(secret) = missing.secret.first()
        {
            let name = self.service.name;
            let message = format!("{name} takes `{secret}`, which is secret, with every call: give it with ");
            let message = Sentence::from(message).setting(Setting::Secret((*secret).to_owned())).text(", or say ");
            let message = message.setting(Setting::WithoutCredentials);
            return Err(Error::new(ErrorKind::Configuration, message));
        }
        if !self.common_later {
            common_values::check(self.service, &missing.required)?;
        }
        let mut common = self.common;
        common.fill(Filling::new(&self.places, &self.credentials)).map_err(unsuitable)?;
        let has_credentials = self.decision == CredentialsGiven::Yes && self.provider.is_none();
        let has_credentials = has_credentials && self.places.are_beyond_common();
        let credentials = has_credentials.then_some(self.credentials);
        let sent = Sent { common, credentials, headers: self.headers, cookies: self.cookies, secrets: self.secrets };
        let runner = AttemptRunner {
            handler,
            credentials: self.provider,
            places: self.places,
            observers: Arc::new(self.observers),
            refuses_deviations: self.refuses_deviations,
        };
        Ok(Client::new(self.service, runner, sent, self.defaults, wire).into())
    }

    /// The mistake of a builder without a decision about credentials. A token is not required, because a login may return it.
    fn undecided(&self) -> Option<Sentence> {
        let takes = |role| self.places.take(role);
        let has_name = takes(Role::Password) || takes(Role::Username) && !takes(Role::Key) && !takes(Role::Token);
        let (what, settings) = self.ways().filter(|_| has_name || takes(Role::Key))?;
        let message = Sentence::from(format!("{} takes {what} with ", self.service.name)).joined(settings, " or ");
        Some(message.text(", or say ").setting(Setting::WithoutCredentials))
    }

    /// The settings for the roles that the service has, and what they give; `None` for a service that takes no credentials.
    fn ways(&self) -> Option<(&'static str, Vec<Setting>)> {
        let takes = |role| self.places.take(role);
        let pair = [Role::Username, Role::Password];
        let (has_pair, has_half) = (pair.into_iter().all(takes), pair.into_iter().any(takes));
        let ways = [
            (has_pair, Setting::Credentials),
            (takes(Role::Key), Setting::Key),
            (takes(Role::Token), Setting::Token),
            // A name without a password, or a password without a name.
            (has_half && !has_pair && !takes(Role::Token), Setting::CredentialsProvider),
        ];
        let settings: Vec<Setting> =
            ways.into_iter().filter(|(is_one, _)| *is_one).map(|(_, setting)| setting).collect();
        let what = match settings.as_slice() {
            [] => return None,
            [Setting::Key] => "a key: give it",
            [Setting::Token] => "a token: give it",
            _ => "credentials: give them",
        };
        Some((what, settings))
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

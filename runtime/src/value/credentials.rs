//! Credentials and their providers.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use secrecy::{ExposeSecret as _, SecretString};

use crate::operation::Role;

/// The credentials of a caller: a user name and a password, a key, a token, or some of them. All but the user name are zeroised when dropped
/// and never displayed, including all copies in a client. The bytes of a request that is being sent are not zeroised.
#[derive(Clone, Default)]
pub struct Credentials {
    username: Option<String>,
    password: Option<SecretString>,
    key: Option<SecretString>,
    token: Option<SecretString>,
}

impl Credentials {
    /// A user name and a password. A `String` is moved, a `&str` copied.
    pub fn new(username: impl Into<String>, password: impl Into<SecretString>) -> Self {
        Self { username: Some(username.into()), password: Some(password.into()), ..Self::default() }
    }

    /// A key or licence alone.
    pub fn of_key(key: impl Into<SecretString>) -> Self {
        Self { key: Some(key.into()), ..Self::default() }
    }

    /// A token alone.
    pub fn of_token(token: impl Into<SecretString>) -> Self {
        Self { token: Some(token.into()), ..Self::default() }
    }

    /// Sets the user name, for services that accept one without a password.
    #[must_use]
    pub fn with_username(mut self, username: impl Into<String>) -> Self {
        self.username = Some(username.into());
        self
    }

    /// Sets the key or licence.
    #[must_use]
    pub fn with_key(mut self, key: impl Into<SecretString>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Sets the token.
    #[must_use]
    pub fn with_token(mut self, token: impl Into<SecretString>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// The user name.
    pub fn username(&self) -> Option<&str> {
        self.username.as_deref()
    }

    pub(crate) fn text(&self, role: Role) -> Option<&str> {
        let secret = match role {
            Role::Username => return self.username(),
            Role::Password => &self.password,
            Role::Key => &self.key,
            Role::Token => &self.token,
            _ => return None,
        };
        secret.as_ref().map(SecretString::expose_secret)
    }

    /// The credentials, replaced by those that `other` has.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            username: other.username.or(self.username),
            password: other.password.or(self.password),
            key: other.key.or(self.key),
            token: other.token.or(self.token),
        }
    }

    /// A stand-in for the credentials of a provider, which are unknown before it is asked.
    pub(crate) fn placeholder() -> Self {
        Self::new("some", "some").with_key("some").with_token("some")
    }

    /// The secret texts, with `hides_username` also the user name.
    pub(crate) fn secrets(&self, hides_username: bool) -> impl Iterator<Item = SecretString> + use<> {
        let username = self.username.clone().filter(|_| hides_username).map(SecretString::from);
        [username, self.password.clone(), self.key.clone(), self.token.clone()].into_iter().flatten()
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut output = formatter.debug_struct("Credentials");
        for role in Role::CREDENTIALS.iter().filter(|role| self.text(**role).is_some()) {
            output.field(role.name(), &"[given]");
        }
        output.finish()
    }
}

/// Provides the credentials of a call. Each attempt asks for them, so that a changed password or token is used at once. A provider may cache
/// them. The time it takes counts as time of the attempt.
///
/// [`Credentials`] provide themselves. A closure provides the result of its future:
///
/// ```
/// use asmx_runtime::Credentials;
/// use asmx_runtime::credentials::{CredentialsProvider, ProviderError};
///
/// # async fn read_from_vault() -> Result<String, ProviderError> { Ok(String::new()) }
/// fn provider() -> impl CredentialsProvider {
///     || async { Ok(Credentials::new("user", read_from_vault().await?)) }
/// }
/// ```
pub trait CredentialsProvider: Send + Sync {
    /// The current credentials.
    ///
    /// # Errors
    ///
    /// The provider has no credentials. The request is not sent and the call is not retried
    /// ([`ErrorKind::Credentials`](crate::ErrorKind::Credentials)). The error becomes the source of the call's error, which is displayed, so
    /// it must not contain a secret.
    fn credentials(&self) -> ProvidingCredentials<'_>;
}

/// The error of a provider.
pub type ProviderError = Box<dyn std::error::Error + Send + Sync>;

/// A boxed future of credentials.
pub type ProvidingCredentials<'a> = Pin<Box<dyn Future<Output = Result<Credentials, ProviderError>> + Send + 'a>>;

impl CredentialsProvider for Credentials {
    fn credentials(&self) -> ProvidingCredentials<'_> {
        Box::pin(std::future::ready(Ok(self.clone())))
    }
}

impl<P, F> CredentialsProvider for P
where
    P: Fn() -> F + Send + Sync,
    F: Future<Output = Result<Credentials, ProviderError>> + Send + 'static,
{
    fn credentials(&self) -> ProvidingCredentials<'_> {
        Box::pin(self())
    }
}

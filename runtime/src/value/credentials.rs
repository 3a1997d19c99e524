//! Where user name, password, key and token come from.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use secrecy::{ExposeSecret as _, SecretString};

use crate::operation::Role;

/// What says who calls: a user name and a password, a key, a token, or some of them. All but the user name is zeroised when dropped and
/// never shown; so are all copies that a client keeps of it. The bytes of a request that is being sent are not.
#[derive(Clone, Default)]
pub struct Credentials {
    username: Option<String>,
    password: Option<SecretString>,
    key: Option<SecretString>,
    token: Option<SecretString>,
}

impl Credentials {
    /// A user name and a password. A `String` is taken over, a `&str` copied.
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

    /// The same with a user name, where a service takes one without a password.
    #[must_use]
    pub fn with_username(mut self, username: impl Into<String>) -> Self {
        self.username = Some(username.into());
        self
    }

    /// The same with a key or licence.
    #[must_use]
    pub fn with_key(mut self, key: impl Into<SecretString>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// The same with a token.
    #[must_use]
    pub fn with_token(mut self, token: impl Into<SecretString>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// The user name, if there is one.
    pub fn username(&self) -> Option<&str> {
        self.username.as_deref()
    }

    /// The text for a place with that role.
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

    /// These, with those of `other` that are there.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            username: other.username.or(self.username),
            password: other.password.or(self.password),
            key: other.key.or(self.key),
            token: other.token.or(self.token),
        }
    }

    /// Something for each place: what a provider will give is not known before it is asked.
    pub(crate) fn placeholder() -> Self {
        Self::new("some", "some").with_key("some").with_token("some")
    }

    /// What must not be shown of them; the user name too, if some place of it is secret.
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

/// Gives the credentials of a call. It is asked anew for each attempt, so that a password or token that was changed meanwhile is used at
/// once; what is slow to get it may keep. Its time is that of the attempt.
///
/// [`Credentials`] provide themselves; a closure provides what its future returns:
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
    /// The credentials as they are now. With an error nothing is sent, and the call is not tried again
    /// ([`ErrorKind::Credentials`](crate::ErrorKind::Credentials)). The error is the source of the call's, and shown: it must not
    /// hold a secret.
    fn credentials(&self) -> ProvidingCredentials<'_>;
}

/// Why there are no credentials.
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

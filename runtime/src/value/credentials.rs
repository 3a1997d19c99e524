//! Where user name and password come from.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use secrecy::SecretString;

/// A user name and a password. The password is zeroised when dropped and never shown; so are all copies that a client keeps of
/// it. The bytes of a request that is being sent are not.
#[derive(Clone)]
pub struct Credentials {
    username: String,
    password: SecretString,
}

impl Credentials {
    /// Both. A `String` is taken over, a `&str` copied.
    pub fn new(username: impl Into<String>, password: impl Into<SecretString>) -> Self {
        Self { username: username.into(), password: password.into() }
    }

    /// The user name.
    pub fn username(&self) -> &str {
        &self.username
    }

    pub(crate) fn password(&self) -> &SecretString {
        &self.password
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Credentials").field("username", &"[given]").field("password", &"[given]").finish()
    }
}

/// Gives the credentials of a call. It is asked anew for each attempt, so that a password that was changed meanwhile is used at
/// once; what is slow to get it may keep. Its time is that of the attempt.
///
/// [`Credentials`] provide themselves; a closure provides what its future returns:
///
/// ```
/// use asmx_runtime::{Credentials, CredentialsProvider, ProviderError};
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

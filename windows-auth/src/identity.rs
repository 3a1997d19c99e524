//! Who signs in.

use std::fmt;
use std::sync::Arc;

use secrecy::SecretString;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

type Provider = dyn Fn() -> Result<(String, SecretString), BoxError> + Send + Sync;

/// Who signs in, and by which protocol. Secrets are cleared from memory and never shown.
#[derive(Clone)]
pub struct Identity(pub(crate) Kind);

#[derive(Clone)]
pub(crate) enum Kind {
    /// Gives user and password.
    Ntlm(Arc<Provider>),
    #[cfg(feature = "kerberos")]
    Kerberos(crate::kerberos::Account),
}

impl Identity {
    /// Signs in by Kerberos with the tickets that the user of this process has: those of `kinit`, or of a domain's sign-in. Without tickets the
    /// key table that `KRB5_CLIENT_KTNAME` names is used.
    #[cfg(feature = "kerberos")]
    #[must_use]
    pub fn kerberos() -> Self {
        Self(Kind::Kerberos(crate::kerberos::Account::default()))
    }

    /// Signs in by Kerberos as this principal (`ann@EXAMPLE.COM`) with its password.
    #[cfg(feature = "kerberos")]
    #[must_use]
    pub fn kerberos_with_password(principal: impl Into<String>, password: impl Into<SecretString>) -> Self {
        Self(Kind::Kerberos(crate::kerberos::Account::with_password(principal.into(), password.into())))
    }

    /// Signs in by NTLMv2. Prefer Kerberos where the server offers it: Windows switches NTLM off by default.
    ///
    /// The user is `DOMAIN\user`, `user@domain.example` or `user`.
    #[must_use]
    pub fn ntlm(user: impl Into<String>, password: impl Into<SecretString>) -> Self {
        let (user, password) = (user.into(), password.into());
        Self::ntlm_from(move || Ok((user.clone(), password.clone())))
    }

    /// Signs in by NTLMv2 as the user, and with the password, that this function gives for each connection, on a thread that may wait. Its
    /// error is shown, so it must hold no secret.
    #[must_use]
    pub fn ntlm_from(provider: impl Fn() -> Result<(String, SecretString), BoxError> + Send + Sync + 'static) -> Self {
        Self(Kind::Ntlm(Arc::new(provider)))
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.0 {
            Kind::Ntlm(_) => "Identity(NTLM)",
            #[cfg(feature = "kerberos")]
            Kind::Kerberos(_) => "Identity(Kerberos)",
        })
    }
}

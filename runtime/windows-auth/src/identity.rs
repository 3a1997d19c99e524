//! The user who signs in.

use std::fmt;
use std::sync::Arc;

use asmx_runtime::stack::SignInFailed;
use secrecy::SecretString;

use crate::trials::{AllTrials, Credential};

type BoxError = Box<dyn std::error::Error + Send + Sync>;

pub(crate) type Provider = dyn Fn() -> Result<(String, SecretString), BoxError> + Send + Sync;

/// The user who signs in, and the protocol. Secrets are cleared from memory and never shown.
///
/// Wrong passwords lock accounts. After two rejections in a row by one server, an identity with its clones rests there for 1 minute, then
/// after each further rejection for 5 and for 15 minutes: calls that need a sign-in fail, and are not sent. An acceptance or another password
/// ends that. So it is if a key distribution centre rejects the password of Kerberos.
#[derive(Clone)]
pub struct Identity {
    pub(crate) kind: Kind,
    pub(crate) trials: Arc<AllTrials>,
}

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
        Self::of(Kind::Kerberos(crate::kerberos::Account::default()))
    }

    /// Signs in by Kerberos as this principal (`ann@EXAMPLE.COM`) with its password.
    #[cfg(feature = "kerberos")]
    #[must_use]
    pub fn kerberos_with_password(principal: impl Into<String>, password: impl Into<SecretString>) -> Self {
        Self::of(Kind::Kerberos(crate::kerberos::Account::with_password(principal.into(), password.into())))
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
        Self::of(Kind::Ntlm(Arc::new(provider)))
    }

    /// With the rejections that `earlier` met so far, for an identity in its place: the same user with the same password goes on to rest, another
    /// password is tried.
    #[must_use]
    pub fn after(self, earlier: &Self) -> Self {
        Self { trials: Arc::clone(&earlier.trials), ..self }
    }

    fn of(kind: Kind) -> Self {
        Self { kind, trials: Arc::default() }
    }

    pub(crate) const fn scheme(&self) -> &'static str {
        match self.kind {
            Kind::Ntlm(_) => "NTLM",
            #[cfg(feature = "kerberos")]
            Kind::Kerberos(_) => "Negotiate",
        }
    }

    /// The user and the password that a server may reject; `None` for tickets. May wait for the provider.
    pub(crate) fn credential(&self) -> Result<Option<Credential>, SignInFailed> {
        match &self.kind {
            Kind::Ntlm(provider) => {
                let (user, password) = provided(provider.as_ref())?;
                Ok(Some(self.trials.credential(&user, &password)))
            }
            #[cfg(feature = "kerberos")]
            Kind::Kerberos(_) => Ok(self.credential_of_first_step()),
        }
    }

    /// The user and the password that the first step of a sign-in already tries, at a key distribution centre.
    #[allow(clippy::missing_const_for_fn, reason = "with the feature `kerberos` it hashes")]
    pub(crate) fn credential_of_first_step(&self) -> Option<Credential> {
        match &self.kind {
            Kind::Ntlm(_) => None,
            #[cfg(feature = "kerberos")]
            Kind::Kerberos(account) => {
                account.password().map(|(principal, password)| self.trials.credential(principal, password))
            }
        }
    }
}

/// The answer of the provider.
pub(crate) fn provided(provider: &Provider) -> Result<(String, SecretString), SignInFailed> {
    provider().map_err(|error| SignInFailed::new(format!("the provider of the password: {error}")))
}

impl fmt::Debug for Identity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.kind {
            Kind::Ntlm(_) => "Identity(NTLM)",
            #[cfg(feature = "kerberos")]
            Kind::Kerberos(_) => "Identity(Kerberos)",
        })
    }
}

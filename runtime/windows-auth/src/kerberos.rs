//! Kerberos inside Negotiate, by the GSS-API of the system.

use std::sync::Arc;

use asmx_runtime::stack::{Secrets, SignInFailed, SignInProblem};
use libgssapi::context::{ClientCtx, CtxFlags};
use libgssapi::credential::{Cred, CredUsage};
use libgssapi::name::Name;
use libgssapi::oid::{GSS_MECH_KRB5, GSS_NT_HOSTBASED_SERVICE, GSS_NT_USER_NAME, OidSet};
use secrecy::{ExposeSecret as _, SecretString};

/// The principal and its password; without them the tickets of the process.
#[derive(Clone, Default)]
pub(crate) struct Account(Option<(String, SecretString)>);

impl Account {
    pub(crate) fn with_password(principal: String, password: SecretString) -> Self {
        Self(Some((principal, password)))
    }

    pub(crate) fn hide_in(&self, secrets: &Secrets) {
        if let Some((principal, password)) = &self.0 {
            secrets.hide_user(principal);
            secrets.hide(password.clone());
        }
    }

    /// The principal; `None` if the tickets name it.
    pub(crate) fn user(&self) -> Option<Arc<str>> {
        self.0.as_ref().map(|(principal, _)| principal.as_str().into())
    }

    /// The principal and its password; `None` for tickets.
    pub(crate) fn password(&self) -> Option<(&str, &SecretString)> {
        self.0.as_ref().map(|(principal, password)| (principal.as_str(), password))
    }

    fn credentials(&self) -> Result<Cred, libgssapi::error::Error> {
        let mechanisms = OidSet::singleton(GSS_MECH_KRB5)?;
        let Some((principal, password)) = &self.0 else {
            return Cred::acquire(None, None, CredUsage::Initiate, Some(&mechanisms));
        };
        let name = Name::new(principal.as_bytes(), Some(GSS_NT_USER_NAME))?;
        Cred::acquire_with_password(Some(&name), password.expose_secret(), None, CredUsage::Initiate, Some(&mechanisms))
    }
}

/// A sign-in on one connection.
pub(crate) struct Exchange {
    context: ClientCtx,
    binding: Option<Vec<u8>>,
    /// `HTTP@host`.
    target: String,
}

impl Exchange {
    /// Waits for the key distribution centre. `binding` is the application data of the channel binding.
    pub(crate) fn new(account: &Account, host: &str, binding: Option<Vec<u8>>) -> Result<Self, SignInFailed> {
        let target = format!("HTTP@{host}");
        let failed = |error: libgssapi::error::Error| failed(&target, error);
        let credentials = account.credentials().map_err(failed)?;
        let name = Name::new(target.as_bytes(), Some(GSS_NT_HOSTBASED_SERVICE)).map_err(failed)?;
        let flags = CtxFlags::GSS_C_MUTUAL_FLAG | CtxFlags::GSS_C_SEQUENCE_FLAG;
        let context = ClientCtx::new(Some(credentials), name, flags, Some(GSS_MECH_KRB5));
        Ok(Self { context, binding, target })
    }

    /// The next token to send, `None` if the sign-in is complete. Waits for the key distribution centre.
    pub(crate) fn step(&mut self, token: Option<&[u8]>) -> Result<Option<Vec<u8>>, SignInFailed> {
        let next = self.context.step(token, self.binding.as_deref());
        next.map(|next| next.map(|token| token.to_vec())).map_err(|error| failed(&self.target, error))
    }
}

fn failed(target: &str, error: libgssapi::error::Error) -> SignInFailed {
    // The library ends its texts with the zero of C.
    let text = error.to_string().replace('\0', "");
    if REJECTIONS.contains(&error.minor) {
        let text = format!("Kerberos for the service `{target}`: {text}; look at user and password");
        return SignInProblem::PasswordRejected(text).into();
    }
    let advice = "`klist` shows the tickets of this user, `kinit` gets one";
    SignInFailed::new(format!("Kerberos for the service `{target}`: {text}; {advice}"))
}

/// The codes of MIT's library for a wrong password: the centre does not accept what was made with it (`KRB5KDC_ERR_PREAUTH_FAILED`), or its response
/// cannot be read with it (`KRB5KRB_AP_ERR_BAD_INTEGRITY`).
const REJECTIONS: [u32; 2] = [FIRST_CODE + 24, FIRST_CODE + 31];

/// The first code of the table: -1,765,328,384.
const FIRST_CODE: u32 = 0x96c7_3a00;

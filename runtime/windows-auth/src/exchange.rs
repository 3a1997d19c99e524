//! The tokens of one sign-in.

use std::sync::Arc;

use asmx_runtime::stack::{Secrets, SignInFailed};
use der::asn1::ObjectIdentifier;

use crate::channel_binding::ChannelBinding;
use crate::identity::{Identity, Kind, provided};
use crate::ntlm::{self, Account, Authenticate, Handshake, Signer};
use crate::spnego::{self, Reply, State};
use crate::trials::Credential;

/// The purpose of the sign-in.
#[derive(Clone)]
pub(crate) struct Target {
    /// The name of the service's host that the server goes by.
    pub(crate) host: String,
    pub(crate) binding: Option<ChannelBinding>,
}

pub(crate) struct Ntlm {
    /// `None` once it answered: another answer would be another attempt, and attempts lock accounts.
    handshake: Option<Handshake>,
    target: Target,
    credential: Credential,
}

/// A sign-in that has its first token.
pub(crate) struct Begun {
    pub(crate) exchange: Exchange,
    pub(crate) token: Vec<u8>,
    /// `None` where tickets name the user.
    pub(crate) user: Option<Arc<str>>,
}

/// A sign-in on one connection.
pub(crate) enum Exchange {
    Ntlm(Ntlm),
    /// NTLM as one of the mechanisms of Negotiate, with the signer of the negotiation once the challenge was answered.
    NtlmInNegotiate(Ntlm, Option<Signer>),
    #[cfg(feature = "kerberos")]
    Kerberos(Box<crate::kerberos::Exchange>),
}

impl Exchange {
    /// Begins a sign-in. `wraps` is whether NTLM goes inside Negotiate; `secrets` get those of the identity. May wait, for a provider
    /// or a key distribution centre.
    pub(crate) fn begin(
        identity: &Identity,
        target: Target,
        wraps: bool,
        secrets: &Secrets,
    ) -> Result<Begun, SignInFailed> {
        match &identity.kind {
            Kind::Ntlm(provider) => {
                let (user, password) = provided(provider.as_ref())?;
                secrets.hide_user(&user);
                secrets.hide(password.clone());
                let account =
                    Account::parse(&user).ok_or_else(|| SignInFailed::new("the name of the user is empty"))?;
                let credential = identity.trials.credential(&user, &password);
                let handshake = Some(Handshake::new(account, password, String::new()));
                let ntlm = Ntlm { handshake, target, credential };
                let (exchange, token) = if wraps {
                    (Self::NtlmInNegotiate(ntlm, None), spnego::init(spnego::NTLM, &ntlm::NEGOTIATE))
                } else {
                    (Self::Ntlm(ntlm), ntlm::NEGOTIATE.to_vec())
                };
                Ok(Begun { exchange, token, user: Some(user.into()) })
            }
            #[cfg(feature = "kerberos")]
            Kind::Kerberos(account) => {
                account.hide_in(secrets);
                let binding = target.binding.map(|binding| binding.application_data().to_vec());
                let mut exchange = crate::kerberos::Exchange::new(account, &target.host, binding)?;
                let token = exchange.step(None)?.unwrap_or_default();
                let token = spnego::init(spnego::KERBEROS, &token);
                Ok(Begun { exchange: Self::Kerberos(Box::new(exchange)), token, user: account.user() })
            }
        }
    }

    pub(crate) const fn scheme(&self) -> &'static str {
        if matches!(self, Self::Ntlm(_)) { "NTLM" } else { "Negotiate" }
    }

    /// Whether the token that was made last proves who signs in: a 401 to it is a rejection.
    pub(crate) const fn proves(&self) -> bool {
        match self {
            Self::Ntlm(ntlm) | Self::NtlmInNegotiate(ntlm, _) => ntlm.handshake.is_none(),
            #[cfg(feature = "kerberos")]
            Self::Kerberos(_) => true,
        }
    }

    /// The password that the next token would try; `None` if it tries none.
    pub(crate) const fn tries(&self) -> Option<Credential> {
        match self {
            Self::Ntlm(ntlm) | Self::NtlmInNegotiate(ntlm, _) if ntlm.handshake.is_some() => Some(ntlm.credential),
            _ => None,
        }
    }

    /// The response to a challenge of the server.
    pub(crate) fn next(&mut self, challenge: &[u8]) -> Result<Vec<u8>, SignInFailed> {
        match self {
            Self::Ntlm(ntlm) => Ok(ntlm.answer(challenge)?.message),
            Self::NtlmInNegotiate(ntlm, signer) => {
                let challenge = reply(challenge, spnego::NTLMSSP)?.token;
                let challenge = challenge
                    .ok_or_else(|| SignInFailed::new("the server's Negotiate token has no challenge of NTLM"))?;
                let answer = ntlm.answer(challenge)?;
                *signer = answer.signer;
                let mic = signer.as_ref().map(|signer| signer.sign(spnego::NTLM));
                Ok(spnego::reply(Some(&answer.message), mic.as_deref()))
            }
            #[cfg(feature = "kerberos")]
            Self::Kerberos(exchange) => {
                let next = exchange.step(reply(challenge, spnego::KRB5)?.token)?;
                Ok(spnego::reply(next.as_deref(), None))
            }
        }
    }

    /// Checks the token by which the server proves that it knows the session's key. NTLM by itself has none.
    pub(crate) fn finish(&mut self, token: &[u8]) -> Result<(), SignInFailed> {
        match self {
            Self::Ntlm(..) => Ok(()),
            Self::NtlmInNegotiate(_, signer) => {
                let proof = reply(token, spnego::NTLMSSP)?.mic.zip(signer.as_ref());
                if proof.is_none_or(|(mic, signer)| signer.verify(spnego::NTLM, mic)) {
                    return Ok(());
                }
                Err(SignInFailed::new("the server's signature of the negotiation is wrong"))
            }
            #[cfg(feature = "kerberos")]
            Self::Kerberos(exchange) => {
                reply(token, spnego::KRB5)?.token.map_or(Ok(()), |token| exchange.step(Some(token)).map(drop))
            }
        }
    }
}

fn reply(token: &[u8], mechanism: ObjectIdentifier) -> Result<Reply<'_>, SignInFailed> {
    let reply = Reply::read(token).map_err(|error| SignInFailed::new(error.to_string()))?;
    if reply.state == Some(State::Rejected) {
        return Err(SignInFailed::new("the server rejected the negotiation"));
    }
    if reply.mechanism.is_some_and(|chosen| chosen != mechanism) {
        return Err(SignInFailed::new("the server chose a mechanism of Negotiate that was not offered"));
    }
    Ok(reply)
}

impl Ntlm {
    fn answer(&mut self, challenge: &[u8]) -> Result<Authenticate, SignInFailed> {
        let handshake = self.handshake.take();
        let handshake = handshake.ok_or_else(|| SignInFailed::new("the server challenged the last message of NTLM"))?;
        let service = format!("HTTP/{}", self.target.host);
        let answer = handshake.authenticate(challenge, self.target.binding.as_ref(), &service);
        answer.map_err(|error| SignInFailed::new(error.to_string()))
    }
}

//! NTLMv2 (MS-NLMP), as a client speaks it over HTTP: three messages, of which the server sends the second.
//!
//! There is no NTLMv1, no LM and no anonymous sign-in. Session security goes as far as Negotiate's `mechListMIC` needs it.

mod account;
mod authenticate;
mod challenge;
mod crypto;
mod error;
mod flags;
mod signer;
mod target_info;

#[cfg(test)]
mod judge;
#[cfg(test)]
mod tests;

use std::fmt;
use std::time::SystemTime;

use secrecy::SecretString;
use zeroize::Zeroizing;

use crate::channel_binding::ChannelBinding;
pub(crate) use account::Account;
use authenticate::Fields;
use challenge::Challenge;
pub(crate) use error::ChallengeError;
pub(crate) use signer::Signer;

/// The version field of both messages: Windows 10 with NTLM revision 15. Servers only log it, and some refuse messages without it.
const VERSION: [u8; 8] = [10, 0, 0x63, 0x45, 0, 0, 0, 15];

/// The first message. It names neither user nor computer, so that it is always the same.
pub(crate) const NEGOTIATE: [u8; 40] = {
    let [a, b, c, d] = flags::REQUESTED.to_le_bytes();
    let [e, f, g, h, i, j, k, l] = VERSION;
    [
        b'N', b'T', b'L', b'M', b'S', b'S', b'P', 0, 1, 0, 0, 0, a, b, c, d, // no domain
        0, 0, 0, 0, 0, 0, 0, 0, // no workstation
        0, 0, 0, 0, 0, 0, 0, 0, e, f, g, h, i, j, k, l,
    ]
};

/// One sign-in on one connection.
pub(crate) struct Handshake {
    account: Account,
    password: SecretString,
    workstation: String,
}

/// The answer to a challenge.
pub(crate) struct Authenticate {
    /// The third message. It proves the password, so that it is kept out of logs.
    pub(crate) message: Vec<u8>,
    /// Signs and verifies a `mechListMIC`. `None` if the server did not agree to sign; then Negotiate goes without the signature.
    pub(crate) signer: Option<Signer>,
}

impl fmt::Debug for Authenticate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authenticate").finish_non_exhaustive()
    }
}

/// Random bytes and the time of one answer.
struct Fresh {
    client_challenge: [u8; 8],
    session_key: Zeroizing<[u8; 16]>,
    /// Hundreds of nanoseconds since 1601.
    time: u64,
}

impl Fresh {
    fn new() -> Result<Self, ChallengeError> {
        /// 1970, counted as `time` is.
        const UNIX_EPOCH: u64 = 116_444_736_000_000_000;
        let mut fresh = Self { client_challenge: [0; 8], session_key: Zeroizing::default(), time: UNIX_EPOCH };
        getrandom::fill(&mut fresh.client_challenge).map_err(ChallengeError::Random)?;
        getrandom::fill(fresh.session_key.as_mut_slice()).map_err(ChallengeError::Random)?;
        let elapsed = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos() / 100;
        fresh.time = UNIX_EPOCH.saturating_add(u64::try_from(elapsed).unwrap_or_default());
        Ok(fresh)
    }
}

impl Handshake {
    /// Signs in as `account`. `workstation` is the name of this computer, and may be empty.
    pub(crate) fn new(account: Account, password: SecretString, workstation: String) -> Self {
        Self { account, password, workstation }
    }

    /// Answers the server's challenge with the third message.
    ///
    /// `binding` ties the answer to the TLS connection; without TLS it is `None`. `target` is the name of the service, such as
    /// `HTTP/host`. If the challenge has a timestamp, the answer has a MIC: a signature over all three messages.
    ///
    /// # Errors
    ///
    /// The challenge is malformed, or offers less than NTLMv2 with extended session security and 128-bit keys; a name is too long.
    pub(crate) fn authenticate(
        &self,
        challenge: &[u8],
        binding: Option<&ChannelBinding>,
        target: &str,
    ) -> Result<Authenticate, ChallengeError> {
        self.authenticate_with(challenge, binding, target, &Fresh::new()?)
    }

    fn authenticate_with(
        &self,
        challenge: &[u8],
        binding: Option<&ChannelBinding>,
        target: &str,
        fresh: &Fresh,
    ) -> Result<Authenticate, ChallengeError> {
        let read = Challenge::read(challenge)?;
        let timestamp = read.target_info.timestamp();
        let binding = binding.map(ChannelBinding::ntlm_hash).unwrap_or_default();
        let pairs = read.target_info.answer(timestamp.is_some(), binding, target)?;
        let time = timestamp.unwrap_or(fresh.time.to_le_bytes());
        let key = crypto::response_key(&self.password, &self.account);
        let response = crypto::nt_response(&key, read.nonce, fresh.client_challenge, time, &pairs);
        // MS-NLMP 3.1.5.1.2: without signatures the client sends no session key, and both sides use that of the response.
        let signs = read.flags & flags::SIGN != 0;
        let exchanges = signs && read.flags & flags::KEY_EXCHANGE != 0;
        let (session_key, encrypted) = if exchanges {
            (&fresh.session_key, Some(crypto::rc4(&response.key, *fresh.session_key)))
        } else {
            (&response.key, None)
        };
        let mut flags = read.flags & (flags::REQUESTED | flags::TARGET_INFO) | flags::REQUEST_TARGET;
        if !exchanges {
            flags &= !flags::KEY_EXCHANGE;
        }
        let mut message = Fields {
            flags,
            domain: self.account.domain(),
            user: self.account.user(),
            workstation: &self.workstation,
            lm_response: &[0; 24],
            nt_response: &response.bytes,
            session_key: encrypted.as_ref().map_or(&[], |key| key.as_slice()),
            version: if flags & flags::VERSION == 0 { [0; 8] } else { VERSION },
            has_mic: timestamp.is_some(),
        }
        .write()?;
        if timestamp.is_some() {
            let mic = crypto::hmac_md5(session_key, &[&NEGOTIATE, challenge, &message]);
            authenticate::set_mic(&mut message, mic);
        }
        let signer = signs.then(|| Signer::new(session_key, exchanges));
        Ok(Authenticate { message, signer })
    }
}

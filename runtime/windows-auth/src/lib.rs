#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod body;
mod call;
mod challenges;
mod channel_binding;
mod connection;
mod declined;
mod early_response;
mod exchange;
mod identity;
#[cfg(feature = "kerberos")]
mod kerberos;
mod lapses;
mod ntlm;
mod problem;
mod sending;
mod sign_in;
mod spnego;
mod stack;
mod trials;

pub use asmx_runtime::stack::{PemError, Tls};
pub use body::Body;
pub use identity::Identity;
pub use stack::WindowsAuth;

/// Checks for fuzz targets. Do not use it in other code.
#[doc(hidden)]
pub mod checks {
    use crate::ntlm::{Account, Handshake};
    use crate::{channel_binding, spnego};

    /// Answers a challenge of NTLM.
    ///
    /// # Errors
    ///
    /// The reason why it is not answered.
    pub fn answer(challenge: &[u8]) -> Result<Vec<u8>, String> {
        let account = Account::parse("DOMAIN\\user").ok_or("no user")?;
        let handshake = Handshake::new(account, "password".into(), String::new());
        let answer = handshake.authenticate(challenge, None, "HTTP/host").map_err(|error| error.to_string())?;
        Ok(answer.message)
    }

    /// Reads a reply of Negotiate, and writes its tokens as a reply.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be read.
    pub fn read_reply(token: &[u8]) -> Result<Vec<u8>, String> {
        let reply = spnego::Reply::read(token).map_err(|error| error.to_string())?;
        Ok(spnego::reply(reply.token, reply.mic))
    }

    /// Makes the binding to a certificate, if there is one.
    pub fn bind(certificate: &[u8]) -> Option<Vec<u8>> {
        let binding = channel_binding::ChannelBinding::tls_server_end_point(certificate).ok()?;
        Some(binding.application_data().to_vec())
    }
}

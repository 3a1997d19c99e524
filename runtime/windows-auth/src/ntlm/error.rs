//! The error of a sign-in by NTLM.

/// Why a challenge is not answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChallengeError {
    /// It contradicts MS-NLMP.
    #[error("the server's NTLM challenge is invalid: {0}")]
    Malformed(&'static str),
    /// It offers less than every Windows since 2008. Somebody between client and server may have changed it.
    #[error(
        "the server's NTLM challenge lacks {0}: ask its administrator to allow NTLMv2 with 128-bit session security"
    )]
    Weak(&'static str),
    /// A name does not fit into the answer.
    #[error("{0} is too long for NTLM: shorten it")]
    TooLong(&'static str),
    /// The operating system has no random bytes.
    #[error("the operating system gives no random bytes: {0}")]
    Random(getrandom::Error),
}

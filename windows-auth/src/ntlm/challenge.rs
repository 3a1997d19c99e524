//! The server's message.

use super::flags;
use super::target_info::TargetInfo;

/// Longer challenges are refused unread: those of domains have some hundred bytes.
const LONGEST: usize = 16 * 1024;
/// The length of the header, without the version. Values begin after it.
const HEADER: usize = 48;

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

/// `CHALLENGE_MESSAGE` (MS-NLMP 2.2.1.2).
///
/// The client does not use `TargetName`, `Reserved` and `Version`, so they are skipped.
pub(super) struct Challenge<'a> {
    pub(super) flags: u32,
    pub(super) nonce: [u8; 8],
    pub(super) target_info: TargetInfo<'a>,
}

impl<'a> Challenge<'a> {
    pub(super) fn read(message: &'a [u8]) -> Result<Self, ChallengeError> {
        use ChallengeError::{Malformed, Weak};
        if message.len() > LONGEST {
            return Err(Malformed("it is too long"));
        }
        if !message.starts_with(b"NTLMSSP\0\x02\0\0\0") {
            return Err(Malformed("it is not a challenge"));
        }
        let short = Malformed("it ends inside its header");
        let (Some(flags), Some(nonce), Some(length), Some(offset)) =
            (array(message, 20), array(message, 24), array(message, 40), array(message, 44))
        else {
            return Err(short);
        };
        let flags = u32::from_le_bytes(flags);
        if let Some((_, missing)) = flags::REQUIRED.iter().find(|(flag, _)| flags & flag == 0) {
            return Err(Weak(missing));
        }
        let length = usize::from(u16::from_le_bytes(length));
        let offset = usize::try_from(u32::from_le_bytes(offset)).unwrap_or(usize::MAX);
        if offset < HEADER {
            return Err(Malformed("its TargetInfo begins inside its header"));
        }
        let target_info = message.get(offset..).and_then(|rest| rest.get(..length));
        let target_info = TargetInfo::read(target_info.ok_or(Malformed("its TargetInfo ends after the message"))?)?;
        Ok(Self { flags, nonce, target_info })
    }
}

fn array<const N: usize>(message: &[u8], at: usize) -> Option<[u8; N]> {
    message.get(at..)?.first_chunk().copied()
}

//! The server's message.

use super::error::ChallengeError;
use super::flags;
use super::target_info::TargetInfo;

/// Longer challenges are refused unread: those of domains have some hundred bytes.
const LONGEST: usize = 16 * 1024;
/// The length of the header, without the version. Values begin after it.
const HEADER: usize = 48;

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

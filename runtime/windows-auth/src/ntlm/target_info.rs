//! The server's description of itself: pairs of a number and a value (`AV_PAIR`, MS-NLMP 2.2.2.1).

use super::crypto::utf16;
use super::error::ChallengeError;

const END: u16 = 0;
const COMPUTER_NAME: u16 = 1;
const DOMAIN_NAME: u16 = 2;
const FLAGS: u16 = 6;
const TIMESTAMP: u16 = 7;
const TARGET_NAME: u16 = 9;
const CHANNEL_BINDINGS: u16 = 10;

/// The bit of `MsvAvFlags` that announces a MIC.
const HAS_MIC: u32 = 2;
/// MS-NLMP knows eleven kinds of pairs.
const MOST: usize = 64;

/// The pairs of a challenge, in its order.
pub(super) struct TargetInfo<'a> {
    pairs: Vec<(u16, &'a [u8])>,
}

impl<'a> TargetInfo<'a> {
    /// Bytes after the end of the list are skipped: they are not sent back.
    pub(super) fn read(mut bytes: &'a [u8]) -> Result<Self, ChallengeError> {
        use ChallengeError::Malformed;
        let mut read = Self { pairs: Vec::new() };
        loop {
            let Some((&[a, b, c, d], rest)) = bytes.split_first_chunk() else {
                return Err(Malformed("its TargetInfo has no end"));
            };
            let (id, length) = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
            let Some((value, rest)) = rest.split_at_checked(usize::from(length)) else {
                return Err(Malformed("a value of its TargetInfo is truncated"));
            };
            bytes = rest;
            match (id, length) {
                (END, 0) => break,
                (END, _) => return Err(Malformed("the end of its TargetInfo has a value")),
                (FLAGS, 4) | (TIMESTAMP, 8) => {}
                (FLAGS | TIMESTAMP, _) => return Err(Malformed("a value of its TargetInfo has the wrong length")),
                _ => {}
            }
            if read.get(id).is_some() {
                return Err(Malformed("its TargetInfo has a duplicate value"));
            }
            if read.pairs.len() == MOST {
                return Err(Malformed("its TargetInfo has too many values"));
            }
            read.pairs.push((id, value));
        }
        // MS-NLMP 3.1.5.1.2 demands both of a client that asks for signatures.
        if [COMPUTER_NAME, DOMAIN_NAME].iter().any(|id| read.get(*id).is_none()) {
            return Err(Malformed("its TargetInfo lacks the name of the computer or of the domain"));
        }
        Ok(read)
    }

    fn get(&self, id: u16) -> Option<&'a [u8]> {
        self.pairs.iter().find(|(known, _)| *known == id).map(|(_, value)| *value)
    }

    /// The server's time. Servers that send it verify a MIC.
    pub(super) fn timestamp(&self) -> Option<[u8; 8]> {
        self.get(TIMESTAMP)?.first_chunk().copied()
    }

    /// The pairs of the answer: the server's, in its order, then the client's.
    pub(super) fn answer(
        &self,
        has_mic: bool,
        channel_bindings: [u8; 16],
        target_name: &str,
    ) -> Result<Vec<u8>, ChallengeError> {
        let mut bytes = Vec::new();
        let mut push = |id: u16, value: &[u8]| {
            let length = u16::try_from(value.len()).map_err(|_| ChallengeError::TooLong("the name of the server"))?;
            bytes.extend(id.to_le_bytes());
            bytes.extend(length.to_le_bytes());
            bytes.extend(value);
            Ok(())
        };
        let mic = if has_mic { HAS_MIC } else { 0 };
        let flags = self.get(FLAGS).and_then(|value| value.first_chunk().copied());
        let flags = flags.map_or(0, u32::from_le_bytes) & !HAS_MIC | mic;
        // The client replaces these.
        let own = [FLAGS, TARGET_NAME, CHANNEL_BINDINGS];
        for (id, value) in self.pairs.iter().filter(|(id, _)| !own.contains(id)) {
            push(*id, value)?;
        }
        if flags != 0 {
            push(FLAGS, &flags.to_le_bytes())?;
        }
        push(CHANNEL_BINDINGS, &channel_bindings)?;
        push(TARGET_NAME, &utf16(target_name))?;
        push(END, &[])?;
        Ok(bytes)
    }
}

//! Writing texts of which much must be escaped: every byte by a table, without asking which are.

use std::fmt;

/// For each byte the one to six bytes to write, with their number in the highest one.
#[derive(Debug)]
pub(super) struct EscapeTable([u64; 256]);

/// The most bytes that are encoded at once.
pub(super) const PIECE: usize = 512;
const LONGEST: usize = 6;
/// Bytes that are encoded after one question whether there is room.
const GROUP: usize = 8;
/// Room for the output of a group, rounded up to a power of two, and for the unused bytes of the last escape.
const WINDOW: usize = 64 + 8;

pub(super) struct Encoded([u8; PIECE * LONGEST + WINDOW]);

/// Without the bytes: they may be secret.
impl fmt::Debug for Encoded {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Encoded").finish_non_exhaustive()
    }
}

#[allow(clippy::new_without_default, reason = "made where a constant is due")]
impl Encoded {
    pub(super) const fn new() -> Self {
        Self([0; PIECE * LONGEST + WINDOW])
    }
}

#[allow(clippy::new_without_default, reason = "made where a constant is due")]
impl EscapeTable {
    pub(super) const fn new() -> Self {
        let mut table = Self([0; 256]);
        let mut byte = 0_u8;
        loop {
            table = table.with(byte, &[byte]);
            if byte == u8::MAX {
                return table;
            }
            byte += 1;
        }
    }

    /// The table with another text for a byte, of one to six bytes.
    ///
    /// # Panics
    ///
    /// The text has another length. Tables are constants: this is seen when they are compiled.
    #[must_use]
    #[allow(clippy::indexing_slicing, reason = "evaluated when compiled")]
    pub(super) const fn with(mut self, byte: u8, text: &[u8]) -> Self {
        assert!(!text.is_empty() && text.len() <= LONGEST, "one to six bytes");
        #[allow(clippy::cast_possible_truncation, reason = "at most six")]
        let mut entry = [0, 0, 0, 0, 0, 0, 0, text.len() as u8];
        let mut at = 0;
        while at < text.len() {
            entry[at] = text[at];
            at += 1;
        }
        self.0[byte as usize] = u64::from_le_bytes(entry);
        self
    }

    /// Encodes a piece of at most [`PIECE`] bytes; `None` if it is longer.
    pub(super) fn encode<'e>(&self, encoded: &'e mut Encoded, piece: &[u8]) -> Option<&'e [u8]> {
        if piece.len() > PIECE {
            return None;
        }
        let Encoded(encoded) = encoded;
        let mut length = 0;
        let (groups, rest) = piece.as_chunks::<GROUP>();
        for group in groups {
            let window = encoded.get_mut(length..length + WINDOW)?.first_chunk_mut::<WINDOW>()?;
            let mut at = 0;
            for byte in group {
                let (text, count) = self.entry(*byte);
                // All eight bytes are written, without asking how many count: the next ones come over those that do not. A group
                // writes less than 64, so that the mask changes nothing; with it the compiler sees that there is room.
                if let Some(slot) = window.get_mut(at & 63..(at & 63) + 8) {
                    slot.copy_from_slice(&text);
                }
                at += count;
            }
            length += at;
        }
        for byte in rest {
            let (text, count) = self.entry(*byte);
            encoded.get_mut(length..length + 8)?.copy_from_slice(&text);
            length += count;
        }
        encoded.get(..length)
    }

    fn entry(&self, byte: u8) -> ([u8; 8], usize) {
        let entry = self.0.get(usize::from(byte)).copied().unwrap_or_default();
        (entry.to_le_bytes(), (entry >> 56) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: EscapeTable = EscapeTable::new().with(b'&', b"123456").with(b'-', b"ab");

    #[test]
    fn pieces_of_every_length_are_encoded() {
        for length in 0..=PIECE {
            let piece: Vec<u8> = b"&x-".iter().copied().cycle().skip(length % 3).take(length).collect();
            let expected = String::from_utf8_lossy(&piece).replace('-', "ab").replace('&', "123456");
            assert_eq!(TABLE.encode(&mut Encoded::new(), &piece), Some(expected.as_bytes()));
            let expected = "123456".repeat(length);
            assert_eq!(TABLE.encode(&mut Encoded::new(), &vec![b'&'; length]), Some(expected.as_bytes()));
        }
        let all: Vec<u8> = (0..=255).filter(|byte| !b"&-".contains(byte)).collect();
        assert_eq!(TABLE.encode(&mut Encoded::new(), &all), Some(all.as_slice()));
    }

    #[test]
    fn longer_pieces_are_not_encoded() {
        assert_eq!(TABLE.encode(&mut Encoded::new(), &[b'x'; PIECE + 1]), None);
    }
}

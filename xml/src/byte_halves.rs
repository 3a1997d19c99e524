//! A set of bytes as vector instructions look it up: by the four high and the four low bits of a byte.

/// A set of bytes. One is in it if the entries of its halves have a bit in common: each bit stands for one kind of row in a table
/// of 16 by 16.
#[derive(Clone, Copy)]
pub(super) struct ByteHalves {
    pub(super) low: [u8; 16],
    pub(super) high: [u8; 16],
}

impl ByteHalves {
    /// The bytes of these ranges, both ends included. Fails to compile if their rows are of more than eight kinds.
    #[allow(clippy::indexing_slicing, reason = "evaluated when compiled")]
    pub(super) const fn of(ranges: &[(u8, u8)]) -> Self {
        let mut rows = [0_u16; 16];
        let mut place = 0;
        while place < ranges.len() {
            let (first, last) = ranges[place];
            let mut byte = first as usize;
            while byte <= last as usize {
                rows[byte >> 4] |= 1 << (byte & 15);
                byte += 1;
            }
            place += 1;
        }
        let mut halves = Self { low: [0; 16], high: [0; 16] };
        let (mut kinds, mut row) = (0, 0);
        while row < 16 {
            let mut alike = 0;
            while rows[alike] != rows[row] {
                alike += 1;
            }
            if alike < row {
                halves.high[row] = halves.high[alike];
            } else if rows[row] != 0 {
                assert!(kinds < 8, "rows of at most eight kinds");
                halves.high[row] = 1 << kinds;
                let mut low = 0;
                while low < 16 {
                    halves.low[low] |= ((rows[row] >> low & 1) as u8) << kinds;
                    low += 1;
                }
                kinds += 1;
            }
            row += 1;
        }
        halves
    }

    /// Whether the byte is in the set.
    #[cfg(test)]
    pub(super) fn has(self, byte: u8) -> bool {
        let entry = |of: [u8; 16], half: u8| of.get(usize::from(half)).copied().unwrap_or(0);
        entry(self.high, byte >> 4) & entry(self.low, byte & 15) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_of_the_ranges_are_in_the_set() {
        let ranges = [(0, 8), (11, 31), (b'&', b'&'), (b'>', b'>'), (0x7E, 0x91), (0xEF, 0xEF), (255, 255)];
        let halves = ByteHalves::of(&ranges);
        for byte in 0..=u8::MAX {
            let expected = ranges.iter().any(|(first, last)| (*first..=*last).contains(&byte));
            assert_eq!(halves.has(byte), expected, "{byte}");
        }
        assert!((0..=u8::MAX).all(|byte| !ByteHalves::of(&[]).has(byte)));
        assert!((0..=u8::MAX).all(|byte| ByteHalves::of(&[(0, 255)]).has(byte)));
    }
}

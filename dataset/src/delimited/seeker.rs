//! Places where a delimiter may begin, found 64 bytes at a time.

/// Bytes looked at together: one bit each.
const BLOCK: usize = 64;

/// Finds either of two bytes. What was found in a block is kept, because the next cell mostly ends in the same block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seeker {
    one: u8,
    other: u8,
    start: usize,
    end: usize,
    /// The places in `start..end` that were not taken.
    found: u64,
}

impl Seeker {
    pub(super) fn new(one: u8, other: u8) -> Self {
        Self { one, other, start: 0, end: 0, found: 0 }
    }

    /// Seeks from `from` on, which is behind the places that were taken.
    #[inline]
    pub(super) fn go_to(&mut self, bytes: &[u8], from: usize) {
        if (self.start..self.end).contains(&from) {
            self.found &= u64::MAX << (from - self.start);
        } else {
            self.load(bytes, from);
        }
    }

    /// The next place, which is not found again.
    #[inline]
    pub(super) fn take(&mut self, bytes: &[u8]) -> Option<usize> {
        while self.found == 0 {
            if self.end >= bytes.len() {
                return None;
            }
            self.load(bytes, self.end);
        }
        let place = self.start + self.found.trailing_zeros() as usize;
        self.found &= self.found - 1;
        Some(place)
    }

    #[inline]
    fn load(&mut self, bytes: &[u8], start: usize) {
        self.start = start;
        if let Some(block) = bytes.get(start..).and_then(<[u8]>::first_chunk::<BLOCK>) {
            self.end = start + BLOCK;
            self.found = self.places(block);
        } else {
            self.load_last(bytes, start);
        }
    }

    #[cold]
    fn load_last(&mut self, bytes: &[u8], start: usize) {
        let rest = bytes.get(start..).unwrap_or_default();
        let mut block = [0; BLOCK];
        block.iter_mut().zip(rest).for_each(|(place, byte)| *place = *byte);
        self.end = start + rest.len();
        self.found = self.places(&block) & ((1 << rest.len()) - 1);
    }

    /// One bit for each byte that is one of the two.
    #[inline]
    fn places(&self, block: &[u8; BLOCK]) -> u64 {
        // Without branches, so that this becomes vector instructions.
        let marked = block.map(|byte| u8::from(byte == self.one) | u8::from(byte == self.other));
        let (words, _) = marked.as_chunks::<8>();
        // The multiplication gathers the lowest bit of each byte in the highest byte.
        let bits = |word: &[u8; 8]| u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        words.iter().rev().fold(0, |places, word| places << 8 | bits(word))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

    use super::*;

    #[test]
    fn every_place_is_found_at_every_length() {
        let bytes: Vec<u8> = (0..300_u32).map(|at| (at * at % 251) as u8).collect();
        for (one, other) in [(0, 1), (16, 16), (49, 200), (255, 128), (0, 0)] {
            for length in 0..bytes.len() {
                let bytes = &bytes[..length];
                let mut seeker = Seeker::new(one, other);
                let found: Vec<usize> = std::iter::from_fn(|| seeker.take(bytes)).collect();
                assert!(memchr::memchr2_iter(one, other, bytes).eq(found), "{one} {other} {length}");
            }
        }
    }

    #[test]
    fn places_behind_a_leap_are_found() {
        let bytes = [b'x'; 200];
        for from in 4..200 {
            let mut seeker = Seeker::new(b'x', b'y');
            seeker.go_to(&bytes, 3);
            assert_eq!(seeker.take(&bytes), Some(3));
            seeker.go_to(&bytes, from);
            assert_eq!(seeker.take(&bytes), Some(from));
        }
    }
}

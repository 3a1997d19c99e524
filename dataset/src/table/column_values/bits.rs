//! A row of bits, as Arrow lays them out: least significant first.

/// Bits, eight to a byte, least significant first. Those behind the last are 0.
#[derive(Clone, Debug, Default)]
pub struct Bits {
    pub(super) bytes: Vec<u8>,
    pub(super) len: usize,
}

impl Bits {
    /// How many bits there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes that hold them.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes that hold them.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The bit at this place; `false` behind the last.
    #[must_use]
    pub fn get(&self, index: usize) -> bool {
        self.bytes.get(index / 8).is_some_and(|byte| byte >> (index % 8) & 1 == 1)
    }

    #[inline]
    pub(super) fn push(&mut self, bit: bool) {
        if self.len.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= u8::from(bit) << (self.len % 8);
        }
        self.len += 1;
    }

    /// Adds the same bit `count` times.
    pub(super) fn extend(&mut self, bit: bool, count: usize) {
        let end = self.len + count;
        while self.len < end && !self.len.is_multiple_of(8) {
            self.push(bit);
        }
        let whole = (end - self.len) / 8;
        self.bytes.resize(self.bytes.len() + whole, if bit { u8::MAX } else { 0 });
        self.len += whole * 8;
        while self.len < end {
            self.push(bit);
        }
    }

    /// The places of the bits that are set, ascending.
    pub fn ones(&self) -> impl Iterator<Item = usize> {
        (0..self.len).filter(|index| self.get(*index))
    }
}

#[cfg(test)]
mod tests {
    use super::super::values::Values as _;
    use super::*;

    #[test]
    fn bits_are_packed_from_the_least_significant_one() {
        let mut bits = Bits::default();
        bits.push(true);
        bits.extend(false, 2);
        bits.extend(true, 10);
        assert_eq!((bits.as_bytes(), bits.len()), (&[0b1111_1001, 0b0001_1111][..], 13));
        assert_eq!(bits.ones().collect::<Vec<_>>(), [0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        assert!(!bits.get(13) && !bits.get(100));
        let mut other = Bits::default();
        other.extend(true, 13);
        other.keep(&bits);
        assert_eq!((other.as_bytes(), other.len()), (&[255, 7][..], 11));
    }
}

//! The trait and the memory that values of every type share.

use std::borrow::Cow;
use std::ops::Range;

use asmx_xml::xsd::Zone;

/// One value of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TypedValue<'a> {
    /// The text of a column of texts.
    Text(&'a str),
    /// A boolean.
    Boolean(bool),
    /// A whole number of a signed type.
    Signed(i64),
    /// A whole number of an unsigned type.
    Unsigned(u64),
    /// A number of single precision, and its text.
    Float32(f32, &'a str),
    /// A number of double precision, and its text.
    Float64(f64, &'a str),
    /// A decimal: its digits without the point, and the number of digits after it.
    Decimal(i128, u8),
    /// A date with time: microseconds since 1970, in UTC if it states a zone, else in local time.
    DateTime(i64, Option<Zone>),
    /// Bytes.
    Binary(&'a [u8]),
}

/// The relation of a text that is kept as sent to the data beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fit {
    /// Another text for the value in the data: `007`, `+5`, `1` for a boolean.
    Same,
    /// A value of the type that the data cannot hold exactly: more than six digits of a second, more digits after the point than
    /// the column's scale, more than 38 digits. The data holds it cut, or 0 if that does not fit either.
    Beyond,
    /// Not a value of the type. The data holds 0 or nothing.
    Invalid,
}

/// Values of one type, one for each slot.
pub(super) trait Values {
    type Read;

    /// Reads the value between two places of a text, if it has the usual form, which the value gives back. Texts have no such form.
    fn read(&mut self, _text: &[u8], _start: usize, _end: usize) -> Option<Self::Read> {
        None
    }

    fn add(&mut self, _value: Self::Read) {}

    /// Fills the next slot with a value that [`Self::read`] refused. `None` if the value gives back the text; otherwise their
    /// relation.
    fn add_other(&mut self, text: &str) -> Option<Fit>;

    fn push_empty(&mut self, count: usize);

    fn fits(&self, _length: usize) -> bool {
        true
    }

    fn value(&self, slot: usize) -> TypedValue<'_>;

    fn write(&self, slot: usize, out: &mut String);

    fn text(&self, slot: usize) -> Cow<'_, str> {
        let mut text = String::with_capacity(32);
        self.write(slot, &mut text);
        Cow::Owned(text)
    }

    /// Keeps only the slots that are set in `mask`, of those that have values.
    fn keep(&mut self, mask: &Bits);

    /// Reserves memory for further values, or frees it if none will come.
    fn reserve(&mut self, growth: Growth);

    /// Drops all values and keeps the memory.
    fn clear(&mut self);
}

/// Bits, eight to a byte, least significant first, with zeros after the last.
#[derive(Clone, Debug, Default)]
pub struct Bits {
    pub(super) bytes: Vec<u8>,
    pub(super) len: usize,
}

impl Bits {
    /// The number of bits.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no bits.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes of the bits.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of the bits.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The bit at this place; `false` after the last.
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

    pub(super) fn extend(&mut self, bit: bool, count: usize) {
        let end = self.len + count;
        while self.len < end && !self.len.is_multiple_of(8) {
            self.push(bit);
        }
        let bytes = (end - self.len) / 8;
        self.bytes.resize(self.bytes.len() + bytes, if bit { u8::MAX } else { 0 });
        self.len += bytes * 8;
        while self.len < end {
            self.push(bit);
        }
    }

    /// The places of the set bits, ascending.
    pub fn ones(&self) -> impl Iterator<Item = usize> {
        (0..self.len).filter(|index| self.get(*index))
    }
}

/// Offsets as Arrow lays them out: value `i` is between offsets `i` and `i + 1`. Empty as long as there are no values.
#[derive(Clone, Debug, Default)]
pub(super) struct Offsets(Vec<i32>);

impl Offsets {
    /// The greatest length of all values together: the range of 32 bits.
    pub(super) const MOST: usize = i32::MAX as usize;

    pub(super) fn len(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    pub(super) fn as_slice(&self) -> &[i32] {
        if self.0.is_empty() { &[0] } else { &self.0 }
    }

    pub(super) fn into_vec(mut self) -> Vec<i32> {
        if self.0.is_empty() {
            self.0.push(0);
        }
        self.0
    }

    pub(super) fn range(&self, index: usize) -> Option<Range<usize>> {
        let start = usize::try_from(*self.0.get(index)?).ok()?;
        let end = usize::try_from(*self.0.get(index + 1)?).ok()?;
        Some(start..end)
    }

    /// Ends a value at this length of all values, never more than [`Self::MOST`].
    #[inline]
    pub(super) fn end(&mut self, length: usize) {
        if self.0.is_empty() {
            self.0.push(0);
        }
        self.0.push(i32::try_from(length).unwrap_or(i32::MAX));
    }

    /// Ends values, each at a length of all values.
    pub(super) fn extend(&mut self, lengths: impl Iterator<Item = usize>) {
        if self.0.is_empty() {
            self.0.push(0);
        }
        self.0.extend(lengths.map(|length| i32::try_from(length).unwrap_or(i32::MAX)));
    }

    pub(super) fn push_empty(&mut self, count: usize) {
        let end = self.0.last().copied().unwrap_or(0);
        self.0.resize(self.0.len().max(1) + count, end);
    }

    pub(super) fn keep(&mut self, mask: &Bits) {
        let ends = mask.ones().filter_map(|row| self.0.get(row + 1).copied());
        self.0 = std::iter::once(0).chain(ends).collect();
    }

    pub(super) fn reserve(&mut self, growth: Growth) {
        growth.reserve(&mut self.0);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Growth {
    /// Further values are likely.
    More { read: usize, remaining: usize },
    /// No values follow.
    Over,
}

impl Growth {
    /// Reserves memory for the likely values and a little more, or frees it if none follow.
    pub(super) fn reserve<T>(self, values: &mut Vec<T>) {
        match self.expected(values.len()) {
            // Without enough memory, the values grow as they come.
            Some(more) => drop(values.try_reserve_exact(more)),
            None => values.shrink_to_fit(),
        }
    }

    pub(super) fn reserve_text(self, text: &mut String) {
        match self.expected(text.len()) {
            Some(more) => drop(text.try_reserve_exact(more)),
            None => text.shrink_to_fit(),
        }
    }

    fn expected(self, length: usize) -> Option<usize> {
        let Self::More { read, remaining } = self else { return None };
        let expected = length.saturating_mul(remaining) / read.max(1);
        Some(expected.saturating_add(expected / 16))
    }
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn room_is_for_as_much_as_there_is_in_the_rest() {
        let mut values = vec![0_u8; 100];
        Growth::More { read: 10, remaining: 1000 }.reserve(&mut values);
        assert!((10_100..=11_000).contains(&values.capacity()), "{}", values.capacity());
        for (read, remaining) in [(0, usize::MAX), (1, usize::MAX), (usize::MAX, 1)] {
            Growth::More { read, remaining }.reserve(&mut values);
            assert_eq!((values.len(), values.capacity()), (100, 10_100 + 10_000 / 16));
        }
        Growth::Over.reserve(&mut values);
        assert_eq!((values.len(), values.capacity()), (100, 100));
    }
}

//! Values of columns, and what those of every type can do.

use std::borrow::Cow;

use super::bits::Bits;
use super::growth::Growth;
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
    /// A decimal: its digits without the point, and how many stand behind it.
    Decimal(i128, u8),
    /// A moment: microseconds since 1970, in UTC if it states a zone, else in local time.
    DateTime(i64, Option<Zone>),
    /// Bytes.
    Binary(&'a [u8]),
}

/// How a text that is kept as it was sent relates to the data beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fit {
    /// Another way to write the value in the data: `007`, `+5`, `1` for a boolean.
    Same,
    /// A value of the type that the data cannot hold exactly: more than six digits of a second, more digits behind the point
    /// than the column's scale, more than 38 digits. The data holds it cut, or 0 where that does not fit either.
    Beyond,
    /// No value of the type at all. The data holds 0 or nothing.
    Invalid,
}

/// Values of one type, one for each slot.
pub(super) trait Values {
    /// A value that was read and is not added yet.
    type Read;

    /// Reads the value between two places of a text, if it is in the one form that is given back exactly, and that is the usual one.
    fn read(&mut self, text: &[u8], start: usize, end: usize) -> Option<Self::Read>;

    /// Fills the next slot with a value that was just read.
    fn add(&mut self, value: Self::Read);

    /// Fills the next slot with a value that [`Self::read`] left. `None`: the text is given back exactly; else how it relates to
    /// what now stands there.
    fn add_other(&mut self, text: &str) -> Option<Fit>;

    /// Adds slots that mean nothing.
    fn push_empty(&mut self, count: usize);

    /// Whether a text of this length can be added.
    fn fits(&self, _length: usize) -> bool {
        true
    }

    /// The value in this slot.
    fn value(&self, slot: usize) -> TypedValue<'_>;

    /// Appends the text of the value in this slot.
    fn write(&self, slot: usize, out: &mut String);

    /// The text of the value in this slot.
    fn text(&self, slot: usize) -> Cow<'_, str> {
        let mut text = String::with_capacity(32);
        self.write(slot, &mut text);
        Cow::Owned(text)
    }

    /// Leaves only the slots that are set in `mask`; the others mean nothing.
    fn keep(&mut self, mask: &Bits);

    /// Reserves memory for more values, or frees it where none will come.
    fn reserve(&mut self, growth: Growth);

    /// Drops all values and keeps the memory for others.
    fn clear(&mut self);
}

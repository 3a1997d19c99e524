//! What the values of every type of column can do.

use std::borrow::Cow;

use super::as_sent::Fit;
use super::bits::Bits;
use super::data::TypedValue;
use super::growth::Growth;

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

//! Texts behind one another, with the offsets that part them.

use std::borrow::Cow;
use std::convert::Infallible;

use super::as_sent::Fit;
use super::bits::Bits;
use super::data::TypedValue;
use super::growth::Growth;
use super::offsets::Offsets;
use super::values::Values;

/// Texts in one piece of memory: text `i` stands between offsets `i` and `i + 1`. As Arrow's strings are laid out.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    offsets: Offsets,
    text: String,
}

/// Bytes that are copied together.
const TOGETHER: usize = 32;

impl Texts {
    /// How many texts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The offsets in bytes: one more than there are texts, ascending, the first is 0.
    #[must_use]
    pub fn offsets(&self) -> &[i32] {
        self.offsets.as_slice()
    }

    /// All texts behind one another.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text at this place.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&str> {
        self.text.get(self.offsets.range(index)?)
    }

    /// The offsets and all texts behind one another.
    #[must_use]
    pub fn into_parts(self) -> (Vec<i32>, String) {
        (self.offsets.into_vec(), self.text)
    }

    /// Adds a text that [fits](Values::fits).
    #[inline]
    pub(super) fn push(&mut self, text: &str) {
        self.push_with(|all| all.push_str(text));
    }

    /// Adds the part of a text from `start` to `end`, which [fits](Values::fits). A short one is copied together with what follows
    /// it, which is then dropped: copies of a fixed length are the fastest.
    #[inline]
    pub(super) fn push_part(&mut self, whole: &str, start: usize, end: usize) {
        let is_added =
            self.adds_within::<TOGETHER>(whole, start, end) || self.adds_within::<{ 3 * TOGETHER }>(whole, start, end);
        if !is_added {
            self.text.push_str(whole.get(start..end).unwrap_or_default());
        }
        self.offsets.end(self.text.len());
    }

    /// Adds the part of a text if it is at most `N` bytes long, by a copy of as many.
    #[inline]
    fn adds_within<const N: usize>(&mut self, whole: &str, start: usize, end: usize) -> bool {
        let length = end.saturating_sub(start);
        let more = whole.get(start..start + N).filter(|more| length <= N && more.is_char_boundary(length));
        let Some(more) = more else { return false };
        let behind = self.text.len() + length;
        self.text.push_str(more);
        self.text.truncate(behind);
        true
    }

    /// Adds a text that `append` appends and that [fits](Values::fits).
    #[inline]
    pub(super) fn push_with(&mut self, append: impl FnOnce(&mut String)) {
        append(&mut self.text);
        self.offsets.end(self.text.len());
    }
}

impl Values for Texts {
    type Read = Infallible;

    fn read(&mut self, _: &[u8], _: usize, _: usize) -> Option<Infallible> {
        None
    }

    fn add(&mut self, value: Infallible) {
        match value {}
    }

    fn add_other(&mut self, text: &str) -> Option<Fit> {
        self.push(text);
        None
    }

    fn push_empty(&mut self, count: usize) {
        self.offsets.push_empty(count);
    }

    fn fits(&self, length: usize) -> bool {
        length <= Offsets::MOST - self.text.len()
    }

    fn value(&self, slot: usize) -> TypedValue<'_> {
        TypedValue::Text(self.get(slot).unwrap_or_default())
    }

    fn write(&self, slot: usize, out: &mut String) {
        out.push_str(self.get(slot).unwrap_or_default());
    }

    fn text(&self, slot: usize) -> Cow<'_, str> {
        Cow::Borrowed(self.get(slot).unwrap_or_default())
    }

    fn keep(&mut self, mask: &Bits) {
        self.offsets.keep(mask);
    }

    fn reserve(&mut self, growth: Growth) {
        self.offsets.reserve(growth);
        growth.reserve_text(&mut self.text);
    }

    fn clear(&mut self) {
        self.offsets.clear();
        self.text.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stand_between_their_offsets() {
        let mut texts = Texts::default();
        assert_eq!((texts.offsets(), texts.len(), texts.get(0)), (&[0][..], 0, None));
        texts.push("ab");
        texts.push_empty(2);
        texts.push("ü");
        assert_eq!((texts.offsets(), texts.as_str()), (&[0, 2, 2, 2, 4][..], "abü"));
        assert_eq!([texts.get(0), texts.get(1), texts.get(3), texts.get(4)], [Some("ab"), Some(""), Some("ü"), None]);
        let mut mask = Bits::default();
        [true, false, false, true].into_iter().for_each(|bit| mask.push(bit));
        texts.keep(&mask);
        assert_eq!((texts.offsets(), texts.get(1)), (&[0, 2, 4][..], Some("ü")));
    }

    #[test]
    fn parts_are_copied_exactly() {
        let whole = "a".repeat(20) + "\u{fc}\u{1F600}" + &"b".repeat(180);
        let places: Vec<usize> = (0..=whole.len()).filter(|at| whole.is_char_boundary(*at)).collect();
        for start in &places {
            let mut texts = Texts::default();
            let mut expected = Vec::new();
            for end in places.iter().filter(|end| *end >= start) {
                texts.push_part(&whole, *start, *end);
                expected.push(whole.get(*start..*end));
            }
            let read: Vec<Option<&str>> = (0..texts.len()).map(|index| texts.get(index)).collect();
            assert_eq!(read, expected);
            assert_eq!(texts.as_str().len(), expected.iter().flatten().map(|text| text.len()).sum::<usize>());
        }
    }

    #[test]
    fn two_gibibytes_are_too_much() {
        let mut texts = Texts::default();
        assert!(texts.fits(Offsets::MOST) && !texts.fits(Offsets::MOST + 1));
        texts.push("abc");
        assert!(texts.fits(Offsets::MOST - 3) && !texts.fits(Offsets::MOST - 2));
    }
}

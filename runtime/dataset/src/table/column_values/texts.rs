//! The values of columns of texts and of bytes, with the offsets that separate them.

use std::borrow::Cow;
use std::convert::Infallible;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::values::{Bits, Fit, Growth, Offsets, TypedValue, Values};
use asmx_xml::xsd::{Base64Binary, Lexical as _};

/// Texts in one piece of memory, laid out as Arrow's strings: text `i` is between offsets `i` and `i + 1`.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    offsets: Offsets,
    text: String,
}

const TOGETHER: usize = 32;

/// Room where short texts are collected, then added together. Each is copied in pieces of a fixed length, and the next text overwrites
/// the excess. Columns of texts without qualifiers are filled 1.1 to 1.2 times as fast.
#[derive(Debug)]
pub(crate) struct Gathered(Box<[u8]>);

impl Default for Gathered {
    fn default() -> Self {
        Self(vec![0; 8 * 1024].into())
    }
}

impl Gathered {
    /// Copies `length` bytes from `start` to `at`. `None` if there is no room, or too few bytes follow them.
    #[inline]
    fn put(&mut self, at: usize, source: &[u8], start: usize, length: usize) -> Option<()> {
        let from = source.get(start..)?;
        let to = self.0.get_mut(at..)?;
        *to.first_chunk_mut::<TOGETHER>()? = *from.first_chunk::<TOGETHER>()?;
        let mut copied = TOGETHER;
        while copied < length {
            let more = *from.get(copied..)?.first_chunk::<TOGETHER>()?;
            *to.get_mut(copied..)?.first_chunk_mut::<TOGETHER>()? = more;
            copied += TOGETHER;
        }
        Some(())
    }

    /// The first `length` bytes, which are parts of a text between its delimiters, and so a text.
    fn text(&self, length: usize) -> &str {
        let bytes = self.0.get(..length).unwrap_or_default();
        simdutf8::basic::from_utf8(bytes).unwrap_or_default()
    }
}

impl Texts {
    /// The number of texts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether there are no texts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The offsets in bytes, ascending from 0: one more than there are texts.
    #[must_use]
    pub fn offsets(&self) -> &[i32] {
        self.offsets.as_slice()
    }

    /// All texts without separators.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text at this place.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&str> {
        self.text.get(self.offsets.range(index)?)
    }

    /// The offsets, and all texts without separators.
    #[must_use]
    pub fn into_parts(self) -> (Vec<i32>, String) {
        (self.offsets.into_vec(), self.text)
    }

    #[inline]
    pub(super) fn push(&mut self, text: &str) {
        self.push_with(|all| all.push_str(text));
    }

    /// Adds parts of a text by start and length, which [fit](Values::fits) in total: their number.
    pub(super) fn push_parts(
        &mut self,
        room: &mut Gathered,
        source: &str,
        parts: impl Iterator<Item = (usize, usize)>,
    ) -> usize {
        let before = self.len();
        let (mut added, mut gathered) = (self.text.len(), 0);
        let text = &mut self.text;
        self.offsets.extend(parts.map(|(start, length)| {
            if room.put(gathered, source.as_bytes(), start, length).is_none() {
                text.push_str(room.text(gathered));
                text.push_str(source.get(start..start + length).unwrap_or_default());
                (added, gathered) = (text.len(), 0);
            } else {
                gathered += length;
            }
            added + gathered
        }));
        self.text.push_str(room.text(gathered));
        self.len() - before
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

/// Bytes in one piece of memory, laid out as Arrow's binary values: value `i` is between offsets `i` and `i + 1`.
#[derive(Clone, Debug, Default)]
pub struct Binaries {
    offsets: Offsets,
    bytes: Vec<u8>,
}

impl Binaries {
    /// The offsets, ascending from 0: one more than there are values.
    #[must_use]
    pub fn offsets(&self) -> &[i32] {
        self.offsets.as_slice()
    }

    /// All values without separators.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The value at this place.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        self.bytes.get(self.offsets.range(index)?)
    }

    /// The offsets, and all values without separators.
    #[must_use]
    pub fn into_parts(self) -> (Vec<i32>, Vec<u8>) {
        (self.offsets.into_vec(), self.bytes)
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Values for Binaries {
    type Read = Infallible;

    /// `None`: the text is padded, without white space and spare bits.
    fn add_other(&mut self, text: &str) -> Option<Fit> {
        let start = self.bytes.len();
        let mut fit = None;
        if STANDARD.decode_vec(text, &mut self.bytes).is_err() {
            self.bytes.truncate(start);
            let parsed = Base64Binary::parse(text);
            fit = Some(if parsed.is_ok() { Fit::Same } else { Fit::Invalid });
            self.bytes.extend(parsed.unwrap_or_default().as_bytes());
        }
        self.offsets.end(self.bytes.len());
        fit
    }

    fn push_empty(&mut self, count: usize) {
        self.offsets.push_empty(count);
    }

    /// There are fewer bytes than in the text.
    fn fits(&self, length: usize) -> bool {
        length <= Offsets::MOST - self.bytes.len()
    }

    fn value(&self, slot: usize) -> TypedValue<'_> {
        TypedValue::Binary(self.get(slot).unwrap_or_default())
    }

    fn write(&self, slot: usize, out: &mut String) {
        STANDARD.encode_string(self.get(slot).unwrap_or_default(), out);
    }

    fn keep(&mut self, mask: &Bits) {
        self.offsets.keep(mask);
    }

    fn reserve(&mut self, growth: Growth) {
        self.offsets.reserve(growth);
        growth.reserve(&mut self.bytes);
    }

    fn clear(&mut self) {
        self.offsets.clear();
        self.bytes.clear();
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
        for bit in [true, false, false, true] {
            mask.push(bit);
        }
        texts.keep(&mask);
        assert_eq!((texts.offsets(), texts.get(1)), (&[0, 2, 4][..], Some("ü")));
    }

    #[test]
    fn parts_are_copied_exactly() {
        let source = "a".repeat(20) + "\u{fc}\u{1F600}" + &"b".repeat(180);
        let places: Vec<usize> = (0..=source.len()).filter(|at| source.is_char_boundary(*at)).collect();
        for start in &places {
            let mut texts = Texts::default();
            let mut expected = Vec::new();
            for end in places.iter().filter(|end| *end >= start) {
                assert_eq!(texts.push_parts(&mut Gathered::default(), &source, [(*start, end - start)].into_iter()), 1);
                expected.push(source.get(*start..*end));
            }
            let read: Vec<Option<&str>> = (0..texts.len()).map(|index| texts.get(index)).collect();
            assert_eq!(read, expected);
            assert_eq!(texts.as_str().len(), expected.iter().flatten().map(|text| text.len()).sum::<usize>());
        }
    }

    #[test]
    fn parts_are_gathered_exactly() {
        let source: String = ('a'..='z').cycle().take(30_000).collect();
        for length in [1, 31, 32, 33, 100, 8158, 8159, 8160, 8191, 8192, 8193] {
            let mut texts = Texts::default();
            let parts = || (0..2 * 8192 / length + 2).map(|number| (number, number + length));
            let lengths = parts().map(|(start, end)| (start, end - start));
            assert_eq!(texts.push_parts(&mut Gathered::default(), &source, lengths), parts().count());
            assert!(
                (0..).map_while(|index| texts.get(index)).eq(parts().filter_map(|(start, end)| source.get(start..end)))
            );
            assert_eq!(texts.len(), parts().count());
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

//! The values of a base64 column.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::as_sent::Fit;
use super::growth::Growth;
use asmx_xml::xsd::{Base64Binary, Lexical as _};

/// Bytes behind one another: value `i` stands between offsets `i` and `i + 1`. As Arrow's binary values are laid out.
#[derive(Clone, Debug, Default)]
pub struct Binaries {
    /// Empty as long as there are no values; else one more than there are.
    offsets: Vec<i32>,
    bytes: Vec<u8>,
}

impl Binaries {
    /// The offsets: one more than there are values, ascending, the first is 0.
    #[must_use]
    pub fn offsets(&self) -> &[i32] {
        if self.offsets.is_empty() { &[0] } else { &self.offsets }
    }

    /// All values behind one another.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The value at this place.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let start = usize::try_from(*self.offsets.get(index)?).ok()?;
        let end = usize::try_from(*self.offsets.get(index + 1)?).ok()?;
        self.bytes.get(start..end)
    }

    /// The offsets and all values behind one another.
    #[must_use]
    pub fn into_parts(mut self) -> (Vec<i32>, Vec<u8>) {
        if self.offsets.is_empty() {
            self.offsets.push(0);
        }
        (self.offsets, self.bytes)
    }

    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.offsets.len() <= 1
    }

    /// Whether what a text of this length means can be added; it is shorter than the text.
    pub(super) fn fits(&self, length: usize) -> bool {
        length <= i32::MAX as usize - self.bytes.len()
    }

    /// `None`: the text is given back exactly, for it is padded and has no white space or spare bits.
    pub(super) fn push(&mut self, text: &str) -> Option<Fit> {
        let start = self.bytes.len();
        let mut fit = None;
        if STANDARD.decode_vec(text, &mut self.bytes).is_err() {
            self.bytes.truncate(start);
            fit = match Base64Binary::parse(text) {
                Ok(binary) => {
                    self.bytes.extend(binary.as_bytes());
                    Some(Fit::Same)
                }
                Err(_) => Some(Fit::Invalid),
            };
        }
        self.push_empty(1);
        fit
    }

    /// Ends values where all bytes end now.
    pub(super) fn push_empty(&mut self, count: usize) {
        if self.offsets.is_empty() {
            self.offsets.push(0);
        }
        // Never more than an `i32` holds.
        let end = i32::try_from(self.bytes.len()).unwrap_or(i32::MAX);
        self.offsets.resize(self.offsets.len() + count, end);
    }

    /// Adds the text of the value at this place.
    pub(super) fn write(&self, slot: usize, out: &mut String) {
        STANDARD.encode_string(self.get(slot).unwrap_or_default(), out);
    }

    /// Leaves only the values at these places, ascending. All others must be empty.
    pub(super) fn keep(&mut self, places: impl Iterator<Item = usize>) {
        let ends = places.filter_map(|place| self.offsets.get(place + 1).copied());
        self.offsets = std::iter::once(0).chain(ends).collect();
    }

    pub(super) fn reserve(&mut self, growth: Growth) {
        growth.reserve(&mut self.offsets);
        growth.reserve(&mut self.bytes);
    }

    pub(super) fn clear(&mut self) {
        self.offsets.clear();
        self.bytes.clear();
    }
}

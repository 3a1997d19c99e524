//! The values of a base64 column.

use std::convert::Infallible;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::bits::Bits;
use super::growth::Growth;
use super::offsets::Offsets;
use super::values::{Fit, TypedValue, Values};
use asmx_xml::xsd::{Base64Binary, Lexical as _};

/// Bytes behind one another: value `i` stands between offsets `i` and `i + 1`. As Arrow's binary values are laid out.
#[derive(Clone, Debug, Default)]
pub struct Binaries {
    offsets: Offsets,
    bytes: Vec<u8>,
}

impl Binaries {
    /// The offsets: one more than there are values, ascending, the first is 0.
    #[must_use]
    pub fn offsets(&self) -> &[i32] {
        self.offsets.as_slice()
    }

    /// All values behind one another.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The value at this place.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        self.bytes.get(self.offsets.range(index)?)
    }

    /// The offsets and all values behind one another.
    #[must_use]
    pub fn into_parts(self) -> (Vec<i32>, Vec<u8>) {
        (self.offsets.into_vec(), self.bytes)
    }

    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Values for Binaries {
    type Read = Infallible;

    fn read(&mut self, _: &[u8], _: usize, _: usize) -> Option<Infallible> {
        None
    }

    fn add(&mut self, value: Infallible) {
        match value {}
    }

    /// `None`: the text is padded and has no white space or spare bits.
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

    /// The bytes are fewer than those of the text.
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

//! Booleans, as bits.

use asmx_xml::xsd::Lexical as _;

use super::bits::Bits;
use super::canonical::parse_boolean;
use super::growth::Growth;
use super::values::{Fit, TypedValue, Values};

impl Values for Bits {
    type Read = bool;

    #[inline]
    fn read(&mut self, text: &[u8], start: usize, end: usize) -> Option<bool> {
        parse_boolean(text.get(start..end)?)
    }

    #[inline]
    fn add(&mut self, value: bool) {
        self.push(value);
    }

    fn add_other(&mut self, text: &str) -> Option<Fit> {
        let parsed = bool::parse(text);
        self.push(parsed == Ok(true));
        Some(if parsed.is_ok() { Fit::Same } else { Fit::Invalid })
    }

    fn push_empty(&mut self, count: usize) {
        self.extend(false, count);
    }

    fn value(&self, slot: usize) -> TypedValue<'_> {
        TypedValue::Boolean(self.get(slot))
    }

    fn write(&self, slot: usize, out: &mut String) {
        out.push_str(if self.get(slot) { "true" } else { "false" });
    }

    fn keep(&mut self, mask: &Self) {
        let mut kept = Self::default();
        mask.ones().for_each(|index| kept.push(self.get(index)));
        *self = kept;
    }

    fn reserve(&mut self, growth: Growth) {
        growth.reserve(&mut self.bytes);
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.len = 0;
    }
}

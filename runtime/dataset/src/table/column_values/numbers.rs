//! The values of numeric and boolean columns.

use std::borrow::Cow;
use std::convert::Infallible;

use super::canonical::{parse_boolean, parse_signed, parse_unsigned};
use super::texts::Texts;
use super::values::{Bits, Fit, Growth, TypedValue, Values};
use asmx_xml::xsd::Lexical;

pub(super) trait Integer: Lexical + Default + Copy + itoa::Integer {
    fn read(text: &[u8], start: usize, end: usize) -> Option<Self>;
    fn typed(self) -> TypedValue<'static>;
}

macro_rules! integers {
    ($parse:ident $kind:ident: $($type:ty)*) => {$(
        impl Integer for $type {
            #[inline]
            fn read(text: &[u8], start: usize, end: usize) -> Option<Self> {
                $parse(text, start, end)?.try_into().ok()
            }

            fn typed(self) -> TypedValue<'static> {
                TypedValue::$kind(self.into())
            }
        }
    )*};
}

integers!(parse_signed Signed: i8 i16 i32 i64);
integers!(parse_unsigned Unsigned: u8 u16 u32 u64);

impl<T: Integer> Values for Vec<T> {
    type Read = T;

    #[inline]
    fn read(&mut self, text: &[u8], start: usize, end: usize) -> Option<T> {
        T::read(text, start, end)
    }

    #[inline]
    fn add(&mut self, value: T) {
        self.push(value);
    }

    fn add_other(&mut self, text: &str) -> Option<Fit> {
        let parsed = T::parse(text);
        let fit = if parsed.is_ok() { Fit::Same } else { Fit::Invalid };
        self.push(parsed.unwrap_or_default());
        Some(fit)
    }

    fn push_empty(&mut self, count: usize) {
        self.resize(self.len() + count, T::default());
    }

    #[inline]
    fn value(&self, slot: usize) -> TypedValue<'_> {
        self.get(slot).copied().unwrap_or_default().typed()
    }

    fn write(&self, slot: usize, out: &mut String) {
        out.push_str(itoa::Buffer::new().format(self.get(slot).copied().unwrap_or_default()));
    }

    fn keep(&mut self, mask: &Bits) {
        keep(self, mask);
    }

    fn reserve(&mut self, growth: Growth) {
        growth.reserve(self);
    }

    fn clear(&mut self) {
        self.clear();
    }
}

/// Keeps only the values whose places are set in `mask`.
pub(super) fn keep<T: Copy>(values: &mut Vec<T>, mask: &Bits) {
    let retained = mask.ones().filter_map(|row| values.get(row).copied()).collect();
    *values = retained;
}

/// Floating-point numbers with their texts, because a number can be written in many ways.
#[derive(Clone, Debug, Default)]
pub struct Floats<F> {
    values: Vec<F>,
    texts: Texts,
}

impl<F: Lexical + Copy + Default> Floats<F> {
    /// The values.
    #[must_use]
    pub fn values(&self) -> &[F] {
        &self.values
    }

    /// The texts as sent.
    #[must_use]
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The values.
    #[must_use]
    pub fn into_values(self) -> Vec<F> {
        self.values
    }
}

pub(super) trait Float: Lexical + Copy + Default {
    fn typed(self, text: &str) -> TypedValue<'_>;
}

impl Float for f32 {
    fn typed(self, text: &str) -> TypedValue<'_> {
        TypedValue::Float32(self, text)
    }
}

impl Float for f64 {
    fn typed(self, text: &str) -> TypedValue<'_> {
        TypedValue::Float64(self, text)
    }
}

impl<F: Float> Values for Floats<F> {
    type Read = Infallible;

    fn add_other(&mut self, text: &str) -> Option<Fit> {
        let parsed = F::parse(text);
        let fit = parsed.is_err().then_some(Fit::Invalid);
        self.values.push(parsed.unwrap_or_default());
        // A text that is not a number is kept elsewhere.
        self.texts.push(if fit.is_none() { text } else { "" });
        fit
    }

    fn push_empty(&mut self, count: usize) {
        self.values.resize(self.values.len() + count, F::default());
        self.texts.push_empty(count);
    }

    fn fits(&self, length: usize) -> bool {
        self.texts.fits(length)
    }

    fn value(&self, slot: usize) -> TypedValue<'_> {
        self.values.get(slot).copied().unwrap_or_default().typed(self.texts.get(slot).unwrap_or_default())
    }

    fn write(&self, slot: usize, out: &mut String) {
        self.texts.write(slot, out);
    }

    fn text(&self, slot: usize) -> Cow<'_, str> {
        self.texts.text(slot)
    }

    fn keep(&mut self, mask: &Bits) {
        keep(&mut self.values, mask);
        self.texts.keep(mask);
    }

    fn reserve(&mut self, growth: Growth) {
        growth.reserve(&mut self.values);
        self.texts.reserve(growth);
    }

    fn clear(&mut self) {
        self.values.clear();
        self.texts.clear();
    }
}

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
        let mut retained = Self::default();
        mask.ones().for_each(|index| retained.push(self.get(index)));
        *self = retained;
    }

    fn reserve(&mut self, growth: Growth) {
        growth.reserve(&mut self.bytes);
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.len = 0;
    }
}

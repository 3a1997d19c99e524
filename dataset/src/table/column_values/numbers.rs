//! The values of numeric columns.

use super::as_sent::Fit;
use super::bits::Bits;
use super::growth::Growth;
use super::texts::Texts;
use asmx_xml::xsd::Lexical;

/// Adds a whole number. `None`: its text is given back exactly.
#[inline]
pub(super) fn push_whole<T: Lexical + Default>(values: &mut Vec<T>, canonical: Option<T>, text: &str) -> Option<Fit> {
    match canonical {
        Some(value) => {
            values.push(value);
            None
        }
        None => Some(push_other(values, text)),
    }
}

fn push_other<T: Lexical + Default>(values: &mut Vec<T>, text: &str) -> Fit {
    let (value, fit) = T::parse(text).map_or((T::default(), Fit::Invalid), |value| (value, Fit::Same));
    values.push(value);
    fit
}

/// Leaves only the values whose place is set in `mask`.
pub(super) fn keep<T: Copy>(values: &mut Vec<T>, mask: &Bits) {
    let kept = mask.ones().filter_map(|place| values.get(place).copied()).collect();
    *values = kept;
}

/// Floating-point numbers beside their texts, for there are many ways to write one.
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

    /// The texts as they were sent.
    #[must_use]
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The values.
    #[must_use]
    pub fn into_values(self) -> Vec<F> {
        self.values
    }

    pub(super) fn push(&mut self, text: &str) -> Option<Fit> {
        let parsed = F::parse(text);
        let fit = parsed.is_err().then_some(Fit::Invalid);
        self.values.push(parsed.unwrap_or_default());
        // One that is no number is kept elsewhere.
        self.texts.push(if fit.is_none() { text } else { "" });
        fit
    }

    pub(super) fn push_empty(&mut self, count: usize) {
        self.values.resize(self.values.len() + count, F::default());
        self.texts.push_empty(count);
    }

    pub(super) fn fits(&self, length: usize) -> bool {
        self.texts.fits(length)
    }

    pub(super) fn get(&self, slot: usize) -> F {
        self.values.get(slot).copied().unwrap_or_default()
    }

    pub(super) fn keep(&mut self, mask: &Bits) {
        keep(&mut self.values, mask);
        self.texts.keep(mask.ones());
    }

    pub(super) fn reserve(&mut self, growth: Growth) {
        growth.reserve(&mut self.values);
        self.texts.reserve(growth);
    }

    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.texts.clear();
    }
}

//! The values of a decimal column.

use super::as_sent::Fit;
use super::bits::Bits;
use super::canonical::{MOST_DIGITS, parse_decimal, parse_short_decimal_part};
use super::growth::Growth;
use super::numbers::keep;
use super::short_text::ShortText;
use asmx_xml::xsd::{Decimal, Lexical as _};

/// Decimals without their point: value = unscaled / 10^scale. The scale of the column is that of its first value.
#[derive(Clone, Debug, Default)]
pub struct Decimals {
    unscaled: Vec<i128>,
    scale: Option<u8>,
}

impl Decimals {
    /// The digits without the point. At most 38.
    #[must_use]
    pub fn unscaled(&self) -> &[i128] {
        &self.unscaled
    }

    /// How many digits stand behind the point, 0 to 38; 0 if there are no values.
    #[must_use]
    pub fn scale(&self) -> u8 {
        self.scale.unwrap_or(0)
    }

    /// The digits without the point.
    #[must_use]
    pub fn into_unscaled(self) -> Vec<i128> {
        self.unscaled
    }

    /// `None`: the text is given back exactly.
    #[inline]
    pub(super) fn push(&mut self, text: &str) -> Option<Fit> {
        if let Some(unscaled) = self.read_short_part(text.as_bytes(), 0, text.len()) {
            self.push_short(unscaled);
            return None;
        }
        self.push_any(text)
    }

    /// The digits of the value between `start` and `end`, if it is in the scale of the column and has few of them.
    #[inline]
    pub(super) fn read_short_part(&self, whole: &[u8], start: usize, end: usize) -> Option<i64> {
        parse_short_decimal_part(whole, start, end, self.scale?)
    }

    #[inline]
    pub(super) fn push_short(&mut self, unscaled: i64) {
        self.unscaled.push(i128::from(unscaled));
    }

    fn push_any(&mut self, text: &str) -> Option<Fit> {
        if let Some((unscaled, scale)) = parse_decimal(text.as_bytes())
            && scale == *self.scale.get_or_insert(scale)
        {
            self.unscaled.push(unscaled);
            return None;
        }
        let Ok(decimal) = Decimal::parse(text) else {
            self.unscaled.push(0);
            return Some(Fit::Invalid);
        };
        let (unscaled, fit) = self.scaled(&decimal);
        self.unscaled.push(unscaled);
        Some(fit)
    }

    /// The value in the scale of the column, and whether that is all of it.
    fn scaled(&mut self, decimal: &Decimal) -> (i128, Fit) {
        let fraction = decimal.fraction_digits();
        let own = u8::try_from(fraction.len().min(MOST_DIGITS)).unwrap_or(0);
        let scale = usize::from(*self.scale.get_or_insert(own));
        let (held, cut) = fraction.split_at_checked(scale).unwrap_or((fraction, ""));
        let whole = decimal.integer_digits().trim_start_matches('0');
        if whole.len() + scale > MOST_DIGITS {
            return (0, Fit::Beyond);
        }
        let zeros = std::iter::repeat_n(b'0', scale - held.len());
        let digits = whole.bytes().chain(held.bytes()).chain(zeros);
        let magnitude = digits.fold(0_i128, |sum, byte| sum * 10 + i128::from(byte.wrapping_sub(b'0')));
        let fit = if cut.bytes().all(|byte| byte == b'0') { Fit::Same } else { Fit::Beyond };
        (if decimal.is_negative() { -magnitude } else { magnitude }, fit)
    }

    pub(super) fn push_empty(&mut self, count: usize) {
        self.unscaled.resize(self.unscaled.len() + count, 0);
    }

    /// The unscaled value at this place.
    pub(super) fn get(&self, slot: usize) -> i128 {
        self.unscaled.get(slot).copied().unwrap_or(0)
    }

    /// The text of the value at this place.
    pub(super) fn text(&self, slot: usize) -> ShortText {
        ShortText::decimal(self.get(slot), self.scale())
    }

    pub(super) fn keep(&mut self, mask: &Bits) {
        keep(&mut self.unscaled, mask);
    }

    pub(super) fn reserve(&mut self, growth: Growth) {
        growth.reserve(&mut self.unscaled);
    }

    pub(super) fn clear(&mut self) {
        self.unscaled.clear();
        self.scale = None;
    }
}

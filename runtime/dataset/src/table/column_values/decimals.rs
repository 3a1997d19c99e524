//! The values of a decimal column.

use super::canonical::{MOST_DIGITS, parse_decimal, parse_short_decimal};
use super::numbers::keep;
use super::values::{Bits, Fit, Growth, TypedValue, Values};
use asmx_xml::xsd::{Decimal, Lexical as _};

/// Decimals without their point: value = unscaled / 10^scale. The scale of the column is that of its first value.
#[derive(Clone, Debug, Default)]
pub struct Decimals {
    unscaled: Vec<i128>,
    scale: Option<u8>,
}

impl Decimals {
    /// The digits without the point, at most 38.
    #[must_use]
    pub fn unscaled(&self) -> &[i128] {
        &self.unscaled
    }

    /// The number of digits after the point, 0 to 38; 0 if there are no values.
    #[must_use]
    pub fn scale(&self) -> u8 {
        self.scale.unwrap_or(0)
    }

    /// The digits without the point.
    #[must_use]
    pub fn into_unscaled(self) -> Vec<i128> {
        self.unscaled
    }

    /// The value in the scale of the column, and whether it is complete.
    fn scaled(&mut self, decimal: &Decimal) -> (i128, Fit) {
        let fraction = decimal.fraction_digits();
        let own = u8::try_from(fraction.len().min(MOST_DIGITS)).unwrap_or(0);
        let scale = usize::from(*self.scale.get_or_insert(own));
        let (fraction, cut) = fraction.split_at_checked(scale).unwrap_or((fraction, ""));
        let integer = decimal.integer_digits().trim_start_matches('0');
        if integer.len() + scale > MOST_DIGITS {
            return (0, Fit::Beyond);
        }
        let zeros = std::iter::repeat_n(b'0', scale - fraction.len());
        let digits = integer.bytes().chain(fraction.bytes()).chain(zeros);
        let magnitude = digits.fold(0_i128, |sum, byte| sum * 10 + i128::from(byte.wrapping_sub(b'0')));
        let fit = if cut.bytes().all(|byte| byte == b'0') { Fit::Same } else { Fit::Beyond };
        (if decimal.is_negative() { -magnitude } else { magnitude }, fit)
    }
}

impl Values for Decimals {
    type Read = i64;

    /// Reads decimals in the scale of the column with few digits.
    #[inline]
    fn read(&mut self, text: &[u8], start: usize, end: usize) -> Option<i64> {
        parse_short_decimal(text, start, end, self.scale?)
    }

    #[inline]
    fn add(&mut self, value: i64) {
        self.unscaled.push(i128::from(value));
    }

    fn add_other(&mut self, text: &str) -> Option<Fit> {
        if let Some((unscaled, scale)) = parse_decimal(text.as_bytes())
            && scale == *self.scale.get_or_insert(scale)
        {
            self.unscaled.push(unscaled);
            return None;
        }
        let (unscaled, fit) = Decimal::parse(text).map_or((0, Fit::Invalid), |decimal| self.scaled(&decimal));
        self.unscaled.push(unscaled);
        Some(fit)
    }

    fn push_empty(&mut self, count: usize) {
        self.unscaled.resize(self.unscaled.len() + count, 0);
    }

    fn value(&self, slot: usize) -> TypedValue<'_> {
        TypedValue::Decimal(self.unscaled.get(slot).copied().unwrap_or(0), self.scale())
    }

    fn write(&self, slot: usize, out: &mut String) {
        let unscaled = self.unscaled.get(slot).copied().unwrap_or(0);
        if unscaled < 0 {
            out.push('-');
        }
        let mut buffer = itoa::Buffer::new();
        let magnitude = unscaled.unsigned_abs();
        // Numbers of 64 bits are written faster.
        let digits = match u64::try_from(magnitude) {
            Ok(short) => buffer.format(short),
            Err(_) => buffer.format(magnitude),
        };
        let scale = usize::from(self.scale());
        let zeros = (scale + 1).saturating_sub(digits.len());
        let (integer, fraction) = match zeros {
            0 => digits.split_at_checked(digits.len() - scale).unwrap_or((digits, "")),
            _ => ("0", digits),
        };
        out.push_str(integer);
        if scale > 0 {
            out.push('.');
            out.extend(std::iter::repeat_n('0', zeros.saturating_sub(1)));
            out.push_str(fraction);
        }
    }

    fn keep(&mut self, mask: &Bits) {
        keep(&mut self.unscaled, mask);
    }

    fn reserve(&mut self, growth: Growth) {
        growth.reserve(&mut self.unscaled);
    }

    fn clear(&mut self) {
        self.unscaled.clear();
        self.scale = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_have_their_point() {
        let cases = [
            (0, 0, "0"),
            (0, 2, "0.00"),
            (7, 2, "0.07"),
            (-7, 1, "-0.7"),
            (-70, 0, "-70"),
            (123_456, 3, "123.456"),
            (i128::from(u64::MAX), 2, "184467440737095516.15"),
            (i128::from(u64::MAX) + 1, 2, "184467440737095516.16"),
            (-i128::from(u64::MAX) - 1, 38, "-0.00000000000000000018446744073709551616"),
            (i128::MIN, 0, "-170141183460469231731687303715884105728"),
            (i128::MIN, 38, "-1.70141183460469231731687303715884105728"),
        ];
        for (unscaled, scale, expected) in cases {
            let decimals = Decimals { unscaled: vec![unscaled], scale: Some(scale) };
            assert_eq!(decimals.text(0), expected);
        }
    }
}

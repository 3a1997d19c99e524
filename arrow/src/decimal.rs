//! Decimals in another scale.

use asmx_dataset::table::{ColumnValues, Decimals, Fit};
use asmx_dataset::xsd::{Decimal, Lexical as _};

use crate::error::CellErrorKind;
use crate::target::PRECISION;

/// The first number with more digits than that.
const TOO_MUCH: i128 = 10_i128.pow(38);

/// The rows whose values are not exact in this scale.
pub(crate) fn invalid_cells(values: &ColumnValues, decimals: &Decimals, scale: u8) -> Vec<(u32, CellErrorKind)> {
    let kind = |(row, slot)| match exact(values, decimals, row, slot, scale) {
        Some(_) => None,
        None if matches!(values.as_sent_at(row), Some((Fit::Invalid, _))) => Some((row, CellErrorKind::NoValue)),
        None => Some((row, CellErrorKind::Inexact)),
    };
    values.filled().filter_map(kind).collect()
}

/// The values of so many rows in this scale; 0 where there is none or one that is not exact.
pub(crate) fn in_scale(values: &ColumnValues, decimals: &Decimals, scale: u8, row_count: u32) -> Vec<i128> {
    let mut unscaled = vec![0; row_count as usize];
    for (row, slot) in values.filled() {
        if let (Some(place), Some(value)) = (unscaled.get_mut(row as usize), exact(values, decimals, row, slot, scale))
        {
            *place = value;
        }
    }
    unscaled
}

fn exact(values: &ColumnValues, decimals: &Decimals, row: u32, slot: usize, scale: u8) -> Option<i128> {
    match values.as_sent_at(row) {
        Some((Fit::Invalid, _)) => None,
        Some((Fit::Beyond, text)) => parsed(text, scale),
        _ => rescaled(decimals.unscaled().get(slot).copied()?, decimals.scale(), scale),
    }
}

fn rescaled(unscaled: i128, from: u8, to: u8) -> Option<i128> {
    let factor = 10_i128.checked_pow(from.abs_diff(to).into())?;
    if to < from {
        return (unscaled % factor == 0).then(|| unscaled / factor);
    }
    unscaled.checked_mul(factor).filter(|unscaled| unscaled.unsigned_abs() < TOO_MUCH.unsigned_abs())
}

fn parsed(text: &str, scale: u8) -> Option<i128> {
    let decimal = Decimal::parse(text).ok()?;
    let whole = decimal.integer_digits().trim_start_matches('0');
    let fraction = decimal.fraction_digits().trim_end_matches('0');
    let missing = usize::from(scale).checked_sub(fraction.len())?;
    if whole.len() + usize::from(scale) > usize::from(PRECISION) {
        return None;
    }
    let digits = whole.bytes().chain(fraction.bytes()).chain(std::iter::repeat_n(b'0', missing));
    let magnitude = digits.fold(0_i128, |sum, digit| sum * 10 + i128::from(digit.wrapping_sub(b'0')));
    Some(if decimal.is_negative() { -magnitude } else { magnitude })
}

//! Decimals in another scale than that of their table.

use std::sync::Arc;

use arrow_array::Decimal128Array;
use arrow_schema::ArrowError;
use asmx_dataset::table::{ColumnValues, Decimals, Fit};
use asmx_dataset::xsd::{Decimal, Lexical as _};

use crate::cells::{CellErrorKind, Cells, Findings, NullsOfRows};
use crate::column_as::PRECISION;

/// The smallest number of 39 digits.
const TOO_MUCH: u128 = 10_u128.pow(38);

/// The decimals of a column whose scale is another one.
pub(crate) fn rescaled_cells(
    values: &ColumnValues,
    decimals: &Decimals,
    scale: u8,
    rows: u32,
) -> Result<Cells, ArrowError> {
    let factor = Factor::between(decimals.scale(), scale);
    let mut findings = Findings::default();
    let mut unscaled = vec![0; rows as usize];
    let mut nulls = NullsOfRows::new(rows);
    let mut as_sent = values.as_sent().peekable();
    for (row, slot) in values.filled() {
        let value = match as_sent.next_if(|(at, ..)| *at == row) {
            Some((_, Fit::Invalid, text)) => {
                findings.add_invalid(row, text, CellErrorKind::NoValue);
                None
            }
            Some((_, Fit::Beyond, text)) => {
                let value = parsed(text, scale);
                if value.is_none() {
                    findings.add_invalid(row, text, CellErrorKind::Inexact);
                }
                value
            }
            Some((_, Fit::Same, _)) | None => {
                let value = decimals.unscaled().get(slot).and_then(|unscaled| factor.apply(*unscaled));
                if value.is_none() {
                    let text = values.text(row).unwrap_or_default();
                    findings.add_invalid(row, &text, CellErrorKind::Inexact);
                }
                value
            }
        };
        if let (Some(value), Some(place)) = (value, unscaled.get_mut(row as usize)) {
            *place = value;
            nulls.set_valid(row);
        }
    }
    let array = Decimal128Array::try_new(unscaled.into(), nulls.finish())?;
    let array = array.with_precision_and_scale(PRECISION, scale.cast_signed())?;
    Ok(Cells { array: Arc::new(array), findings })
}

/// A scale that holds a decimal which `own` does not, if there is one: no more digits than needed, or as many as there is
/// room for behind a long integer.
pub(crate) fn scale_for(text: &str, own: u8) -> Option<u8> {
    let decimal = Decimal::parse(text).ok()?;
    let needed = decimal.fraction_digits().trim_end_matches('0').len();
    let room = usize::from(PRECISION).checked_sub(decimal.integer_digits().trim_start_matches('0').len())?;
    let scale = if needed > usize::from(own) { needed } else { room };
    u8::try_from(scale).ok().filter(|_| needed <= room)
}

/// The change from one scale to another.
#[derive(Clone, Copy, Debug)]
enum Factor {
    Up(i128),
    Down(i128),
}

impl Factor {
    fn between(from: u8, to: u8) -> Self {
        // Both are 38 at most, so the power fits.
        let factor = 10_i128.checked_pow(from.abs_diff(to).into()).unwrap_or(i128::MAX);
        if to < from { Self::Down(factor) } else { Self::Up(factor) }
    }

    fn apply(self, unscaled: i128) -> Option<i128> {
        match self {
            Self::Up(factor) => unscaled.checked_mul(factor).filter(|scaled| scaled.unsigned_abs() < TOO_MUCH),
            Self::Down(factor) => (unscaled % factor == 0).then(|| unscaled / factor),
        }
    }
}

fn parsed(text: &str, scale: u8) -> Option<i128> {
    let decimal = Decimal::parse(text).ok()?;
    let digits = decimal.integer_digits().trim_start_matches('0');
    let fraction = decimal.fraction_digits().trim_end_matches('0');
    let missing = usize::from(scale).checked_sub(fraction.len())?;
    if digits.len() + usize::from(scale) > usize::from(PRECISION) {
        return None;
    }
    let digits = digits.bytes().chain(fraction.bytes()).chain(std::iter::repeat_n(b'0', missing));
    let magnitude = digits.fold(0_i128, |sum, digit| sum * 10 + i128::from(digit.wrapping_sub(b'0')));
    Some(if decimal.is_negative() { -magnitude } else { magnitude })
}

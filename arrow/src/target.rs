//! The Arrow type that a column becomes, and the cells that the type does not hold.

use std::sync::Arc;

use arrow_schema::{DataType, TimeUnit};
use asmx_dataset::table::{ColumnData, ColumnValues, DateTimes, Decimals, Fit, ValueType, Zones};
use asmx_dataset::xsd::{Decimal, Lexical as _, Zone};

use crate::error::CellErrorKind;

/// The number of digits that a decimal of 128 bits always holds.
pub(crate) const PRECISION: u8 = 38;

/// The type that the values of a column become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Texts as they were sent.
    Text,
    /// The Arrow type of the table's own representation.
    Same(ValueType),
    /// Decimals of this scale.
    Decimal(u8),
    /// Instants, shown in this zone.
    Instant(Zone),
    /// Local times.
    WallClock {
        /// Whether zones of values are ignored.
        drops_zone: bool,
    },
}

impl Target {
    pub(crate) fn takes(self, values: ValueType) -> bool {
        match self {
            Self::Text => true,
            Self::Same(own) => own == values,
            Self::Decimal(_) => values == ValueType::Decimal,
            Self::Instant(_) | Self::WallClock { .. } => values == ValueType::DateTime,
        }
    }

    pub(crate) fn data_type(self) -> DataType {
        match self {
            Self::Decimal(scale) => DataType::Decimal128(PRECISION, scale.cast_signed()),
            Self::Instant(zone) => DataType::Timestamp(TimeUnit::Microsecond, Some(zone_name(zone))),
            Self::WallClock { .. } => DataType::Timestamp(TimeUnit::Microsecond, None),
            Self::Same(ValueType::Boolean) => DataType::Boolean,
            Self::Same(ValueType::Int8) => DataType::Int8,
            Self::Same(ValueType::UInt8) => DataType::UInt8,
            Self::Same(ValueType::Int16) => DataType::Int16,
            Self::Same(ValueType::UInt16) => DataType::UInt16,
            Self::Same(ValueType::Int32) => DataType::Int32,
            Self::Same(ValueType::UInt32) => DataType::UInt32,
            Self::Same(ValueType::Int64) => DataType::Int64,
            Self::Same(ValueType::UInt64) => DataType::UInt64,
            Self::Same(ValueType::Float32) => DataType::Float32,
            Self::Same(ValueType::Float64) => DataType::Float64,
            Self::Same(ValueType::Binary) => DataType::Binary,
            Self::Text | Self::Same(_) => DataType::Utf8,
        }
    }
}

/// The zone's name in Arrow types: `UTC`, `+02:00`.
fn zone_name(zone: Zone) -> Arc<str> {
    match zone {
        Zone::Utc => Arc::from("UTC"),
        Zone::Offset(minutes) => {
            let sign = if minutes < 0 { '-' } else { '+' };
            let minutes = minutes.unsigned_abs();
            Arc::from(format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60))
        }
    }
}

/// The rows, ascending, whose values the target cannot hold, and why.
pub(crate) fn invalid_cells(values: &ColumnValues, target: Target) -> Vec<(u32, CellErrorKind)> {
    let as_sent = values.as_sent().filter_map(|(row, fit, _)| Some((row, of_fit(fit)?)));
    match (target, values.data()) {
        (Target::Text, _) => Vec::new(),
        (Target::Decimal(scale), ColumnData::Decimal(decimals)) if decimals.scale() != scale => {
            inexact_decimals(values, decimals, scale)
        }
        (Target::Instant(_) | Target::WallClock { drops_zone: false }, ColumnData::DateTime(moments)) => {
            let mut found: Vec<_> = as_sent.collect();
            let other_kind = of_other_kind(values, moments, matches!(target, Target::Instant(_)));
            if !other_kind.is_empty() {
                found.extend(other_kind);
                found.sort_unstable_by_key(|(row, _)| *row);
            }
            found
        }
        _ => as_sent.collect(),
    }
}

/// The rows, ascending, whose value the column holds exactly, with their slots.
pub(crate) fn exact_rows(values: &ColumnValues) -> impl Iterator<Item = (u32, usize)> {
    let mut others = values.as_sent().filter(|(_, fit, _)| *fit != Fit::Same).map(|(row, ..)| row).peekable();
    values.filled().filter(move |(row, _)| {
        while others.next_if(|other| other < row).is_some() {}
        others.next_if_eq(row).is_none()
    })
}

fn of_fit(fit: Fit) -> Option<CellErrorKind> {
    match fit {
        Fit::Same => None,
        Fit::Beyond => Some(CellErrorKind::Inexact),
        Fit::Invalid => Some(CellErrorKind::NoValue),
    }
}

/// The rows whose moment has no zone although instants need one, or has one although local times must not.
fn of_other_kind(values: &ColumnValues, moments: &DateTimes, wants_zone: bool) -> Vec<(u32, CellErrorKind)> {
    let kind = if wants_zone { CellErrorKind::Unzoned } else { CellErrorKind::Zoned };
    let exact = exact_rows(values);
    match moments.zones() {
        Zones::Same(_) if wants_zone => Vec::new(),
        Zones::Unstated if !wants_zone => Vec::new(),
        Zones::Same(_) | Zones::Unstated => exact.map(|(row, _)| (row, kind)).collect(),
        Zones::Each(minutes) => {
            let has_zone = |slot: usize| minutes.get(slot).is_some_and(|minutes| *minutes != Zones::NONE);
            exact.filter(|(_, slot)| has_zone(*slot) != wants_zone).map(|(row, _)| (row, kind)).collect()
        }
    }
}

/// The smallest number of 39 digits.
const TOO_MUCH: i128 = 10_i128.pow(38);

fn inexact_decimals(values: &ColumnValues, decimals: &Decimals, scale: u8) -> Vec<(u32, CellErrorKind)> {
    let kind = |(row, slot)| match exact(values, decimals, row, slot, scale) {
        Some(_) => None,
        None if matches!(values.as_sent_at(row), Some((Fit::Invalid, _))) => Some((row, CellErrorKind::NoValue)),
        None => Some((row, CellErrorKind::Inexact)),
    };
    values.filled().filter_map(kind).collect()
}

/// The values in this scale; 0 for rows without a value or with one that is not exact.
pub(crate) fn decimals_in_scale(values: &ColumnValues, decimals: &Decimals, scale: u8, row_count: u32) -> Vec<i128> {
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

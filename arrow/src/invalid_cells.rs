//! Which cells the Arrow type of their column does not hold.

use asmx_dataset::table::{ColumnData, ColumnValues, DateTimes, Fit, Zones};

use crate::decimal;
use crate::error::CellErrorKind;
use crate::target::Target;

/// The rows, ascending, whose values do not become what is wanted, and why.
pub(crate) fn find(values: &ColumnValues, target: Target) -> Vec<(u32, CellErrorKind)> {
    let as_sent = values.as_sent().filter_map(|(row, fit, _)| Some((row, of_fit(fit)?)));
    match (target, values.data()) {
        (Target::Text, _) => Vec::new(),
        (Target::Decimal(scale), ColumnData::Decimal(decimals)) if decimals.scale() != scale => {
            decimal::invalid_cells(values, decimals, scale)
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

/// The rows that have a value which the data holds exactly, ascending, with their slots.
pub(crate) fn held(values: &ColumnValues) -> impl Iterator<Item = (u32, usize)> {
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

/// The rows whose moment states no zone where instants are wanted, or one where they are not.
fn of_other_kind(values: &ColumnValues, moments: &DateTimes, wants_zone: bool) -> Vec<(u32, CellErrorKind)> {
    let kind = if wants_zone { CellErrorKind::Unzoned } else { CellErrorKind::Zoned };
    let held = held(values);
    match moments.zones() {
        Zones::Same(_) if wants_zone => Vec::new(),
        Zones::Unstated if !wants_zone => Vec::new(),
        Zones::Same(_) | Zones::Unstated => held.map(|(row, _)| (row, kind)).collect(),
        Zones::Each(minutes) => {
            let has_zone = |slot: usize| minutes.get(slot).is_some_and(|minutes| *minutes != Zones::NONE);
            held.filter(|(_, slot)| has_zone(*slot) != wants_zone).map(|(row, _)| (row, kind)).collect()
        }
    }
}

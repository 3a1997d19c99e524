//! Times as timestamps.

use std::sync::Arc;

use arrow_array::types::TimestampMicrosecondType;
use arrow_array::{ArrayRef, PrimitiveArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{ArrowError, DataType};
use asmx_dataset::table::{ColumnData, ColumnParts, ColumnValues, DateTimes, Fit, Zones};
use asmx_dataset::xsd::Zone;

use crate::cells::{CellErrorKind, Cells, Findings, null_buffer, unexpected};
use crate::target::Target;

/// Instants, or local times as they were sent. More than six digits of a second are cut.
pub(crate) fn cells(values: ColumnValues, rows: u32, target: Target) -> Result<Cells, ArrowError> {
    let mut findings = Findings::of(&values);
    if let ColumnData::DateTime(moments) = values.data() {
        if target == Target::Instant {
            check_instants(&values, moments, &mut findings);
        } else {
            findings.has_zones = match moments.zones() {
                Zones::Unstated => false,
                Zones::Same(_) => true,
                Zones::Each(minutes) => minutes.iter().any(|minutes| *minutes != Zones::NONE),
            };
        }
    }
    let ColumnParts { data, validity } = values.into_parts(rows);
    let ColumnData::DateTime(moments) = data else {
        return Err(unexpected(data.value_type()));
    };
    let nulls = null_buffer(validity, &findings.blanks, rows as usize);
    let microseconds = if target == Target::WallClock { by_wall_clock(moments) } else { moments.into_microseconds() };
    Ok(Cells { array: timestamps(microseconds, nulls, target.data_type())?, findings })
}

/// Refuses values without a zone, and notes zones other than UTC.
fn check_instants(values: &ColumnValues, moments: &DateTimes, findings: &mut Findings) {
    let zone_of = |slot: usize| match moments.zones() {
        Zones::Unstated => Zones::NONE,
        Zones::Same(zone) => zone.minutes(),
        Zones::Each(minutes) => minutes.get(slot).copied().unwrap_or(Zones::NONE),
    };
    match moments.zones() {
        Zones::Same(zone) => findings.has_zones = zone != Zone::Utc,
        Zones::Unstated | Zones::Each(_) => {
            let mut no_values =
                values.as_sent().filter(|(_, fit, _)| *fit == Fit::Invalid).map(|(row, ..)| row).peekable();
            for (row, slot) in values.filled() {
                if no_values.next_if_eq(&row).is_some() {
                    continue;
                }
                match zone_of(slot) {
                    Zones::NONE => {
                        let text = values.text(row).unwrap_or_default();
                        findings.add_invalid(row, &text, CellErrorKind::Unzoned);
                        // The rows after it are not used.
                        return;
                    }
                    minutes => findings.has_zones |= minutes != 0,
                }
            }
        }
    }
}

/// The local times of the moments, each in its own zone.
fn by_wall_clock(moments: DateTimes) -> Vec<i64> {
    let shift = |minutes: i16| if minutes == Zones::NONE { 0 } else { i64::from(minutes) * 60_000_000 };
    let shifts: Vec<i64> = match moments.zones() {
        Zones::Unstated => Vec::new(),
        Zones::Same(zone) => vec![shift(zone.minutes()); moments.microseconds().len()],
        Zones::Each(minutes) => minutes.iter().copied().map(shift).collect(),
    };
    let mut microseconds = moments.into_microseconds();
    for (moment, shift) in microseconds.iter_mut().zip(shifts) {
        *moment = moment.saturating_add(shift);
    }
    microseconds
}

/// Microseconds as timestamps of this type.
fn timestamps(microseconds: Vec<i64>, nulls: Option<NullBuffer>, data_type: DataType) -> Result<ArrayRef, ArrowError> {
    let array = PrimitiveArray::<TimestampMicrosecondType>::try_new(microseconds.into(), nulls)?;
    Ok(Arc::new(array.with_data_type(data_type)))
}

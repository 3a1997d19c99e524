//! Arrays of values that tables keep as texts.

use std::sync::Arc;

use arrow_array::{ArrayRef, BinaryArray, Date32Array, StringArray};
use arrow_buffer::Buffer;
use arrow_schema::ArrowError;
use asmx_dataset::table::{ColumnValues, PushError, ValueType};
use asmx_dataset::xsd::{Date, HexBinary, Lexical as _};
use asmx_types::lexical::dates::{NUMBER_OF_1970, day_number};

use crate::cells::{CellErrorKind, Cells, Findings, NullsOfRows, Refused, offset_buffer};

/// The values by their texts as another type.
pub(crate) fn read_again(values: &ColumnValues, wanted: ValueType) -> Result<ColumnValues, Refused> {
    let mut again = ColumnValues::new(wanted);
    let mut text = String::new();
    for (row, _) in values.filled() {
        text.clear();
        values.write_text(row, &mut text);
        match again.push_text(row, &text) {
            // Rows ascend, so none is passed.
            Ok(()) | Err(PushError::RowPassed) => {}
            Err(_) => return Err(Refused::TooMuchText),
        }
    }
    Ok(again)
}

/// The texts of the values as they were sent.
pub(crate) fn rendered(values: &ColumnValues, rows: u32) -> Result<ArrayRef, Refused> {
    let mut text = String::new();
    let mut offsets = Vec::with_capacity(rows as usize + 1);
    offsets.push(0);
    let mut nulls = NullsOfRows::new(rows);
    for row in 0..rows {
        if values.write_text(row, &mut text) {
            nulls.set_valid(row);
        }
        offsets.push(i32::try_from(text.len()).map_err(|_| Refused::TooMuchText)?);
    }
    let text = Buffer::from_vec(text.into_bytes());
    Ok(Arc::new(StringArray::try_new(offset_buffer(offsets), text, nulls.finish())?))
}

/// Days. Zones of values are left out.
pub(crate) fn dates(values: &ColumnValues, rows: u32) -> Result<Cells, ArrowError> {
    let mut findings = Findings::default();
    let mut days = vec![0; rows as usize];
    let mut nulls = NullsOfRows::new(rows);
    for (row, _) in values.filled() {
        let text = values.text(row).unwrap_or_default();
        match (Date::parse(&text), days.get_mut(row as usize)) {
            (Ok(date), Some(day)) => {
                let number = day_number(date.year(), date.month(), date.day());
                *day = number.wrapping_sub(NUMBER_OF_1970).cast_signed();
                findings.has_zones |= date.zone().is_some();
                nulls.set_valid(row);
            }
            _ => findings.add_invalid(row, &text, CellErrorKind::NoValue),
        }
    }
    Ok(Cells { array: Arc::new(Date32Array::try_new(days.into(), nulls.finish())?), findings })
}

/// Bytes, sent in hexadecimal digits.
pub(crate) fn hex(values: &ColumnValues, rows: u32) -> Result<Cells, Refused> {
    let mut findings = Findings::default();
    let mut bytes = Vec::new();
    let mut offsets = Vec::with_capacity(rows as usize + 1);
    offsets.push(0);
    let mut nulls = NullsOfRows::new(rows);
    for row in 0..rows {
        if let Some(text) = values.text(row) {
            match HexBinary::parse(&text) {
                Ok(value) => {
                    bytes.extend_from_slice(value.as_bytes());
                    nulls.set_valid(row);
                }
                Err(_) => findings.add_invalid(row, &text, CellErrorKind::NoValue),
            }
        }
        offsets.push(i32::try_from(bytes.len()).map_err(|_| Refused::TooMuchText)?);
    }
    let array = BinaryArray::try_new(offset_buffer(offsets), Buffer::from_vec(bytes), nulls.finish())?;
    Ok(Cells { array: Arc::new(array), findings })
}

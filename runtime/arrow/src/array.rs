//! The values of a column as an Arrow array.

use std::sync::Arc;

use arrow_array::types::{ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use arrow_array::{ArrayRef, BinaryArray, BooleanArray, Decimal128Array, PrimitiveArray, StringArray};
use arrow_buffer::{Buffer, NullBuffer};
use arrow_schema::ArrowError;
use asmx_dataset::table::{ColumnData, ColumnParts, ColumnValues, Fit, ValueType};

use crate::cells::{CellErrorKind, Cells, Findings, Refused, boolean_buffer, null_buffer, offset_buffer, unexpected};
use crate::decimals::rescaled_cells;
use crate::target::Target;
use crate::{from_text, times};

/// The values as an array of `rows` rows. It takes over the memory of the values unless its layout differs.
pub(crate) fn cells(values: ColumnValues, rows: u32, target: Target) -> Result<Cells, Refused> {
    let values = match target.value_type() {
        Some(wanted) if wanted != values.value_type() => from_text::read_again(&values, wanted)?,
        _ => values,
    };
    match target {
        Target::Text => Ok(Cells { array: texts(values, rows)?, findings: Findings::default() }),
        Target::Date => Ok(from_text::dates(&values, rows)?),
        Target::Hex => from_text::hex(&values, rows),
        Target::Instant | Target::WallClock => Ok(times::cells(values, rows, target)?),
        Target::Decimal(scale) => Ok(decimals(values, rows, scale)?),
        Target::Own(_) => {
            let findings = Findings::of(&values);
            Ok(Cells { array: own(values, rows, &findings.blanks)?, findings })
        }
    }
}

fn decimals(values: ColumnValues, rows: u32, scale: u8) -> Result<Cells, ArrowError> {
    if let ColumnData::Decimal(decimals) = values.data()
        && decimals.scale() != scale
    {
        return rescaled_cells(&values, decimals, scale, rows);
    }
    let mut findings = Findings::of(&values);
    if findings.has_cut_fractions {
        for (row, _, text) in values.as_sent().filter(|(_, fit, _)| *fit == Fit::Beyond) {
            findings.add_invalid(row, text, CellErrorKind::Inexact);
        }
        findings.has_cut_fractions = false;
    }
    let ColumnParts { data, validity } = values.into_parts(rows);
    let ColumnData::Decimal(decimals) = data else {
        return Err(unexpected(data.value_type()));
    };
    let nulls = null_buffer(validity, &findings.blanks, rows as usize);
    let array = Decimal128Array::try_new(decimals.into_unscaled().into(), nulls)?;
    let array = array.with_data_type(Target::Decimal(scale).data_type());
    Ok(Cells { array: Arc::new(array), findings })
}

fn texts(values: ColumnValues, rows: u32) -> Result<ArrayRef, Refused> {
    if !matches!(values.data(), ColumnData::Text(_)) {
        return from_text::rendered(&values, rows);
    }
    own(values, rows, &[]).map_err(Refused::Arrow)
}

/// The values in the table's own representation, unsigned numbers as wider signed ones; those of `nulls` become null.
fn own(values: ColumnValues, rows: u32, nulls: &[u32]) -> Result<ArrayRef, ArrowError> {
    let ColumnParts { data, validity } = values.into_parts(rows);
    let nulls = null_buffer(validity, nulls, rows as usize);
    Ok(match data {
        ColumnData::Text(texts) => {
            let (offsets, text) = texts.into_parts();
            Arc::new(StringArray::try_new(offset_buffer(offsets), Buffer::from_vec(text.into_bytes()), nulls)?)
        }
        ColumnData::Binary(binaries) => {
            let (offsets, bytes) = binaries.into_parts();
            Arc::new(BinaryArray::try_new(offset_buffer(offsets), Buffer::from_vec(bytes), nulls)?)
        }
        ColumnData::Boolean(bits) => Arc::new(BooleanArray::new(boolean_buffer(bits), nulls)),
        ColumnData::Int8(values) => primitive::<Int8Type>(values, nulls)?,
        ColumnData::UInt8(values) => primitive::<Int16Type>(wider(values), nulls)?,
        ColumnData::Int16(values) => primitive::<Int16Type>(values, nulls)?,
        ColumnData::UInt16(values) => primitive::<Int32Type>(wider(values), nulls)?,
        ColumnData::Int32(values) => primitive::<Int32Type>(values, nulls)?,
        ColumnData::UInt32(values) => primitive::<Int64Type>(wider(values), nulls)?,
        ColumnData::Int64(values) => primitive::<Int64Type>(values, nulls)?,
        ColumnData::UInt64(values) => {
            let array = Decimal128Array::try_new(wider::<_, i128>(values).into(), nulls)?;
            Arc::new(array.with_data_type(Target::Own(ValueType::UInt64).data_type()))
        }
        ColumnData::Float32(floats) => primitive::<Float32Type>(floats.into_values(), nulls)?,
        ColumnData::Float64(floats) => primitive::<Float64Type>(floats.into_values(), nulls)?,
        _ => return Err(unexpected(data.value_type())),
    })
}

fn wider<Narrow, Wide: From<Narrow>>(values: Vec<Narrow>) -> Vec<Wide> {
    values.into_iter().map(Wide::from).collect()
}

fn primitive<T: ArrowPrimitiveType>(values: Vec<T::Native>, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    Ok(Arc::new(PrimitiveArray::<T>::try_new(values.into(), nulls)?))
}

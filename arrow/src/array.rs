//! The values of a column as an Arrow array.

use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{ArrayRef, BinaryArray, BooleanArray, Decimal128Array, PrimitiveArray, StringArray};
use arrow_buffer::{BooleanBuffer, BooleanBufferBuilder, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType};
use asmx_dataset::table::{Bits, ColumnData, ColumnParts, ColumnValues, DateTimes, Zones};

use crate::target::{PRECISION, Target, decimals_in_scale};

/// Why there is no array.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The texts are longer than 2 GiB together.
    TooMuchText,
    Arrow(ArrowError),
}

impl From<ArrowError> for Refused {
    fn from(error: ArrowError) -> Self {
        Self::Arrow(error)
    }
}

/// The values as an array of `rows` rows; those of `nulls` become null. The array takes over the memory of the values
/// unless its layout differs.
pub(crate) fn array(values: ColumnValues, rows: u32, target: Target, nulls: &[u32]) -> Result<ArrayRef, Refused> {
    let other_scale = match (target, values.data()) {
        (Target::Decimal(scale), ColumnData::Decimal(decimals)) if decimals.scale() != scale => {
            Some(decimals_in_scale(&values, decimals, scale, rows))
        }
        (Target::Text, ColumnData::Text(_)) => None,
        (Target::Text, _) => return rendered(&values, rows),
        _ => None,
    };
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
        ColumnData::Decimal(decimals) => {
            let data_type = target.data_type();
            let (precision, scale) = match data_type {
                DataType::Decimal128(precision, scale) => (precision, scale),
                _ => (PRECISION, decimals.scale().cast_signed()),
            };
            let unscaled = other_scale.unwrap_or_else(|| decimals.into_unscaled());
            Arc::new(Decimal128Array::try_new(unscaled.into(), nulls)?.with_precision_and_scale(precision, scale)?)
        }
        ColumnData::DateTime(moments) => {
            let microseconds = match target {
                Target::WallClock { drops_zone: true } => by_wall_clock(moments),
                _ => moments.into_microseconds(),
            };
            let array = PrimitiveArray::<TimestampMicrosecondType>::try_new(microseconds.into(), nulls)?;
            match target.data_type() {
                DataType::Timestamp(_, zone) => Arc::new(array.with_timezone_opt(zone)),
                _ => Arc::new(array),
            }
        }
        ColumnData::Int8(values) => primitive::<Int8Type>(values, nulls)?,
        ColumnData::UInt8(values) => primitive::<UInt8Type>(values, nulls)?,
        ColumnData::Int16(values) => primitive::<Int16Type>(values, nulls)?,
        ColumnData::UInt16(values) => primitive::<UInt16Type>(values, nulls)?,
        ColumnData::Int32(values) => primitive::<Int32Type>(values, nulls)?,
        ColumnData::UInt32(values) => primitive::<UInt32Type>(values, nulls)?,
        ColumnData::Int64(values) => primitive::<Int64Type>(values, nulls)?,
        ColumnData::UInt64(values) => primitive::<UInt64Type>(values, nulls)?,
        ColumnData::Float32(floats) => primitive::<Float32Type>(floats.into_values(), nulls)?,
        ColumnData::Float64(floats) => primitive::<Float64Type>(floats.into_values(), nulls)?,
        _ => return Err(ArrowError::NotYetImplemented(format!("values of type {:?}", data.value_type())).into()),
    })
}

fn primitive<T: ArrowPrimitiveType>(values: Vec<T::Native>, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    Ok(Arc::new(PrimitiveArray::<T>::try_new(values.into(), nulls)?))
}

fn rendered(values: &ColumnValues, rows: u32) -> Result<ArrayRef, Refused> {
    let mut text = String::new();
    let mut offsets = Vec::with_capacity(rows as usize + 1);
    offsets.push(0);
    let mut validity = BooleanBufferBuilder::new(rows as usize);
    for row in 0..rows {
        validity.append(values.write_text(row, &mut text));
        offsets.push(i32::try_from(text.len()).map_err(|_| Refused::TooMuchText)?);
    }
    let nulls = Some(NullBuffer::new(validity.finish())).filter(|nulls| nulls.null_count() > 0);
    Ok(Arc::new(StringArray::try_new(offset_buffer(offsets), Buffer::from_vec(text.into_bytes()), nulls)?))
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

/// Offsets of columns ascend from 0, so this cannot panic.
fn offset_buffer(offsets: Vec<i32>) -> OffsetBuffer<i32> {
    OffsetBuffer::new(ScalarBuffer::from(offsets))
}

fn boolean_buffer(bits: Bits) -> BooleanBuffer {
    let length = bits.len();
    BooleanBuffer::new(Buffer::from_vec(bits.into_bytes()), 0, length)
}

/// The validity of `rows` rows; those of `nulls` are null.
fn null_buffer(validity: Option<Bits>, nulls: &[u32], rows: usize) -> Option<NullBuffer> {
    if nulls.is_empty() {
        return validity.map(boolean_buffer).map(NullBuffer::new);
    }
    let mut bytes = validity.map_or_else(|| vec![u8::MAX; rows.div_ceil(8)], Bits::into_bytes);
    for row in nulls {
        if let Some(byte) = bytes.get_mut(*row as usize / 8) {
            *byte &= !(1 << (row % 8));
        }
    }
    Some(NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(bytes), 0, rows)))
}

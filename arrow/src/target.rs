//! What the values of a column become.

use std::sync::Arc;

use arrow_schema::{DataType, TimeUnit};
use asmx_dataset::table::ValueType;
use asmx_dataset::xsd::Zone;

/// How many digits a decimal of 128 bits always holds.
pub(crate) const PRECISION: u8 = 38;

/// What the values of a column become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Texts, each exactly as it was sent.
    Text,
    /// The Arrow type that holds what these are kept as.
    Same(ValueType),
    /// Decimals with so many digits behind the point.
    Decimal(u8),
    /// Instants, shown in this zone.
    Instant(Zone),
    /// Local times.
    WallClock {
        /// Whether zones that values state are left out.
        drops_zone: bool,
    },
}

impl Target {
    /// Whether values kept as this type are converted to it.
    pub(crate) fn takes(self, values: ValueType) -> bool {
        match self {
            Self::Text => true,
            Self::Same(own) => own == values,
            Self::Decimal(_) => values == ValueType::Decimal,
            Self::Instant(_) | Self::WallClock { .. } => values == ValueType::DateTime,
        }
    }

    /// The Arrow type.
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

//! What the values of a column become.

use std::sync::Arc;

use arrow_schema::{DataType, TimeUnit};
use asmx_dataset::table::{Column, ColumnData, ColumnValues, DateTimeMode, ValueType, Zones};
use asmx_dataset::xsd::Zone;

use crate::options::{InvalidCells, Options, TimeZone};
use crate::{decimal, invalid_cells};

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

/// The scale of decimals if neither a value nor the schema states one: that of SQL's `money`.
const UNKNOWN_SCALE: u8 = 4;

impl Target {
    /// The target for a column of which these are the first values, if there are any.
    pub(crate) fn choose(column: &Column, values: Option<&ColumnValues>, options: &Options) -> Self {
        if options.makes_text(&column.name) {
            return Self::Text;
        }
        let target = match values.map_or_else(|| ValueType::of(&column.type_name), ColumnValues::value_type) {
            ValueType::Decimal => {
                let scale = options.scale_for(&column.name).or_else(|| scale_of(column, values));
                Self::Decimal(scale.unwrap_or(UNKNOWN_SCALE))
            }
            ValueType::DateTime => match options.zone_for(&column.name) {
                TimeZone::In(zone) => Self::Instant(zone),
                TimeZone::Unzoned => Self::WallClock { drops_zone: false },
                TimeZone::Dropped => Self::WallClock { drops_zone: true },
                TimeZone::Stated => stated(column, values),
            },
            ValueType::Text => Self::Text,
            other => Self::Same(other),
        };
        let becomes_text = options.invalid_cells == InvalidCells::AsText
            && values.is_some_and(|values| !invalid_cells::find(values, target).is_empty());
        if becomes_text { Self::Text } else { target }
    }

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
            Self::Decimal(scale) => DataType::Decimal128(decimal::PRECISION, scale.cast_signed()),
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

/// The scale by the schema and by what the values need, if either states one.
fn scale_of(column: &Column, values: Option<&ColumnValues>) -> Option<u8> {
    let facet = column.facets.iter().find(|(name, _)| name == "fractionDigits");
    let stated = facet.and_then(|(_, value)| value.parse().ok()).filter(|scale| *scale <= 38);
    stated.max(values.and_then(decimal::scale_needed))
}

/// What values state as their zones.
fn stated(column: &Column, values: Option<&ColumnValues>) -> Target {
    let without_values = match column.date_time_mode {
        DateTimeMode::Unspecified => Target::WallClock { drops_zone: false },
        _ => Target::Instant(Zone::Utc),
    };
    let Some(values) = values else {
        return without_values;
    };
    let ColumnData::DateTime(moments) = values.data() else {
        return without_values;
    };
    match moments.zones() {
        Zones::Same(zone) => Target::Instant(zone),
        Zones::Unstated if invalid_cells::held(values).next().is_some() => Target::WallClock { drops_zone: false },
        Zones::Unstated => without_values,
        Zones::Each(minutes) => stated_by_each(values, minutes),
    }
}

/// The same where not all values state one zone: by those that the column keeps exactly.
fn stated_by_each(values: &ColumnValues, minutes: &[i16]) -> Target {
    let mut zones = invalid_cells::held(values).map(|(_, slot)| minutes.get(slot).copied().unwrap_or(Zones::NONE));
    let first = zones.next();
    match (first, zones.all(|zone| Some(zone) == first)) {
        (Some(Zones::NONE), true) => Target::WallClock { drops_zone: false },
        (Some(minutes), true) if minutes != 0 => Target::Instant(Zone::Offset(minutes)),
        _ => Target::Instant(Zone::Utc),
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

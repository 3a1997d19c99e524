//! The Arrow type that a column becomes: by its XML Schema type and the options, never by its values.

use arrow_schema::{DataType, TimeUnit};
use asmx_dataset::table::{Column, DateTimeMode, ValueType};
use asmx_types::DEFAULT_SCALE;

use crate::column_as::{ColumnAs, PRECISION};

/// The number of digits of the largest `xs:unsignedLong`.
const UNSIGNED_LONG_DIGITS: u8 = 20;

/// The type that the values of a column become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Texts as they were sent.
    Text,
    /// The table's own representation. Unsigned numbers become the next wider signed ones, because Spark has no others.
    Own(ValueType),
    /// Decimals of this scale.
    Decimal(u8),
    /// Instants.
    Instant,
    /// Local times.
    WallClock,
    /// Days.
    Date,
    /// Bytes, sent in hexadecimal digits.
    Hex,
}

impl Target {
    /// The target by the type of the column and the scale that its description declares.
    pub(crate) fn of(column: &Column) -> Self {
        match column.value_type() {
            ValueType::Decimal => Self::Decimal(column.scale.unwrap_or(DEFAULT_SCALE)),
            ValueType::DateTime | ValueType::Text if column.is_date_time_offset() => Self::Instant,
            ValueType::DateTime if column.date_time_mode == DateTimeMode::Utc => Self::Instant,
            ValueType::DateTime => Self::WallClock,
            // Without a prefix: types of .NET's own namespace.
            ValueType::Text => match column.type_name.as_str() {
                "xs:date" | "dateOnly" => Self::Date,
                "xs:hexBinary" => Self::Hex,
                _ => Self::Text,
            },
            other => Self::Own(other),
        }
    }

    /// The target that somebody chose for this one; `None` if the choice is not for such columns. A choice for one column
    /// may also read texts.
    pub(crate) fn as_chosen(self, form: ColumnAs, is_for_one: bool) -> Option<Self> {
        match (form, self) {
            (ColumnAs::Text, _) => Some(Self::Text),
            (ColumnAs::Wall, Self::WallClock | Self::Instant) => Some(Self::WallClock),
            (ColumnAs::Utc, Self::WallClock | Self::Instant) => Some(Self::Instant),
            (ColumnAs::Scale(scale), Self::Decimal(_)) => Some(Self::Decimal(scale)),
            (ColumnAs::Wall, Self::Text) if is_for_one => Some(Self::WallClock),
            (ColumnAs::Utc, Self::Text) if is_for_one => Some(Self::Instant),
            (ColumnAs::Scale(scale), Self::Text) if is_for_one => Some(Self::Decimal(scale)),
            _ => None,
        }
    }

    /// The type that values must be read as; `None` if their texts are used, whatever their type.
    pub(crate) fn value_type(self) -> Option<ValueType> {
        match self {
            Self::Text | Self::Date | Self::Hex => None,
            Self::Own(own) => Some(own),
            Self::Decimal(_) => Some(ValueType::Decimal),
            Self::Instant | Self::WallClock => Some(ValueType::DateTime),
        }
    }

    pub(crate) fn data_type(self) -> DataType {
        match self {
            Self::Decimal(scale) => DataType::Decimal128(PRECISION, scale.cast_signed()),
            Self::Instant => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
            Self::WallClock => DataType::Timestamp(TimeUnit::Microsecond, None),
            Self::Date => DataType::Date32,
            Self::Hex | Self::Own(ValueType::Binary) => DataType::Binary,
            Self::Own(ValueType::Boolean) => DataType::Boolean,
            Self::Own(ValueType::Int8) => DataType::Int8,
            Self::Own(ValueType::UInt8 | ValueType::Int16) => DataType::Int16,
            Self::Own(ValueType::UInt16 | ValueType::Int32) => DataType::Int32,
            Self::Own(ValueType::UInt32 | ValueType::Int64) => DataType::Int64,
            Self::Own(ValueType::UInt64) => DataType::Decimal128(UNSIGNED_LONG_DIGITS, 0),
            Self::Own(ValueType::Float32) => DataType::Float32,
            Self::Own(ValueType::Float64) => DataType::Float64,
            Self::Text | Self::Own(_) => DataType::Utf8,
        }
    }
}

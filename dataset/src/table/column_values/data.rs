//! The values of a column by its type.

use super::as_sent::Fit;
use super::binaries::Binaries;
use super::bits::Bits;
use super::canonical::{parse_boolean, parse_signed, parse_unsigned};
use super::date_times::DateTimes;
use super::decimals::Decimals;
use super::growth::Growth;
use super::numbers::{Floats, keep, push_whole};
use super::short_text::ShortText;
use super::texts::Texts;
use asmx_xml::xsd::{Lexical as _, Zone};

/// What the values of a column are kept as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueType {
    /// Texts: strings, and every type that has no other form here, such as dates, times, durations, numbers of any length.
    #[default]
    Text,
    /// `xs:boolean`.
    Boolean,
    /// `xs:byte`.
    Int8,
    /// `xs:unsignedByte`.
    UInt8,
    /// `xs:short`.
    Int16,
    /// `xs:unsignedShort`.
    UInt16,
    /// `xs:int`.
    Int32,
    /// `xs:unsignedInt`.
    UInt32,
    /// `xs:long`.
    Int64,
    /// `xs:unsignedLong`.
    UInt64,
    /// `xs:float`.
    Float32,
    /// `xs:double`.
    Float64,
    /// `xs:decimal`.
    Decimal,
    /// `xs:dateTime`.
    DateTime,
    /// `xs:base64Binary`.
    Binary,
}

impl ValueType {
    /// What values of this XML Schema type are kept as, by its name with the prefix `xs`, such as `xs:int`.
    #[must_use]
    pub fn of(type_name: &str) -> Self {
        match type_name {
            "xs:boolean" => Self::Boolean,
            "xs:byte" => Self::Int8,
            "xs:unsignedByte" => Self::UInt8,
            "xs:short" => Self::Int16,
            "xs:unsignedShort" => Self::UInt16,
            "xs:int" => Self::Int32,
            "xs:unsignedInt" => Self::UInt32,
            "xs:long" => Self::Int64,
            "xs:unsignedLong" => Self::UInt64,
            "xs:float" => Self::Float32,
            "xs:double" => Self::Float64,
            "xs:decimal" => Self::Decimal,
            "xs:dateTime" => Self::DateTime,
            "xs:base64Binary" => Self::Binary,
            _ => Self::Text,
        }
    }
}

/// The values of a column by its type, one for each slot; what stands in a slot without a value means nothing.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each is the values of the type of its name")]
pub enum ColumnData {
    Text(Texts),
    Boolean(Bits),
    Int8(Vec<i8>),
    UInt8(Vec<u8>),
    Int16(Vec<i16>),
    UInt16(Vec<u16>),
    Int32(Vec<i32>),
    UInt32(Vec<u32>),
    Int64(Vec<i64>),
    UInt64(Vec<u64>),
    Float32(Floats<f32>),
    Float64(Floats<f64>),
    Decimal(Decimals),
    DateTime(DateTimes),
    Binary(Binaries),
}

/// The text of a value: as it is kept, or made of the value.
pub(crate) enum RowText<'a> {
    Kept(&'a str),
    Short(ShortText),
    Long(String),
}

impl RowText<'_> {
    /// The text.
    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Kept(text) => text,
            Self::Short(text) => text.as_str(),
            Self::Long(text) => text,
        }
    }
}

/// One value of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TypedValue<'a> {
    /// The text of a column of texts.
    Text(&'a str),
    /// A boolean.
    Boolean(bool),
    /// A whole number of a signed type.
    Signed(i64),
    /// A whole number of an unsigned type.
    Unsigned(u64),
    /// A number of single precision, and its text.
    Float32(f32, &'a str),
    /// A number of double precision, and its text.
    Float64(f64, &'a str),
    /// A decimal: its digits without the point, and how many stand behind it.
    Decimal(i128, u8),
    /// A moment: microseconds since 1970, in UTC if it states a zone, else in local time.
    DateTime(i64, Option<Zone>),
    /// Bytes.
    Binary(&'a [u8]),
}

macro_rules! each {
    ($data:expr, $values:ident, whole => $whole:expr, others => $others:expr) => {
        match $data {
            ColumnData::Int8($values) => $whole,
            ColumnData::UInt8($values) => $whole,
            ColumnData::Int16($values) => $whole,
            ColumnData::UInt16($values) => $whole,
            ColumnData::Int32($values) => $whole,
            ColumnData::UInt32($values) => $whole,
            ColumnData::Int64($values) => $whole,
            ColumnData::UInt64($values) => $whole,
            ColumnData::Text($values) => $others,
            ColumnData::Float32($values) => $others,
            ColumnData::Float64($values) => $others,
            ColumnData::Decimal($values) => $others,
            ColumnData::DateTime($values) => $others,
            ColumnData::Binary($values) => $others,
            ColumnData::Boolean($values) => $others,
        }
    };
}

impl ColumnData {
    pub(super) fn new(value_type: ValueType) -> Self {
        match value_type {
            ValueType::Text => Self::Text(Texts::default()),
            ValueType::Boolean => Self::Boolean(Bits::default()),
            ValueType::Int8 => Self::Int8(Vec::new()),
            ValueType::UInt8 => Self::UInt8(Vec::new()),
            ValueType::Int16 => Self::Int16(Vec::new()),
            ValueType::UInt16 => Self::UInt16(Vec::new()),
            ValueType::Int32 => Self::Int32(Vec::new()),
            ValueType::UInt32 => Self::UInt32(Vec::new()),
            ValueType::Int64 => Self::Int64(Vec::new()),
            ValueType::UInt64 => Self::UInt64(Vec::new()),
            ValueType::Float32 => Self::Float32(Floats::default()),
            ValueType::Float64 => Self::Float64(Floats::default()),
            ValueType::Decimal => Self::Decimal(Decimals::default()),
            ValueType::DateTime => Self::DateTime(DateTimes::default()),
            ValueType::Binary => Self::Binary(Binaries::default()),
        }
    }

    /// What the values are kept as.
    #[must_use]
    pub const fn value_type(&self) -> ValueType {
        match self {
            Self::Text(_) => ValueType::Text,
            Self::Boolean(_) => ValueType::Boolean,
            Self::Int8(_) => ValueType::Int8,
            Self::UInt8(_) => ValueType::UInt8,
            Self::Int16(_) => ValueType::Int16,
            Self::UInt16(_) => ValueType::UInt16,
            Self::Int32(_) => ValueType::Int32,
            Self::UInt32(_) => ValueType::UInt32,
            Self::Int64(_) => ValueType::Int64,
            Self::UInt64(_) => ValueType::UInt64,
            Self::Float32(_) => ValueType::Float32,
            Self::Float64(_) => ValueType::Float64,
            Self::Decimal(_) => ValueType::Decimal,
            Self::DateTime(_) => ValueType::DateTime,
            Self::Binary(_) => ValueType::Binary,
        }
    }

    /// Whether a text of this length can be added.
    pub(super) fn fits(&self, length: usize) -> bool {
        match self {
            Self::Text(texts) => texts.fits(length),
            Self::Float32(floats) => floats.fits(length),
            Self::Float64(floats) => floats.fits(length),
            Self::Binary(binaries) => binaries.fits(length),
            _ => true,
        }
    }

    /// Fills the next slot. `None`: the text is given back exactly; else how it relates to what now stands there.
    #[inline]
    pub(super) fn push(&mut self, text: &str) -> Option<Fit> {
        let bytes = text.as_bytes();
        let signed = || parse_signed(bytes);
        let unsigned = || parse_unsigned(bytes);
        match self {
            Self::Text(texts) => {
                texts.push(text);
                None
            }
            Self::Boolean(bits) => {
                let canonical = parse_boolean(bytes);
                let bit = canonical.or_else(|| bool::parse(text).ok());
                bits.push(bit == Some(true));
                let fit = if bit.is_some() { Fit::Same } else { Fit::Invalid };
                canonical.is_none().then_some(fit)
            }
            Self::Int8(values) => push_whole(values, signed().and_then(|value| value.try_into().ok()), text),
            Self::UInt8(values) => push_whole(values, unsigned().and_then(|value| value.try_into().ok()), text),
            Self::Int16(values) => push_whole(values, signed().and_then(|value| value.try_into().ok()), text),
            Self::UInt16(values) => push_whole(values, unsigned().and_then(|value| value.try_into().ok()), text),
            Self::Int32(values) => push_whole(values, signed().and_then(|value| value.try_into().ok()), text),
            Self::UInt32(values) => push_whole(values, unsigned().and_then(|value| value.try_into().ok()), text),
            Self::Int64(values) => push_whole(values, signed(), text),
            Self::UInt64(values) => push_whole(values, unsigned(), text),
            Self::Float32(floats) => floats.push(text),
            Self::Float64(floats) => floats.push(text),
            Self::Decimal(decimals) => decimals.push(text),
            Self::DateTime(date_times) => date_times.push(text),
            Self::Binary(binaries) => binaries.push(text),
        }
    }

    /// Adds slots that mean nothing.
    pub(super) fn push_empty(&mut self, count: usize) {
        each!(self, values, whole => values.resize(values.len() + count, 0), others => values.push_empty(count));
    }

    /// The value in this slot.
    #[inline]
    pub(super) fn value(&self, slot: usize) -> TypedValue<'_> {
        let signed = |value: Option<i64>| TypedValue::Signed(value.unwrap_or(0));
        let unsigned = |value: Option<u64>| TypedValue::Unsigned(value.unwrap_or(0));
        match self {
            Self::Text(texts) => TypedValue::Text(texts.get(slot).unwrap_or_default()),
            Self::Boolean(bits) => TypedValue::Boolean(bits.get(slot)),
            Self::Int8(values) => signed(values.get(slot).map(|value| i64::from(*value))),
            Self::Int16(values) => signed(values.get(slot).map(|value| i64::from(*value))),
            Self::Int32(values) => signed(values.get(slot).map(|value| i64::from(*value))),
            Self::Int64(values) => signed(values.get(slot).copied()),
            Self::UInt8(values) => unsigned(values.get(slot).map(|value| u64::from(*value))),
            Self::UInt16(values) => unsigned(values.get(slot).map(|value| u64::from(*value))),
            Self::UInt32(values) => unsigned(values.get(slot).map(|value| u64::from(*value))),
            Self::UInt64(values) => unsigned(values.get(slot).copied()),
            Self::Float32(floats) => {
                TypedValue::Float32(floats.get(slot), floats.texts().get(slot).unwrap_or_default())
            }
            Self::Float64(floats) => {
                TypedValue::Float64(floats.get(slot), floats.texts().get(slot).unwrap_or_default())
            }
            Self::Decimal(decimals) => TypedValue::Decimal(decimals.get(slot), decimals.scale()),
            Self::DateTime(date_times) => {
                let (microseconds, zone) = date_times.get(slot);
                TypedValue::DateTime(microseconds, zone)
            }
            Self::Binary(binaries) => TypedValue::Binary(binaries.get(slot).unwrap_or_default()),
        }
    }

    /// The text of the value in this slot.
    #[inline]
    pub(super) fn text(&self, slot: usize) -> RowText<'_> {
        match self {
            Self::Text(texts) => RowText::Kept(texts.get(slot).unwrap_or_default()),
            Self::Float32(floats) => RowText::Kept(floats.texts().get(slot).unwrap_or_default()),
            Self::Float64(floats) => RowText::Kept(floats.texts().get(slot).unwrap_or_default()),
            Self::Boolean(bits) => RowText::Kept(if bits.get(slot) { "true" } else { "false" }),
            Self::Decimal(decimals) => RowText::Short(decimals.text(slot)),
            Self::DateTime(date_times) => RowText::Short(date_times.text(slot)),
            Self::Binary(binaries) => {
                let mut text = String::new();
                binaries.write(slot, &mut text);
                RowText::Long(text)
            }
            _ => match self.value(slot) {
                TypedValue::Signed(number) => RowText::Short(ShortText::whole(number)),
                TypedValue::Unsigned(number) => RowText::Short(ShortText::whole(number)),
                _ => RowText::Kept(""),
            },
        }
    }

    /// Adds the text of the value in this slot.
    pub(super) fn write(&self, slot: usize, out: &mut String) {
        match self {
            Self::Binary(binaries) => binaries.write(slot, out),
            _ => out.push_str(self.text(slot).as_str()),
        }
    }

    /// Leaves only the slots that are set in `mask`; the others mean nothing.
    pub(super) fn keep(&mut self, mask: &Bits) {
        match self {
            Self::Text(texts) => texts.keep(mask.ones()),
            Self::Boolean(bits) => bits.keep(mask),
            Self::Binary(binaries) => binaries.keep(mask.ones()),
            Self::Float32(floats) => floats.keep(mask),
            Self::Float64(floats) => floats.keep(mask),
            Self::Decimal(decimals) => decimals.keep(mask),
            Self::DateTime(date_times) => date_times.keep(mask),
            Self::Int8(values) => keep(values, mask),
            Self::UInt8(values) => keep(values, mask),
            Self::Int16(values) => keep(values, mask),
            Self::UInt16(values) => keep(values, mask),
            Self::Int32(values) => keep(values, mask),
            Self::UInt32(values) => keep(values, mask),
            Self::Int64(values) => keep(values, mask),
            Self::UInt64(values) => keep(values, mask),
        }
    }

    pub(super) fn reserve(&mut self, growth: Growth) {
        each!(self, values, whole => growth.reserve(values), others => values.reserve(growth));
    }

    pub(super) fn clear(&mut self) {
        each!(self, values, whole => values.clear(), others => values.clear());
    }
}

//! A cell for serde, and serde's errors as errors of cells.

use std::borrow::Cow;
use std::fmt::{self, Display};

use serde_core::de::value::{BorrowedStrDeserializer, SeqDeserializer, StrDeserializer};
use serde_core::de::{Deserializer, Error, Expected, Unexpected, Visitor};

use super::super::column_values::{ColumnValues, TypedValue, ValueType};
use super::super::error::{CellError, CellErrorCause};
use super::super::row::Row;
use asmx_xml::xsd::{Base64Binary, Integer, Lexical};

/// Columns whose type in `T` has no empty value, so that blank cells are `None`.
///
/// serde tells the type in an `Option` only by reading it. So the first row that fails at a blank cell is read again.
#[derive(Debug, Default)]
pub(super) struct OptionalColumns(Vec<usize>);

impl OptionalColumns {
    #[inline]
    pub(super) fn contain(&self, column: usize) -> bool {
        self.0.contains(&column)
    }

    pub(super) fn insert(&mut self, column: usize) -> bool {
        let is_new = !self.contain(column);
        if is_new {
            self.0.push(column);
        }
        is_new
    }
}

/// Reads a value from a cell. Its errors have no place yet.
pub(super) struct CellDeserializer<'t> {
    /// The values of the column, and the slot of the value; `None` for `DBNull`.
    slot: Option<(&'t ColumnValues, usize)>,
    row: u32,
    is_none: bool,
}

enum FoundValue<'t> {
    Null,
    Value(TypedValue<'t>),
    /// A text that is not a value of the column's type, or that its value does not give back.
    Text(&'t str),
}

impl<'t> CellDeserializer<'t> {
    #[inline]
    pub(super) fn new(row: Row<'t>, column: usize, optional: &OptionalColumns) -> Self {
        let values = row.cells.columns().get(column);
        let slot = values.and_then(|values| Some((values, values.slot(row.cells_index)?)));
        let is_none = slot.is_none() || optional.contain(column) && row.is_blank_at(column);
        Self { slot, row: row.cells_index, is_none }
    }

    fn is_binary(&self) -> bool {
        self.slot.is_some_and(|(values, _)| values.value_type() == ValueType::Binary)
    }

    #[inline]
    fn found(&self) -> FoundValue<'t> {
        match self.slot.map(|(values, slot)| values.typed_in(self.row, slot)) {
            None => FoundValue::Null,
            Some(Ok(value)) => FoundValue::Value(value),
            Some(Err(text)) => FoundValue::Text(text),
        }
    }

    #[inline]
    fn text(&self) -> Result<Cow<'t, str>, CellError> {
        let (values, slot) = self.slot.ok_or_else(null)?;
        Ok(values.text_in(self.row, slot))
    }

    /// The text as a value, by the rules of XML Schema.
    fn parsed<T: Lexical>(&self) -> Result<T, CellError> {
        T::parse(&self.text()?).map_err(|error| CellError::of(CellErrorCause::Text(error)))
    }
}

#[cold]
fn null() -> CellError {
    CellError::of(CellErrorCause::DbNull)
}

macro_rules! whole_numbers {
    ($($name:ident $visit:ident $type:ty;)*) => {$(
        #[inline]
        fn $name<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
            match self.found() {
                FoundValue::Value(TypedValue::Signed(number)) => visitor.visit_i64(number),
                FoundValue::Value(TypedValue::Unsigned(number)) => visitor.visit_u64(number),
                _ => visitor.$visit(self.parsed::<$type>()?),
            }
        }
    )*};
}

/// Methods of a deserializer that forward to another.
macro_rules! like {
    ($($name:ident($($kind:ty),*) as $other:ident;)*) => {$(
        #[inline]
        fn $name<V: Visitor<'t>>(self, $(_: $kind,)* visitor: V) -> Result<V::Value, CellError> {
            self.$other(visitor)
        }
    )*};
}
pub(super) use like;

/// An integer that is wider than the types of XML Schema.
fn wide<T: TryFrom<i128> + std::str::FromStr>(integer: &Integer, type_name: &str) -> Result<T, CellError> {
    let narrow = integer.to_i128().and_then(|number| T::try_from(number).ok());
    narrow.or_else(|| integer.as_str().parse().ok()).ok_or_else(|| CellError::mismatch(type_name))
}

impl<'t> Deserializer<'t> for CellDeserializer<'t> {
    type Error = CellError;

    /// The value by the type of the column. Types that serde lacks, such as decimals and dates, are texts.
    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        match self.found() {
            FoundValue::Null => visitor.visit_unit(),
            FoundValue::Text(text) | FoundValue::Value(TypedValue::Text(text)) => visitor.visit_borrowed_str(text),
            FoundValue::Value(TypedValue::Boolean(bit)) => visitor.visit_bool(bit),
            FoundValue::Value(TypedValue::Signed(number)) => visitor.visit_i64(number),
            FoundValue::Value(TypedValue::Unsigned(number)) => visitor.visit_u64(number),
            FoundValue::Value(TypedValue::Float32(number, _)) => visitor.visit_f32(number),
            FoundValue::Value(TypedValue::Float64(number, _)) => visitor.visit_f64(number),
            FoundValue::Value(TypedValue::Binary(bytes)) => visitor.visit_borrowed_bytes(bytes),
            FoundValue::Value(TypedValue::Decimal(..) | TypedValue::DateTime(..)) => self.deserialize_str(visitor),
        }
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        match self.found() {
            FoundValue::Value(TypedValue::Boolean(bit)) => visitor.visit_bool(bit),
            _ => visitor.visit_bool(self.parsed()?),
        }
    }

    whole_numbers! {
        deserialize_i8 visit_i8 i8;
        deserialize_i16 visit_i16 i16;
        deserialize_i32 visit_i32 i32;
        deserialize_i64 visit_i64 i64;
        deserialize_u8 visit_u8 u8;
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64;
    }

    like! {
        deserialize_char() as deserialize_str;
        deserialize_string() as deserialize_str;
        deserialize_identifier() as deserialize_str;
        deserialize_byte_buf() as deserialize_bytes;
        deserialize_unit_struct(&'static str) as deserialize_unit;
        deserialize_tuple(usize) as deserialize_seq;
        deserialize_tuple_struct(&'static str, usize) as deserialize_seq;
    }

    fn deserialize_i128<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        visitor.visit_i128(wide(&self.parsed()?, "i128")?)
    }

    fn deserialize_u128<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        visitor.visit_u128(wide(&self.parsed()?, "u128")?)
    }

    fn deserialize_f32<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        match self.found() {
            FoundValue::Value(TypedValue::Float32(number, _)) => visitor.visit_f32(number),
            _ => visitor.visit_f32(self.parsed()?),
        }
    }

    fn deserialize_f64<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        match self.found() {
            FoundValue::Value(TypedValue::Float64(number, _)) => visitor.visit_f64(number),
            _ => visitor.visit_f64(self.parsed()?),
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        match self.text()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    /// The bytes of base64, else those of the text.
    fn deserialize_bytes<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        match self.found() {
            FoundValue::Value(TypedValue::Binary(bytes)) => visitor.visit_borrowed_bytes(bytes),
            FoundValue::Text(_) if self.is_binary() => visitor.visit_byte_buf(self.parsed::<Base64Binary>()?.0),
            _ => match self.text()? {
                Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
                Cow::Owned(text) => visitor.visit_byte_buf(text.into_bytes()),
            },
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        if self.is_none { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    /// Only `DBNull` is a unit.
    fn deserialize_unit<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        if self.slot.is_none() { visitor.visit_unit() } else { Err(CellError::mismatch("DBNull")) }
    }

    fn deserialize_newtype_struct<V: Visitor<'t>>(self, _: &'static str, visitor: V) -> Result<V::Value, CellError> {
        visitor.visit_newtype_struct(self)
    }

    /// A sequence of bytes.
    fn deserialize_seq<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        let bytes: Cow<'_, [u8]> = match self.found() {
            FoundValue::Null => return Err(null()),
            FoundValue::Value(TypedValue::Binary(bytes)) => Cow::Borrowed(bytes),
            FoundValue::Text(_) if self.is_binary() => Cow::Owned(self.parsed::<Base64Binary>()?.0),
            _ => return Err(CellError::mismatch("a sequence, which only a column of bytes holds")),
        };
        visitor.visit_seq(SeqDeserializer::new(bytes.iter().copied()))
    }

    fn deserialize_map<V: Visitor<'t>>(self, _: V) -> Result<V::Value, CellError> {
        Err(CellError::mismatch("a map, which no cell holds"))
    }

    fn deserialize_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, CellError> {
        Err(CellError::mismatch(format_args!("the struct {name}, which no cell holds")))
    }

    /// The variant without content that has this name.
    fn deserialize_enum<V: Visitor<'t>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CellError> {
        match self.text()? {
            Cow::Borrowed(text) => visitor.visit_enum(BorrowedStrDeserializer::new(text)),
            Cow::Owned(text) => visitor.visit_enum(StrDeserializer::new(&text)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        visitor.visit_unit()
    }
}

impl CellError {
    /// An error for a text of another type; the text is added with the place.
    pub(super) fn mismatch(expected: impl Display) -> Self {
        Self::of(CellErrorCause::Mismatch { text: String::new(), expected: expected.to_string() })
    }
}

impl Error for CellError {
    fn custom<T: Display>(reason: T) -> Self {
        Self::of(CellErrorCause::Refused { text: None, reason: reason.to_string() })
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::mismatch(expected)
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::mismatch(expected)
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::mismatch(OneOf(expected))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::of(CellErrorCause::NoSuchColumn { columns: Vec::new() }).in_column(field, None)
    }
}

struct OneOf(&'static [&'static str]);

impl Display for OneOf {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => out.write_str("a variant, for there are none"),
            [name] => write!(out, "`{name}`"),
            names => write!(out, "one of `{}`", names.join("`, `")),
        }
    }
}

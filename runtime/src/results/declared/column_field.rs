//! The seam between a row's field and a cell.

use crate::value::field::Field;
use crate::xsd::{self, InvalidText, Lexical};

/// A field of a declared column: a value of a built-in type, or an optional one for a column that may be `DBNull`.
pub trait ColumnField: Field {
    /// Fills it from the text of a cell.
    ///
    /// # Errors
    ///
    /// The text is not a value of the column's type.
    fn set_text(&mut self, text: &str) -> Result<(), InvalidText>;
}

macro_rules! column_fields {
    ($($rust:ty),* $(,)?) => {
        $(impl ColumnField for $rust {
            fn set_text(&mut self, text: &str) -> Result<(), InvalidText> {
                *self = Self::parse(text)?;
                Ok(())
            }
        }

        impl ColumnField for Option<$rust> {
            fn set_text(&mut self, text: &str) -> Result<(), InvalidText> {
                *self = Some(<$rust>::parse(text)?);
                Ok(())
            }
        })*
    };
}

column_fields! {
    String, bool, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, xsd::Integer, xsd::Decimal, xsd::DateTime, xsd::Date, xsd::Time,
    xsd::Duration, xsd::Base64Binary, xsd::HexBinary, xsd::AnyUri, xsd::QName, xsd::Guid, xsd::Char,
}

//! The seam between a row's field and a cell.

use crate::field::Field;
use crate::xsd::{InvalidText, Lexical};

/// A field of a declared column: a value of a built-in type, or an optional one for a column that may be `DBNull`.
pub trait ColumnField: Field {
    /// Fills it from the text of a cell.
    ///
    /// # Errors
    ///
    /// The text is not a value of the column's type.
    fn set_text(&mut self, text: &str) -> Result<(), InvalidText>;
}

impl<T: Lexical + Field> ColumnField for T {
    fn set_text(&mut self, text: &str) -> Result<(), InvalidText> {
        *self = T::parse(text)?;
        Ok(())
    }
}

impl<T: Lexical + Field + Default> ColumnField for Option<T> {
    fn set_text(&mut self, text: &str) -> Result<(), InvalidText> {
        *self = Some(T::parse(text)?);
        Ok(())
    }
}

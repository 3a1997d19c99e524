//! One row by its declared columns.

use std::fmt;

use super::undeclared::UndeclaredColumns;
use crate::operation::{DeclaredTable, Type};
use crate::results::table::{CellError, Row};
use crate::value::debug_value::DebugValue;
use crate::value::field::Field;
use crate::xsd;

/// A row of the table that an operation returns, or of a table of a typed DataSet, with a field for every column that the spec declares.
/// Generated code defines its implementors. Usable as `dyn`: filling, `Debug` and comparison are compiled once for all rows.
pub trait DeclaredRow: Send + Sync + 'static {
    /// The table that has such rows, with its declared columns.
    fn table(&self) -> DeclaredTable;

    /// Shows each field of a declared column to `visitor`, in the order of the table's columns.
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(&'a dyn Field));

    /// Hands each field of a declared column to `visitor`, in the order of the table's columns.
    fn visit_mut(&mut self, visitor: &mut dyn FnMut(&mut dyn ColumnField));

    /// The cells in columns that the spec does not declare.
    fn undeclared(&self) -> &UndeclaredColumns;

    /// The cells in columns that the spec does not declare, to be set.
    fn undeclared_mut(&mut self) -> &mut UndeclaredColumns;
}

/// A field of a declared column: a value of a built-in type, or an [`Option`] of one for a column that may be `DBNull`.
pub trait ColumnField: Field {
    /// Reads the field from the row's cell in the column at this place.
    ///
    /// # Errors
    ///
    /// The text is not a value of the field's type, or the cell is `DBNull` and the field is no [`Option`].
    fn read(&mut self, row: Row<'_>, column: usize) -> Result<(), CellError>;
}

macro_rules! column_fields {
    ($($rust:ty),* $(,)?) => {
        $(impl ColumnField for $rust {
            fn read(&mut self, row: Row<'_>, column: usize) -> Result<(), CellError> {
                *self = row.value_at(column)?;
                Ok(())
            }
        }

        impl ColumnField for Option<$rust> {
            fn read(&mut self, row: Row<'_>, column: usize) -> Result<(), CellError> {
                *self = row.get_at(column)?;
                Ok(())
            }
        })*
    };
}

column_fields! {
    String, bool, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, xsd::Integer, xsd::Decimal, xsd::DateTime, xsd::Date, xsd::Time,
    xsd::Duration, xsd::Base64Binary, xsd::HexBinary, xsd::AnyUri, xsd::QName, xsd::Guid, xsd::Char,
}

/// Writes a row with the names of its columns, undeclared ones last; long values are cut.
pub(crate) fn debug(row: &dyn DeclaredRow, name: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut output = formatter.debug_struct(name);
    let mut columns = row.table().columns.iter();
    row.visit(&mut |field| {
        if let Some(column) = columns.next() {
            let kind = Type::Scalar(column.kind);
            output.field(column.name, &DebugValue::of_type(kind, field));
        }
    });
    row.undeclared().debug_into(&mut output);
    output.finish()
}

/// Whether two rows of one type have equal values, in undeclared columns too.
pub(crate) fn equal(one: &dyn DeclaredRow, other: &dyn DeclaredRow) -> bool {
    let (mut fields, mut other_fields): (Vec<&dyn Field>, Vec<&dyn Field>) = (Vec::new(), Vec::new());
    one.visit(&mut |field| fields.push(field));
    other.visit(&mut |field| other_fields.push(field));
    fields.len() == other_fields.len()
        && fields.iter().zip(other_fields).all(|(field, other)| field.equals(other))
        && one.undeclared() == other.undeclared()
}

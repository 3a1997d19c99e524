//! One row by its declared columns.

use std::fmt;

use super::column_field::ColumnField;
use super::undeclared::UndeclaredColumns;
use crate::operation::{DeclaredTable, Type};
use crate::value::field::Field;
use crate::value::shown::Shown;

/// A row of the table that an operation returns, or of a table of a typed DataSet, with a field for every column that the spec declares.
/// Generated code defines its implementors. Usable as `dyn`: filling, `Debug` and comparison are written once over it.
pub trait DeclaredRow: Send + Sync + 'static {
    /// The table that has such rows, with its declared columns.
    fn table(&self) -> DeclaredTable;

    /// Shows each field of a declared column to `visitor`, in the order of the table's columns.
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(&'a dyn Field));

    /// Hands each field of a declared column to `visitor`, in the order of the table's columns.
    fn visit_mut(&mut self, visitor: &mut dyn FnMut(&mut dyn ColumnField));

    /// What came in columns that are not declared.
    fn undeclared(&self) -> &UndeclaredColumns;

    /// The same, to be filled.
    fn undeclared_mut(&mut self) -> &mut UndeclaredColumns;
}

/// Writes a row with the names of its columns, those that are not declared last; long values are cut.
pub(crate) fn debug(row: &dyn DeclaredRow, name: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut output = formatter.debug_struct(name);
    let mut columns = row.table().columns.iter();
    row.visit(&mut |field| {
        if let Some(column) = columns.next() {
            let kind = Type::Scalar(column.kind);
            output.field(column.name, &Shown::of_type(kind, field));
        }
    });
    row.undeclared().debug_into(&mut output);
    output.finish()
}

/// Whether two rows of one type have the same values, also in columns that are not declared.
pub(crate) fn equal(one: &dyn DeclaredRow, other: &dyn DeclaredRow) -> bool {
    let (mut fields, mut others): (Vec<&dyn Field>, Vec<&dyn Field>) = (Vec::new(), Vec::new());
    one.visit(&mut |field| fields.push(field));
    other.visit(&mut |field| others.push(field));
    fields.len() == others.len()
        && fields.iter().zip(others).all(|(field, other)| field.equals(other))
        && one.undeclared() == other.undeclared()
}

//! Rows by the columns that a spec declares: the types that generated code defines, and how an answer fills them.
//!
//! The three shapes of a report give the same rows to the same code: `declared_rows::<R>()` of [`DataSet`], [`DelimitedText`],
//! [`XmlDocument`] and [`Table`].
//!
//! [`DataSet`]: crate::DataSet
//! [`DelimitedText`]: crate::DelimitedText
//! [`XmlDocument`]: crate::XmlDocument

mod column_field;
mod delimited_table;
mod error;
mod fill;
mod make;
mod undeclared;

use std::fmt;

pub use column_field::ColumnField;
pub use error::DeclaredRowsError;
pub use make::FromRows;
#[cfg(feature = "server")]
pub(crate) use make::column as declared_column;
pub use undeclared::UndeclaredColumns;

use crate::operation::{Operation, Type};
use crate::results::table::Table;
use crate::results::{DataSet, DelimitedText, XmlDocument};
use crate::value::field::Field;
use crate::value::request::Shown;

/// A row of the table that an operation answers, with a field for every column that the spec declares. Generated code defines
/// its implementors. Usable as `dyn`: filling, `Debug` and comparison are written once over it.
pub trait DeclaredRow: Send + Sync + 'static {
    /// The operation whose answer has such rows.
    fn operation(&self) -> &'static Operation;

    /// Shows each field of a declared column to `visitor`, in the order of the operation's columns.
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(&'a dyn Field));

    /// Hands each field of a declared column to `visitor`, in the order of the operation's columns.
    fn visit_mut(&mut self, visitor: &mut dyn FnMut(&mut dyn ColumnField));

    /// What came in columns that are not declared.
    fn undeclared(&self) -> &UndeclaredColumns;

    /// The same, to be filled.
    fn undeclared_mut(&mut self) -> &mut UndeclaredColumns;
}

/// A result whose rows are those that a spec declares.
pub trait DeclaredRows {
    /// The rows, by the columns that are declared for `R`. Null has no rows.
    ///
    /// * [`DataSet`]: those of the table that `R` is declared for: the one that the spec names, else the main table, else the first.
    /// * [`Table`]: its own, whatever the table is called. Deleted rows are left out.
    /// * [`DelimitedText`]: a cell's place in its row says which column it is of. An empty cell is no value where the empty text is none
    ///   of the column's type.
    /// * [`XmlDocument`]: those of [`XmlDocument::table_of`] where the spec names them, else those of [`XmlDocument::table`]. A document
    ///   has no schema, so that a column that is not required may be nowhere.
    ///
    /// # Errors
    ///
    /// [`DeclaredRowsError`] if there is no such table, it lacks a declared column, or a cell is not what is declared: an element of a
    /// document that a row repeats, or that holds elements, is no value of a declared column.
    fn declared_rows<R: DeclaredRow + Default>(&self) -> Result<Vec<R>, DeclaredRowsError>;
}

impl DeclaredRows for DataSet {
    fn declared_rows<R: DeclaredRow + Default>(&self) -> Result<Vec<R>, DeclaredRowsError> {
        match fill::declared_table(self, R::default().operation())? {
            Some(table) => table.declared_rows(),
            None => Ok(Vec::new()),
        }
    }
}

impl DeclaredRows for Table {
    fn declared_rows<R: DeclaredRow + Default>(&self) -> Result<Vec<R>, DeclaredRowsError> {
        rows(self, self.is_declared())
    }
}

impl DeclaredRows for DelimitedText {
    fn declared_rows<R: DeclaredRow + Default>(&self) -> Result<Vec<R>, DeclaredRowsError> {
        match delimited_table::table(self, R::default().operation())? {
            Some(table) => rows(&table, true),
            None => Ok(Vec::new()),
        }
    }
}

impl DeclaredRows for XmlDocument {
    fn declared_rows<R: DeclaredRow + Default>(&self) -> Result<Vec<R>, DeclaredRowsError> {
        let table = match R::default().operation().table {
            Some(row) => self.table_of(row)?,
            None => self.table()?,
        };
        rows(&table, false)
    }
}

fn rows<R: DeclaredRow + Default>(table: &Table, has_schema: bool) -> Result<Vec<R>, DeclaredRowsError> {
    let columns = fill::Columns::of(table, R::default().operation(), has_schema)?;
    let mut rows = Vec::with_capacity(table.row_count());
    for row in table {
        let mut filled = R::default();
        columns.fill(&mut filled, row)?;
        rows.push(filled);
    }
    Ok(rows)
}

/// Writes a row with the names of its columns, those that are not declared last; long values are cut.
pub(crate) fn debug(row: &dyn DeclaredRow, name: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut output = formatter.debug_struct(name);
    let mut columns = row.operation().columns.iter();
    row.visit(&mut |field| {
        if let Some(column) = columns.next() {
            let kind = Type::Scalar(column.kind);
            output.field(column.name, &Shown { kind, secret: false, value: &field.get() });
        }
    });
    row.undeclared().debug_into(&mut output);
    output.finish()
}

/// Whether two rows of one type have the same values, also in columns that are not declared.
pub(crate) fn equal(one: &dyn DeclaredRow, other: &dyn DeclaredRow) -> bool {
    let (mut values, mut others) = (Vec::new(), Vec::new());
    one.visit(&mut |field| values.push(field.get()));
    other.visit(&mut |field| others.push(field.get()));
    values == others && one.undeclared() == other.undeclared()
}

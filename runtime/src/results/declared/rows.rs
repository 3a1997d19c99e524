//! The rows of a result, by the columns that are declared for it.

use super::error::DeclaredRowsError;
use super::row::DeclaredRow;
use super::{delimited_table, fill};
use crate::results::proportion::sent_for;
use crate::results::table::Table;
use crate::results::{DataSet, DelimitedText, XmlDocument};

/// A result whose rows are those that a spec declares.
pub trait DeclaredRows {
    /// The rows, by the columns that are declared for `R`. Null has no rows.
    ///
    /// * [`DataSet`]: those of the table that `R` is declared for: the one that the spec names, else the main table, else the first.
    /// * [`Table`]: its own, whatever the table is called. Deleted rows are left out.
    /// * [`DelimitedText`]: a cell belongs to the column of the same place in its row. An empty cell is no value where the empty text is none
    ///   of the column's type.
    /// * [`XmlDocument`]: those of [`XmlDocument::table_of`] where the spec names them, else those of [`XmlDocument::table`]. A document
    ///   has no schema, so that a column that is not required may be nowhere.
    ///
    /// # Errors
    ///
    /// [`DeclaredRowsError`] if there is no such table, it lacks a declared column, or a cell is not what is declared: an element of a
    /// document that a row repeats, or that holds elements, is no value of a declared column. And if the rows would take more memory than
    /// 40 times what was sent and 64 MiB beside: a row has room for every column, whatever values it has.
    fn declared_rows<R: DeclaredRow + Default>(&self) -> Result<Vec<R>, DeclaredRowsError>;
}

impl DeclaredRows for DataSet {
    fn declared_rows<R: DeclaredRow + Default>(&self) -> Result<Vec<R>, DeclaredRowsError> {
        match fill::declared_table(self, &R::default().table())? {
            Some(table) => table.declared_rows(),
            None => Ok(Vec::new()),
        }
    }
}

impl DeclaredRows for Table {
    fn declared_rows<R: DeclaredRow + Default>(&self) -> Result<Vec<R>, DeclaredRowsError> {
        rows(self, self.is_declared(), sent_for(self))
    }
}

impl DeclaredRows for DelimitedText {
    fn declared_rows<R: DeclaredRow + Default>(&self) -> Result<Vec<R>, DeclaredRowsError> {
        match delimited_table::table(self, &R::default().table())? {
            Some(table) => rows(&table, true, self.as_str().len()),
            None => Ok(Vec::new()),
        }
    }
}

impl DeclaredRows for XmlDocument {
    fn declared_rows<R: DeclaredRow + Default>(&self) -> Result<Vec<R>, DeclaredRowsError> {
        let table = match R::default().table().name {
            Some(row) => self.table_of(row)?,
            None => self.table()?,
        };
        rows(&table, false, self.as_str().len())
    }
}

/// The rows of a table, of which so many bytes were sent.
fn rows<R: DeclaredRow + Default>(table: &Table, has_schema: bool, sent: usize) -> Result<Vec<R>, DeclaredRowsError> {
    let columns = fill::FilledColumns::of(table, &R::default().table(), has_schema)?;
    columns.check_size(size_of::<R>(), sent)?;
    let mut rows = Vec::with_capacity(table.row_count());
    for row in table {
        let mut filled = R::default();
        columns.fill(&mut filled, row)?;
        rows.push(filled);
    }
    Ok(rows)
}

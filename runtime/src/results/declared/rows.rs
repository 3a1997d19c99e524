//! The rows of a result, by the columns that are declared for it.

use std::sync::Arc;

use super::error::DeclaredRowsError;
use super::row::DeclaredRow;
use super::undeclared::{ColumnNames, UndeclaredColumns};
use crate::operation::{DeclaredColumn, DeclaredTable};
use crate::results::proportion::{is_in_proportion, sent_for};
use crate::results::table::{Cell, CellError, CellErrorCause, CellKind, Row, Table};
use crate::results::{DataSet, DelimitedLayout, DelimitedText, XmlDocument};
use crate::xsd::InvalidText;

/// A result whose rows are those that a spec declares.
pub trait DeclaredRows {
    /// The rows, by the columns that are declared for `R`. Null has no rows.
    ///
    /// * [`DataSet`]: the rows of the table that `R` is declared for: the one that the spec names, else the main table, else the first.
    /// * [`Table`]: its own rows, whatever the table is called. Deleted rows are left out.
    /// * [`DelimitedText`]: a cell belongs to the column of the same place in its row. An empty cell is `DBNull` if the empty text is not a
    ///   value of the column's type. Further columns are called after their place, from 1: `Column5`.
    /// * [`XmlDocument`]: the rows of [`XmlDocument::table_of`] if the spec names them, else those of [`XmlDocument::table`]. A document
    ///   has no schema, so it may lack a column that is not required.
    ///
    /// # Errors
    ///
    /// [`DeclaredRowsError`] if there is no such table, it lacks a declared column, or a cell is not what is declared: an element of a
    /// document that a row repeats, or that holds elements, is not a value of a declared column. It is also an error if the rows would
    /// take more memory than 40 times the bytes that were sent and 16 MiB beside, because each row has room for every column.
    fn declared_rows<R: DeclaredRow + Default>(&self) -> Result<Vec<R>, DeclaredRowsError>;
}

impl DeclaredRows for DataSet {
    fn declared_rows<R: DeclaredRow + Default>(&self) -> Result<Vec<R>, DeclaredRowsError> {
        match declared_table(self, &R::default().table())? {
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
        if self.is_null() {
            return Ok(Vec::new());
        }
        let declared = R::default().table();
        let names: Vec<&str> = declared.columns.iter().map(|column| column.name).collect();
        // A declared column that no row has a cell for is missing.
        let table = self.table_of_columns_met(DelimitedLayout::from(names).name(declared.owner))?;
        rows(&table, true, self.as_str().len())
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

/// The table of a data set whose columns are declared; `None` if the data set is null.
fn declared_table<'t>(data_set: &'t DataSet, declared: &DeclaredTable) -> Result<Option<&'t Table>, DeclaredRowsError> {
    let table = match declared.name.or(data_set.main_table_name()) {
        Some(name) => data_set.table_named(name),
        None => data_set.tables().first(),
    };
    if table.is_none() && !data_set.is_null() {
        let tables = data_set.tables().iter().map(|table| table.name().to_owned()).collect();
        return Err(DeclaredRowsError::NoTable { owner: declared.owner, table: declared.name, tables });
    }
    Ok(table)
}

fn rows<R: DeclaredRow + Default>(table: &Table, has_schema: bool, sent: usize) -> Result<Vec<R>, DeclaredRowsError> {
    let places = Places::of(table, &R::default().table(), has_schema)?;
    places.check_size(size_of::<R>(), sent)?;
    let mut rows = Vec::with_capacity(table.row_count());
    for row in table {
        let mut filled = R::default();
        places.fill(&mut filled, row)?;
        rows.push(filled);
    }
    Ok(rows)
}

struct Places<'t> {
    table: &'t Table,
    /// A table without a schema lacks a column that no row has a value in.
    declared: Vec<(&'static DeclaredColumn, Option<usize>)>,
    undeclared: Vec<usize>,
    /// The names of the undeclared columns.
    names: Arc<ColumnNames>,
}

impl<'t> Places<'t> {
    fn of(table: &'t Table, spec: &DeclaredTable, has_schema: bool) -> Result<Self, DeclaredRowsError> {
        let columns = || table.columns().iter().map(|column| column.name.clone());
        let mut declared = Vec::with_capacity(spec.columns.len());
        for column in spec.columns {
            let index = table.column_index(column.name);
            let may_lack = !has_schema && (!column.required || table.row_count() == 0);
            if index.is_none() && !may_lack {
                return Err(DeclaredRowsError::MissingColumn {
                    table: table.name().to_owned(),
                    column: column.name,
                    columns: columns().collect(),
                });
            }
            declared.push((column, index));
        }
        let is_declared = |index: usize| declared.iter().any(|(_, found)| *found == Some(index));
        let undeclared = (0..table.columns().len()).filter(|index| !is_declared(*index)).collect();
        let names = columns().enumerate().filter(|(index, _)| !is_declared(*index)).map(|(_, name)| name);
        let names = Arc::new(ColumnNames { table: table.name().to_owned(), columns: names.collect() });
        Ok(Self { table, declared, undeclared, names })
    }

    /// Checks what the rows, of `row` bytes each, take beside what was sent.
    fn check_size(&self, row: usize, sent: usize) -> Result<(), DeclaredRowsError> {
        let undeclared = self.undeclared.len().saturating_mul(size_of::<Cell<'static>>());
        let bytes = row.saturating_add(undeclared).saturating_mul(self.table.row_count());
        if is_in_proportion(bytes, sent) {
            return Ok(());
        }
        let (table, rows) = (self.table.name().to_owned(), self.table.row_count());
        Err(DeclaredRowsError::TooLarge { table, rows, bytes })
    }

    fn fill(&self, filled: &mut dyn DeclaredRow, row: Row<'t>) -> Result<(), DeclaredRowsError> {
        let mut declared = self.declared.iter();
        let mut read = Ok(());
        filled.visit_mut(&mut |field| {
            if let (Ok(()), Some((column, Some(index)))) = (&read, declared.next()) {
                read = self.check_single(row, column, *index).and_then(|()| field.read(row, *index));
            }
        });
        read?;
        if !self.undeclared.is_empty() {
            let cells = self.undeclared.iter().map(|index| row.cell_at(*index).unwrap_or_default().into_owned());
            *filled.undeclared_mut() = UndeclaredColumns::new(&self.names, cells.collect(), self.number(row));
        }
        Ok(())
    }

    /// Refuses XML, which a cell holds instead of one value.
    fn check_single(&self, row: Row<'t>, column: &DeclaredColumn, index: usize) -> Result<(), CellError> {
        let (Some(values), Ok(index)) = (self.table.column_values(index), u32::try_from(row.index())) else {
            return Ok(());
        };
        if values.kind(index) != CellKind::Xml {
            return Ok(());
        }
        let text = InvalidText::cut(&values.text(index).unwrap_or_default());
        let cause = CellErrorCause::Mismatch { text, expected: format!("one {}", column.kind.name()) };
        Err(CellError::new(self.table.name(), self.number(row), column.name, cause))
    }

    /// The row's place among all rows, those of earlier batches included.
    fn number(&self, row: Row<'t>) -> usize {
        self.table.first_row() + row.index()
    }
}

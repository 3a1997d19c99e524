//! From the cells of a table to the fields of rows. Apart from the rows' types, so that it is compiled once.

use std::sync::Arc;

use super::DeclaredRow;
use super::column_field::ColumnField;
use super::error::DeclaredRowsError;
use super::undeclared::{ColumnNames, UndeclaredColumns};
use crate::operation::{DeclaredColumn, DeclaredTable};
use crate::results::DataSet;
use crate::results::is_in_proportion;
use crate::results::table::{Cell, CellError, CellErrorCause, Row, Table};
use crate::xsd::InvalidText;

/// The table of a data set whose columns are declared; `None` if the data set is null.
pub(super) fn declared_table<'t>(
    data_set: &'t DataSet,
    declared: &DeclaredTable,
) -> Result<Option<&'t Table>, DeclaredRowsError> {
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

/// Where a table holds what is declared.
pub(super) struct FilledColumns<'t> {
    table: &'t Table,
    /// The declared columns with their places in the table. A table without a schema lacks a column that no row has a value in.
    declared: Vec<(&'static DeclaredColumn, Option<usize>)>,
    /// The places of all others.
    others: Vec<usize>,
    names: Arc<ColumnNames>,
}

impl<'t> FilledColumns<'t> {
    /// Looks the declared columns up. A table without a schema may lack one that need not have a value.
    pub(super) fn of(table: &'t Table, spec: &DeclaredTable, has_schema: bool) -> Result<Self, DeclaredRowsError> {
        let columns = || table.columns().iter().map(|column| column.name.clone());
        let mut declared = Vec::with_capacity(spec.columns.len());
        for column in spec.columns {
            let place = table.column_index(column.name);
            let may_lack = !has_schema && (!column.required || table.row_count() == 0);
            if place.is_none() && !may_lack {
                return Err(DeclaredRowsError::MissingColumn {
                    table: table.name().to_owned(),
                    column: column.name,
                    columns: columns().collect(),
                });
            }
            declared.push((column, place));
        }
        let is_declared = |place: usize| declared.iter().any(|(_, found)| *found == Some(place));
        let others: Vec<usize> = (0..table.columns().len()).filter(|place| !is_declared(*place)).collect();
        let names = columns().enumerate().filter(|(place, _)| !is_declared(*place)).map(|(_, name)| name);
        let names = Arc::new(ColumnNames { table: table.name().to_owned(), columns: names.collect() });
        Ok(Self { table, declared, others, names })
    }

    /// Whether the rows, each of so many bytes, take no more memory than may be made of what was sent.
    pub(super) fn check_size(&self, row: usize, sent: usize) -> Result<(), DeclaredRowsError> {
        let others = self.others.len().saturating_mul(size_of::<Cell<'static>>());
        let bytes = row.saturating_add(others).saturating_mul(self.table.row_count());
        if is_in_proportion(bytes, sent) {
            return Ok(());
        }
        let (table, rows) = (self.table.name().to_owned(), self.table.row_count());
        Err(DeclaredRowsError::TooLarge { table, rows, bytes })
    }

    /// Fills the fields of a new row.
    pub(super) fn fill(&self, filled: &mut dyn DeclaredRow, row: Row<'t>) -> Result<(), DeclaredRowsError> {
        let mut declared = self.declared.iter();
        let mut failure = None;
        filled.visit_mut(&mut |field| {
            if let (None, Some((column, place))) = (&failure, declared.next()) {
                let cell = place.and_then(|place| row.cell_at(place)).unwrap_or_default();
                failure = fill_field(field, column, &cell).err().map(|cause| {
                    CellError::new(self.table.name(), self.table.first_row() + row.index(), column.name, cause)
                });
            }
        });
        if let Some(failure) = failure {
            return Err(failure.into());
        }
        if !self.others.is_empty() {
            let cells = self.others.iter().map(|place| row.cell_at(*place).unwrap_or_default().into_owned()).collect();
            *filled.undeclared_mut() = UndeclaredColumns::new(&self.names, cells, self.table.first_row() + row.index());
        }
        Ok(())
    }
}

fn fill_field(field: &mut dyn ColumnField, column: &DeclaredColumn, cell: &Cell<'_>) -> Result<(), CellErrorCause> {
    match (cell, cell.text()) {
        (Cell::Xml(xml), _) => Err(CellErrorCause::Mismatch {
            text: InvalidText::cut(xml),
            expected: format!("one {}", column.kind.name()),
        }),
        (_, Some(text)) => field.set_text(text).map_err(CellErrorCause::Text),
        (_, None) if column.required => Err(CellErrorCause::DbNull),
        // The row is new: the field is empty already.
        (_, None) => Ok(()),
    }
}

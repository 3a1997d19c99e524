//! Delimited text as a table: its columns have the declared names, by their order.

use super::error::DeclaredRowsError;
use crate::operation::Operation;
use crate::results::DelimitedText;
use crate::results::table::{Cell, Column, ColumnType, Table};

/// The rows of a text. Columns beyond the declared ones are called after their place, from 1: `Column5`. An empty cell is
/// `DBNull` where the empty text is no value of the column's type. `None` for null.
pub(super) fn table(text: &DelimitedText, operation: &Operation) -> Result<Option<Table>, DeclaredRowsError> {
    if text.is_null() {
        return Ok(None);
    }
    let rows = text.rows()?;
    let width = rows.iter().map(Vec::len).max().unwrap_or(operation.columns.len());
    let mut table = Table::new(operation.name);
    let mut empty_is_null = Vec::with_capacity(width);
    for place in 0..width {
        let declared = operation.columns.get(place);
        let name = declared.map_or_else(|| format!("Column{}", place + 1), |column| column.name.to_owned());
        table = table.with_column(Column::new(name, ColumnType::String));
        empty_is_null.push(declared.is_some_and(|column| column.kind.canonical("".into()).is_err()));
    }
    for row in rows {
        let cells = row.into_iter().zip(&empty_is_null).map(|(cell, empty_is_null)| {
            if cell.is_empty() && *empty_is_null { Cell::DbNull } else { Cell::Text(cell) }
        });
        table.push(cells.collect::<Vec<_>>());
    }
    Ok(Some(table))
}

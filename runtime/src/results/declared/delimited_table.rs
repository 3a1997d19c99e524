//! Delimited text as a table: its columns have the declared names, by their order.

use super::error::DeclaredRowsError;
use crate::operation::DeclaredTable;
use crate::results::table::{Column, Table};
use crate::results::{DelimitedLayout, DelimitedText};

/// The rows of a text. Columns beyond the declared ones are called after their place, from 1: `Column5`. An empty cell is
/// `DBNull` where the empty text is no value of the column's type. `None` for null.
pub(super) fn table(text: &DelimitedText, declared: &DeclaredTable) -> Result<Option<Table>, DeclaredRowsError> {
    if text.is_null() {
        return Ok(None);
    }
    let columns = declared.columns.iter();
    let columns = columns.map(|column| Column::of_type(column.name, format!("xs:{}", column.kind.name())));
    let layout = DelimitedLayout::default().name(declared.owner).columns(columns);
    // Declared columns that no row has a cell for are missing.
    Ok(Some(text.table_of_columns_met(layout)?))
}

//! What becomes of rows: they are kept in their tables, or counted and dropped.

use super::super::error::DataSetError;
use super::super::read_rows::RowReader;
use super::rows::Keeper;
use super::scan::{Block, resolve_into};
use crate::table::{RowState, Table};

/// Keeps rows in their tables.
pub(super) struct KeepRows;

impl Keeper for KeepRows {
    fn scanned(&mut self, reader: &mut RowReader, text: &str, rows: &Block) -> Result<(), DataSetError> {
        let Some(table) = reader.content.tables.get_mut(rows.table) else {
            return Ok(());
        };
        let too_large = |table: &Table| DataSetError::TooLarge { table: table.name.clone() };
        let first = table.rows.count();
        for order in &rows.orders {
            let row = table.add_row(*order, false).ok_or_else(|| too_large(table))?;
            if rows.state != RowState::Unchanged {
                table.rows.changes.push_state(row, rows.state);
            }
        }
        for (column, places) in rows.columns() {
            if let Some(values) = table.rows.values_mut(column, &table.columns) {
                let added = values.push_places(first, text, places.iter().copied(), resolve_into);
                added.map_err(|_| DataSetError::TooLarge { table: table.name.clone() })?;
            }
        }
        let first_in_whole = u32::try_from(table.first_row).ok().and_then(|before| before.checked_add(first));
        let first_in_whole = first_in_whole.ok_or_else(|| too_large(table))?;
        reader.ids.insert_each_usual(rows.table, &rows.orders, first_in_whole);
        Ok(())
    }

    fn read_plainly(&mut self, _: &mut RowReader) {}
}

/// Counts rows and drops them.
pub(super) struct CountRows;

impl Keeper for CountRows {
    fn scanned(&mut self, reader: &mut RowReader, _: &str, rows: &Block) -> Result<(), DataSetError> {
        let Some(table) = reader.content.tables.get_mut(rows.table) else {
            return Ok(());
        };
        let greatest = rows.orders.iter().max().copied().unwrap_or(0);
        table.next_order = table.next_order.max(greatest.saturating_add(1));
        let too_large = || DataSetError::TooLarge { table: table.name.clone() };
        let first = u32::try_from(table.first_row).map_err(|_| too_large())?;
        table.first_row += rows.orders.len();
        reader.ids.insert_each_usual(rows.table, &rows.orders, first);
        Ok(())
    }

    fn read_plainly(&mut self, reader: &mut RowReader) {
        reader.drop_rows();
    }
}

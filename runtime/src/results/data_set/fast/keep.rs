//! What becomes of rows: kept in their tables.

use super::super::error::DataSetError;
use super::super::read_rows::RowReader;
use super::rows::Keeper;
use super::scan::{ScannedRow, resolve_into};

/// Keeps rows in their tables.
#[derive(Default)]
pub(super) struct KeepRows {
    resolved: String,
}

impl Keeper for KeepRows {
    #[inline]
    fn scanned(&mut self, reader: &mut RowReader, text: &str, row: &ScannedRow<'_>) -> Result<(), DataSetError> {
        let Some(table) = reader.content.tables.get_mut(row.table) else {
            return Ok(());
        };
        let too_large = |name: &String| DataSetError::TooLarge { table: name.clone() };
        let place = table.add_row(row.order, false).ok_or_else(|| too_large(&table.name))?;
        table.rows.changes.push_state(place, row.state);
        for cell in row.cells {
            let raw = cell.raw(text);
            let value = if cell.has_references {
                self.resolved.clear();
                resolve_into(raw, &mut self.resolved);
                &self.resolved
            } else {
                raw
            };
            // No cell comes twice.
            if let Some(values) = table.rows.values_mut(cell.column as usize, &table.columns) {
                values.push_text(place, value).map_err(|_| too_large(&table.name))?;
            }
        }
        reader.ids.insert_usual(row.table, row.order, place);
        Ok(())
    }

    fn read_plainly(&mut self, _: &mut RowReader) {}
}

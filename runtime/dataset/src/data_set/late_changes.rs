//! Rows that a reader returns before it has read all, and changes of such rows that it reads later.

use super::read_rows::RowReader;
use crate::table::{Growth, HiddenFacts, RowErrors, Table};

/// Changes that a streamed DataSet states after its rows, for rows of earlier batches.
///
/// Most DataSets have none. Changes of rows of the last batch are part of that batch.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LateChanges {
    /// The deleted rows ([`Table::deleted_rows`]), in one table for each table that has any.
    pub deleted: Vec<Table>,
    /// The former values of changed rows, by table.
    pub originals: Vec<LateOriginals>,
    /// The errors of rows.
    pub errors: Vec<LateError>,
    /// The number of parts of the diffgram that belong to no row ([`HiddenFacts::unplaced`]).
    pub unplaced: usize,
}

/// The former values of changed rows of one table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LateOriginals {
    /// The rows before the change.
    pub originals: Table,
    /// For each of them, the row after the change, counted from 0 over the whole stream.
    pub rows: Vec<usize>,
}

/// The errors of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LateError {
    /// The table.
    pub table: String,
    /// The row, counted from 0 over the whole stream.
    pub row: usize,
    /// The error of the whole row.
    pub error: Option<String>,
    /// The errors of single cells: column and text.
    pub column_errors: Vec<(String, String)>,
}

impl LateChanges {
    /// Whether there are no late changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Their numbers.
    #[must_use]
    pub fn hidden_facts(&self) -> HiddenFacts {
        let mut facts = HiddenFacts { errors: self.errors.len(), unplaced: self.unplaced, ..HiddenFacts::default() };
        facts.deleted = self.deleted.iter().map(|table| table.hidden_facts().deleted).sum();
        facts.changed = self.originals.iter().map(|originals| originals.rows.len()).sum();
        facts
    }
}

impl RowReader {
    /// Takes the rows of the first table that has any. `spare` is a batch whose memory is reused.
    pub(super) fn take_rows(&mut self, spare: Option<Table>) -> Option<Table> {
        let table = self.content.tables.iter_mut().find(|table| table.rows.count() > 0)?;
        let is_kept = spare.is_none();
        let mut batch = table.take_rows(spare);
        if is_kept {
            // A batch that may be kept takes no more memory than it needs.
            batch.rows.reserve(Growth::Over);
        }
        if let Some(before) = table.before.as_mut().filter(|before| !before.of_rows.is_empty()) {
            let of_rows = std::mem::take(&mut before.of_rows);
            let own = batch.before.get_or_insert_default();
            own.originals = before.originals.clone();
            own.of_rows = of_rows;
        }
        Some(batch)
    }

    /// The tables that never had a row, in the order of the schema.
    pub(super) fn empty_tables(&self) -> impl Iterator<Item = Table> + '_ {
        let tables = self.content.tables.iter();
        tables.filter(|table| table.first_row == 0 && table.rows.count() == 0).map(Table::without_rows)
    }

    pub(super) fn drop_rows(&mut self) {
        for table in &mut self.content.tables {
            table.first_row += table.row_count();
            table.rows.clear();
        }
    }

    pub(super) fn take_late_changes(&mut self) -> LateChanges {
        let mut changes = LateChanges { unplaced: std::mem::take(&mut self.unplaced), ..LateChanges::default() };
        let late = std::mem::take(&mut self.changes);
        for (index, table) in self.content.tables.iter_mut().enumerate() {
            let mut originals = table.without_rows();
            let mut rows = Vec::new();
            for ((_, row), original) in late.originals.range((index, 0)..=(index, u32::MAX)) {
                let Some(before) = &table.before else {
                    break;
                };
                originals.push(before.originals.data(*original));
                rows.push(*row as usize);
            }
            if !rows.is_empty() {
                changes.originals.push(LateOriginals { originals, rows });
            }
            let deleted = table.before.as_mut().map(|before| std::mem::take(&mut before.deleted)).unwrap_or_default();
            if deleted.count() > 0 {
                let mut with_deleted = table.without_rows();
                with_deleted.before.get_or_insert_default().deleted = deleted;
                with_deleted.next_order = table.next_order;
                changes.deleted.push(with_deleted);
            }
        }
        for ((index, row), errors) in late.errors {
            let table = self.content.tables.get(index).map(|table| table.name.clone()).unwrap_or_default();
            let RowErrors { row: error, columns: column_errors } = errors;
            changes.errors.push(LateError { table, row: row as usize, error, column_errors });
        }
        changes
    }
}

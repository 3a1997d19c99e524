//! Parts of a diffgram beside its rows: former values, deleted rows, and errors.

use super::error::DataSetError;
use super::leftover::{RowElement, holds_content, rows_in};
use super::read_rows::{RowPart, RowReader, foreign_attributes};
use super::row_ids::RowPosition;
use crate::table::{RowState, Table};
use crate::vocabulary::DIFFGR;
use asmx_types::xml_name::decode_local_name;
use asmx_xml::characters::trim_white_space;
use asmx_xml::{Element, Node};

impl RowReader {
    /// Reads the parts of the diffgram beside the instance: former values first, because errors may be of deleted rows.
    pub(super) fn beside_instance(
        &mut self,
        diffgram: Element<'_>,
        instance: Option<Element<'_>>,
    ) -> Result<(), DataSetError> {
        let has_text_behind = instance.is_some_and(|instance| rows_in(instance).1);
        self.unplaced += usize::from(has_text_behind) + foreign_attributes(diffgram) + texts(diffgram);
        let mut parts: Vec<_> = diffgram.elements().filter(|part| Some(*part) != instance).collect();
        parts.sort_by_key(|part| part.name() != "before");
        for part in parts {
            match (part.namespace(), part.name()) {
                (Some(DIFFGR), "before") => self.before(part)?,
                (Some(DIFFGR), "errors") => self.errors(part),
                _ => self.unplaced += 1,
            }
        }
        Ok(())
    }

    /// Reads the originals of modified rows, and deleted rows.
    fn before(&mut self, before: Element<'_>) -> Result<(), DataSetError> {
        let (rows, has_text_behind) = rows_in(before);
        self.unplaced += usize::from(has_text_behind) + foreign_attributes(before);
        for RowElement { element, text_before } in rows {
            let table = self.table(element)?;
            let id = element.attribute(Some(DIFFGR), "id");
            let current = id.and_then(|id| self.find(table, id)).filter(|position| !position.is_deleted);
            let Some(current) = current else {
                self.row(element, table, RowPart::Deleted, text_before)?;
                continue;
            };
            let original = self.row(element, table, RowPart::Originals, text_before)?;
            let Some(in_table) = self.content.tables.get_mut(table) else {
                continue;
            };
            let Some(row) = here(in_table, current.row) else {
                let other = self.changes.originals.insert((table, current.row), original);
                self.unplaced += usize::from(other.is_some());
                continue;
            };
            let other = in_table.before.get_or_insert_default().of_rows.insert(row, original);
            self.unplaced += usize::from(other.is_some());
            // A row with an original is modified, even if it is not marked.
            if in_table.rows.changes.state(row) == RowState::Unchanged {
                in_table.rows.changes.set_state(row, RowState::Modified);
            }
        }
        Ok(())
    }

    fn find(&mut self, table: usize, id: &str) -> Option<RowPosition> {
        let name = self.content.tables.get(table).map_or("", |table| &table.name);
        self.ids.find(table, name, id)
    }

    fn errors(&mut self, errors: Element<'_>) {
        self.unplaced += foreign_attributes(errors) + texts(errors);
        for element in errors.elements() {
            let id = element.attribute(Some(DIFFGR), "id").unwrap_or_default();
            let found = self.known_table(element).and_then(|table| Some((table, self.find(table, id)?)));
            let Some((table, position)) = found else {
                self.unplaced += 1;
                continue;
            };
            self.unplaced += foreign_attributes(element) + texts(element);
            let Some(in_table) = self.content.tables.get_mut(table) else {
                continue;
            };
            let part = if position.is_deleted { RowPart::Deleted } else { RowPart::Rows };
            let row = if position.is_deleted { Some(position.row) } else { here(in_table, position.row) };
            let errors = match row {
                Some(row) => part.of(in_table).0.changes.errors_mut(row),
                None => self.changes.errors.entry((table, position.row)).or_default(),
            };
            if let Some(text) = element.attribute(Some(DIFFGR), "Error") {
                self.unplaced += usize::from(errors.row.replace(text.to_owned()).is_some());
            }
            for column in element.elements() {
                match column.attribute(Some(DIFFGR), "Error") {
                    Some(text) => errors.columns.push((decode_local_name(column.name()).into_owned(), text.to_owned())),
                    None => self.unplaced += 1,
                }
                self.unplaced += foreign_attributes(column) + usize::from(holds_content(column));
            }
        }
    }
}

/// The number of texts between the elements of an element around rows.
fn texts(element: Element<'_>) -> usize {
    let is_text =
        |node: &Node<'_>| matches!(node, Node::Text(text) | Node::CData(text) if !trim_white_space(text).is_empty());
    element.children().filter(is_text).count()
}

/// The place in a table of a row of the stream; `None` if it was in an earlier batch.
fn here(table: &Table, row: u32) -> Option<u32> {
    row.checked_sub(u32::try_from(table.first_row).ok()?)
}

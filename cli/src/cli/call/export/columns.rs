//! The columns of the parts. Where no description has them they come from responses: others than before are noted, and a part whose responses show
//! none has those of the other parts.

use std::cell::RefCell;
use std::io;

use asmx_gateway::{ColumnChange, RowColumns};

use super::files::Files;

/// Their file beside the plan.
const NAME: &str = "columns.json";

/// That of the table whose rows the parts have.
const TABLE: &str = "table.json";

pub(super) struct Columns<'a> {
    files: &'a Files,
    /// Those of the last part that showed some; empty if none did.
    known: RefCell<RowColumns>,
    /// The table of the first part.
    table: RefCell<Option<String>>,
}

impl<'a> Columns<'a> {
    pub(super) fn of(files: &'a Files) -> Self {
        let known = files.state(NAME).and_then(|json| RowColumns::of_json(&json)).unwrap_or_default();
        let table = files.state(TABLE).and_then(|json| json.as_str().map(str::to_owned));
        Self { files, known: RefCell::new(known), table: RefCell::new(table) }
    }

    /// The table of the parts before, if it is another one. The first that comes is kept.
    pub(super) fn other_table(&self, name: &str) -> io::Result<Option<String>> {
        if let Some(known) = &*self.table.borrow() {
            return Ok(Some(known.clone()).filter(|known| known != name));
        }
        self.files.keep_state(TABLE, &name.into())?;
        self.table.replace(Some(name.to_owned()));
        Ok(None)
    }

    /// The columns that have other types than those of the parts before, in words.
    pub(super) fn other_types(&self, columns: &RowColumns, is_fixed: impl Fn(&str) -> bool) -> Option<String> {
        let changes = self.known()?.changes(columns);
        let other = changes.into_iter().filter(|change| match change {
            ColumnChange::Type { column, .. } => !is_fixed(column),
            _ => false,
        });
        let other: Vec<String> = other.take(MOST).map(|change| change.to_string()).collect();
        Some(other.join(", ")).filter(|other| !other.is_empty())
    }

    /// Those of the parts before; `None` if no part showed any.
    pub(super) fn known(&self) -> Option<RowColumns> {
        Some(self.known.borrow().clone()).filter(|columns| !columns.is_empty())
    }

    /// Keeps the columns of a part for the next ones. Returns a note if they are others than those of the parts before.
    pub(super) fn keep(&self, columns: &RowColumns) -> io::Result<Option<String>> {
        let known = self.known();
        let changes = known.as_ref().map(|known| known.changes(columns)).unwrap_or_default();
        if known.is_none() || !changes.is_empty() {
            self.files.keep_state(NAME, &columns.to_json())?;
            self.known.replace(columns.clone());
        }
        Ok((!changes.is_empty()).then(|| note(&changes)))
    }
}

fn note(changes: &[ColumnChange]) -> String {
    let first_changes = changes.iter().take(MOST).map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let more = changes.len().saturating_sub(MOST);
    let more = if more > 0 { format!(", and {more} more changes") } else { String::new() };
    format!("the columns are others than those of the part before: {first_changes}{more}")
}

/// The most changes that are shown.
const MOST: usize = 5;

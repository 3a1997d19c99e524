//! The columns of the parts. Where no description has them they come from responses: others than before are noted, and a part whose responses show
//! none has those of the other parts.

use std::cell::RefCell;
use std::io;

use asmx_gateway::{ColumnChange, RowColumns};

use super::files::Files;

/// Their file beside the plan.
const NAME: &str = "columns.json";

pub(super) struct Columns<'a> {
    files: &'a Files,
    /// Those of the last part that showed some; empty if none did.
    known: RefCell<RowColumns>,
}

impl<'a> Columns<'a> {
    pub(super) fn of(files: &'a Files) -> Self {
        let known = files.state(NAME).and_then(|json| RowColumns::of_json(&json)).unwrap_or_default();
        Self { files, known: RefCell::new(known) }
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
    let shown = changes.iter().take(MOST).map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let more = changes.len().saturating_sub(MOST);
    let more = if more > 0 { format!(", and {more} more changes") } else { String::new() };
    format!("the columns are others than those of the part before: {shown}{more}")
}

/// The most changes that are shown.
const MOST: usize = 5;

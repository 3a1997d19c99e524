//! The columns of the parts. Where no description has them they come from responses: others than before are noted, and a part whose responses show
//! none has those of the nearest part, however the range was cut into runs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;

use asmx_gateway::date_ranges::Part;
use asmx_gateway::{ColumnChange, RowColumns};
use serde_json::{Value as Json, json};

use super::files::Files;

/// Their file beside the plan.
const NAME: &str = "columns.json";

/// That of the table whose rows the parts have.
const TABLE: &str = "table.json";

pub(super) struct Columns<'a> {
    files: &'a Files,
    of_parts: RefCell<OfParts>,
    /// The table of the first part.
    table: RefCell<Option<String>>,
}

/// The columns of each part that showed some. Few parts differ.
#[derive(Default)]
struct OfParts {
    different: Vec<RowColumns>,
    /// The index of its columns, by the name of a part.
    parts: BTreeMap<String, usize>,
}

impl OfParts {
    fn of_json(json: &Json) -> Option<Self> {
        let different: Vec<RowColumns> =
            json.get("different")?.as_array()?.iter().map(RowColumns::of_json).collect::<Option<_>>()?;
        let parts = json.get("parts")?.as_object()?.iter();
        let index =
            |index: &Json| Some(usize::try_from(index.as_u64()?).ok()?).filter(|index| *index < different.len());
        let parts = parts.map(|(name, json)| Some((name.clone(), index(json)?))).collect::<Option<_>>()?;
        Some(Self { different, parts })
    }

    fn to_json(&self) -> Json {
        let different: Json = self.different.iter().map(RowColumns::to_json).collect();
        json!({ "different": different, "parts": self.parts })
    }

    /// The nearest earlier part, or else the nearest later one.
    fn nearest(&self, name: &str) -> Option<(&str, &RowColumns)> {
        let earlier = self.parts.range(..name.to_owned()).next_back();
        let (part, index) = earlier.or_else(|| self.parts.iter().find(|(part, _)| part.as_str() > name))?;
        Some((part, self.different.get(*index)?))
    }
}

impl<'a> Columns<'a> {
    pub(super) fn of(files: &'a Files) -> Self {
        let of_parts = files.state(NAME).and_then(|json| OfParts::of_json(&json)).unwrap_or_default();
        let table = files.state(TABLE).and_then(|json| json.as_str().map(str::to_owned));
        Self { files, of_parts: RefCell::new(of_parts), table: RefCell::new(table) }
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

    /// The columns that have other types than those of another part, in words.
    pub(super) fn other_types(
        &self,
        part: &Part,
        columns: &RowColumns,
        is_fixed: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let (name, known) = (part.name(), self.of_parts.borrow());
        let is_other = |change: &ColumnChange| matches!(change, ColumnChange::Type { column, .. } if !is_fixed(column));
        let is_of_others = |index| known.parts.iter().any(|(part, of_part)| *of_part == index && *part != name);
        let different = known.different.iter().enumerate().filter(|(index, _)| is_of_others(*index));
        let changes = different.flat_map(|(_, other)| other.changes(columns)).filter(is_other);
        let other: Vec<String> = changes.take(MOST).map(|change| change.to_string()).collect();
        Some(other.join(", ")).filter(|other| !other.is_empty())
    }

    /// The nearest earlier part that showed columns, or else the nearest later one, with its columns; `None` if no part showed any.
    pub(super) fn nearest(&self, part: &Part) -> Option<(String, RowColumns)> {
        self.of_parts.borrow().nearest(&part.name()).map(|(name, columns)| (name.to_owned(), columns.clone()))
    }

    /// Keeps the columns of a part for the others; empty if it showed none. Returns a note if they are others than those of the nearest part.
    pub(super) fn keep(&self, part: &Part, columns: &RowColumns) -> io::Result<Option<String>> {
        let mut known = self.of_parts.borrow_mut();
        let (name, before) = (part.name(), known.parts.get(&part.name()).copied());
        if columns.is_empty() {
            known.parts.remove(&name);
        } else {
            let is_equal = |known: &RowColumns| known.changes(columns).is_empty();
            let index = known.different.iter().position(is_equal).unwrap_or(known.different.len());
            if index == known.different.len() {
                known.different.push(columns.clone());
            }
            known.parts.insert(name.clone(), index);
        }
        if known.parts.get(&name).copied() != before {
            self.files.keep_state(NAME, &known.to_json())?;
        }
        let nearest = known.nearest(&name).filter(|_| !columns.is_empty());
        Ok(nearest.and_then(|(other, nearest)| note(other, &nearest.changes(columns))))
    }
}

fn note(other: &str, changes: &[ColumnChange]) -> Option<String> {
    let first_changes = changes.iter().take(MOST).map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let more = changes.len().saturating_sub(MOST);
    let more = if more > 0 { format!(", and {more} more changes") } else { String::new() };
    (!changes.is_empty()).then(|| format!("the columns are others than those of {other}: {first_changes}{more}"))
}

/// The most changes that are shown.
const MOST: usize = 5;

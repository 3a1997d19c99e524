//! Undeclared content in the rows of a table.

use std::collections::HashSet;

use serde_json::Value as Json;

use super::found_table::FoundTable;
pub(super) use super::shape::REST;
use super::shape::{ColumnShape, Source};
#[cfg(feature = "server")]
use crate::rows::texts::{RowsError, names};

/// The key of the type that a value states.
pub(super) const TYPE: &str = "$type";

/// The most paths that are listed.
const MOST: usize = 100;

/// Undeclared content that rows are written without.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// The path of each, once: at most 100 of a table.
    pub paths: Vec<String>,
    /// Whether lines of JSON have all of it. They lack what stands among the rows of an array and is no row, which JSON has.
    pub is_in_lines: bool,
}

impl LeftOut {
    /// Whether the rows have everything.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }
}

impl Default for LeftOut {
    fn default() -> Self {
        Self { paths: Vec::new(), is_in_lines: true }
    }
}

/// That of several tables.
impl FromIterator<Self> for LeftOut {
    fn from_iter<T: IntoIterator<Item = Self>>(all: T) -> Self {
        all.into_iter().fold(Self::default(), |mut sum, more| {
            sum.paths.extend(more.paths);
            Self { is_in_lines: sum.is_in_lines && more.is_in_lines, ..sum }
        })
    }
}

/// Undeclared content of a row.
struct Undeclared<'r> {
    /// The name that a column of it would have.
    name: String,
    value: &'r Json,
}

impl FoundTable<'_> {
    /// The content that the description lacks and that lines of JSON leave out, or that forms with fixed columns do.
    #[must_use]
    pub fn left_out(&self, is_lines: bool) -> LeftOut {
        let paths =
            if is_lines { self.beside.iter().map(|beside| beside.path.clone()).collect() } else { self.undeclared() };
        LeftOut { paths, is_in_lines: self.beside.is_empty() }
    }

    /// Refuses rows of which some may be missing: the response has elements among them that the description lacks.
    ///
    /// # Errors
    ///
    /// There are such elements.
    #[cfg(feature = "server")]
    pub(crate) fn check_rows(&self) -> Result<(), RowsError> {
        let mut paths =
            self.beside.iter().filter(|beside| beside.is_element).map(|beside| beside.path.as_str()).peekable();
        if paths.peek().is_none() {
            return Ok(());
        }
        Err(RowsError::OtherRows(names([self.name.as_str()].into_iter()), names(paths)))
    }

    /// The paths of content in its rows that the description lacks and that no column has, each once: at most 100. Lines of JSON have the content
    /// itself, unless it stands beside rows.
    fn undeclared(&self) -> Vec<String> {
        let (mut paths, mut known) = (Vec::new(), HashSet::new());
        let mut add = |path: String| {
            if paths.len() < MOST && known.insert(path.clone()) {
                paths.push(path);
            }
        };
        self.left_out.iter().chain(self.beside.iter().map(|beside| &beside.path)).cloned().for_each(&mut add);
        for row in self.rows.iter() {
            for Undeclared { name, value } in self.undeclared_of(row) {
                let around = name.strip_suffix(REST).unwrap_or(&name);
                match value.as_object().filter(|_| name.ends_with(REST)) {
                    Some(content) => content.keys().for_each(|key| add(format!("{around}{key}"))),
                    None => add(name),
                }
            }
        }
        paths
    }

    /// Adds the undeclared content of a row to its object in lines of JSON.
    pub(super) fn push_undeclared(&self, object: &mut serde_json::Map<String, Json>, row: &Json) {
        for name in &self.left_out {
            if let Some(value) = row.get(name).filter(|value| !value.is_null()) {
                object.insert(name.clone(), value.clone());
            }
        }
        for Undeclared { name, value } in self.undeclared_of(row) {
            if name == TYPE {
                object.shift_insert(0, name, value.clone());
            } else {
                object.insert(name, value.clone());
            }
        }
    }

    fn undeclared_of<'r>(&self, row: &'r Json) -> Vec<Undeclared<'r>> {
        match self.source {
            _ if self.is_of_response => Vec::new(),
            Source::Objects => self.in_object(row, &[], ""),
            Source::Single => self.in_structures(row),
            _ => Vec::new(),
        }
    }

    fn has_column(&self, keys: &[&str]) -> bool {
        self.columns.iter().any(|column| column.keys == keys || column.keys.is_empty())
    }

    /// The undeclared content of the object at these keys, unless a column has it.
    fn in_object<'r>(&self, object: &'r Json, keys: &[&str], around: &str) -> Vec<Undeclared<'r>> {
        let undeclared = |key: &'static str| {
            let value = object.get(key)?;
            let name = if around.is_empty() { key.to_owned() } else { format!("{around}.{key}") };
            (!self.has_column(&[keys, &[key]].concat())).then_some(Undeclared { name, value })
        };
        [TYPE, REST].into_iter().filter_map(undeclared).collect()
    }

    /// The undeclared content of the row and of each structure whose members are columns.
    fn in_structures<'r>(&self, row: &'r Json) -> Vec<Undeclared<'r>> {
        let mut found = self.in_object(row, &[], "");
        let mut known: HashSet<&[String]> = HashSet::new();
        for column in &self.columns {
            for end in 1..column.keys.len() {
                let Some(keys) = column.keys.get(..end).filter(|keys| known.insert(keys)) else { continue };
                let Some(object) = keys.iter().try_fold(row, |value, key| value.get(key)) else { continue };
                let names: Vec<&str> = keys.iter().map(String::as_str).collect();
                // The content of the message is called `$rest`, so that of a lone part has the name of the part.
                let is_left_out = end > 1 && !column.name.starts_with(&format!("{}.", names.first().unwrap_or(&"")));
                let around = names.get(usize::from(is_left_out)..).unwrap_or_default().join(".");
                found.extend(self.in_object(object, &names, &around));
            }
        }
        found
    }
}

/// The column of undeclared content in a table of a family.
pub(super) fn rest_column() -> ColumnShape {
    ColumnShape::of_key(REST, super::shape::JSON)
}

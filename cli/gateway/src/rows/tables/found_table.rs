//! A table of a result.

use std::borrow::Cow;

use serde_json::Value as Json;

use super::note::RowsNote;
use super::shape::{ColumnShape, Main, Source, TableShape};

/// A table of a result.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FoundTable<'a> {
    /// Its name.
    pub name: String,
    /// The members that lead to it.
    pub path: String,
    /// Its columns: those of the description, then those that only the response shows.
    pub columns: Vec<ColumnShape>,
    /// Whether the description names it.
    pub is_known: bool,
    pub(crate) source: Source,
    pub(crate) rows: Cow<'a, [Json]>,
    /// Whether all its columns come from this response.
    pub(crate) is_of_response: bool,
    /// The columns of cells that no schema declares.
    pub(crate) left_out: Vec<String>,
    /// The most rows that the service returns, if it says so.
    pub(crate) record_limit: Option<u64>,
    /// Content that stands in the place of its rows, and that the description lacks.
    pub(crate) beside: Vec<Beside>,
    /// Why it has no rows although it is there.
    pub(crate) problem: Option<NoRows>,
    /// Set if it is the main table: the one that is meant if none is chosen.
    pub(crate) main: Option<Main>,
}

/// Undeclared content among the rows of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Beside {
    pub(crate) path: String,
    /// An element may be a row that the description calls otherwise.
    pub(crate) is_element: bool,
}

/// Why XML has no rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoRows {
    /// Its root has elements of several names: the paths of those, of which a caller can choose one.
    Several(Vec<String>),
    Other(String),
}

impl From<String> for NoRows {
    fn from(why: String) -> Self {
        Self::Other(why)
    }
}

impl<'a> FoundTable<'a> {
    pub(super) fn of(shape: &TableShape, rows: Cow<'a, [Json]>) -> Self {
        Self {
            name: if shape.name.is_empty() {
                shape.keys.last().cloned().unwrap_or_default()
            } else {
                shape.name.clone()
            },
            path: shape.path.clone(),
            columns: shape.columns.clone(),
            is_known: shape.is_known(),
            source: shape.source,
            rows,
            is_of_response: false,
            left_out: Vec::new(),
            record_limit: shape.record_limit,
            beside: Vec::new(),
            problem: None,
            main: shape.main(),
        }
    }

    /// The table that a response lacks: the columns of its description, and no rows.
    #[must_use]
    pub fn without_rows(shape: &TableShape) -> Self {
        Self::of(shape, Cow::Borrowed(&[]))
    }

    /// The columns of cells that no schema declares. Lines of JSON have them, and forms with fixed columns leave them out.
    #[must_use]
    pub fn columns_left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Whether it is the table of [values](super::VALUES).
    #[must_use]
    pub fn is_values(&self) -> bool {
        self.source == Source::Single
    }

    /// The note that it has as many rows as the service returns at most.
    #[must_use]
    pub fn at_record_limit(&self) -> Option<RowsNote> {
        let rows = self.rows.len() as u64;
        self.record_limit.filter(|limit| rows >= *limit).map(|_| RowsNote::AtRecordLimit(rows))
    }

    /// The number of its rows.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }
}

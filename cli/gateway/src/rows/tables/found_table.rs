//! A table of a result.

use std::borrow::Cow;

use asmx_runtime::results::table::{Column, ColumnValues, ValueType};
use serde_json::Value as Json;

use super::note::RowsNote;
use super::shape::{ColumnShape, Main, Source, TableShape};
use crate::rows::of_type::OtherTexts;
use crate::rows::texts::RowsError;

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
    /// Whether it has rows and neither the description, which has all tables of the DataSet, nor a schema of the response declares it.
    pub(super) is_undeclared: bool,
    /// The columns of cells that no schema declares.
    pub(crate) left_out: Vec<String>,
    /// The most rows that the service returns, if it says so.
    pub(crate) record_limit: Option<u64>,
    /// Content that stands in the place of its rows, and that the description lacks.
    pub(crate) beside: Vec<Beside>,
    /// The paths of attributes of the elements around its rows, which rows of XML lack.
    pub(crate) around: Vec<String>,
    /// Why it has no rows although it is there.
    pub(crate) problem: Option<Problem>,
    /// Differences between the schema of the response and the description.
    pub(crate) differences: Vec<RowsNote>,
    /// XML that is an element without rows and without declared columns.
    pub(crate) without_rows: Option<String>,
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

/// The rows whose cells are compared with their type together.
const ROWS_AT_ONCE: usize = 1024;

/// XML that has no rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) why: NoRows,
    pub(crate) xml: String,
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
            is_undeclared: false,
            left_out: Vec::new(),
            record_limit: shape.record_limit,
            beside: Vec::new(),
            around: Vec::new(),
            problem: None,
            differences: Vec::new(),
            without_rows: None,
            main: shape.main(),
        }
    }

    /// As undeclared content of another table.
    pub(super) fn beside_others(&self) -> Beside {
        Beside { path: format!("{}.{}", self.path, self.name), is_element: false }
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

    /// The XML that it is, if that has no rows.
    #[must_use]
    pub fn xml_without_rows(&self) -> Option<&str> {
        self.problem.as_ref().map(|problem| problem.xml.as_str()).or(self.without_rows.as_deref())
    }

    /// Refuses a table that has no rows although it is there.
    ///
    /// # Errors
    ///
    /// It is XML without rows.
    pub(super) fn check_xml(&self) -> Result<(), RowsError> {
        let Some(Problem { why, .. }) = &self.problem else { return Ok(()) };
        Err(match why {
            NoRows::Several(paths) => RowsError::SeveralElements(self.name.clone(), paths.join(" or ")),
            NoRows::Other(why) => RowsError::NotRows(self.name.clone(), why.clone()),
        })
    }

    /// Whether it is the table of [values](super::VALUES).
    #[must_use]
    pub fn is_values(&self) -> bool {
        self.source == Source::Single
    }

    /// The notes for its readers that its rows give.
    #[must_use]
    pub fn notes(&self) -> Vec<RowsNote> {
        let rows = self.rows.len() as u64;
        let limit = self.record_limit.filter(|limit| rows >= *limit).map(|_| RowsNote::AtRecordLimit(rows));
        let around = (!self.around.is_empty()).then(|| RowsNote::AroundRows(self.around.clone()));
        let differences = self.differences.iter().cloned();
        limit.into_iter().chain(around).chain(differences).chain(self.notes_of_columns()).collect()
    }

    fn notes_of_columns(&self) -> Vec<RowsNote> {
        if !self.source.has_unchecked_cells() {
            return Vec::new();
        }
        let leftover = self.left_out.iter().filter(|name| Column::is_name_of_leftover(name));
        let leftover = leftover.map(|name| RowsNote::Leftover { table: self.name.clone(), column: name.clone() });
        let columns = self.columns.iter().map(|shape| (shape, shape.text_column()));
        let mistyped = columns.filter_map(|(shape, column)| Some((self.other_texts(shape, &column)?, column)));
        let notes = leftover.chain(mistyped.map(|(texts, column)| RowsNote::of_texts(&self.name, &column, texts)));
        notes.chain(self.columns.iter().filter_map(|shape| self.lacks_required(shape))).collect()
    }

    /// The rows that lack a required column.
    fn lacks_required(&self, shape: &ColumnShape) -> Option<RowsNote> {
        let rows = || self.rows.iter().filter(|row| !self.has_cell(row, shape)).count() as u64;
        let rows = Some(shape).filter(|shape| shape.is_required).map(|_| rows()).filter(|rows| *rows > 0)?;
        Some(RowsNote::LacksRequired { table: self.name.clone(), column: shape.name.clone(), rows })
    }

    /// The texts of a column that are not of its type.
    fn other_texts(&self, shape: &ColumnShape, column: &Column) -> Option<OtherTexts> {
        let kind = Some(column.value_type()).filter(|kind| *kind != ValueType::default())?;
        let of_rows = |rows: &[Json]| {
            let mut values = ColumnValues::new(kind);
            for (row, text) in (0..).zip(rows.iter().filter_map(|row| self.text(row, shape))) {
                // A text that is too long for a column is a matter of its form.
                let _ = values.push_text(row, &text);
            }
            OtherTexts::of(&values)
        };
        self.rows.chunks(ROWS_AT_ONCE).filter_map(of_rows).max()
    }

    /// The number of its rows.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }
}

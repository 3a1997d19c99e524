//! Rows as one text.

use crate::Delimiters;

/// Rows as one text, with the names of their columns and the delimiters the text is built with.
///
/// The delimiters occur in no name and no value, so that nothing needs a text qualifier. `|` and the line feed are taken if they
/// can be; next come other characters, then several random ones in a row. A row delimiter stands between rows, not
/// after the last.
///
/// Values are text, numbers, `true` and `false`; `None` and the unit are empty. They are written straight into the text, once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelimitedData {
    pub(super) names: Vec<String>,
    pub(super) text: String,
    pub(super) column: String,
    pub(super) row: String,
    pub(super) first_row: u64,
    pub(super) rows: usize,
}

impl DelimitedData {
    /// The names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The names of the columns, separated as the cells are.
    pub fn joined_names(&self) -> String {
        self.names.join(&self.column)
    }

    /// The rows.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The rows, without copying them.
    pub fn into_text(self) -> String {
        self.text
    }

    /// What separates the cells of a row, and the names.
    pub fn column_delimiter(&self) -> &str {
        &self.column
    }

    /// What separates the rows.
    pub fn row_delimiter(&self) -> &str {
        &self.row
    }

    /// Both delimiters; there is no text qualifier.
    pub fn delimiters(&self) -> Delimiters {
        Delimiters::new(&self.row, &self.column)
    }

    /// How many rows there are.
    pub const fn row_count(&self) -> usize {
        self.rows
    }

    /// Which of all records the first row is, counted from 0; more than 0 for the later ones of [`DelimitedData::chunks`].
    pub const fn first_row(&self) -> u64 {
        self.first_row
    }
}

//! The error of a cell or row without a value of the wanted type.

use std::fmt::{self, Write};

use asmx_types::display::OneLine;
use asmx_xml::xsd::InvalidText;

/// The error of a cell or row without a value of the wanted type: table, row, column and cause.
#[derive(Clone, PartialEq, Eq)]
pub struct CellError {
    // Errors are rare; results that may hold one are not.
    location: Box<CellLocation>,
}

asmx_types::debug_is_a_sentence!(CellError);

#[derive(Clone, Debug, PartialEq, Eq)]
struct CellLocation {
    table: String,
    column: String,
    row: usize,
    cause: CellErrorCause,
}

/// The cause of a [`CellError`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellErrorCause {
    /// The column is unknown.
    NoSuchColumn {
        /// The columns of the table, at most a hundred of them.
        columns: Vec<String>,
    },
    /// The cell is `DBNull`, where a value is needed.
    DbNull,
    /// The text is not a value of the type.
    Text(InvalidText),
    /// The wanted type cannot be read from the text.
    Mismatch {
        /// The text, cut after 60 characters.
        text: String,
        /// The wanted type.
        expected: String,
    },
    /// The wanted type refuses the cell, or the whole row, for a reason of its own.
    Refused {
        /// The text of the cell, cut after 60 characters; absent for the whole row.
        text: Option<String>,
        /// The reason.
        reason: String,
    },
}

impl CellError {
    #[doc(hidden)]
    pub fn new(table: &str, row: usize, column: &str, cause: CellErrorCause) -> Self {
        Self { location: Box::new(CellLocation { table: table.to_owned(), column: column.to_owned(), row, cause }) }
    }

    pub(super) fn of(cause: CellErrorCause) -> Self {
        Self::new("", 0, "", cause)
    }

    pub(super) fn in_column(mut self, column: &str, text: Option<&str>) -> Self {
        let location = &mut *self.location;
        if location.column.is_empty() {
            column.clone_into(&mut location.column);
        }
        match (&mut location.cause, text) {
            (CellErrorCause::Mismatch { text: own, .. }, Some(text)) if own.is_empty() => *own = InvalidText::cut(text),
            (CellErrorCause::Refused { text: own, .. }, Some(text)) => *own = Some(InvalidText::cut(text)),
            _ => {}
        }
        self
    }

    pub(super) fn in_row(mut self, table: &str, row: usize, columns: impl FnOnce() -> Vec<String>) -> Self {
        table.clone_into(&mut self.location.table);
        self.location.row = row;
        if let CellErrorCause::NoSuchColumn { columns: known } = &mut self.location.cause {
            *known = columns();
        }
        self
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.location.table
    }

    /// The column; empty if the error concerns the whole row.
    #[must_use]
    pub fn column(&self) -> &str {
        &self.location.column
    }

    /// The row's place among the rows of the table, counted from 0. In a batch, it counts over the whole stream.
    #[must_use]
    pub fn row(&self) -> usize {
        self.location.row
    }

    /// The cause.
    #[must_use]
    pub fn cause(&self) -> &CellErrorCause {
        &self.location.cause
    }
}

impl fmt::Display for CellError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let out = &mut OneLine(out);
        let CellLocation { table, column, row, cause } = &*self.location;
        // People count from 1.
        write!(out, "table `{table}`, row {}", row + 1)?;
        if !column.is_empty() {
            write!(out, ", column `{column}`")?;
        }
        match cause {
            CellErrorCause::NoSuchColumn { columns } if columns.is_empty() => {
                out.write_str(": the column is unknown; the table has no columns")
            }
            CellErrorCause::NoSuchColumn { columns } => {
                write!(out, ": the column is unknown; the columns are `{}`", columns.join("`, `"))
            }
            CellErrorCause::DbNull => out.write_str(": there is no value (DBNull)"),
            CellErrorCause::Text(error) => write!(out, ": {error}"),
            CellErrorCause::Mismatch { text, expected } => write!(out, ": {text:?} is not {expected}"),
            CellErrorCause::Refused { text: Some(text), reason } => write!(out, ": {text:?}: {reason}"),
            CellErrorCause::Refused { text: None, reason } => write!(out, ": {reason}"),
        }
    }
}

impl std::error::Error for CellError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.location.cause {
            CellErrorCause::Text(error) => Some(error),
            _ => None,
        }
    }
}

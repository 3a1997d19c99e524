//! What can be wrong with what is asked of a table.

use std::fmt::{self, Write};

use asmx_types::shown::OneLine;
use asmx_xml::xsd::InvalidText;

/// Why a cell or row has no value of the type asked for: which table, row and column, and what stands there.
#[derive(Clone, PartialEq, Eq)]
pub struct CellError {
    // Errors are rare, results that may hold one are not.
    place: Box<CellPlace>,
}

asmx_types::debug_is_a_sentence!(CellError);

#[derive(Clone, Debug, PartialEq, Eq)]
struct CellPlace {
    table: String,
    column: String,
    row: usize,
    cause: CellErrorCause,
}

/// What is wrong with a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellErrorCause {
    /// The table has no such column.
    NoSuchColumn {
        /// The columns it has, at most a hundred of them.
        columns: Vec<String>,
    },
    /// The cell holds no value (`DBNull`) where one was asked for.
    DbNull,
    /// The text is not a value of the type.
    Text(InvalidText),
    /// The text is nothing that the type asked for can be read from.
    Mismatch {
        /// The text, cut after 60 characters.
        text: String,
        /// What was asked for.
        expected: String,
    },
    /// The type asked for refuses the cell, or the whole row, for a reason of its own.
    Refused {
        /// The text of the cell, cut after 60 characters; absent for the whole row.
        text: Option<String>,
        /// What the type says.
        reason: String,
    },
}

impl CellError {
    #[doc(hidden)]
    pub fn new(table: &str, row: usize, column: &str, cause: CellErrorCause) -> Self {
        Self { place: Box::new(CellPlace { table: table.to_owned(), column: column.to_owned(), row, cause }) }
    }

    /// An error that does not know yet where it is.
    pub(super) fn of(cause: CellErrorCause) -> Self {
        Self::new("", 0, "", cause)
    }

    /// The same in this column, unless that is known.
    pub(super) fn in_column(mut self, column: &str, text: Option<&str>) -> Self {
        let place = &mut *self.place;
        if place.column.is_empty() {
            column.clone_into(&mut place.column);
        }
        match (&mut place.cause, text) {
            (CellErrorCause::Mismatch { text: own, .. }, Some(text)) if own.is_empty() => *own = InvalidText::cut(text),
            (CellErrorCause::Refused { text: own, .. }, Some(text)) => *own = Some(InvalidText::cut(text)),
            _ => {}
        }
        self
    }

    /// The same in this row of this table.
    pub(super) fn in_row(mut self, table: &str, row: usize, columns: impl FnOnce() -> Vec<String>) -> Self {
        table.clone_into(&mut self.place.table);
        self.place.row = row;
        if let CellErrorCause::NoSuchColumn { columns: known } = &mut self.place.cause {
            *known = columns();
        }
        self
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.place.table
    }

    /// The column; empty where it is about the whole row.
    #[must_use]
    pub fn column(&self) -> &str {
        &self.place.column
    }

    /// The row's place among the rows of the table, counted from 0. (In a batch of a stream: among all rows of the stream.)
    #[must_use]
    pub fn row(&self) -> usize {
        self.place.row
    }

    /// What is wrong.
    #[must_use]
    pub fn cause(&self) -> &CellErrorCause {
        &self.place.cause
    }
}

impl fmt::Display for CellError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let out = &mut OneLine(out);
        let CellPlace { table, column, row, cause } = &*self.place;
        write!(out, "table `{table}`, row {row}")?;
        if !column.is_empty() {
            write!(out, ", column `{column}`")?;
        }
        match cause {
            CellErrorCause::NoSuchColumn { columns } if columns.is_empty() => {
                out.write_str(": there is no such column, the table has none")
            }
            CellErrorCause::NoSuchColumn { columns } => {
                write!(out, ": there is no such column; there are `{}`", columns.join("`, `"))
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
        match &self.place.cause {
            CellErrorCause::Text(error) => Some(error),
            _ => None,
        }
    }
}

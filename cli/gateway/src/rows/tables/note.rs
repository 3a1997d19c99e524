//! Notes for readers of rows.

use std::fmt;

use asmx_types::display::shown_line;

use super::shape::VALUES;
use crate::rows::texts::names;

/// A note for readers of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowsNote {
    /// The result has values beside the table.
    Values,
    /// Only the response shows that there are several tables: the first was taken.
    OtherTables {
        /// The name of the first.
        first: String,
        /// The names of the others.
        others: Vec<String>,
    },
    /// No description states the columns.
    OfResponse(String),
    /// The result has as many rows as the service returns at most.
    AtRecordLimit(u64),
    /// Only the schema of the response has this column.
    NotDescribed(String),
}

impl fmt::Display for RowsNote {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Values => write!(out, "the result has values beside these rows: the table `{VALUES}` has them"),
            Self::OtherTables { first, others } => write!(
                out,
                "these are the rows of the table `{}`; the response has others: {}",
                shown_line(first),
                names(others.iter().map(String::as_str))
            ),
            Self::OfResponse(name) => {
                write!(out, "no description states the columns of `{}`: they come from this response", shown_line(name))
            }
            Self::NotDescribed(column) => {
                write!(
                    out,
                    "the description lacks the column `{}`: the schema of this response has it",
                    shown_line(column)
                )
            }
            Self::AtRecordLimit(records) => {
                write!(out, "the result has {records} rows, the most that the service returns: it may be cut")
            }
        }
    }
}

//! The marks between the cells of delimited text, and what can be wrong with them.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};

/// The marks that delimited text is built with: what an operation was asked to use. `None` and the empty text both mean that
/// there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Delimiters {
    /// Between rows.
    pub row: Option<String>,
    /// Between the cells of a row.
    pub column: Option<String>,
    /// Around cells that hold a delimiter.
    pub qualifier: Option<String>,
}

/// One of the three marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DelimiterRole {
    /// The row delimiter.
    Row,
    /// The column delimiter.
    Column,
    /// The text qualifier.
    Qualifier,
}

impl fmt::Display for DelimiterRole {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Row => "row delimiter",
            Self::Column => "column delimiter",
            Self::Qualifier => "text qualifier",
        })
    }
}

/// Why delimited text cannot be cut into rows, or rows cannot be joined into text. Rows and cells count from 0.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DelimiterError {
    /// The row or column delimiter is null or empty.
    Missing(DelimiterRole),
    /// One mark is the same as, or a part of, another: no text built with them is clear.
    Overlap(DelimiterRole, DelimiterRole),
    /// A qualified cell has no closing qualifier.
    Unterminated {
        /// The byte position of the opening qualifier.
        position: usize,
        /// The row it is in.
        row: usize,
        /// The cell of the row.
        cell: usize,
    },
    /// Something other than a delimiter follows a closing qualifier.
    AfterQualifier {
        /// The byte position behind the closing qualifier.
        position: usize,
        /// The row it is in.
        row: usize,
        /// The cell of the row.
        cell: usize,
    },
    /// A cell cannot be written with these marks so that it would be read again.
    Unrepresentable {
        /// The row of the cell.
        row: usize,
        /// The cell of the row; for a row without cells, 0.
        cell: usize,
    },
    /// A row has more cells (50,000) than any service could mean.
    TooManyCells {
        /// The row.
        row: usize,
    },
    /// A row is longer than the limit of the reader.
    RowTooLong {
        /// The row.
        row: usize,
        /// The most bytes that a row may have.
        limit: usize,
    },
    /// The texts of one table are longer than 2 GiB together. Read in batches, there is no such limit.
    TooLarge {
        /// The row that is too much.
        row: usize,
    },
}

asmx_types::debug_is_a_sentence!(DelimiterError);

impl fmt::Display for DelimiterError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(role) => write!(
                out,
                "there is no {role}: without one there are no rows; state it in the request, or name it with cells_with"
            ),
            Self::Overlap(one, other) => {
                write!(
                    out,
                    "the {one} and the {other} are the same or one holds the other, so that cells cannot be told apart"
                )
            }
            Self::Unterminated { position, row, cell } => {
                write!(out, "row {row}, cell {cell}: the text qualifier at byte {position} has no closing one")
            }
            Self::AfterQualifier { position, row, cell } => {
                write!(
                    out,
                    "row {row}, cell {cell}: no delimiter follows the closing text qualifier before byte {position}"
                )
            }
            Self::Unrepresentable { row, cell } => {
                write!(out, "row {row}, cell {cell} cannot be written with these delimiters; a text qualifier may help")
            }
            Self::TooManyCells { row } => {
                write!(out, "row {row} has more than 50,000 cells; is the row delimiter right?")
            }
            Self::RowTooLong { row, limit } => {
                write!(out, "row {row} is longer than {limit} bytes; is the row delimiter right?")
            }
            Self::TooLarge { row } => {
                write!(out, "the table is larger than 2 GiB at row {row}; read it in batches")
            }
        }
    }
}

impl std::error::Error for DelimiterError {}

/// Marks that were checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckedDelimiters<'m> {
    pub(super) row: &'m str,
    pub(super) column: &'m str,
    pub(super) qualifier: Option<&'m str>,
}

impl Delimiters {
    /// A row and a column delimiter, no text qualifier.
    #[must_use]
    pub fn new(row: impl Into<String>, column: impl Into<String>) -> Self {
        Self { row: Some(row.into()), column: Some(column.into()), qualifier: None }
    }

    /// The same with this text qualifier.
    #[must_use]
    pub fn qualifier(mut self, qualifier: impl Into<String>) -> Self {
        self.qualifier = Some(qualifier.into());
        self
    }

    pub(super) fn marks(&self) -> Result<CheckedDelimiters<'_>, DelimiterError> {
        use DelimiterRole::{Column, Qualifier, Row};
        let given = |mark: &'_ Option<String>| mark.as_deref().is_some_and(|mark| !mark.is_empty());
        if !given(&self.row) {
            return Err(DelimiterError::Missing(Row));
        }
        if !given(&self.column) {
            return Err(DelimiterError::Missing(Column));
        }
        let row = self.row.as_deref().unwrap_or_default();
        let column = self.column.as_deref().unwrap_or_default();
        let qualifier = self.qualifier.as_deref().filter(|qualifier| !qualifier.is_empty());
        let overlap = |one: &str, other: &str| one.contains(other) || other.contains(one);
        if overlap(row, column) {
            return Err(DelimiterError::Overlap(Row, Column));
        }
        if let Some(qualifier) = qualifier {
            if overlap(row, qualifier) {
                return Err(DelimiterError::Overlap(Row, Qualifier));
            }
            if overlap(column, qualifier) {
                return Err(DelimiterError::Overlap(Column, Qualifier));
            }
        }
        Ok(CheckedDelimiters { row, column, qualifier })
    }
}

/// Letters and digits that are not taken for each other.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// How many of them a mark holds.
const LENGTH: usize = 5;

/// What marks begin with.
const STARTS: [char; 4] = ['~', '^', '$', '='];

impl Delimiters {
    /// Row and column delimiters that no data holds, others each time: such as `~k3x9p;` and `~k3x9p|`. The text qualifier is the
    /// empty text, none: it is not needed. For data that a request carries there is
    /// [`DelimitedData`](crate::delimited_data::DelimitedData).
    #[must_use]
    pub fn unambiguous() -> Self {
        Self::beginning_with('~', &letters())
    }

    /// These, where something was stated; else marks that no data holds. `None` if row and column delimiter are both stated:
    /// whoever states them cares.
    #[doc(hidden)]
    pub fn completed(&self) -> Option<Self> {
        let stated = |mark: &Option<String>| mark.clone().filter(|mark| !mark.is_empty());
        if stated(&self.row).is_some() && stated(&self.column).is_some() {
            return None;
        }
        let completed = |start| {
            let free = Self::beginning_with(start, &letters());
            Self {
                row: stated(&self.row).or(free.row),
                column: stated(&self.column).or(free.column),
                qualifier: self.qualifier.clone().or(free.qualifier),
            }
        };
        STARTS.into_iter().map(completed).find(|delimiters| delimiters.marks().is_ok())
    }

    /// The mark that has this role.
    #[doc(hidden)]
    pub fn mark(&self, role: DelimiterRole) -> Option<&str> {
        match role {
            DelimiterRole::Row => self.row.as_deref(),
            DelimiterRole::Column => self.column.as_deref(),
            DelimiterRole::Qualifier => self.qualifier.as_deref(),
        }
    }

    fn beginning_with(start: char, letters: &str) -> Self {
        Self::new(format!("{start}{letters};"), format!("{start}{letters}|")).qualifier("")
    }
}

/// Some letters, others each time, that only this process can know: the standard library's keys come from the system's
/// randomness.
fn letters() -> String {
    let mut number = RandomState::new().build_hasher().finish();
    let mut letters = String::with_capacity(LENGTH);
    for _ in 0..LENGTH {
        let index = usize::try_from(number % LETTERS.len() as u64).unwrap_or_default();
        letters.push(LETTERS.get(index).copied().map_or('x', char::from));
        number /= LETTERS.len() as u64;
    }
    letters
}

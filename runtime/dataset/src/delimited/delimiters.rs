//! Delimiters, the errors of text built with them, and delimiters that no data holds.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};

/// The delimiters of a delimited text, as the request states them. `None` and the empty text both mean: no delimiter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Delimiters {
    /// Between rows.
    pub row: Option<String>,
    /// Between the cells of a row.
    pub column: Option<String>,
    /// Around cells that hold a delimiter.
    pub qualifier: Option<String>,
}

/// The role of a delimiter.
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

/// The error of text that cannot be cut into rows, or of rows that cannot be joined into text. Rows and cells count from 0.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DelimiterError {
    /// The row or column delimiter is null or empty.
    Missing(DelimiterRole),
    /// One delimiter equals or contains another, so any text built with them is ambiguous.
    Overlap(DelimiterRole, DelimiterRole),
    /// A qualified cell has no closing qualifier.
    Unterminated {
        /// The byte position of the opening qualifier.
        position: usize,
        /// The row of the cell.
        row: usize,
        /// The place of the cell in its row.
        cell: usize,
    },
    /// Something other than a delimiter follows a closing qualifier.
    AfterQualifier {
        /// The byte position after the closing qualifier.
        position: usize,
        /// The row of the cell.
        row: usize,
        /// The place of the cell in its row.
        cell: usize,
    },
    /// A cell cannot be written with these delimiters so that it is read back.
    Unrepresentable {
        /// The row of the cell.
        row: usize,
        /// The place of the cell in its row; 0 for a row without cells.
        cell: usize,
    },
    /// A row has more than 12,000 cells.
    TooManyCells {
        /// The row.
        row: usize,
    },
    /// A row is longer than the limit of the reader.
    RowTooLong {
        /// The row.
        row: usize,
        /// The greatest number of bytes in a row.
        limit: usize,
    },
    /// The texts of one table are longer than 2 GiB in total. Batches have no such limit.
    TooLarge {
        /// The row that exceeds the limit.
        row: usize,
    },
}

asmx_types::debug_is_a_sentence!(DelimiterError);

impl fmt::Display for DelimiterError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(role) => {
                write!(out, "the {role} is missing: state it in the request, or pass it to cells_with")
            }
            Self::Overlap(one, other) => {
                write!(
                    out,
                    "the {one} and the {other} are equal, or one contains the other, so the text is ambiguous: choose others"
                )
            }
            Self::Unterminated { position, row, cell } => {
                write!(out, "row {}, cell {}: the text qualifier at byte {position} is not closed", row + 1, cell + 1)
            }
            Self::AfterQualifier { position, row, cell } => {
                write!(
                    out,
                    "row {}, cell {}: a delimiter is missing after the closing text qualifier, at byte {position}",
                    row + 1,
                    cell + 1
                )
            }
            Self::Unrepresentable { row, cell } => {
                write!(
                    out,
                    "row {}, cell {} cannot be written with these delimiters; a text qualifier may help",
                    row + 1,
                    cell + 1
                )
            }
            Self::TooManyCells { row } => {
                write!(out, "row {} has more than 12,000 cells; check the row delimiter", row + 1)
            }
            Self::RowTooLong { row, limit } => {
                write!(out, "row {} is longer than {limit} bytes; check the row delimiter", row + 1)
            }
            Self::TooLarge { row } => {
                write!(out, "the table is larger than 2 GiB at row {}; read it in batches", row + 1)
            }
        }
    }
}

impl std::error::Error for DelimiterError {}

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

    /// Sets the text qualifier.
    #[must_use]
    pub fn qualifier(mut self, qualifier: impl Into<String>) -> Self {
        self.qualifier = Some(qualifier.into());
        self
    }

    pub(super) fn marks(&self) -> Result<CheckedDelimiters<'_>, DelimiterError> {
        use DelimiterRole::{Column, Qualifier, Row};
        let is_stated = |mark: &'_ Option<String>| mark.as_deref().is_some_and(|mark| !mark.is_empty());
        if !is_stated(&self.row) {
            return Err(DelimiterError::Missing(Row));
        }
        if !is_stated(&self.column) {
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

// Delimiters that no data holds must survive all four transports in both directions. XML 1.0 cannot carry the control characters made
// for this purpose (U+001F and its like), and turns CR into LF. Servers refuse `<` in forms as a danger. White space may be trimmed, and
// single letters are codes to some services (`c` for a comma). Known services take delimiters of several characters literally. So these
// are printable ASCII. They begin with a character that does not occur in them again, so that a cell cannot end like the beginning of
// one. They contain random letters and digits, so that foreign data cannot be made to hold them.

/// Letters and digits that people do not confuse.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

const LENGTH: usize = 5;

const STARTS: [char; 4] = ['~', '^', '$', '='];

impl Delimiters {
    /// Row and column delimiters that no data holds, different ones each time: such as `~k3x9p;` and `~k3x9p|`. The text qualifier
    /// is empty, because none is needed. For data that a request carries, see
    /// [`DelimitedData`](crate::delimited_data::DelimitedData).
    #[must_use]
    pub fn unambiguous() -> Self {
        Self::beginning_with('~', &letters())
    }

    /// These delimiters, with missing ones completed by delimiters that no data holds. `None` if both row and column delimiter are
    /// stated, because the caller then chose them.
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

    /// The delimiter with this role.
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

/// Random letters, different each time. Others cannot guess them: the keys of the standard library come from the system's
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

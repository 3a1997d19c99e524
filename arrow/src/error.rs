//! Errors of converting tables and of writing record batches.

use std::error::Error as StdError;
use std::fmt::{self, Write};
use std::path::PathBuf;

use arrow_schema::{ArrowError, DataType};
use asmx_types::display::{OneLine, shown_line};

/// The reason why a table cannot be converted, or record batches cannot be written.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A cell has a value that its column's Arrow type cannot hold.
    #[error(transparent)]
    Cell(Box<CellError>),
    /// A cell is `DBNull` in a column that is declared to be without.
    /// [`Options::all_nullable`](crate::Options::all_nullable) permits it.
    #[error("table `{table}`, row {row}, column `{column}`: DBNull in a column that is declared not to hold it", table = shown_line(table), column = shown_line(column))]
    Missing {
        /// The table.
        table: String,
        /// The row, counted from 0 over all tables of the converter.
        row: u64,
        /// The column.
        column: String,
    },
    /// A later table has a new column. [`Options::ignore_new_columns`](crate::Options::ignore_new_columns) leaves it
    /// out.
    #[error("table `{table}` has a column `{column}`, which is not in the schema of the tables before it", table = shown_line(table), column = shown_line(column))]
    NewColumn {
        /// The table.
        table: String,
        /// The column.
        column: String,
    },
    /// A later table has a column of another type than the schema.
    #[error("table `{table}`, column `{column}`: the values are of type `{found}`, but the schema has {expected}", table = shown_line(table), column = shown_line(column), found = shown_line(found))]
    OtherType {
        /// The table.
        table: String,
        /// The column.
        column: String,
        /// The type in the table.
        found: String,
        /// The type in the schema.
        expected: DataType,
    },
    /// Two columns of a table have one name.
    #[error("there are two columns `{column}`", column = shown_line(column))]
    RepeatedColumn {
        /// Their name.
        column: String,
    },
    /// The options name an unknown column.
    #[error("the options name an unknown column `{column}`", column = shown_line(column))]
    UnknownColumn {
        /// The name.
        column: String,
    },
    /// The options ask for more digits behind the point than a decimal has.
    #[error("a decimal has at most 38 digits behind its point; {scale} were asked for")]
    Scale {
        /// The requested value.
        scale: u8,
    },
    /// The options ask for a zone that is more than 14 hours from UTC.
    #[error("a time zone is at most 14 hours from UTC; {minutes} minutes were asked for")]
    ZoneOffset {
        /// The requested value.
        minutes: i16,
    },
    /// The texts of a column are longer than 2 GiB together. Convert fewer rows at a time.
    #[error("column `{column}`: the texts of one batch are longer than 2 GiB together", column = shown_line(column))]
    TooMuchText {
        /// The column.
        column: String,
    },
    /// The table itself is incomplete ([`Table::is_cut`](asmx_dataset::table::Table::is_cut)).
    #[error("table `{table}` is incomplete: not everything fitted into it", table = shown_line(table))]
    CutTable {
        /// The table.
        table: String,
    },
    /// There is no first table, and so no schema.
    #[error("there are no tables to take a schema from")]
    NoTables,
    /// JSON has no form for a number (`INF`, `-INF`, `NaN`).
    #[error("row {row}, column `{column}`: JSON has no form for {number}", column = shown_line(column))]
    NotInJson {
        /// The row, counted from 0 over everything written.
        row: u64,
        /// The column.
        column: String,
        /// The number.
        number: f64,
    },
    /// An error of the source of the tables.
    #[error(transparent)]
    Tables(Box<dyn StdError + Send + Sync>),
    /// A file cannot be written.
    #[error("cannot write {}: {error}", shown_line(&path.to_string_lossy()))]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        #[source]
        error: std::io::Error,
    },
    /// An error of the Arrow crates.
    #[error(transparent)]
    Arrow(ArrowError),
    /// An error of the Parquet crate.
    #[cfg(feature = "parquet")]
    #[error(transparent)]
    Parquet(#[from] ::parquet::errors::ParquetError),
}

asmx_types::debug_is_a_sentence!(Error);

impl From<ArrowError> for Error {
    /// Unwraps an [`Error`] that a reader of record batches carries.
    fn from(error: ArrowError) -> Self {
        match error {
            ArrowError::ExternalError(error) => match error.downcast::<Self>() {
                Ok(error) => *error,
                Err(error) => Self::Arrow(ArrowError::ExternalError(error)),
            },
            error => Self::Arrow(error),
        }
    }
}

impl From<Error> for ArrowError {
    fn from(error: Error) -> Self {
        match error {
            Error::Arrow(error) => error,
            error => Self::ExternalError(Box::new(error)),
        }
    }
}

impl From<CellError> for Error {
    fn from(error: CellError) -> Self {
        Self::Cell(Box::new(error))
    }
}

/// A cell whose value its column's Arrow type cannot hold: table, row, column and text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellError {
    pub(crate) table: String,
    pub(crate) row: u64,
    pub(crate) column: String,
    pub(crate) text: String,
    pub(crate) expected: DataType,
    pub(crate) kind: CellErrorKind,
}

/// The reason why a type cannot hold a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CellErrorKind {
    /// The text is not a value of the column's type.
    NoValue,
    /// The value would lose precision: more than six digits of a second, more digits behind the point than the scale,
    /// more than 38 digits.
    Inexact,
    /// The value has a zone, and the column holds local times.
    Zoned,
    /// The value has no zone, and the column holds instants.
    Unzoned,
}

impl CellError {
    /// The table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The row, counted from 0 over all tables of the converter.
    #[must_use]
    pub const fn row(&self) -> u64 {
        self.row
    }

    /// The column.
    #[must_use]
    pub fn column(&self) -> &str {
        &self.column
    }

    /// The text of the cell. `Display` shows its first 120 characters.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The type in the schema.
    #[must_use]
    pub const fn expected(&self) -> &DataType {
        &self.expected
    }

    /// The reason.
    #[must_use]
    pub const fn kind(&self) -> CellErrorKind {
        self.kind
    }
}

impl fmt::Display for CellError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let out = &mut OneLine(out);
        let Self { table, row, column, text, expected, kind } = self;
        let (shown, dots) = match text.char_indices().nth(120) {
            None => (text.as_str(), ""),
            Some((end, _)) => (text.get(..end).unwrap_or_default(), "…"),
        };
        write!(out, "table `{table}`, row {row}, column `{column}`: {shown:?}{dots} ")?;
        match kind {
            CellErrorKind::NoValue => write!(out, "is not a value of type {expected}"),
            CellErrorKind::Inexact => write!(out, "cannot be kept exactly as {expected}"),
            CellErrorKind::Zoned => write!(out, "has a time zone, which {expected} cannot hold"),
            CellErrorKind::Unzoned => write!(out, "has no time zone, which {expected} needs"),
        }
    }
}

impl StdError for CellError {}

//! Errors of converting tables and of writing record batches.

use std::error::Error as StdError;
use std::fmt::{self, Write};
use std::path::PathBuf;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, DataType};
use asmx_types::display::{OneLine, shown_line};

use crate::cells::CellErrorKind;
use crate::column_as::ColumnAs;
use crate::decimals::scale_for;

/// The reason why a table cannot be converted, or record batches cannot be written.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A cell has a value that its column's Arrow type cannot hold.
    #[error(transparent)]
    Cell(Box<CellError>),
    /// A table has a column that the schema lacks: no schema declares it, or only a later table has it.
    /// [`Options::ignore_undeclared`](crate::Options::ignore_undeclared) leaves it out.
    #[error("table `{table}` has a column `{column}`, which no schema declares", table = shown_line(table), column = shown_line(column))]
    UndeclaredColumn {
        /// The table.
        table: String,
        /// The column.
        column: String,
    },
    /// The options choose a form that is not for such a column.
    #[error("column `{column}` is of type `{type_name}`, which cannot be read as `{form}`", column = shown_line(column), type_name = shown_line(type_name))]
    Choice {
        /// The column.
        column: String,
        /// Its XML Schema type.
        type_name: String,
        /// The chosen form.
        form: ColumnAs,
    },
    /// Two columns of a table have one name.
    #[error("there are two columns `{column}`", column = shown_line(column))]
    RepeatedColumn {
        /// Their name.
        column: String,
    },
    /// The options name an unknown column.
    #[error("the options name an unknown column `{column}`; the table has {known}", column = shown_line(column), known = listed(known))]
    UnknownColumn {
        /// The name.
        column: String,
        /// The names of the columns of the table.
        known: Vec<String>,
    },
    /// The options ask for more digits behind the point than a decimal has.
    #[error("a decimal has at most 38 digits behind its point; {scale} were asked for")]
    Scale {
        /// The requested value.
        scale: u8,
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

fn listed(columns: &[String]) -> String {
    columns.iter().map(|column| shown_line(column)).collect::<Vec<_>>().join(", ")
}

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

/// A cell whose value its column's Arrow type cannot hold: table, row, column and text, and the rows before it.
#[derive(Clone, PartialEq)]
pub struct CellError {
    pub(crate) table: String,
    pub(crate) row: u64,
    pub(crate) column: String,
    pub(crate) text: String,
    pub(crate) expected: DataType,
    pub(crate) kind: CellErrorKind,
    pub(crate) rows_before: RecordBatch,
}

asmx_types::debug_is_a_sentence!(CellError);

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

    /// The rows of the table before that of the cell. They fit.
    #[must_use]
    pub const fn rows_before(&self) -> &RecordBatch {
        &self.rows_before
    }

    /// The forms of the column that hold the cell, best first.
    #[must_use]
    pub fn remedies(&self) -> Vec<ColumnAs> {
        let other = match (self.kind, &self.expected) {
            (CellErrorKind::Inexact, DataType::Decimal128(_, scale)) => {
                scale_for(&self.text, scale.unsigned_abs()).map(ColumnAs::Scale)
            }
            (CellErrorKind::Unzoned, _) => Some(ColumnAs::Wall),
            _ => None,
        };
        other.into_iter().chain([ColumnAs::Text]).collect()
    }
}

impl fmt::Display for CellError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let out = &mut OneLine(out);
        let Self { table, row, column, text, expected, kind, rows_before: _ } = self;
        let (excerpt, dots) = match text.char_indices().nth(120) {
            None => (text.as_str(), ""),
            Some((end, _)) => (text.get(..end).unwrap_or_default(), "…"),
        };
        write!(out, "table `{table}`, row {}, column `{column}`: {excerpt:?}{dots} ", row + 1)?;
        match kind {
            CellErrorKind::NoValue => write!(out, "is not a value of type {expected}"),
            CellErrorKind::Inexact => write!(out, "has more digits than {expected} holds"),
            CellErrorKind::Unzoned => write!(out, "has no time zone, which {expected} needs"),
        }
    }
}

impl StdError for CellError {}

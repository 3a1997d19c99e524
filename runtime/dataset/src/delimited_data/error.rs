//! The error of records that cannot be written as delimited data.

use std::fmt;

/// The error of records that cannot be written as delimited data. It names places, never values.
#[derive(Clone, PartialEq, Eq)]
pub struct DelimitedDataError {
    row: Option<u64>,
    column: Option<String>,
    problem: DelimitedDataProblem,
}

asmx_types::debug_is_a_sentence!(DelimitedDataError);

/// The problem with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DelimitedDataProblem {
    /// There are no records, or no columns.
    Nothing,
    /// A column has no name.
    NoName,
    /// Two columns have one name. Upper and lower case are equal.
    DuplicateName,
    /// A column of a later row differs from that of the first row in the same place.
    OtherName {
        /// The name in the first row; `None` if it has fewer columns.
        expected: Option<String>,
    },
    /// A row ends before all columns of the first row.
    TooFewColumns {
        /// The columns of the first row.
        expected: usize,
    },
    /// A row of one column is empty, which reads as no row.
    BlankRow,
    /// The record is neither a structure nor a map.
    NotARecord,
    /// The value is not text, a number or a boolean.
    NotText {
        /// A description of the value.
        what: &'static str,
    },
    /// The row alone exceeds the limit of a portion.
    TooLarge {
        /// The size of the row in bytes.
        bytes: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// The record's own serialisation failed.
    Serialize(
        /// The message of the record's serialiser.
        String,
    ),
}

impl DelimitedDataError {
    pub(super) const fn new(problem: DelimitedDataProblem) -> Self {
        Self { row: None, column: None, problem }
    }

    pub(super) fn at_row(mut self, row: u64) -> Self {
        self.row.get_or_insert(row);
        self
    }

    pub(super) fn at_column(mut self, column: &str) -> Self {
        self.column.get_or_insert_with(|| column.to_owned());
        self
    }

    /// The record, counted from 0.
    pub const fn row(&self) -> Option<u64> {
        self.row
    }

    /// The name of the column.
    pub fn column(&self) -> Option<&str> {
        self.column.as_deref()
    }

    /// The problem.
    pub const fn problem(&self) -> &DelimitedDataProblem {
        &self.problem
    }
}

impl fmt::Display for DelimitedDataError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(row) = self.row {
            write!(out, "row {}", row + 1)?;
        }
        if let Some(column) = &self.column {
            write!(out, "{}column `{column}`", if self.row.is_some() { ", " } else { "" })?;
        }
        if self.row.is_some() || self.column.is_some() {
            out.write_str(": ")?;
        }
        self.problem.fmt(out)
    }
}

impl fmt::Display for DelimitedDataProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => out.write_str("there are no records, or no columns"),
            Self::NoName => out.write_str("a column has no name"),
            Self::DuplicateName => out.write_str("two columns have this name"),
            Self::OtherName { expected: Some(expected) } => write!(
                out,
                "the first row has `{expected}` in this place: all rows need the same columns in the same order"
            ),
            Self::OtherName { expected: None } => out.write_str("the first row has no such column"),
            Self::TooFewColumns { expected } => {
                write!(out, "it has fewer than the {expected} columns of the first row")
            }
            Self::BlankRow => out.write_str("its only column is empty, which reads as no row"),
            Self::NotARecord => out.write_str("it must be a structure or a map, whose fields name the columns"),
            Self::NotText { what } => {
                write!(out, "it is {what}, not text, a number or a boolean")
            }
            Self::TooLarge { bytes, limit } => write!(out, "it has {bytes} bytes, more than the {limit} of a portion"),
            Self::Serialize(message) => out.write_str(message),
        }
    }
}

impl std::error::Error for DelimitedDataError {}

impl serde_core::ser::Error for DelimitedDataError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(DelimitedDataProblem::Serialize(message.to_string()))
    }
}

//! The error of results without the declared rows.

use std::fmt;

use crate::results::table::CellError;
use crate::results::{DelimiterError, XmlRowsError};
use crate::xml::shown_line;

/// Why a response or a typed DataSet does not have the rows that a spec declares.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum DeclaredRowsError {
    /// The data set has no such table.
    NoTable {
        /// The operation or typed DataSet whose columns are declared.
        owner: &'static str,
        /// The table that the spec names; `None` if the first table would do.
        table: Option<&'static str>,
        /// The tables of the data set.
        tables: Vec<String>,
    },
    /// The table lacks a column that the spec declares.
    MissingColumn {
        /// The table.
        table: String,
        /// The declared column.
        column: &'static str,
        /// The columns of the table.
        columns: Vec<String>,
    },
    /// A cell does not have the declared type, or is `DBNull` where a value is required.
    Cell(CellError),
    /// The rows would take more memory than 40 times the bytes that were sent and 16 MiB beside.
    TooLarge {
        /// The table.
        table: String,
        /// The number of its rows.
        rows: usize,
        /// The memory that the rows would take, in bytes.
        bytes: usize,
    },
    /// The text cannot be cut into rows.
    Delimiters(DelimiterError),
    /// The document cannot be read as rows.
    Document(XmlRowsError),
}

asmx_types::debug_is_a_sentence!(DeclaredRowsError);

fn names(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { format!("`{}`", shown_line(&names.join("`, `"))) }
}

impl fmt::Display for DeclaredRowsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTable { owner, table: Some(table), tables } => {
                write!(out, "the data of {owner} has no table `{table}`; its tables are: {}", names(tables))
            }
            Self::NoTable { owner, table: None, .. } => write!(out, "the data of {owner} has no table"),
            Self::MissingColumn { table, column, columns } => {
                let table = shown_line(table);
                write!(out, "table `{table}` has no column `{column}`, which is declared; its columns are: ")?;
                out.write_str(&names(columns))
            }
            Self::TooLarge { table, rows, bytes } => write!(
                out,
                "table `{}`: {rows} rows with room for every column would take {bytes} bytes, more than 40 times what was sent and \
                 16 MiB beside; read it row by row with `Table::iter`",
                shown_line(table)
            ),
            Self::Cell(error) => error.fmt(out),
            Self::Delimiters(error) => error.fmt(out),
            Self::Document(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for DeclaredRowsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NoTable { .. } | Self::MissingColumn { .. } | Self::TooLarge { .. } => None,
            Self::Cell(error) => Some(error),
            Self::Delimiters(error) => Some(error),
            Self::Document(error) => Some(error),
        }
    }
}

impl From<CellError> for DeclaredRowsError {
    fn from(error: CellError) -> Self {
        Self::Cell(error)
    }
}

impl From<DelimiterError> for DeclaredRowsError {
    fn from(error: DelimiterError) -> Self {
        Self::Delimiters(error)
    }
}

impl From<XmlRowsError> for DeclaredRowsError {
    fn from(error: XmlRowsError) -> Self {
        Self::Document(error)
    }
}

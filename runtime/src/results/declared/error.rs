//! The error of results without the declared rows.

use crate::results::table::CellError;
use crate::results::{DelimiterError, XmlRowsError};
use crate::xml::shown_line;

/// Why a response or a typed DataSet does not have the rows that a spec declares.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DeclaredRowsError {
    /// The data set has no such table.
    #[error("{}", no_table(owner, *table, tables))]
    NoTable {
        /// The operation or typed DataSet whose columns are declared.
        owner: &'static str,
        /// The table that the spec names; `None` if the first table would do.
        table: Option<&'static str>,
        /// The tables of the data set.
        tables: Vec<String>,
    },
    /// The table lacks a column that the spec declares.
    #[error(
        "table `{}` has no column `{column}`, which is declared; its columns are: {}",
        shown_line(table),
        names(columns)
    )]
    MissingColumn {
        /// The table.
        table: String,
        /// The declared column.
        column: &'static str,
        /// The columns of the table.
        columns: Vec<String>,
    },
    /// A cell does not have the declared type, or is `DBNull` where a value is required.
    #[error("{0}")]
    Cell(#[from] CellError),
    /// The rows would take more memory than 40 times the bytes that were sent and 16 MiB beside.
    #[error(
        "table `{}`: {rows} rows with room for every column would take {bytes} bytes, more than 40 times what was sent and \
         16 MiB beside; read it row by row with `Table::iter`",
        shown_line(table)
    )]
    TooLarge {
        /// The table.
        table: String,
        /// The number of its rows.
        rows: usize,
        /// The memory that the rows would take, in bytes.
        bytes: usize,
    },
    /// The text cannot be cut into rows.
    #[error("{0}")]
    Delimiters(#[from] DelimiterError),
    /// The document cannot be read as rows.
    #[error("{0}")]
    Document(#[from] XmlRowsError),
}

asmx_types::debug_is_a_sentence!(DeclaredRowsError);

fn names(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { format!("`{}`", shown_line(&names.join("`, `"))) }
}

fn no_table(owner: &str, table: Option<&str>, tables: &[String]) -> String {
    match table {
        Some(table) => format!("the data of {owner} has no table `{table}`; its tables are: {}", names(tables)),
        None => format!("the data of {owner} has no table"),
    }
}

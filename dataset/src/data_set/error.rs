//! What can be wrong with a data set.

use std::fmt::{self, Write};

use asmx_types::shown::OneLine;

/// Why a response is not a data set, or a data set cannot be sent.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataSetError {
    /// There are more tables and columns than any service could mean (100,000).
    TooManyColumns,
    /// Tables are declared inside one another more than 100 deep.
    TooDeep,
    /// A table or column has no name.
    EmptyName {
        /// The table, empty if it is the one without a name.
        table: String,
    },
    /// Two tables (of one namespace) or two columns of a table have the same name.
    RepeatedName {
        /// The table.
        table: String,
        /// The column, if it is about columns.
        column: Option<String>,
    },
    /// A row has more cells than its table has columns.
    TooManyCells {
        /// The table.
        table: String,
        /// The row, counted from 0.
        row: usize,
    },
    /// A column holds more than 2 GiB of text, or a table more than 4,294,967,295 rows. What is more is left out of a table
    /// that is built.
    TooLarge {
        /// The table.
        table: String,
    },
    /// One table was asked for, and there are several, or none, and no main one.
    NoMainTable {
        /// The tables there are.
        tables: Vec<String>,
    },
    /// A key or relation names a table or column that is not there.
    UnknownReference {
        /// The key or relation.
        name: String,
        /// The table it names.
        table: String,
        /// The column it names, if the table is there.
        column: Option<String>,
    },
}

asmx_types::debug_is_a_sentence!(DataSetError);

impl fmt::Display for DataSetError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let out = &mut OneLine(out);
        match self {
            Self::TooManyColumns => out.write_str("the data set has more than 100,000 tables and columns"),
            Self::TooDeep => {
                out.write_str("the data set's schema declares tables inside one another more than 100 deep")
            }
            Self::EmptyName { table } if table.is_empty() => out.write_str("a table of the data set has no name"),
            Self::EmptyName { table } => write!(out, "a column of table `{table}` has no name"),
            Self::RepeatedName { table, column: None } => write!(out, "the data set has two tables `{table}`"),
            Self::RepeatedName { table, column: Some(column) } => {
                write!(out, "table `{table}` has two columns `{column}`")
            }
            Self::TooManyCells { table, row } => {
                write!(out, "table `{table}`, row {row}: there are more cells than columns")
            }
            Self::TooLarge { table } => {
                write!(
                    out,
                    "table `{table}` holds more than 2 GiB of text in a column, or more than 4,294,967,295 rows"
                )
            }
            Self::NoMainTable { tables } if tables.is_empty() => out.write_str("the data set has no table"),
            Self::NoMainTable { tables } => {
                write!(out, "the data set has several tables and no main one: `{}`", tables.join("`, `"))
            }
            Self::UnknownReference { name, table, column: None } => {
                write!(out, "`{name}` refers to table `{table}`, which is not there")
            }
            Self::UnknownReference { name, table, column: Some(column) } => {
                write!(out, "`{name}` refers to column `{column}` of table `{table}`, which is not there")
            }
        }
    }
}

impl std::error::Error for DataSetError {}

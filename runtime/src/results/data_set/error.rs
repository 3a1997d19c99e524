//! What can be wrong with a data set, or with what is asked of one.

use std::fmt;

use crate::xsd::InvalidText;

/// Why an answer is not a data set, or a data set cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl fmt::Display for DataSetError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
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

/// Why a cell has no value of the type asked for: which table, column and row, and what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellError {
    pub(super) table: String,
    pub(super) column: String,
    pub(super) row: usize,
    pub(super) cause: CellErrorCause,
}

/// What is wrong with a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellErrorCause {
    /// The table has no such column.
    NoSuchColumn,
    /// The cell holds no value (`DBNull`) where one was asked for.
    DbNull,
    /// The text is not a value of the type.
    Text(InvalidText),
}

impl CellError {
    /// The table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The column.
    #[must_use]
    pub fn column(&self) -> &str {
        &self.column
    }

    /// The row's place among the rows of the table, counted from 0.
    #[must_use]
    pub fn row(&self) -> usize {
        self.row
    }

    /// What is wrong.
    #[must_use]
    pub fn cause(&self) -> &CellErrorCause {
        &self.cause
    }
}

impl fmt::Display for CellError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "table `{}`, row {}, column `{}`: ", self.table, self.row, self.column)?;
        match &self.cause {
            CellErrorCause::NoSuchColumn => out.write_str("there is no such column"),
            CellErrorCause::DbNull => out.write_str("there is no value (DBNull)"),
            CellErrorCause::Text(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for CellError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.cause {
            CellErrorCause::Text(error) => Some(error),
            _ => None,
        }
    }
}

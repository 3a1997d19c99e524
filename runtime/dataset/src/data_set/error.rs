//! Errors of data sets, and the check that one can be read back after it is written.

use std::collections::HashSet;
use std::fmt::{self, Write};

use super::content::{DataSetContent, RelationKind};
use super::references::References;
use crate::table::{StoredRows, Table};
use asmx_types::display::OneLine;

/// The error of a response that is not a data set, or of a data set that cannot be sent.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataSetError {
    /// There are more than 50,000 tables and columns, or 25,000 that the schema does not declare.
    TooManyColumns,
    /// The schema refers to its definitions so often that they are more than 2 MiB beside their own text.
    TooManyRepeats,
    /// The schema nests tables more than 100 deep.
    TooDeep,
    /// A table or column has no name.
    EmptyName {
        /// The table; empty if the table itself has no name.
        table: String,
    },
    /// Two tables of one namespace, or two columns of a table, have one name.
    RepeatedName {
        /// The table.
        table: String,
        /// The column, if columns repeat.
        column: Option<String>,
    },
    /// A row has more cells than its table has columns.
    TooManyCells {
        /// The table.
        table: String,
        /// The row, counted from 0.
        row: usize,
    },
    /// A column holds more than 2 GiB of text, or a table more than 4,294,967,295 rows. A table under construction drops the
    /// excess.
    TooLarge {
        /// The table.
        table: String,
    },
    /// The caller asked for one table, but the data set has several, or none, and no main table.
    NoMainTable {
        /// The tables of the data set.
        tables: Vec<String>,
    },
    /// There is no diffgram, and an element is not a row: a row holds one element for each column.
    NoRows {
        /// The element, decoded.
        element: String,
    },
    /// A key or relation names an unknown table or column.
    UnknownReference {
        /// The key or relation.
        name: String,
        /// The named table.
        table: String,
        /// The named column, if the table is known.
        column: Option<String>,
    },
}

asmx_types::debug_is_a_sentence!(DataSetError);

impl fmt::Display for DataSetError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let out = &mut OneLine(out);
        match self {
            Self::TooManyColumns => out.write_str(
                "the data set has more than 50,000 tables and columns, or 25,000 that its schema does not declare",
            ),
            Self::TooManyRepeats => out
                .write_str("the data set's schema refers to its own definitions for more than 2 MiB of repeated text"),
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
                write!(out, "table `{table}`, row {}: there are more cells than columns", row + 1)
            }
            Self::TooLarge { table } => {
                write!(
                    out,
                    "table `{table}` holds more than 2 GiB of text in a column, or more than 4,294,967,295 rows"
                )
            }
            Self::NoMainTable { tables } if tables.is_empty() => out.write_str("the data set has no table"),
            Self::NoMainTable { tables } => {
                write!(
                    out,
                    "the data set has several tables and no main table; its tables are: `{}`",
                    tables.join("`, `")
                )
            }
            Self::NoRows { element } => {
                write!(
                    out,
                    "there is no diffgram, and `{element}` is not a row: a row holds one element for each column"
                )
            }
            Self::UnknownReference { name, table, column: None } => {
                write!(out, "`{name}` refers to the unknown table `{table}`")
            }
            Self::UnknownReference { name, table, column: Some(column) } => {
                write!(out, "`{name}` refers to the unknown column `{column}` of table `{table}`")
            }
        }
    }
}

impl std::error::Error for DataSetError {}

pub(super) fn check(content: &DataSetContent) -> Result<(), DataSetError> {
    let mut names = HashSet::new();
    for table in &content.tables {
        if table.name.is_empty() {
            return Err(DataSetError::EmptyName { table: String::new() });
        }
        let namespace = table.namespace.as_deref().unwrap_or(&content.namespace);
        if !names.insert((namespace, table.name.as_str())) {
            return Err(DataSetError::RepeatedName { table: table.name.clone(), column: None });
        }
        check_columns(table)?;
        check_rows(table)?;
    }
    let references = References::of(content);
    for key in &content.keys {
        check_reference(&references, &key.name, &key.table, &key.columns)?;
    }
    for relation in content.relations.iter().filter(|relation| relation.kind != RelationKind::Nesting) {
        check_reference(&references, &relation.name, &relation.parent, &relation.parent_columns)?;
        check_reference(&references, &relation.name, &relation.child, &relation.child_columns)?;
    }
    Ok(())
}

fn check_columns(table: &Table) -> Result<(), DataSetError> {
    let mut names = HashSet::new();
    for column in &table.columns {
        if column.name.is_empty() {
            return Err(DataSetError::EmptyName { table: table.name.clone() });
        }
        if column.is_declared && !names.insert(&column.name) {
            let column = Some(column.name.clone());
            return Err(DataSetError::RepeatedName { table: table.name.clone(), column });
        }
    }
    Ok(())
}

fn check_rows(table: &Table) -> Result<(), DataSetError> {
    if table.is_cut {
        return Err(DataSetError::TooLarge { table: table.name.clone() });
    }
    let beyond = |rows: &StoredRows| {
        let columns = rows.columns().iter().skip(table.columns.len());
        columns.filter_map(|values| values.filled().next()).map(|(row, _)| row).min()
    };
    let original = || {
        let before = table.before.as_ref()?;
        let beyond = beyond(&before.originals)?;
        before.of_rows.iter().find(|(_, original)| **original == beyond).map(|(row, _)| *row)
    };
    let deleted = || Some(table.row_count() + beyond(table.deleted()?)? as usize);
    let row = beyond(&table.rows).or_else(original).map(|row| row as usize).or_else(deleted);
    row.map_or(Ok(()), |row| Err(DataSetError::TooManyCells { table: table.name.clone(), row }))
}

fn check_reference(
    references: &References<'_>,
    name: &str,
    table: &str,
    columns: &[String],
) -> Result<(), DataSetError> {
    let unknown = |column: Option<&String>| DataSetError::UnknownReference {
        name: name.to_owned(),
        table: table.to_owned(),
        column: column.cloned(),
    };
    let found = references.table(table).ok_or_else(|| unknown(None))?;
    match columns.iter().find(|column| references.column(found, column).is_none()) {
        Some(column) => Err(unknown(Some(column))),
        None => Ok(()),
    }
}

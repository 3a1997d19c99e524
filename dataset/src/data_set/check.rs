//! Whether a data set can be written so that it is read again.

use std::collections::HashSet;

use super::content::DataSetContent;
use super::error::DataSetError;
use super::relation::RelationKind;
use crate::table::{StoredRows, Table};

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
    for key in &content.keys {
        check_reference(content, &key.name, &key.table, &key.columns)?;
    }
    for relation in content.relations.iter().filter(|relation| relation.kind != RelationKind::Nesting) {
        check_reference(content, &relation.name, &relation.parent, &relation.parent_columns)?;
        check_reference(content, &relation.name, &relation.child, &relation.child_columns)?;
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
    // The first row that has cells behind the last column.
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

fn check_reference(content: &DataSetContent, name: &str, table: &str, columns: &[String]) -> Result<(), DataSetError> {
    let unknown = |column: Option<&String>| DataSetError::UnknownReference {
        name: name.to_owned(),
        table: table.to_owned(),
        column: column.cloned(),
    };
    let found = content.tables.iter().find(|candidate| candidate.name == table).ok_or_else(|| unknown(None))?;
    match columns.iter().find(|column| found.column_index(column).is_none()) {
        Some(column) => Err(unknown(Some(column))),
        None => Ok(()),
    }
}

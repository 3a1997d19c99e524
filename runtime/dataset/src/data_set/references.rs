//! Tables and columns, found by the names that keys and relations have of them.

use std::borrow::Cow;
use std::collections::HashMap;

use super::content::DataSetContent;
use crate::table::Table;

/// The tables and columns of a data set by name. Of several tables with one name, the first also has it alone, and each has its
/// [full name](Table::full_name).
pub(super) struct References<'c> {
    tables: HashMap<Cow<'c, str>, usize>,
    /// By the place of the table. The first column of a name counts.
    columns: HashMap<(usize, &'c str), usize>,
}

impl<'c> References<'c> {
    pub(super) fn of(content: &'c DataSetContent) -> Self {
        let (mut tables, mut columns) = (HashMap::new(), HashMap::new());
        for (index, table) in content.tables.iter().enumerate() {
            tables.entry(Cow::Borrowed(table.name.as_str())).or_insert(index);
            for (place, column) in table.columns.iter().enumerate() {
                columns.entry((index, column.name.as_str())).or_insert(place);
            }
        }
        for (index, full_name) in full_names(content).into_iter().enumerate() {
            if let Some(full_name) = full_name {
                tables.entry(Cow::Owned(full_name)).or_insert(index);
            }
        }
        Self { tables, columns }
    }

    pub(super) fn table(&self, name: &str) -> Option<usize> {
        self.tables.get(name).copied()
    }

    pub(super) fn column(&self, table: usize, name: &str) -> Option<usize> {
        self.columns.get(&(table, name)).copied()
    }
}

/// The name with its namespace of each table that has its name in common with another one.
pub(super) fn full_names(content: &DataSetContent) -> Vec<Option<String>> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for table in &content.tables {
        *counts.entry(&table.name).or_default() += 1;
    }
    let full_name = |table: &Table| {
        let is_alone = counts.get(table.name.as_str()) == Some(&1);
        let namespace = table.namespace.as_deref().unwrap_or(&content.namespace);
        (!is_alone).then(|| format!("{{{namespace}}}{}", table.name))
    };
    content.tables.iter().map(full_name).collect()
}

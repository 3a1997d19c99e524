//! DataSets without a schema: their columns are those that the description declares.

use std::borrow::Cow;

use crate::operation::{DeclaredTable, Operation, Type};
use crate::results::DataSet;
use crate::results::declared_column as column;
use crate::results::table::{Column, Table};

/// The table that an operation declares for its lone result, if that is a DataSet.
pub(super) fn table_of_result(operation: &Operation) -> Option<DeclaredTable> {
    let is_data_set = operation.value().is_some_and(|result| result.kind.is_data_set());
    (is_data_set && !operation.columns.is_empty()).then(|| DeclaredTable::of_result(operation))
}

/// The DataSet with the declared tables and the types of their columns, unless a schema came with it: that decides.
pub(super) fn described(data_set: Cow<'_, DataSet>, kind: Type, result: Option<DeclaredTable>) -> Cow<'_, DataSet> {
    let typed = if let Type::DataSet(declared) = kind { declared.tables } else { &[] };
    let has_schema = data_set.tables().iter().flat_map(Table::columns).any(Column::is_declared);
    if has_schema || typed.is_empty() && result.is_none() {
        return data_set;
    }
    let mut described = data_set.into_owned();
    let first = described.tables().first().map(|table| table.name().to_owned());
    for table in typed.iter().copied().chain(result) {
        let columns: Vec<Column> = table.columns.iter().map(column).collect();
        let Some(name) = table.name.or(first.as_deref()) else { continue };
        if let Some(table) = described.table_mut(name) {
            table.declare_columns(&columns);
        } else {
            let mut missing = Table::new(name);
            missing.declare_columns(&columns);
            described = described.table(missing);
        }
    }
    Cow::Owned(described)
}

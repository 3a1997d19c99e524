//! Tables out of declared rows: what a server returns, and a test makes up.

use crate::operation::{DeclaredColumn, Scalar};
use crate::results::DeclaredRow;
use crate::results::table::{Cell, Column, ColumnType, RowData, Table};
use crate::value::field::View;

/// The column that a table has for a declared one.
pub(crate) fn column(declared: &DeclaredColumn) -> Column {
    let column = match declared.kind {
        Scalar::Guid => Column::new(declared.name, ColumnType::Guid),
        Scalar::Char => Column::new(declared.name, ColumnType::Char),
        kind => Column::of_type(declared.name, format!("xs:{}", kind.name())),
    };
    if declared.required { column.required() } else { column }
}

/// A table out of declared rows.
pub trait FromRows {
    /// The table of these rows: the columns that are declared for `R`, in their order, and behind them those that some row holds
    /// undeclared, as strings. It is called as the spec calls the table of the operation's result, and `Table` where it does not.
    ///
    /// [`declared_rows`](crate::results::DeclaredRows::declared_rows) returns the rows.
    fn from_rows<R: DeclaredRow + Default>(rows: impl IntoIterator<Item = R>) -> Self;
}

impl FromRows for Table {
    fn from_rows<R: DeclaredRow + Default>(rows: impl IntoIterator<Item = R>) -> Self {
        let operation = R::default().operation();
        let rows: Vec<R> = rows.into_iter().collect();
        let mut others: Vec<&str> = Vec::new();
        for (name, _) in rows.iter().flat_map(|row| row.undeclared().iter()) {
            if !others.contains(&name) {
                others.push(name);
            }
        }
        let declared = operation.columns.iter().map(column);
        let undeclared = others.iter().map(|name| Column::new(*name, ColumnType::String));
        let mut table = Self::new(operation.table.unwrap_or("Table"));
        for column in declared.chain(undeclared) {
            table.add_column(column);
        }
        for row in &rows {
            let mut cells: Vec<Cell<'_>> = Vec::with_capacity(operation.columns.len() + others.len());
            row.visit(&mut |field| {
                cells.push(match field.view() {
                    View::Text(text) => Cell::Text(text),
                    _ => Cell::DbNull,
                });
            });
            cells.extend(others.iter().map(|name| row.undeclared().cell(name).cloned().unwrap_or_default()));
            table.push(RowData::new(cells));
        }
        table
    }
}

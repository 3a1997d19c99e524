//! Tables made of declared rows: for servers, for tests, and for typed DataSets that clients send.

use crate::operation::{DataSetType, DeclaredColumn, Scalar};
use crate::results::table::{Cell, Column, ColumnType, RowData, Table};
use crate::results::{DataSet, DeclaredRow};
use crate::value::Value;
use crate::value::field::Field;

pub(crate) fn column(declared: &DeclaredColumn) -> Column {
    let column = match declared.kind {
        Scalar::Guid => Column::new(declared.name, ColumnType::Guid),
        Scalar::Char => Column::new(declared.name, ColumnType::Char),
        kind => Column::of_type(declared.name, format!("xs:{}", kind.name())),
    };
    let mut column = column.mapping(declared.mapping);
    column.scale = declared.scale;
    if declared.required { column.required() } else { column }
}

pub(crate) fn empty_data_set(declared: &DataSetType) -> DataSet {
    let tables = declared.tables.iter().map(|table| {
        let columns = table.columns.iter().map(column);
        columns.fold(Table::new(table.name.unwrap_or_default()), Table::with_column)
    });
    tables.fold(DataSet::new(declared.name).in_namespace(declared.namespace, ""), DataSet::table)
}

/// The data set with these rows in their table, in place of the rows there. Further columns of the table stay; a missing table is added.
pub(crate) fn with_rows<R: DeclaredRow + Default>(data_set: DataSet, rows: impl IntoIterator<Item = R>) -> DataSet {
    let name = R::default().table().name.unwrap_or("Table");
    let mut data_set = if data_set.table_named(name).is_some() { data_set } else { data_set.table(Table::new(name)) };
    if let Some(table) = data_set.table_mut(name) {
        table.clear_rows();
        push(table, rows);
    }
    data_set
}

/// A table made of declared rows.
pub trait FromRows {
    /// The table of these rows. Its columns are those declared for `R`, in their order, then the undeclared columns of all rows, as
    /// strings. It has the name that the spec gives the table, or `Table` if the spec gives none.
    ///
    /// [`declared_rows`](crate::results::DeclaredRows::declared_rows) returns the rows.
    fn from_rows<R: DeclaredRow + Default>(rows: impl IntoIterator<Item = R>) -> Self;
}

impl FromRows for Table {
    fn from_rows<R: DeclaredRow + Default>(rows: impl IntoIterator<Item = R>) -> Self {
        let mut table = Self::new(R::default().table().name.unwrap_or("Table"));
        push(&mut table, rows);
        table
    }
}

/// Appends rows and the columns that the table lacks: the declared ones, then the undeclared ones of all rows, as strings.
fn push<R: DeclaredRow + Default>(table: &mut Table, rows: impl IntoIterator<Item = R>) {
    let declared = R::default().table();
    let rows: Vec<R> = rows.into_iter().collect();
    let place_of = |table: &mut Table, column: Column| {
        table.column_index(&column.name).unwrap_or_else(|| table.add_column(column))
    };
    let places: Vec<usize> = declared.columns.iter().map(|one| place_of(table, column(one))).collect();
    let mut columns: Vec<(&str, usize)> = Vec::new();
    for (name, _) in rows.iter().flat_map(|row| row.undeclared().iter()) {
        if !columns.iter().any(|(known, _)| *known == name) {
            columns.push((name, place_of(table, Column::new(name, ColumnType::String))));
        }
    }
    for row in &rows {
        let mut cells: Vec<Cell<'_>> = vec![Cell::DbNull; table.columns().len()];
        let mut set = |index: Option<usize>, cell: Cell<'_>| {
            if let Some(known) = index.and_then(|index| cells.get_mut(index)) {
                *known = cell.into_owned();
            }
        };
        let mut declared = places.iter();
        row.visit(&mut |field| {
            if let Value::Text(text) = (field as &dyn Field).to_value() {
                set(declared.next().copied(), Cell::Text(text));
            } else {
                declared.next();
            }
        });
        for (name, index) in &columns {
            set(Some(*index), row.undeclared().cell(name).cloned().unwrap_or_default());
        }
        table.push(RowData::new(cells));
    }
}

//! The tables of each operation that returns a data set: those of the echo contract (`expected_tables.json`), which tells
//! columns, types and cells, and what else a schema and a diffgram can say of them.

mod facets;
mod huge;

use std::sync::LazyLock;

use asmx_runtime::DataSet;
use asmx_runtime::results::table::{Cell, Column, ColumnType, DateTimeMode, Mapping, RowData, Table};
use serde_json::Value as Json;

use super::listing::{Item, escape};

pub use huge::huge;

/// The tables of the contract, by operation.
#[allow(clippy::expect_used, reason = "the text is part of this crate")]
pub static EXPECTED: LazyLock<Json> =
    LazyLock::new(|| serde_json::from_str(include_str!("expected_tables.json")).expect("the tables are JSON"));

/// The name that a data set has when nobody gives it one.
pub const UNNAMED: &str = "NewDataSet";

/// The operation whose tables those have of which the contract says nothing: the items, and typed rows.
const USUAL: &str = "Reports_GetMassEmailInformation_DataSet";

/// The data set that `operation` returns for a call that was received as `items`.
pub fn of_operation(operation: &str, items: &[Item]) -> DataSet {
    let stated = EXPECTED.get(operation).unwrap_or_else(default_contract);
    let data_set = DataSet::new(text(stated, "dataSetName"));
    let data_set = match text(stated, "namespace") {
        "" => data_set,
        namespace => data_set.in_namespace(namespace, "o"),
    };
    let tables = list(stated, "tables").iter().map(|table| with_items(of_contract(table), items));
    facets::add_keys(tables.fold(data_set, DataSet::table))
}

/// The table of the items by itself.
pub fn echo(items: &[Item]) -> Table {
    with_items(usual_table("Echo"), items)
}

/// Rows of every common type: ordinary values, extremes, and texts that are easily spoiled.
pub fn typed() -> Table {
    usual_table("Typed")
}

/// The columns of [`typed`].
pub fn typed_columns() -> Vec<Column> {
    typed().columns().to_vec()
}

fn default_contract() -> &'static Json {
    EXPECTED.get(USUAL).unwrap_or(&Json::Null)
}

fn usual_table(name: &str) -> Table {
    let stated = list(default_contract(), "tables").iter().find(|table| text(table, "name") == name);
    stated.map_or_else(|| Table::new(name), of_contract)
}

/// A table as the contract states it.
fn of_contract(stated: &Json) -> Table {
    let name = text(stated, "name");
    let columns = columns(stated).map(|column| facets::with_facets(name, column));
    let table = columns.fold(Table::new(name), Table::with_column);
    let columns = table.columns().to_vec();
    let rows = list(stated, "rows").iter().map(|row| {
        let cells = row.get("cells").unwrap_or(&Json::Null);
        let cell = |column: &Column| cells.get(&column.name).and_then(Json::as_str).map(facets::with_line_ends);
        let values = columns.iter().map(|column| Cell::from(cell(column)));
        facets::with_state(RowData::new(values), text(row, "state"), cells, &columns)
    });
    table.with_rows(facets::with_deleted(name, rows.collect()))
}

/// The columns in the order of the table: those that state their place are listed before those that travel otherwise.
fn columns(stated: &Json) -> impl Iterator<Item = Column> {
    let place = |column: &&Json| text(column, "ordinal").parse::<usize>().ok();
    let stated = list(stated, "columns");
    let mut columns: Vec<&Json> = stated.iter().filter(|column| place(column).is_none()).collect();
    for column in stated.iter().filter(|column| place(column).is_some()) {
        columns.insert(place(&column).unwrap_or_default().min(columns.len()), column);
    }
    columns.into_iter().map(column)
}

fn column(stated: &Json) -> Column {
    let name = text(stated, "name");
    let column = match text(stated, "clr") {
        "" => Column::of_type(name, text(stated, "type")),
        _ => Column::new(name, ColumnType::Guid),
    };
    let column = match text(stated, "mapping") {
        "attribute" => column.mapping(Mapping::Attribute),
        "hidden" => column.mapping(Mapping::Hidden),
        _ => column,
    };
    match text(stated, "dateTimeMode") {
        "Utc" => column.date_time_mode(DateTimeMode::Utc),
        "Unspecified" => column.date_time_mode(DateTimeMode::Unspecified),
        "Local" => column.date_time_mode(DateTimeMode::Local),
        _ => column,
    }
}

/// The table with one row per item, if it has the columns that tell of items: name, kind, length, value and escaped value. The
/// last two are `DBNull` for null and for arrays, and so is everything else that the table has.
fn with_items(table: Table, items: &[Item]) -> Table {
    let Some(first) = table.column_index("Name").filter(|_| table.column_index("Escaped").is_some()) else {
        return table;
    };
    let rows = items.iter().map(|item| {
        let value = item.value.as_deref();
        let cells = [
            Cell::from(item.name.as_str()),
            Cell::from(item.kind),
            Cell::from(item.length),
            Cell::from(value),
            Cell::from(value.map(escape)),
        ];
        RowData::new(std::iter::repeat_n(Cell::DbNull, first).chain(cells))
    });
    table.with_rows(rows)
}

fn text<'j>(json: &'j Json, name: &str) -> &'j str {
    json.get(name).and_then(Json::as_str).unwrap_or_default()
}

fn list<'j>(json: &'j Json, name: &str) -> &'j [Json] {
    json.get(name).and_then(Json::as_array).map_or(&[], Vec::as_slice)
}

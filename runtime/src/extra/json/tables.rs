//! Data sets as JSON, cell by cell.

use serde_json::{Map, Value as Json, json};

use crate::results::DataSet;
use crate::results::table::{Row, Table};

pub(super) fn tables(data_set: &DataSet) -> Json {
    let tables: Vec<Json> = data_set.tables().iter().map(table).collect();
    json!({ "tables": tables })
}

fn table(table: &Table) -> Json {
    let columns: Vec<Json> =
        table.columns().iter().map(|column| json!({ "name": column.name, "type": column.type_name() })).collect();
    let row = |row: Row<'_>| -> Json {
        row.cells().map(|(column, cell)| (column.name.clone(), Json::from(cell.text()))).collect::<Map<_, _>>().into()
    };
    let rows: Vec<Json> = table.iter().map(row).collect();
    json!({ "name": table.name(), "columns": columns, "rows": rows })
}

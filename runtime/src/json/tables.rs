//! Tables as JSON.

use serde_json::{Map, Value as Json, json};

use super::cells::CellKind;
use crate::results::DataSet;
use crate::results::table::{Row, Table};
use crate::results::{is_in_proportion, sent_for};

pub(super) fn tables(data_set: &DataSet) -> Json {
    let tables: Vec<Json> = data_set.tables().iter().map(table).collect();
    json!({ "tables": tables })
}

fn table(table: &Table) -> Json {
    let columns: Vec<Json> =
        table.columns().iter().map(|column| json!({ "name": column.name, "type": column.type_name() })).collect();
    let rows = if nulls_are_few(table) { table.iter().map(row).collect() } else { without_nulls(table) };
    json!({ "name": table.name(), "columns": columns, "rows": rows })
}

/// Whether a member for every cell fits into the memory of a result. If not, rows leave nulls out.
pub fn nulls_are_few(table: &Table) -> bool {
    /// The bytes of a row beside its members, and of a member beside its texts, as measured.
    const ROW: usize = 250;
    const MEMBER: usize = 240;
    let members: usize = table.columns().iter().map(|column| MEMBER + column.name.len()).sum();
    let row = ROW.saturating_add(members);
    is_in_proportion(table.row_count().saturating_mul(row), sent_for(table))
}

fn row(row: Row<'_>) -> Json {
    let mut object = Map::with_capacity(row.cells().size_hint().0);
    for (column, cell) in row.cells() {
        let value = cell.text().map_or(Json::Null, |text| CellKind::of(column.type_name()).value(text));
        object.insert(column.name.clone(), value);
    }
    object.into()
}

/// The rows, filled column by column so that cells without a value cost nothing.
fn without_nulls(table: &Table) -> Json {
    let columns = || table.columns().iter().enumerate();
    let values = || columns().filter_map(|(place, column)| Some((column, table.column_values(place)?)));
    let mut counts = vec![0_u32; table.row_count()];
    for (_, values) in values() {
        for (row, _) in values.filled() {
            if let Some(count) = counts.get_mut(row as usize) {
                *count += 1;
            }
        }
    }
    let mut rows: Vec<Json> = counts.iter().map(|count| Map::with_capacity(*count as usize).into()).collect();
    for (column, values) in values() {
        let kind = CellKind::of(column.type_name());
        for (row, _) in values.filled() {
            if let (Some(Json::Object(object)), Some(text)) = (rows.get_mut(row as usize), values.text(row)) {
                object.insert(column.name.clone(), kind.value(&text));
            }
        }
    }
    rows.into()
}

//! Parts of tables that the contract names and does not list: keys, relations, facets of columns, states of rows.

use asmx_runtime::DataSet;
use asmx_runtime::results::cells;
use asmx_runtime::results::data_set::{Key, Relation};
use asmx_runtime::results::table::{Cell, Column, RowData};
use serde_json::Value as Json;

/// Gives a column the facets that the schema declares beside its type.
pub(super) fn with_facets(table: &str, mut column: Column) -> Column {
    match (table, column.name.as_str()) {
        ("Campaign", "JobID") => column.required(),
        ("Campaign", "Name") => column.caption("Campaign Name").default("unnamed").limited_to(50),
        ("Bounce", "BounceID") => column.read_only().auto_increment(100, 1),
        // .NET's `Char`.
        ("Rare", "Ch") => {
            column.facets.push(("length".to_owned(), "1".to_owned()));
            column
        }
        _ => column,
    }
}

/// A key, and a relation whose rows travel inside one another.
pub(super) fn add_keys(data_set: DataSet) -> DataSet {
    if data_set.table_named("Bounce").is_none() {
        return data_set;
    }
    let key = Key::primary("Constraint1", "Campaign", ["JobID"]);
    let relation = Relation::new("Campaign_Bounce", "Campaign", ["JobID"], "Bounce", ["JobID"]).nested();
    data_set.key(key).relation(relation)
}

/// A row in its state. A modified one had another value, and has errors, of the row and of one cell.
pub(super) fn with_state<'a>(row: RowData<'a>, state: &str, cells: &'a Json, columns: &[Column]) -> RowData<'a> {
    match state {
        "inserted" => row.added(),
        "modified" => {
            let before = columns.iter().map(|column| match column.name.as_str() {
                CHANGED => Cell::from("before"),
                name => Cell::from(cells.get(name).and_then(Json::as_str)),
            });
            row.modified_from(before).error("row error <&>").column_error(CHANGED, "column error \"&\"")
        }
        _ => row,
    }
}

/// The column whose values change.
const CHANGED: &str = "V";

/// The table of rows in every state has a deleted one: the third.
pub(super) fn with_deleted<'a>(table: &str, mut rows: Vec<RowData<'a>>) -> Vec<RowData<'a>> {
    if table == "Changed" {
        rows.insert(rows.len().min(2), RowData::new(cells![3, "a3", "h3", "deleted"]).deleted());
    }
    rows
}

/// The value of a cell as the service has it. The contract states what a parser reads, which is a line feed for each line end.
pub(super) fn with_line_ends(read: &str) -> &str {
    if read == "a\nb\nc\nd\te" { "a\r\nb\rc\nd\te" } else { read }
}

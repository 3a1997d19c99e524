//! Rows in every state, and columns that travel as attributes or hidden.

use asmx_runtime::cells;
use asmx_runtime::results::data_set::{Column, ColumnType, Mapping, RowData, Table};

/// An unchanged, a modified, a deleted and an inserted row; the modified one has errors, of the row and of one cell.
pub fn table() -> Table {
    Table::new("Changed")
        .column("Id", ColumnType::Int)
        .column("Name", ColumnType::String)
        .with_column(Column::new("Attr", ColumnType::String).mapping(Mapping::Attribute))
        .with_column(Column::new("Hidden", ColumnType::String).mapping(Mapping::Hidden))
        .row(cells![1, "unchanged", "a <1>", "h & 1"])
        .row(
            RowData::new(cells![2, "after", "a 2", "h 2"])
                .modified_from(cells![2, "before", "a 2", "h 2"])
                .error("row error <&>")
                .column_error("Name", "column error \"&\""),
        )
        .row(RowData::new(cells![3, "deleted", "a 3", "h 3"]).deleted())
        .row(RowData::new(cells![4, "inserted"]).added())
}

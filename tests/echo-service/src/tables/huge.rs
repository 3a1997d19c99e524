//! As many rows as are asked for.

use asmx_runtime::results::table::{ColumnType, Table};
use asmx_runtime::{DataSet, cells};

use super::UNNAMED;

/// One table of `count` rows. Every seventh has no code.
pub fn huge(count: usize) -> DataSet {
    let table = Table::new("Table")
        .column("Id", ColumnType::Int)
        .column("Email", ColumnType::String)
        .column("When", ColumnType::DateTime)
        .column("Code", ColumnType::Int);
    let count = i32::try_from(count).unwrap_or(i32::MAX);
    let rows = (0..count).map(|id| {
        let (hour, minute, second) = (id / 3600 % 24, id / 60 % 60, id % 60);
        let when = format!("2024-01-01T{hour:02}:{minute:02}:{second:02}-05:00");
        cells![id, format!("user{id}@example.test"), when, (id % 7 != 0).then_some(id % 1000)]
    });
    DataSet::new(UNNAMED).table(table.with_rows(rows))
}

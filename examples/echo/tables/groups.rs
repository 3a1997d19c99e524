//! Tables as a data adapter names them: `Table`, `Table1`, `Table2`. The first row of `Table1` has the id `Table11`.

use asmx_runtime::cells;
use asmx_runtime::results::data_set::{ColumnType, Table};
use email_campaign_client::DataSet;

/// Adds three tables of none, two and four rows.
pub fn add(data_set: DataSet) -> DataSet {
    [("Table", 0), ("Table1", 2), ("Table2", 4)].into_iter().enumerate().fold(
        data_set,
        |data_set, (place, (name, rows))| {
            let table = Table::new(name).column("GroupName", ColumnType::String).column("Members", ColumnType::Int);
            data_set.table(table.with_rows((0..rows).map(|row| cells![format!("group {place}.{row}"), row])))
        },
    )
}

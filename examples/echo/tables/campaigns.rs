//! A key, a relation whose rows travel inside one another, and columns with everything that a schema can say of them.

use asmx_runtime::cells;
use asmx_runtime::results::data_set::{Column, ColumnType, Key, Relation, Table};
use email_campaign_client::DataSet;

/// Adds campaigns, and bounces inside them.
pub fn add(data_set: DataSet) -> DataSet {
    let key = Key::primary("Constraint1", "Campaign", ["JobID"]);
    let relation = Relation::new("Campaign_Bounce", "Campaign", ["JobID"], "Bounce", ["JobID"]).nested();
    data_set.table(campaigns()).table(bounces()).key(key).relation(relation)
}

fn campaigns() -> Table {
    Table::new("Campaign")
        .with_column(Column::new("JobID", ColumnType::Int).required())
        .with_column(Column::new("Name", ColumnType::String).caption("Campaign Name").default("unnamed").limited_to(50))
        .with_rows([cells![1, "first"], cells![2, "unnamed"], cells![3, "none"]])
}

fn bounces() -> Table {
    Table::new("Bounce")
        .with_column(Column::new("BounceID", ColumnType::Int).read_only().auto_increment(100, 1))
        .column("JobID", ColumnType::Int)
        .column("Address", ColumnType::String)
        .column("SMTPCode", ColumnType::Int)
        .column("Definitive", ColumnType::Boolean)
        .row(cells![100, 1, "a@x.test", 550, true])
        .row(cells![101, 2, "b@x.test", 421, false])
        .row(cells![102, 1, "c@x.test"])
}

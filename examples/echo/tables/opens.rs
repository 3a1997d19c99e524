//! A data set in a namespace, with a prefix.

use asmx_runtime::cells;
use asmx_runtime::results::data_set::{ColumnType, Table};
use email_campaign_client::DataSet;

use super::super::listing::Item;
use super::{echo, typed};

/// The tables of the transactional opens.
pub fn data_set(items: &[Item]) -> DataSet {
    let opens = Table::new("Open").column("Id", ColumnType::Int).column("When", ColumnType::DateTime);
    DataSet::new("Opens")
        .in_namespace("http://example.test/ds", "o")
        .table(echo(items))
        .table(typed::table("Typed"))
        .table(opens.row(cells![1, "2024-01-01T00:00:00-05:00"]))
}

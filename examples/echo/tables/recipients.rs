//! One sparse table for everything: first the typed rows, then the items.

use asmx_runtime::results::data_set::{Cell, RowData};
use email_campaign_client::DataSet;

use super::super::listing::Item;
use super::{UNNAMED, echo, typed, with_echo_columns};

/// A data set of one table.
pub fn data_set(items: &[Item]) -> DataSet {
    let width = typed::columns().len();
    let table = with_echo_columns(typed::without_rows("Table")).with_rows(typed::rows());
    let echo = echo(items);
    let beside = echo.iter().map(|row| {
        let told = row.cells().map(|(_, cell)| cell);
        RowData::new(std::iter::repeat_n(Cell::DbNull, width).chain(told))
    });
    DataSet::new(UNNAMED).table(table.with_rows(beside))
}

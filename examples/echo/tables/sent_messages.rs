//! A data set, a table and columns whose names are none in XML.

use asmx_runtime::results::data_set::{Cell, ColumnType, RowData, Table};
use email_campaign_client::DataSet;

use super::super::listing::Item;
use super::{echo, typed};

/// Names that are written with escapes.
const NAMES: [&str; 14] = [
    "To Address",
    "2nd",
    "a:b",
    "a/b",
    "50%",
    "#",
    "<tag>",
    "a&b",
    "(paren)",
    "_x0020_",
    "_xD83D_",
    "-dash",
    ".dot",
    "😀",
];

/// The tables of the transactional recipients.
pub fn data_set(items: &[Item]) -> DataSet {
    DataSet::new("Recipients & Messages").table(echo(items)).table(typed::table("Typed")).table(sent_messages())
}

/// A row of values, a row of nothing, and a row with its last value only.
fn sent_messages() -> Table {
    let columns = NAMES.iter().fold(Table::new("Sent Messages"), |table, name| table.column(*name, ColumnType::String));
    let full = RowData::new((1..=NAMES.len()).map(|number| format!("value {number}")));
    let sparse = RowData::new((1..=NAMES.len()).map(|number| Cell::from((number == NAMES.len()).then_some("last"))));
    columns.row(full).row(RowData::default()).row(sparse)
}

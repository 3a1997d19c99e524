//! The tables of each operation that answers with a data set.

mod campaigns;
mod changed;
mod groups;
mod huge;
mod opens;
mod rare;
mod recipients;
mod sent_messages;
pub mod typed;

use asmx_runtime::cells;
use asmx_runtime::results::data_set::{ColumnType, Table};
use email_campaign_client::DataSet;

use super::listing::{Item, escape};

pub use huge::huge;

/// The name that a data set has when nobody gives it one.
pub const UNNAMED: &str = "NewDataSet";

/// What `operation` answers to a call that was received as `items`.
pub fn of_operation(operation: &str, items: &[Item]) -> DataSet {
    let echoed = DataSet::new(UNNAMED).table(echo(items)).table(typed::table("Typed"));
    match operation {
        "Reports_GetRecipients_DataSet" => recipients::data_set(items),
        "Reports_GetBouncesByCampaign_DataSet2" => campaigns::add(echoed),
        "Groups_GetList_DataSet" => groups::add(echoed),
        "Reports_GetUnsubscribesAll_DataSet2" => echoed.table(changed::table()),
        "Reports_GetSoftBouncesByCount_DataSet" => {
            DataSet::new(UNNAMED).table(echo(items)).table(typed::without_rows("Typed"))
        }
        "Reports_Transactional_GetRecipients_DataSet" => sent_messages::data_set(items),
        "Reports_Transactional_GetOpens_DataSet" => opens::data_set(items),
        "Reports_Transactional_GetClicks_DataSet" => echoed.table(rare::table()),
        _ => echoed,
    }
}

/// The columns that tell of an item, added to a table.
fn with_echo_columns(table: Table) -> Table {
    table
        .column("Name", ColumnType::String)
        .column("Kind", ColumnType::String)
        .column("Length", ColumnType::Int)
        .column("Value", ColumnType::String)
        .column("Escaped", ColumnType::String)
}

/// One row per item; value and escaped value are `DBNull` for null and for arrays.
pub fn echo(items: &[Item]) -> Table {
    let rows = items.iter().map(|item| {
        let escaped = item.value.as_deref().map(escape);
        cells![item.name.as_str(), item.kind, item.length, item.value.as_deref(), escaped]
    });
    with_echo_columns(Table::new("Echo")).with_rows(rows)
}

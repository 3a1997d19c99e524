//! Types that services seldom use.

use asmx_runtime::cells;
use asmx_runtime::results::data_set::{ColumnType, RowData, Table};

/// The greatest values, the least ones, and nothing.
pub fn table() -> Table {
    Table::new("Rare")
        .column("Ch", ColumnType::Char)
        .column("Us", ColumnType::UnsignedShort)
        .column("Ui", ColumnType::UnsignedInt)
        .column("Ul", ColumnType::UnsignedLong)
        .column("Sb", ColumnType::Byte)
        .column("Uri", ColumnType::AnyUri)
        .row(cells!["é", u16::MAX, u32::MAX, u64::MAX, i8::MIN, "http://example.test/a?b=c&d=%20#e"])
        .row(cells![" ", 0_u16, 0_u32, 0_u64, i8::MAX, "relative/path"])
        .row(RowData::default())
}

//! As many rows as are asked for.

use asmx_runtime::DataSet;
use asmx_runtime::date_ranges::{Moment, Step};
use asmx_runtime::results::cells;
use asmx_runtime::results::table::{ColumnType, Table};

use super::UNNAMED;

/// One table of `count` rows, a minute apart. Every seventh has no code.
pub fn huge(count: usize) -> DataSet {
    let table = Table::new("Table")
        .column("Id", ColumnType::Int)
        .column("Email", ColumnType::String)
        .column("When", ColumnType::DateTime)
        .column("Code", ColumnType::Int);
    let count = i32::try_from(count).unwrap_or(i32::MAX);
    let rows = (0..count).map(|id| {
        let when = Moment::date(2020, 1, 1).and_then(|start| start.plus_milliseconds(i64::from(id) * 60_000));
        let email = format!("user{id}@example.test");
        cells![id, email, when.map(in_new_york), (id % 7 != 0).then_some(500 + id % 60)]
    });
    DataSet::new(UNNAMED).table(table.with_rows(rows))
}

/// A local time with the offset of the zone that the recorded service runs in. A time that the change to summer time leaves out, or that
/// the change back repeats, is winter time, as in .NET.
fn in_new_york(when: Moment) -> String {
    let (year, month, day) = when.year_month_day();
    let summer = sunday(year, 3, 2).zip(sunday(year, 11, 1));
    let at = (month, day, when.time_of_day().0);
    let is_summer = summer.is_some_and(|(begin, end)| (3, begin, 3) <= at && at < (11, end, 1));
    format!("{}{}", when.written(Step::Second), if is_summer { "-04:00" } else { "-05:00" })
}

/// The day of a month's Sunday of this number.
fn sunday(year: u16, month: u8, number: u8) -> Option<u8> {
    const DAYS: [u16; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
    let counted = if month < 3 { year - 1 } else { year };
    let shift = DAYS.get(usize::from(month).checked_sub(1)?)?;
    let first = (counted + counted / 4 - counted / 100 + counted / 400 + shift + 1) % 7;
    u8::try_from((7 - first) % 7 + 1).ok().map(|day| day + 7 * (number - 1))
}

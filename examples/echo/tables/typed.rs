//! Rows of eighteen columns of every common type: ordinary values, extremes, and texts that are easily spoiled.

use asmx_runtime::results::data_set::{Cell, Column, ColumnType, DateTimeMode, RowData, Table};

/// The columns in order.
pub fn columns() -> Vec<Column> {
    vec![
        Column::new("Id", ColumnType::Int),
        Column::new("S", ColumnType::String),
        Column::new("L", ColumnType::Long),
        Column::new("M", ColumnType::Decimal),
        Column::new("D", ColumnType::Double),
        Column::new("F", ColumnType::Float),
        Column::new("B", ColumnType::Boolean),
        Column::new("Dt", ColumnType::DateTime),
        Column::new("DtUtc", ColumnType::DateTime).date_time_mode(DateTimeMode::Utc),
        Column::new("DtUnspec", ColumnType::DateTime).date_time_mode(DateTimeMode::Unspecified),
        Column::new("DtLocal", ColumnType::DateTime).date_time_mode(DateTimeMode::Local),
        Column::new("G", ColumnType::Guid),
        Column::new("Bin", ColumnType::Base64Binary),
        Column::new("Sh", ColumnType::Short),
        Column::new("By", ColumnType::UnsignedByte),
        Column::new("Ts", ColumnType::Duration),
        Column::new("First Name", ColumnType::String),
        Column::new("2ndCol", ColumnType::Int),
    ]
}

/// Each row as the values it has by column; the others are `DBNull`. The texts are those a genuine server in New York writes.
const ROWS: [&[(&str, &str)]; 11] = [
    &[
        ("Id", "0"),
        ("S", "plain"),
        ("L", "1"),
        ("M", "12.50"),
        ("D", "0.1"),
        ("F", "1.5"),
        ("B", "true"),
        ("Dt", "2024-02-29T13:45:56-05:00"),
        ("DtUtc", "2024-02-29T13:45:56Z"),
        ("DtUnspec", "2024-02-29T13:45:56"),
        ("DtLocal", "2024-02-29T13:45:56-05:00"),
        ("G", "0f8fad5b-d9cb-469f-a165-70867728950e"),
        ("Bin", "AAEC/f7/"),
        ("Sh", "-7"),
        ("By", "200"),
        ("Ts", "P1DT2H3M4.005S"),
        ("First Name", "Ann"),
        ("2ndCol", "2"),
    ],
    &[
        ("Id", "1"),
        ("S", "extremes"),
        ("L", "-9223372036854775808"),
        ("M", "79228162514264337593543950335"),
        ("D", "1.7976931348623157E+308"),
        ("F", "-3.40282347E+38"),
        ("B", "false"),
        ("Dt", "2024-07-04T01:02:03.4567891-04:00"),
        ("DtUtc", "2024-07-04T01:02:03.4567891Z"),
        ("DtUnspec", "2024-07-04T01:02:03.4567891"),
        ("DtLocal", "2024-07-04T01:02:03.4567891-04:00"),
        ("G", "00000000-0000-0000-0000-000000000000"),
        ("Bin", ""),
        ("Sh", "32767"),
        ("By", "0"),
        ("Ts", "PT0S"),
        ("First Name", ""),
        ("2ndCol", "-2147483648"),
    ],
    &[("Id", "2")],
    &[("Id", "3"), ("S", "&<>\"' ]]> <![CDATA[x]]> <!-- c --> &amp; &#65;"), ("First Name", "O'Brien & \"Co\" <x>")],
    &[("Id", "4"), ("S", "  lead and trail \t ")],
    &[("Id", "5"), ("S", "a\r\nb\rc\nd\te")],
    &[("Id", "6"), ("S", "")],
    &[("Id", "7"), ("S", "   ")],
    &[("Id", "8"), ("S", "é中文 😀 \u{a0} \u{2028} \u{7f} \u{85}"), ("M", "0.000"), ("D", "NaN"), ("F", "INF")],
    &[("Id", "9"), ("S", "_x0020_ null 0123"), ("M", "79228162514264337593543950335"), ("D", "-INF"), ("F", "NaN")],
    &[
        ("Id", "10"),
        ("S", "\n"),
        ("Dt", "0001-01-01T00:00:00-04:57"),
        ("DtUtc", "0001-01-01T00:00:00Z"),
        ("DtUnspec", "9999-12-31T23:59:59.9999999"),
    ],
];

/// A table with the columns only.
pub fn without_rows(name: &str) -> Table {
    columns().into_iter().fold(Table::new(name), Table::with_column)
}

/// A table with the columns and rows.
pub fn table(name: &str) -> Table {
    without_rows(name).with_rows(rows())
}

/// The rows, each with a cell for every column.
pub fn rows() -> Vec<RowData<'static>> {
    let columns = columns();
    let row = |values: &&'static [(&'static str, &'static str)]| {
        let text = |column: &Column| values.iter().find(|(name, _)| *name == column.name).map(|(_, text)| *text);
        RowData::new(columns.iter().map(|column| Cell::from(text(column))))
    };
    ROWS.iter().map(row).collect()
}

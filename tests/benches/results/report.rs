//! A made-up report as a DataSet: the same on every run.

use std::sync::LazyLock;

use asmx_runtime::DataSet;
use asmx_runtime::results::table::{Column, ColumnType, Table};

/// How many rows there are.
pub(crate) const ROWS: u32 = 200_000;

/// The column names and types.
const COLUMNS: [(&str, ColumnType); 8] = [
    ("RecipientID", ColumnType::Int),
    ("EmailAddress", ColumnType::String),
    ("CustomerName", ColumnType::String),
    ("Subject", ColumnType::String),
    ("SentDateTime", ColumnType::DateTime),
    ("Amount", ColumnType::Decimal),
    ("Opened", ColumnType::Boolean),
    ("Clicks", ColumnType::Int),
];

/// A response over GET or POST, about 85 MB without white space between elements.
pub(crate) static RESPONSE: LazyLock<String> = LazyLock::new(|| {
    let mut table = Table::new("BlockRecords");
    for (name, column_type) in COLUMNS {
        table = table.with_column(Column::new(name, column_type));
    }
    let mut schema = String::new();
    DataSet::new("NewDataSet").table(table).write_content(&mut schema);
    // Without rows there is no element around them yet.
    let schema = schema.split("<diffgr:").next().unwrap_or_default();
    let mut text = String::with_capacity(100 << 20);
    text.push_str(&format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><DataSet xmlns=\"urn:example\">{schema}<diffgr:diffgram \
         xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\" xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\">\
         <NewDataSet xmlns=\"\">"
    ));
    for row in 0..ROWS {
        text.push_str(&format!("<BlockRecords diffgr:id=\"BlockRecords{}\" msdata:rowOrder=\"{row}\">", row + 1));
        for (column, (name, _)) in COLUMNS.into_iter().enumerate() {
            if let Some(value) = value(row, column) {
                text.push_str(&format!("<{name}>{value}</{name}>"));
            }
        }
        text.push_str("</BlockRecords>");
    }
    text + "</NewDataSet></diffgr:diffgram></DataSet>"
});

/// A value as it stands in the document; `None` is absent.
fn value(row: u32, column: usize) -> Option<String> {
    let mixed = row.wrapping_mul(2_654_435_769) ^ (row >> 7);
    Some(match column {
        0 => (1_000_000 + row).to_string(),
        1 => format!("recipient{}.{}@mail{}.example.com", mixed % 100_000, row % 97, mixed % 13),
        2 if mixed.is_multiple_of(11) => return None,
        2 if mixed.is_multiple_of(9) => format!("Jürgen Müller-Lüdenscheidt {}", mixed % 1000),
        2 => format!("Ann Example {}", mixed % 10_000),
        3 if mixed.is_multiple_of(3) => {
            format!("Fish &amp; chips today: offer {} of the week, only &#8364; {} for you", mixed % 500, row % 30)
        }
        3 => format!("Your invoice {} of last month is ready to be looked at, dear customer", mixed % 1_000_000),
        4 => format!(
            "2024-{:02}-{:02}T{:02}:{:02}:{:02}.{}-05:00",
            1 + row % 12,
            1 + mixed % 28,
            mixed % 24,
            row % 60,
            (mixed >> 8) % 60,
            1 + (mixed >> 4) % 9
        ),
        5 if mixed.is_multiple_of(7) => return None,
        5 => format!("{}.{:02}", mixed % 100_000, row % 100),
        6 => (if mixed & 64 == 0 { "true" } else { "false" }).to_owned(),
        _ if mixed.is_multiple_of(4) => return None,
        _ => ((mixed >> 3) % 300).to_string(),
    })
}

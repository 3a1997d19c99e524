//! Delimited text of 50 MB into columns, beside the csv crate into the same columns.

use std::sync::LazyLock;

use asmx_runtime::results::table::{Column, ColumnType, ColumnValues, Table, ValueType};
use asmx_runtime::{DelimitedText, Delimiters};
use divan::Bencher;

use crate::measure;

/// Bytes of text, about.
const SIZE: usize = 50_000_000;

static TEXT: LazyLock<String> = LazyLock::new(text);

fn columns() -> Vec<Column> {
    let names = ["Id", "EmailAddress", "Name", "Opened", "Price", "Active", "URL", "Reason"];
    names.map(|name| Column::new(name, ColumnType::String)).into()
}

fn delimiters() -> Delimiters {
    Delimiters::new("\n", ",").qualifier("\"")
}

/// Each seventh name is qualified.
fn text() -> String {
    let mut text = String::with_capacity(SIZE + 1000);
    for number in 0_u32.. {
        if text.len() >= SIZE {
            break;
        }
        let mixed = number.wrapping_mul(2_654_435_769);
        let name = match number % 7 {
            0 => format!("\"Smith, {mixed} \"\"x\"\"\""),
            _ => format!("Person {}", mixed % 100_000),
        };
        let reason = match number % 4 {
            0 => "Hard",
            1 => "Soft",
            2 => "",
            _ => "Blocked by the receiving server: 550 5.7.1",
        };
        let cells = [
            number.to_string(),
            format!("user{}@example.test", mixed % 1_000_000),
            name,
            format!("2024-0{}-1{}T1{}:2{}:33", mixed % 9 + 1, number % 9, mixed % 10, number % 10),
            format!("{}.{:02}", mixed % 1000, number % 100),
            number.is_multiple_of(3).to_string(),
            format!("https://example.test/a/{}?b=c", mixed % 5000),
            reason.to_owned(),
        ];
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}

fn by_csv(text: &str) -> Vec<ColumnValues> {
    let mut values: Vec<ColumnValues> = (0..8).map(|_| ColumnValues::new(ValueType::Text)).collect();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let (mut record, mut row) = (csv::StringRecord::new(), 0);
    while reader.read_record(&mut record).unwrap() {
        for (cell, values) in record.iter().zip(&mut values) {
            values.push_text(row, cell).unwrap();
        }
        row += 1;
    }
    values
}

fn assert_same(table: &Table, values: &[ColumnValues]) {
    let rows = u32::try_from(table.row_count()).unwrap();
    assert!(rows > 100_000, "{rows}");
    for (column, values) in values.iter().enumerate() {
        let ours = table.column_values(column).unwrap();
        assert!((0..rows).all(|row| ours.text(row) == values.text(row)), "column {column} has other values");
    }
}

#[divan::bench]
fn delimited(bencher: Bencher<'_, '_>) {
    let (text, columns) = (DelimitedText::new(&**TEXT).with_delimiters(delimiters()), columns());
    assert_same(&text.table_with(columns.clone()).unwrap(), &by_csv(&TEXT));
    measure(bencher, TEXT.len(), || text.table_with(columns.clone()).unwrap());
}

#[divan::bench]
fn delimited_by_csv(bencher: Bencher<'_, '_>) {
    measure(bencher, TEXT.len(), || by_csv(&TEXT));
}

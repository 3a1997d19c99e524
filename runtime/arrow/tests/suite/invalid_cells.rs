//! Cells that the type of their column cannot hold.

use std::convert::Infallible;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
use asmx_arrow::{Batches, CellErrorKind, ColumnAs, Converter, Error, Note, Options, record_batch};
use asmx_dataset::cells;
use asmx_dataset::table::{Column, ColumnType, DateTimeMode, Table};

/// A column, a text that fits, one that does not, the type, the reason, and the forms that hold it.
type Case = (Column, &'static str, &'static str, DataType, CellErrorKind, Vec<ColumnAs>);

fn all() -> Vec<Case> {
    use CellErrorKind::{Inexact, NoValue, Unzoned};
    let column = |column_type| Column::new("C", column_type);
    let utc_column = column(ColumnType::DateTime).date_time_mode(DateTimeMode::Utc);
    let decimal = DataType::Decimal128(38, 9);
    let wall = DataType::Timestamp(TimeUnit::Microsecond, None);
    let utc = DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
    let long = "123456789012345678901234567890";
    let longer = "123456789012345678901234567890123456789";
    let text = || vec![ColumnAs::Text];
    let scale = |scale| vec![ColumnAs::Scale(scale), ColumnAs::Text];
    vec![
        (column(ColumnType::Int), "1", "many", DataType::Int32, NoValue, text()),
        (column(ColumnType::Int), "1", "2147483648", DataType::Int32, NoValue, text()),
        (column(ColumnType::UnsignedByte), "1", "-1", DataType::Int16, NoValue, text()),
        (column(ColumnType::UnsignedByte), "1", "256", DataType::Int16, NoValue, text()),
        (column(ColumnType::Boolean), "true", "TRUE", DataType::Boolean, NoValue, text()),
        (column(ColumnType::Double), "1", "1,5", DataType::Float64, NoValue, text()),
        (column(ColumnType::Base64Binary), "AA==", "@", DataType::Binary, NoValue, text()),
        (column(ColumnType::HexBinary), "00", "0g", DataType::Binary, NoValue, text()),
        (Column::of_type("C", "xs:date"), "2026-01-31", "2026-02-29", DataType::Date32, NoValue, text()),
        (column(ColumnType::Decimal), "1.5", "1e5", decimal.clone(), NoValue, text()),
        (column(ColumnType::Decimal), "1.5", "1.0000000001", decimal.clone(), Inexact, scale(10)),
        (column(ColumnType::Decimal), "1.500000000", "1.0000000001", decimal.clone(), Inexact, scale(10)),
        (column(ColumnType::Decimal), "1.5", long, decimal.clone(), Inexact, scale(8)),
        (column(ColumnType::Decimal), "1.5", longer, decimal, Inexact, text()),
        (column(ColumnType::DateTime), "2026-01-31T12:00:00", "31.01.2026", wall, NoValue, text()),
        (utc_column, "2026-01-31T12:00:00Z", "2026-01-31T12:00:00", utc, Unzoned, vec![ColumnAs::Wall, ColumnAs::Text]),
    ]
}

fn table(column: &Column, before: &'static str, text: &'static str) -> Table {
    let cells = [Some(before), None, Some(text), Some(before), Some(text)].map(|text| [text]);
    Table::new("Blocks").with_column(column.clone()).with_rows(cells)
}

fn convert(table: Table, options: Options) -> Result<RecordBatch, Error> {
    Converter::new(options).convert(table)
}

#[test]
fn invalid_cells_are_errors_after_the_rows_before_them() {
    for (column, before, text, expected, kind, remedies) in all() {
        let error = convert(table(&column, before, text), Options::new()).unwrap_err();
        let Error::Cell(cell) = &error else { panic!("{error:?}") };
        assert_eq!((cell.table(), cell.column(), cell.row()), ("Blocks", "C", 2));
        assert_eq!((cell.text(), cell.expected(), cell.kind()), (text, &expected, kind));
        assert_eq!(cell.remedies(), remedies);
        let rows = cell.rows_before();
        assert_eq!((rows.num_rows(), rows.column(0).data_type()), (2, &expected), "{text}");
        assert_eq!([rows.column(0).is_null(0), rows.column(0).is_null(1)], [false, true]);
    }
}

#[test]
fn each_remedy_holds_the_cell() {
    for (column, before, text, .., remedies) in all() {
        for form in remedies {
            let batch = convert(table(&column, before, text), Options::new().column("C", form)).unwrap();
            assert_eq!((batch.num_rows(), batch.column(0).null_count()), (5, 1), "{text} {form}");
        }
    }
}

#[test]
fn the_first_invalid_cell_of_all_columns_is_the_error() {
    let table = Table::new("T").column("A", ColumnType::Int).column("B", ColumnType::Decimal);
    let table = table.row(cells![1, "1.5"]).row(cells![2, "x"]).row(cells!["y", "2.5"]);
    let Err(Error::Cell(cell)) = convert(table, Options::new()) else { panic!("refused") };
    assert_eq!((cell.column(), cell.row(), cell.rows_before().num_rows()), ("B", 1, 1));
}

#[test]
fn batches_give_the_rows_before_the_error() {
    let day = |texts: &[&'static str]| {
        let rows = texts.iter().map(|text| [*text]);
        Table::new("T").column("C", ColumnType::Int).with_rows(rows)
    };
    let rows = |tables: Vec<Table>| -> (Vec<usize>, String) {
        let mut batches = Batches::new(tables.into_iter().map(Ok::<_, Infallible>), Options::new()).unwrap();
        let mut rows = Vec::new();
        loop {
            match batches.next().unwrap() {
                Ok(batch) => rows.push(batch.num_rows()),
                Err(error) => {
                    assert!(batches.next().is_none());
                    return (rows, Error::from(error).to_string());
                }
            }
        }
    };
    let expected = "table `T`, row 3, column `C`: \"x\" is not a value of type Int32";
    assert_eq!(rows(vec![day(&["1", "2", "x"]), day(&["4"])]), (vec![2], expected.to_owned()));
    assert_eq!(rows(vec![day(&["1", "2"]), day(&["3", "x"]), day(&["4"])]).0, [2, 1]);
    assert_eq!(rows(vec![day(&["x"])]).0, [0; 0]);
}

#[test]
fn empty_cells_are_null_with_one_note() {
    for (column, before, _, expected, ..) in all() {
        let has_empty_value = expected == DataType::Binary;
        let mut converter = Converter::new(Options::new());
        for _ in 0..2 {
            let table = Table::new("T").with_column(column.clone()).row([before]).row([""]).row([" "]).row([before]);
            let array = converter.convert(table).unwrap().column(0).clone();
            let valid: Vec<_> = (0..array.len()).map(|row| array.is_valid(row)).collect();
            assert_eq!(valid, [true, has_empty_value, has_empty_value, true], "{expected}");
        }
        let note = Note::EmptyIsNull { column: "C".to_owned() };
        assert_eq!(converter.notes(), if has_empty_value { vec![] } else { vec![note] });
    }
}

#[test]
fn text_columns_hold_texts_as_sent() {
    let texts = [Some("007"), None, Some(" 1"), Some("x"), Some("")];
    for (column, ..) in all() {
        let table = || Table::new("T").with_column(column.clone()).with_rows(texts.map(|text| [text]));
        for options in [Options::new().column("C", ColumnAs::Text), Options::new().all_columns(ColumnAs::Text)] {
            let mut converter = Converter::new(options);
            let batch = converter.convert(table()).unwrap();
            assert_eq!(batch.column(0).as_string::<i32>().iter().collect::<Vec<_>>(), texts);
            assert!(converter.notes().is_empty());
        }
    }
}

#[test]
fn long_texts_are_cut_in_messages_only() {
    let text: &'static str = "ü".repeat(5000).leak();
    let error = record_batch(table(&Column::new("C", ColumnType::Int), "1", text)).unwrap_err();
    let Error::Cell(cell) = &error else { panic!("{error:?}") };
    assert_eq!(cell.text(), text);
    let expected = format!("table `Blocks`, row 3, column `C`: \"{}\"… is not a value of type Int32", "ü".repeat(120));
    assert_eq!((error.to_string(), format!("{cell:?}")), (expected.clone(), expected));
}

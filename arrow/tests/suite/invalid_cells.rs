//! Cells that the type of their column cannot hold.

use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
use asmx_arrow::{CellErrorKind, Converter, Error, InvalidCells, Options, TimeZone, record_batch};
use asmx_dataset::table::{Column, ColumnType, Table};
use asmx_dataset::xsd::Zone;

const WALL: DataType = DataType::Timestamp(TimeUnit::Microsecond, None);

fn utc() -> DataType {
    DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()))
}

/// A column, texts that fit, one that does not, the type, and the reason.
fn all() -> Vec<(ColumnType, Vec<&'static str>, &'static str, DataType, CellErrorKind)> {
    let decimal = |scale| DataType::Decimal128(38, scale);
    let longer = "123456789012345678901234567890123456789";
    vec![
        (ColumnType::Int, vec!["1"], "many", DataType::Int32, CellErrorKind::NoValue),
        (ColumnType::Int, vec!["1"], "", DataType::Int32, CellErrorKind::NoValue),
        (ColumnType::Int, vec!["1"], "2147483648", DataType::Int32, CellErrorKind::NoValue),
        (ColumnType::UnsignedByte, vec!["1"], "-1", DataType::UInt8, CellErrorKind::NoValue),
        (ColumnType::Boolean, vec!["true"], "TRUE", DataType::Boolean, CellErrorKind::NoValue),
        (ColumnType::Double, vec!["1"], "1,5", DataType::Float64, CellErrorKind::NoValue),
        (ColumnType::Base64Binary, vec!["AA=="], "@", DataType::Binary, CellErrorKind::NoValue),
        (ColumnType::Decimal, vec!["1.5"], "1e5", decimal(1), CellErrorKind::NoValue),
        (ColumnType::Decimal, vec!["1.5"], longer, decimal(1), CellErrorKind::Inexact),
        (ColumnType::DateTime, vec!["2026-01-31T12:00:00"], "31.01.2026", WALL, CellErrorKind::NoValue),
        (
            ColumnType::DateTime,
            vec!["2026-01-31T12:00:00"],
            "2026-01-31T12:00:00.1234567",
            WALL,
            CellErrorKind::Inexact,
        ),
        (ColumnType::DateTime, vec!["2026-01-31T12:00:00Z"], "2026-01-31T12:00:00", utc(), CellErrorKind::Unzoned),
    ]
}

fn table(column_type: ColumnType, before: &[&'static str], text: &'static str) -> Table {
    let cells = before.iter().map(|text| [Some(*text)]).chain([[None], [Some(text)]]);
    Table::new("Blocks").column("C", column_type).with_rows(cells)
}

fn convert(table: Table, invalid_cells: InvalidCells) -> Result<RecordBatch, Error> {
    Converter::new(Options::new().invalid_cells(invalid_cells)).convert(table)
}

#[test]
fn invalid_cells_are_errors() {
    for (column_type, before, text, expected, kind) in all() {
        let error = convert(table(column_type, &before, text), InvalidCells::Error).unwrap_err();
        let Error::Cell(cell) = &error else {
            panic!("{error:?}");
        };
        assert_eq!((cell.table(), cell.column(), cell.row()), ("Blocks", "C", before.len() as u64 + 1));
        assert_eq!((cell.text(), cell.expected(), cell.kind()), (text, &expected, kind));
    }
}

#[test]
fn invalid_cells_become_null_if_asked() {
    for (column_type, before, text, expected, _) in all() {
        let mut table = table(column_type, &before, text);
        table.push([before[0]]);
        let batch = convert(table, InvalidCells::Null).unwrap();
        let array = batch.column(0);
        assert_eq!(array.data_type(), &expected);
        let valid: Vec<_> = (0..array.len()).map(|row| array.is_valid(row)).collect();
        assert_eq!(valid, [true, false, false, true], "{text}");
        assert!(batch.schema().field(0).is_nullable());
    }
}

#[test]
fn columns_with_invalid_cells_become_texts_if_asked() {
    for (column_type, before, text, ..) in all() {
        let batch = convert(table(column_type, &before, text), InvalidCells::AsText).unwrap();
        let texts: Vec<_> = batch.column(0).as_string::<i32>().iter().collect();
        assert_eq!(texts, [Some(before[0]), None, Some(text)]);
    }
}

#[test]
fn columns_without_invalid_cells_keep_their_type() {
    for (column_type, before, _, expected, _) in all() {
        for invalid_cells in [InvalidCells::Error, InvalidCells::Null, InvalidCells::AsText] {
            let table = Table::new("T").column("C", column_type).row(before.clone());
            assert_eq!(convert(table, invalid_cells).unwrap().column(0).data_type(), &expected);
        }
    }
}

#[test]
fn text_columns_hold_texts_as_sent() {
    let texts = [Some("007"), None, Some(" 1"), Some("x"), Some("")];
    let types = [ColumnType::Int, ColumnType::Double, ColumnType::Decimal, ColumnType::Boolean, ColumnType::DateTime];
    for column_type in types.into_iter().chain([ColumnType::Base64Binary, ColumnType::String]) {
        let table = Table::new("T").column("C", column_type).with_rows(texts.map(|text| [text]));
        let batch = Converter::new(Options::new().text_column("C")).convert(table).unwrap();
        assert_eq!(batch.column(0).as_string::<i32>().iter().collect::<Vec<_>>(), texts);
    }
}

#[test]
fn a_requested_zone_needs_values_with_zones() {
    let table = |text| Table::new("T").column("C", ColumnType::DateTime).row([text]);
    let kind = |zone, text| match Converter::new(Options::new().time_zone(zone)).convert(table(text)) {
        Err(Error::Cell(cell)) => Some(cell.kind()),
        other => panic!("{other:?}"),
    };
    assert_eq!(kind(TimeZone::Unzoned, "2026-01-31T12:00:00Z"), Some(CellErrorKind::Zoned));
    assert_eq!(kind(TimeZone::In(Zone::Utc), "2026-01-31T12:00:00"), Some(CellErrorKind::Unzoned));
    assert_eq!(kind(TimeZone::Dropped, "noon"), Some(CellErrorKind::NoValue));
}

#[test]
fn a_requested_scale_holds_only_exact_values() {
    let table = || Table::new("T").column("C", ColumnType::Decimal).row(["1.50"]).row(["1.25"]).row(["x"]);
    let error = Converter::new(Options::new().decimal_scale(1)).convert(table()).unwrap_err();
    let expected = "table `T`, row 1, column `C`: \"1.25\" cannot be kept exactly as Decimal128(38, 1)";
    assert_eq!(error.to_string(), expected);
    let options = Options::new().decimal_scale(1).invalid_cells(InvalidCells::Null);
    let batch = Converter::new(options).convert(table()).unwrap();
    let decimals = batch.column(0).as_primitive::<arrow_array::types::Decimal128Type>();
    assert_eq!(decimals.iter().collect::<Vec<_>>(), [Some(15), None, None]);
}

#[test]
fn scales_do_not_grow_beyond_38_digits() {
    let long = "12345678901234567890123456789012345678";
    let fine = "0.12345678901234567890123456789012345678";
    let table = Table::new("T").column("C", ColumnType::Decimal).row([long]).row([fine]).row([long]);
    let batch = convert(table, InvalidCells::Null).unwrap();
    assert_eq!(batch.column(0).data_type(), &DataType::Decimal128(38, 0));
    assert_eq!(
        (batch.column(0).is_null(0), batch.column(0).is_null(1), batch.column(0).is_null(2)),
        (false, true, false)
    );
}

#[test]
fn long_texts_are_cut_in_messages_only() {
    let text: &'static str = "ü".repeat(5000).leak();
    let error = record_batch(table(ColumnType::Int, &[], text)).unwrap_err();
    let Error::Cell(cell) = &error else {
        panic!("{error:?}");
    };
    assert_eq!(cell.text(), text);
    let expected = format!("table `Blocks`, row 1, column `C`: \"{}\"… is not a value of type Int32", "ü".repeat(120));
    assert_eq!(error.to_string(), expected);
}

#[test]
fn required_columns_hold_no_nulls() {
    let table = || {
        let column = Column::new("C", ColumnType::Int).required();
        Table::new("Blocks").with_column(column).row([Some("1")]).row([None::<&str>])
    };
    let error = record_batch(table()).unwrap_err();
    let expected = "table `Blocks`, row 1, column `C`: DBNull in a column that is declared not to hold it";
    assert_eq!(error.to_string(), expected);
    let batch = Converter::new(Options::new().all_nullable()).convert(table()).unwrap();
    assert_eq!((batch.column(0).null_count(), batch.schema().field(0).is_nullable()), (1, true));
}

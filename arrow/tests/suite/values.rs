//! Values of every type in Arrow arrays.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    ArrowPrimitiveType, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    TimestampMicrosecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array as _, ArrayRef, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
use asmx_arrow::{Converter, Options, TimeZone, integers, record_batch};
use asmx_dataset::Integers;
use asmx_dataset::cells;
use asmx_dataset::table::{Cell, Column, ColumnType, Table};
use asmx_dataset::xsd::Zone;

/// A table with one column and these cells.
fn one(column_type: ColumnType, cells: &[Option<&'static str>]) -> Table {
    Table::new("T").column("C", column_type).with_rows(cells.iter().map(|cell| [*cell]))
}

fn column(table: Table) -> ArrayRef {
    Arc::clone(record_batch(table).unwrap().column(0))
}

fn numbers<T: ArrowPrimitiveType>(column_type: ColumnType, cells: &[Option<&'static str>]) -> Vec<Option<T::Native>> {
    let array = column(one(column_type, cells));
    assert_eq!(array.data_type(), &T::DATA_TYPE);
    array.as_primitive::<T>().iter().collect()
}

#[test]
fn whole_numbers_of_every_width() {
    let cells = [Some("1"), None, Some("007"), Some(" +5 ")];
    macro_rules! check {
        ($($column:ident $arrow:ty, $native:ty, $limit:literal;)*) => {$({
            let cells: Vec<_> = cells.into_iter().chain([Some($limit)]).collect();
            let limit = $limit.parse::<$native>().unwrap();
            let expected = [Some(1), None, Some(7), Some(5), Some(limit)];
            assert_eq!(numbers::<$arrow>(ColumnType::$column, &cells), expected);
        })*};
    }
    check! {
        Byte Int8Type, i8, "-128";
        UnsignedByte UInt8Type, u8, "255";
        Short Int16Type, i16, "-32768";
        UnsignedShort UInt16Type, u16, "65535";
        Int Int32Type, i32, "-2147483648";
        UnsignedInt UInt32Type, u32, "4294967295";
        Long Int64Type, i64, "-9223372036854775808";
        UnsignedLong UInt64Type, u64, "18446744073709551615";
    }
}

#[test]
fn floating_point_numbers() {
    let cells = [Some("0.10"), None, Some("INF"), Some("-1E-3")];
    assert_eq!(
        numbers::<Float64Type>(ColumnType::Double, &cells),
        [Some(0.1), None, Some(f64::INFINITY), Some(-0.001)]
    );
    assert_eq!(numbers::<Float32Type>(ColumnType::Float, &cells), [Some(0.1), None, Some(f32::INFINITY), Some(-0.001)]);
    let array = column(one(ColumnType::Double, &[Some("NaN")]));
    assert!(array.as_primitive::<Float64Type>().value(0).is_nan());
}

#[test]
fn booleans() {
    let array = column(one(ColumnType::Boolean, &[Some("true"), Some("0"), None, Some("1"), Some("false")]));
    let expected = [Some(true), Some(false), None, Some(true), Some(false)];
    assert_eq!(array.as_boolean().iter().collect::<Vec<_>>(), expected);
}

#[test]
fn texts_keep_empty_apart_from_null() {
    let hostile = "\u{0}\u{feff}<a>&\"',;\n\r\u{202e}💥\u{10ffff}";
    let array = column(one(ColumnType::String, &[Some(""), None, Some(hostile), Some(" 007 ")]));
    assert_eq!(array.as_string::<i32>().iter().collect::<Vec<_>>(), [Some(""), None, Some(hostile), Some(" 007 ")]);
}

#[test]
fn types_without_a_form_of_their_own_are_texts() {
    let types = [
        ("xs:date", "2026-01-31"),
        ("xs:time", "12:00:00.1234567"),
        ("xs:duration", "P1DT2H"),
        ("xs:hexBinary", "00FF"),
        ("xs:integer", "99999999999999999999999999999999999999999"),
        ("xs:gYear", "2026"),
        ("NoSuchType", "x"),
    ];
    for (type_name, text) in types {
        let array = column(Table::new("T").with_column(Column::of_type("C", type_name)).row([text]));
        assert_eq!(array.as_string::<i32>().iter().collect::<Vec<_>>(), [Some(text)], "{type_name}");
    }
    let guid = "00112233-4455-6677-8899-aabbccddeeff";
    assert_eq!(column(one(ColumnType::Guid, &[Some(guid)])).as_string::<i32>().value(0), guid);
}

#[test]
fn cells_with_a_type_of_their_own_or_xml_are_texts() {
    let table = Table::new("T").column("C", ColumnType::AnyType).row(cells![Cell::typed(&5_i32)]);
    let array = column(table.row(cells![Cell::xml("<a>&amp;</a>")]));
    assert_eq!(array.as_string::<i32>().iter().collect::<Vec<_>>(), [Some("5"), Some("<a>&amp;</a>")]);
}

#[test]
fn binary_values() {
    let array = column(one(ColumnType::Base64Binary, &[Some("AP8="), None, Some(""), Some(" A P 8 = ")]));
    let expected = [Some(&[0, 255][..]), None, Some(&[]), Some(&[0, 255])];
    assert_eq!(array.as_binary::<i32>().iter().collect::<Vec<_>>(), expected);
}

#[test]
fn decimals_take_the_scale_that_all_need() {
    let array = column(one(ColumnType::Decimal, &[Some("12.50"), Some("-0.01"), None, Some("7"), Some("1.500")]));
    assert_eq!(array.data_type(), &DataType::Decimal128(38, 2));
    let unscaled: Vec<_> = array.as_primitive::<Decimal128Type>().iter().collect();
    assert_eq!(unscaled, [Some(1250), Some(-1), None, Some(700), Some(150)]);

    let longer = column(one(ColumnType::Decimal, &[Some("5"), None, Some("-12.125"), Some("+0.5")]));
    assert_eq!(longer.data_type(), &DataType::Decimal128(38, 3));
    let unscaled: Vec<_> = longer.as_primitive::<Decimal128Type>().iter().collect();
    assert_eq!(unscaled, [Some(5000), None, Some(-12_125), Some(500)]);

    let digits = "9".repeat(38);
    let largest = column(one(ColumnType::Decimal, &[Some(digits.clone().leak())]));
    assert_eq!(largest.as_primitive::<Decimal128Type>().value(0), digits.parse::<i128>().unwrap());
}

#[test]
fn decimals_change_their_scale_only_exactly() {
    let in_scale = |text: &'static str, scale| {
        let batch =
            Converter::new(Options::new().decimal_scale(scale)).convert(one(ColumnType::Decimal, &[Some(text)]));
        batch.ok().map(|batch| batch.column(0).as_primitive::<Decimal128Type>().value(0))
    };
    assert_eq!([in_scale("1.25", 3), in_scale("1.250", 2), in_scale("1.251", 2)], [Some(1250), Some(125), None]);
    assert_eq!([in_scale("+0012.3400", 2), in_scale("-.5", 2), in_scale("7.", 2)], [Some(1234), Some(-50), Some(700)]);
    assert_eq!(in_scale("0", 38), Some(0));
    // The maximum is 38 digits.
    let digits = |count| &*"9".repeat(count).leak();
    let most = 10_i128.pow(38);
    assert_eq!([in_scale(digits(38), 0), in_scale(digits(39), 0)], [Some(most - 1), None]);
    assert_eq!([in_scale(digits(36), 2), in_scale(digits(37), 2)], [Some(most - 100), None]);
    assert_eq!(in_scale("-1000000000000000000000000000000000000", 38), None);
}

#[test]
fn decimals_take_the_scale_of_the_options_and_of_the_schema() {
    let scaled = |options: Options, table: Table| {
        let batch = Converter::new(options).convert(table).unwrap();
        let array = batch.column(0).as_primitive::<Decimal128Type>().clone();
        (array.scale(), array.iter().collect::<Vec<_>>())
    };
    let table = || one(ColumnType::Decimal, &[Some("1.5"), None, Some("2.0")]);
    assert_eq!(scaled(Options::new().decimal_scale(4), table()), (4, vec![Some(15_000), None, Some(20_000)]));
    assert_eq!(scaled(Options::new().decimal_scale_of("C", 1), table()), (1, vec![Some(15), None, Some(20)]));
    let whole = one(ColumnType::Decimal, &[Some("1.00")]);
    assert_eq!(scaled(Options::new().decimal_scale(0), whole), (0, vec![Some(1)]));
    let mut column = Column::new("C", ColumnType::Decimal);
    column.facets.push(("fractionDigits".to_owned(), "3".to_owned()));
    assert_eq!(scaled(Options::new(), Table::new("T").with_column(column).row(["1.5"])), (3, vec![Some(1500)]));
}

fn moments(options: Options, cells: &[Option<&'static str>]) -> (Option<String>, Vec<Option<i64>>) {
    let batch = Converter::new(options).convert(one(ColumnType::DateTime, cells)).unwrap();
    let DataType::Timestamp(TimeUnit::Microsecond, zone) = batch.column(0).data_type() else {
        panic!("{:?}", batch.column(0).data_type());
    };
    let zone = zone.as_ref().map(ToString::to_string);
    (zone, batch.column(0).as_primitive::<TimestampMicrosecondType>().iter().collect())
}

const NOON: i64 = 1_769_860_800_000_000;
const HOUR: i64 = 3_600_000_000;

#[test]
fn timestamps_have_the_zone_of_their_values() {
    let default = Options::new;
    let wall = [Some("2026-01-31T12:00:00.5"), None, Some("0001-01-01T00:00:00"), Some("9999-12-31T23:59:59.999999")];
    let expected = [Some(NOON + 500_000), None, Some(-62_135_596_800_000_000), Some(253_402_300_799_999_999)];
    assert_eq!(moments(default(), &wall), (None, expected.to_vec()));
    let utc = [Some("2026-01-31T12:00:00Z"), None];
    assert_eq!(moments(default(), &utc), (Some("UTC".to_owned()), vec![Some(NOON), None]));
    let offset = [Some("2026-01-31T14:00:00+02:00"), Some("2026-01-31T14:00:00.100+02:00")];
    assert_eq!(moments(default(), &offset), (Some("+02:00".to_owned()), vec![Some(NOON), Some(NOON + 100_000)]));
    let west = [Some("2026-01-31T07:03:00-04:57")];
    assert_eq!(moments(default(), &west), (Some("-04:57".to_owned()), vec![Some(NOON)]));
    let different = [Some("2026-01-31T14:00:00+02:00"), None, Some("2026-01-31T12:00:00Z")];
    assert_eq!(moments(default(), &different), (Some("UTC".to_owned()), vec![Some(NOON), None, Some(NOON)]));
}

#[test]
fn timestamps_have_the_zone_of_the_options() {
    let cells = [Some("2026-01-31T14:00:00+02:00"), None, Some("2026-01-31T12:00:00Z")];
    let shown = moments(Options::new().time_zone(TimeZone::In(Zone::Offset(60))), &cells);
    assert_eq!(shown, (Some("+01:00".to_owned()), vec![Some(NOON), None, Some(NOON)]));
    let dropped = moments(Options::new().time_zone_of("C", TimeZone::Dropped), &cells);
    assert_eq!(dropped, (None, vec![Some(NOON + 2 * HOUR), None, Some(NOON)]));
    let all_alike = moments(Options::new().time_zone(TimeZone::Dropped), &cells[..2]);
    assert_eq!(all_alike, (None, vec![Some(NOON + 2 * HOUR), None]));
    let mixed = [Some("2026-01-31T12:00:00"), Some("2026-01-31T12:00:00-01:00")];
    assert_eq!(moments(Options::new().time_zone(TimeZone::Dropped), &mixed), (None, vec![Some(NOON), Some(NOON)]));
}

#[test]
fn sparse_columns_have_a_slot_for_every_row() {
    let types = [
        (ColumnType::String, "x", DataType::Utf8),
        (ColumnType::Int, "5", DataType::Int32),
        (ColumnType::Boolean, "true", DataType::Boolean),
        (ColumnType::Decimal, "1.25", DataType::Decimal128(38, 2)),
        (ColumnType::Base64Binary, "AA==", DataType::Binary),
        (ColumnType::DateTime, "2026-01-31T12:00:00", DataType::Timestamp(TimeUnit::Microsecond, None)),
    ];
    for (column_type, text, data_type) in types {
        let rows = (0..5000_u32).map(|row| [(row % 1000 == 999 && row < 4000).then_some(text)]);
        let table = Table::new("T").column("C", column_type).with_rows(rows);
        assert!(table.column_values(0).unwrap().sparse_rows().is_some());
        let array = column(table);
        assert_eq!((array.data_type(), array.len(), array.null_count()), (&data_type, 5000, 4996));
        let valid: Vec<_> = (0..5000).filter(|row| array.is_valid(*row)).collect();
        assert_eq!(valid, [999, 1999, 2999, 3999]);
        let same = column(one(column_type, &[Some(text)]));
        assert_eq!(array.slice(1999, 1).as_ref(), same.as_ref());
    }
}

#[test]
fn rows_behind_the_last_value_are_null() {
    let array = column(one(ColumnType::Int, &[Some("1"), None, None]));
    assert_eq!(array.as_primitive::<Int32Type>().iter().collect::<Vec<_>>(), [Some(1), None, None]);
}

#[test]
fn empty_tables_have_their_columns() {
    let types = [
        (ColumnType::String, DataType::Utf8),
        (ColumnType::Boolean, DataType::Boolean),
        (ColumnType::Decimal, DataType::Decimal128(38, 4)),
        (ColumnType::DateTime, DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()))),
        (ColumnType::Base64Binary, DataType::Binary),
        (ColumnType::Double, DataType::Float64),
    ];
    for (column_type, data_type) in types {
        let array = column(one(column_type, &[]));
        assert_eq!((array.len(), array.data_type()), (0, &data_type));
    }
}

#[test]
fn tables_without_columns_keep_their_rows() {
    let batch = record_batch(Table::new("T").row(Vec::<&str>::new()).row(Vec::<&str>::new())).unwrap();
    assert_eq!((batch.num_columns(), batch.num_rows()), (0, 2));
}

#[test]
fn deleted_rows_are_left_out() {
    use asmx_dataset::table::RowData;
    let rows = [RowData::from(["a"]), RowData::from(["b"]).deleted(), RowData::from(["c"]).modified_from(["d"])];
    let array = column(Table::new("T").column("C", ColumnType::String).with_rows(rows));
    assert_eq!(array.as_string::<i32>().iter().collect::<Vec<_>>(), [Some("a"), Some("c")]);
}

#[test]
fn integers_are_a_column() {
    let items = vec![3, -1, i32::MAX];
    let place = items.as_ptr();
    let batch: RecordBatch = integers(Integers::new(items), "Id").unwrap().unwrap();
    assert_eq!(batch.column(0).as_primitive::<Int32Type>().values(), &[3, -1, i32::MAX]);
    assert_eq!(batch.column(0).as_primitive::<Int32Type>().values().as_ptr(), place);
    assert!(!batch.schema().field(0).is_nullable());
    assert_eq!(integers(Integers::new(vec![]), "Id").unwrap().unwrap().num_rows(), 0);
    assert!(integers(Integers::null(), "Id").unwrap().is_none());
}

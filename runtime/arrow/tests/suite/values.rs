//! Values of every type in Arrow arrays.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, TimestampMicrosecondType,
};
use arrow_array::{Array as _, ArrayRef, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
use asmx_arrow::{ColumnAs, Converter, Note, Options, integers, record_batch};
use asmx_dataset::Integers;
use asmx_dataset::cells;
use asmx_dataset::table::{Cell, Column, ColumnType, DateTimeMode, Table};

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
        UnsignedByte Int16Type, i16, "255";
        Short Int16Type, i16, "-32768";
        UnsignedShort Int32Type, i32, "65535";
        Int Int32Type, i32, "-2147483648";
        UnsignedInt Int64Type, i64, "4294967295";
        Long Int64Type, i64, "-9223372036854775808";
    }
    let array = column(one(ColumnType::UnsignedLong, &[Some("18446744073709551615"), None, Some("007")]));
    assert_eq!(array.data_type(), &DataType::Decimal128(20, 0));
    let expected = [Some(i128::from(u64::MAX)), None, Some(7)];
    assert_eq!(array.as_primitive::<Decimal128Type>().iter().collect::<Vec<_>>(), expected);
}

#[test]
fn floating_point_numbers() {
    let cells = [Some("0.10"), None, Some("INF"), Some("-1E-3")];
    let expected = [Some(0.1), None, Some(f64::INFINITY), Some(-0.001)];
    assert_eq!(numbers::<Float64Type>(ColumnType::Double, &cells), expected);
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
        ("xs:time", "12:00:00.1234567"),
        ("xs:duration", "P1DT2H"),
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
fn binary_and_hexadecimal_values() {
    for (column_type, one_text, other_text, other) in
        [(ColumnType::Base64Binary, "AP8=", " A P 8 = ", &[0, 255][..]), (ColumnType::HexBinary, "00fF", " 01 ", &[1])]
    {
        let array = column(one(column_type, &[Some(one_text), None, Some(""), Some(other_text)]));
        let expected = [Some(&[0, 255][..]), None, Some(&[]), Some(other)];
        assert_eq!(array.as_binary::<i32>().iter().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn dates_are_days() {
    let texts = ["1970-01-01", "2024-02-29", "1969-12-31", "0001-01-01", "9999-12-31", "2024-03-01"];
    let column = Column::of_type("C", "xs:date");
    let table = |texts: &[&'static str]| {
        let rows = texts.iter().map(|text| [*text]);
        Table::new("T").with_column(column.clone()).with_rows(rows)
    };
    let mut converter = Converter::new(Options::new());
    let batch = converter.convert(table(&texts)).unwrap();
    let days = batch.column(0).as_primitive::<Date32Type>().values();
    assert_eq!(days, &[0, 19_782, -1, -719_162, 2_932_896, 19_783]);
    assert!(converter.notes().is_empty());
    let zoned = converter.convert(table(&["2024-02-29+14:00"])).unwrap();
    assert_eq!(zoned.column(0).as_primitive::<Date32Type>().values(), &[19_782]);
    assert_eq!(converter.notes(), [Note::ZoneLeftOut { column: "C".to_owned() }]);
}

#[test]
fn decimals_have_the_scale_of_the_options() {
    let scaled = |options: Options, texts: &[Option<&'static str>]| {
        let batch = Converter::new(options).convert(one(ColumnType::Decimal, texts)).unwrap();
        let array = batch.column(0).as_primitive::<Decimal128Type>().clone();
        (array.scale(), array.iter().collect::<Vec<_>>())
    };
    let texts = [Some("12.50"), Some("-0.01"), None, Some("7"), Some("1.500")];
    let nano = [Some(12_500_000_000), Some(-10_000_000), None, Some(7_000_000_000), Some(1_500_000_000)];
    assert_eq!(scaled(Options::new(), &texts), (9, nano.to_vec()));
    let cents = [Some(1250), Some(-1), None, Some(700), Some(150)];
    assert_eq!(scaled(Options::new().column("C", ColumnAs::Scale(2)), &texts), (2, cents.to_vec()));
    assert_eq!(scaled(Options::new(), &[None]), (9, vec![None]));
}

#[test]
fn decimals_change_their_scale_only_exactly() {
    let in_scale = |text: &'static str, scale| {
        let options = Options::new().column("C", ColumnAs::Scale(scale));
        let batch = Converter::new(options).convert(one(ColumnType::Decimal, &[Some(text)]));
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

const NOON: i64 = 1_769_860_800_000_000;
const HOUR: i64 = 3_600_000_000;

/// The zone of the timestamps, their values, and the notes.
fn moments(column: Column, texts: &[Option<&'static str>]) -> (Option<String>, Vec<Option<i64>>, Vec<Note>) {
    let mut converter = Converter::new(Options::new());
    let table = Table::new("T").with_column(column).with_rows(texts.iter().map(|text| [*text]));
    let batch = converter.convert(table).unwrap();
    let kind = batch.column(0).data_type();
    let DataType::Timestamp(TimeUnit::Microsecond, zone) = kind else { panic!("{kind:?}") };
    let zone = zone.as_ref().map(ToString::to_string);
    let values = batch.column(0).as_primitive::<TimestampMicrosecondType>().iter().collect();
    (zone, values, converter.notes().to_vec())
}

#[test]
fn times_are_the_wall_clock_as_sent() {
    let wall = |texts: &[Option<&'static str>]| moments(Column::new("C", ColumnType::DateTime), texts);
    let zone_left_out = || Note::ZoneLeftOut { column: "C".to_owned() };
    let fraction_cut = || Note::FractionCut { column: "C".to_owned() };
    let texts = [Some("2026-01-31T12:00:00.5"), None, Some("0001-01-01T00:00:00"), Some("9999-12-31T23:59:59.999999")];
    let expected = [Some(NOON + 500_000), None, Some(-62_135_596_800_000_000), Some(253_402_300_799_999_999)];
    assert_eq!(wall(&texts), (None, expected.to_vec(), vec![]));
    // One zone for all, several, or none for some; 29 February stays there.
    let same = [Some("2026-01-31T12:00:00+02:00"), None];
    assert_eq!(wall(&same), (None, vec![Some(NOON), None], vec![zone_left_out()]));
    let different = [Some("2026-01-31T12:00:00+02:00"), Some("2026-01-31T12:00:00Z"), Some("2026-01-31T12:00:00")];
    assert_eq!(wall(&different), (None, vec![Some(NOON); 3], vec![zone_left_out()]));
    let leap_day = [Some("2024-02-29T00:00:00+14:00"), Some("0001-01-01T00:00:00+14:00")];
    let expected = [Some(1_709_164_800_000_000), Some(-62_135_596_800_000_000)];
    assert_eq!(wall(&leap_day), (None, expected.to_vec(), vec![zone_left_out()]));
    // The seventh digit is cut, also before 1970.
    let ticks =
        [Some("2026-01-31T12:00:00.9999999"), Some("1969-12-31T23:59:59.9999999"), Some("2026-01-31T12:00:00.1234560")];
    assert_eq!(wall(&ticks), (None, vec![Some(NOON + 999_999), Some(-1), Some(NOON + 123_456)], vec![fraction_cut()]));
    let zeros = [Some("2026-01-31T12:00:00.0000000")];
    assert_eq!(wall(&zeros), (None, vec![Some(NOON)], vec![]));
    let both = [Some("2026-01-31T12:00:00.9999999+02:00")];
    assert_eq!(wall(&both), (None, vec![Some(NOON + 999_999)], vec![zone_left_out(), fraction_cut()]));
}

#[test]
fn times_of_utc_columns_are_instants() {
    let column = || Column::new("C", ColumnType::DateTime).date_time_mode(DateTimeMode::Utc);
    let utc = Some("UTC".to_owned());
    let texts = [Some("2026-01-31T12:00:00Z"), None];
    assert_eq!(moments(column(), &texts), (utc.clone(), vec![Some(NOON), None], vec![]));
    let texts = [Some("2026-01-31T14:00:00+02:00"), Some("2026-01-31T12:00:00Z"), Some("2026-01-31T07:03:00-04:57")];
    let note = Note::ZoneLeftOut { column: "C".to_owned() };
    assert_eq!(moments(column(), &texts), (utc.clone(), vec![Some(NOON); 3], vec![note.clone()]));
    let offsets = Column::of_type("C", "dateTimeOffset");
    assert_eq!(moments(offsets, &texts[..1]), (utc, vec![Some(NOON)], vec![note]));
    let asked = Options::new().column("C", ColumnAs::Wall);
    let table = Table::new("T").with_column(column()).row([texts[0]]);
    let batch = Converter::new(asked).convert(table).unwrap();
    assert_eq!(batch.column(0).as_primitive::<TimestampMicrosecondType>().values(), &[NOON + 2 * HOUR]);
}

#[test]
fn sparse_columns_have_a_slot_for_every_row() {
    let types = [
        (ColumnType::String, "x", DataType::Utf8),
        (ColumnType::Int, "5", DataType::Int32),
        (ColumnType::Boolean, "true", DataType::Boolean),
        (ColumnType::Decimal, "1.25", DataType::Decimal128(38, 9)),
        (ColumnType::UnsignedLong, "5", DataType::Decimal128(20, 0)),
        (ColumnType::UnsignedInt, "5", DataType::Int64),
        (ColumnType::HexBinary, "00", DataType::Binary),
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
fn empty_tables_have_their_columns() {
    let types = [
        (ColumnType::String, DataType::Utf8),
        (ColumnType::Boolean, DataType::Boolean),
        (ColumnType::Decimal, DataType::Decimal128(38, 9)),
        (ColumnType::DateTime, DataType::Timestamp(TimeUnit::Microsecond, None)),
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

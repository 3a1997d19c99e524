//! Whatever is added comes back.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::date_times::parts_of;
use super::*;
use asmx_xml::xsd::{self, Lexical};

const TYPES: [ValueType; 15] = [
    ValueType::Text,
    ValueType::Boolean,
    ValueType::Int8,
    ValueType::UInt8,
    ValueType::Int16,
    ValueType::UInt16,
    ValueType::Int32,
    ValueType::UInt32,
    ValueType::Int64,
    ValueType::UInt64,
    ValueType::Float32,
    ValueType::Float64,
    ValueType::Decimal,
    ValueType::DateTime,
    ValueType::Binary,
];

fn is_value(value_type: ValueType, text: &str) -> bool {
    match value_type {
        ValueType::Text => true,
        ValueType::Boolean => bool::parse(text).is_ok(),
        ValueType::Int8 => i8::parse(text).is_ok(),
        ValueType::UInt8 => u8::parse(text).is_ok(),
        ValueType::Int16 => i16::parse(text).is_ok(),
        ValueType::UInt16 => u16::parse(text).is_ok(),
        ValueType::Int32 => i32::parse(text).is_ok(),
        ValueType::UInt32 => u32::parse(text).is_ok(),
        ValueType::Int64 => i64::parse(text).is_ok(),
        ValueType::UInt64 => u64::parse(text).is_ok(),
        ValueType::Float32 => f32::parse(text).is_ok(),
        ValueType::Float64 => f64::parse(text).is_ok(),
        ValueType::Decimal => xsd::Decimal::parse(text).is_ok(),
        ValueType::DateTime => xsd::DateTime::parse(text).is_ok(),
        ValueType::Binary => xsd::Base64Binary::parse(text).is_ok(),
    }
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[ +-]?0{0,2}[0-9]{0,21}",
        "-?[0-9]{1,3}",
        "[ +-]?[0-9]{0,25}\\.?[0-9]{0,20}",
        "-?[0-9]{1,3}\\.[0-9]{2}",
        "(true|false|1|0|True| true)",
        "-?[0-9]{1,3}(\\.[0-9]{1,4})?([eE][+-]?[0-9]{1,3})?",
        "(NaN|INF|-INF|Infinity|inf)",
        "[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,8})?(Z|[+-][01][0-9]:[0-5][0-9])?",
        "20(20|21|24)-0[1-9]-[0-2][0-9]T[01][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,3})?(Z|-0[45]:00)?",
        "20(20|21|24)-0[1-9]-[0-2][0-9]T[01][0-9]:[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}",
        "[0-9]{4}-0[1-9]-[0-2][0-9]Z?",
        "[A-Za-z0-9+/]{0,9}={0,2}",
        "([A-Za-z0-9+/]{4}){0,3}",
    ]
}

/// Texts with the number of rows before them that have none.
fn rows() -> impl Strategy<Value = Vec<(u32, String)>> {
    let gap = prop_oneof![6 => Just(0_u32), 3 => 1_u32..4, 1 => 20_u32..300];
    prop::collection::vec((gap, text()), 0..40)
}

fn placed(gaps: &[(u32, String)]) -> BTreeMap<u32, &str> {
    let mut next = 0;
    let row_of = |(gap, text): &(u32, String)| {
        let row = next + gap;
        next = row + 1;
        (row, text.clone())
    };
    let rows: Vec<(u32, String)> = gaps.iter().map(row_of).collect();
    rows.iter().zip(gaps).map(|((row, _), (_, text))| (*row, text.as_str())).collect()
}

fn check(values: &ColumnValues, expected: &BTreeMap<u32, &str>) {
    let last = expected.keys().next_back().map_or(0, |row| row + 3);
    let mut buffer = String::new();
    for row in 0..last {
        let text = values.text(row);
        assert_eq!(text.as_deref(), expected.get(&row).copied(), "{:?}, row {row}", values.value_type());
        assert_eq!(values.is_null(row), !expected.contains_key(&row));
        buffer.clear();
        assert_eq!(values.write_text(row, &mut buffer).then_some(buffer.as_str()), text.as_deref());
        let Some(text) = text else { continue };
        let is_value = is_value(values.value_type(), &text);
        let is_invalid = values.as_sent_at(row).is_some_and(|(fit, _)| fit == Fit::Invalid);
        assert_eq!(is_value, !is_invalid, "{:?}, {text:?}", values.value_type());
        check_value(values, row, &text);
    }
    assert_eq!(values.value_count(), expected.len());
    assert_eq!(values.filled().map(|(row, _)| row).collect::<Vec<_>>(), expected.keys().copied().collect::<Vec<_>>());
    if values.sparse_rows().is_none() {
        assert!(values.slot_count() <= 64 + 17 * values.value_count());
    }
}

fn check_value(values: &ColumnValues, row: u32, text: &str) {
    match values.typed(row) {
        Some(Ok(TypedValue::Boolean(bit))) => assert_eq!(bool::parse(text), Ok(bit)),
        Some(Ok(TypedValue::Signed(number))) => assert_eq!(i64::parse(text), Ok(number)),
        Some(Ok(TypedValue::Unsigned(number))) => assert_eq!(u64::parse(text), Ok(number)),
        Some(Ok(TypedValue::Float32(number, sent))) => {
            assert_eq!((f32::parse(text).unwrap().to_bits(), text), (number.to_bits(), sent));
        }
        Some(Ok(TypedValue::Float64(number, sent))) => {
            assert_eq!((f64::parse(text).unwrap().to_bits(), text), (number.to_bits(), sent));
        }
        Some(Ok(TypedValue::Decimal(unscaled, scale))) => {
            let decimal = xsd::Decimal::parse(text).unwrap();
            let mut own = decimal.unscaled().unwrap_or(i128::MAX);
            let mut digits = decimal.scale();
            while digits > usize::from(scale) {
                assert_eq!(own % 10, 0, "{text}");
                (own, digits) = (own / 10, digits - 1);
            }
            let missing = u32::try_from(usize::from(scale) - digits).unwrap();
            assert_eq!(own.checked_mul(10_i128.pow(missing)), Some(unscaled), "{text}");
        }
        Some(Ok(TypedValue::DateTime(microseconds, zone))) => {
            let moment = xsd::DateTime::parse(text).unwrap();
            assert_eq!(zone.map(xsd::Zone::minutes), moment.zone().map(xsd::Zone::minutes));
            let wall = microseconds + zone.map_or(0, |zone| i64::from(zone.minutes()) * 60_000_000);
            let parts = parts_of(wall);
            assert_eq!((parts.year, parts.month, parts.day), (moment.year(), moment.month(), moment.day()));
            assert_eq!((parts.hour, parts.minute, parts.second), (moment.hour(), moment.minute(), moment.second()));
            assert_eq!(parts.microsecond * 1_000, moment.nanosecond());
        }
        Some(Ok(TypedValue::Binary(bytes))) => {
            assert_eq!(xsd::Base64Binary::parse(text).unwrap().as_bytes(), bytes);
        }
        Some(Ok(TypedValue::Text(value)) | Err(value)) => assert_eq!(value, text),
        None => panic!("row {row} has a text and no value"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases::of(128)))]

    #[test]
    fn added_texts_come_back(gaps in rows(), second in rows()) {
        for value_type in TYPES {
            let mut values = ColumnValues::new(value_type);
            for gaps in [&gaps, &second] {
                let expected = placed(gaps);
                for (row, text) in &expected {
                    prop_assert_eq!(values.push_text(*row, text), Ok(()));
                    prop_assert_eq!(values.push_text(*row, text), Err(PushError::RowPassed));
                }
                check(&values, &expected);
                let count = expected.keys().next_back().map_or(2, |row| row + 2);
                let parts = values.clone().into_parts(count);
                prop_assert_eq!(length(&parts.data), count as usize);
                let validity = parts.validity.unwrap_or_default();
                prop_assert_eq!(validity.len(), count as usize);
                prop_assert!(validity.ones().eq(expected.keys().map(|row| *row as usize)));
                for row in expected.keys().filter(|row| values.as_sent_at(**row).is_none()) {
                    let mut text = String::new();
                    parts.data.write(*row as usize, &mut text);
                    prop_assert_eq!(Some(text), values.text(*row).map(Cow::into_owned));
                }
                values.clear();
                check(&values, &BTreeMap::new());
            }
        }
    }
}

fn length(data: &ColumnData) -> usize {
    match data {
        ColumnData::Text(texts) => texts.len(),
        ColumnData::Boolean(bits) => bits.len(),
        ColumnData::Int8(values) => values.len(),
        ColumnData::UInt8(values) => values.len(),
        ColumnData::Int16(values) => values.len(),
        ColumnData::UInt16(values) => values.len(),
        ColumnData::Int32(values) => values.len(),
        ColumnData::UInt32(values) => values.len(),
        ColumnData::Int64(values) => values.len(),
        ColumnData::UInt64(values) => values.len(),
        ColumnData::Float32(floats) => floats.values().len(),
        ColumnData::Float64(floats) => floats.values().len(),
        ColumnData::Decimal(decimals) => decimals.unscaled().len(),
        ColumnData::DateTime(moments) => moments.microseconds().len(),
        ColumnData::Binary(binaries) => binaries.len(),
    }
}

fn column(value_type: ValueType, texts: &[&str]) -> ColumnValues {
    let mut values = ColumnValues::new(value_type);
    for (row, text) in (0..).zip(texts) {
        values.push_text(row, text).unwrap();
    }
    values
}

#[test]
fn no_value_and_an_empty_text_differ() {
    let mut values = ColumnValues::default();
    values.push_text(1, "").unwrap();
    assert_eq!((values.text(0), values.text(1), values.text(2)), (None, Some(Cow::Borrowed("")), None));
    assert_eq!(values.validity().map(Bits::as_bytes), Some(&[0b10][..]));
    let ColumnData::Text(texts) = values.data() else { panic!("texts") };
    assert_eq!(texts.offsets(), [0, 0, 0]);
}

#[test]
fn few_values_in_many_rows_take_few_slots() {
    let mut values = ColumnValues::new(ValueType::Int32);
    values.push_text(5, "5").unwrap();
    assert_eq!((values.slot_count(), values.sparse_rows()), (6, None));
    values.push_text(4_000_000_000, "6").unwrap();
    values.push_text(u32::MAX, "x").unwrap();
    assert_eq!(values.sparse_rows(), Some(&[5, 4_000_000_000, u32::MAX][..]));
    let ColumnData::Int32(data) = values.data() else { panic!("numbers") };
    assert_eq!(data, &[5, 6, 0]);
    assert_eq!(values.next_row(), 1 << 32);
    assert_eq!(values.text(4_000_000_000).as_deref(), Some("6"));
    assert_eq!(values.as_sent().collect::<Vec<_>>(), [(u32::MAX, Fit::Invalid, "x")]);
}

#[test]
fn usual_texts_are_not_kept_twice() {
    let usual: [(ValueType, &[&str]); 8] = [
        (ValueType::Boolean, &["true", "false"]),
        (ValueType::Int32, &["0", "-2147483648", "2147483647"]),
        (ValueType::UInt64, &["18446744073709551615"]),
        (ValueType::Float64, &["1E+16", "0.1", "INF"]),
        (ValueType::Decimal, &["12.50", "-0.01", "100000.00"]),
        (ValueType::DateTime, &["0001-01-01T00:00:00-04:57", "2024-02-29T13:45:56.123", "9999-12-31T23:59:59.9Z"]),
        (ValueType::DateTime, &["2024-02-29T13:45:56.120", "2024-02-29T13:45:56.123", "2024-02-29T13:45:56.000"]),
        (ValueType::Binary, &["", "AAEC", "/w=="]),
    ];
    for (value_type, texts) in usual {
        let values = column(value_type, texts);
        assert_eq!(values.as_sent().count(), 0, "{value_type:?} {texts:?}");
        let read = (0..).zip(texts).map(|(row, _)| values.text(row).unwrap().into_owned());
        assert_eq!(read.collect::<Vec<_>>(), texts);
    }
}

#[test]
fn unusual_texts_report_their_relation_to_the_data() {
    let unusual: [(ValueType, &[&str], &[Fit]); 5] = [
        (ValueType::Boolean, &["1", "TRUE", ""], &[Fit::Same, Fit::Invalid, Fit::Invalid]),
        (ValueType::Int8, &["+5", " 5", "-0", "128"], &[Fit::Same, Fit::Same, Fit::Same, Fit::Invalid]),
        (
            ValueType::Decimal,
            &["+1.50", "2.5", "2.505", "-0.00", "1e5"],
            &[Fit::Same, Fit::Same, Fit::Beyond, Fit::Same, Fit::Invalid],
        ),
        (
            ValueType::DateTime,
            &["2024-02-29", "2024-02-29T13:45:56.1234567", "2024-02-29T13:45:56+00:00", "?"],
            &[Fit::Same, Fit::Beyond, Fit::Same, Fit::Invalid],
        ),
        (ValueType::Binary, &["AA", "A A E C", "/x==", "?"], &[Fit::Same, Fit::Same, Fit::Same, Fit::Invalid]),
    ];
    for (value_type, texts, fits) in unusual {
        let values = column(value_type, texts);
        assert_eq!(values.as_sent().map(|(_, fit, _)| fit).collect::<Vec<_>>(), fits, "{value_type:?}");
    }
}

#[test]
fn zones_are_kept_once_as_long_as_they_are_the_same() {
    let mut values = column(ValueType::DateTime, &["2024-01-01T00:00:00-05:00", "2024-01-01T00:00:00-05:00"]);
    let zones = |values: &ColumnValues| match values.data() {
        ColumnData::DateTime(moments) => format!("{:?} {:?}", moments.zones(), moments.microseconds()),
        _ => panic!("moments"),
    };
    assert_eq!(zones(&values), "Same(Offset(-300)) [1704085200000000, 1704085200000000]");
    values.push_text(3, "2024-01-01T00:00:00").unwrap();
    let mixed = "Each([-300, -300, -300, -32768]) [1704085200000000, 1704085200000000, 0, 1704067200000000]";
    assert_eq!(zones(&values), mixed);
    values.clear();
    values.push_text(0, "1970-01-01T00:00:00Z").unwrap();
    assert_eq!(zones(&values), "Same(Utc) [0]");
}

#[test]
fn cells_report_their_type_or_xml() {
    let mut values = ColumnValues::default();
    let int = CellKind::Typed { namespace: "urn:a", type_name: "int" };
    values.push_kind(0, "5", int).unwrap();
    values.push_text(1, "5").unwrap();
    values.push_kind(2, "<a/>", CellKind::Xml).unwrap();
    values.push_kind(3, "6", int).unwrap();
    assert_eq!([0, 1, 2, 3, 4].map(|row| values.kind(row)), [int, CellKind::Text, CellKind::Xml, int, CellKind::Text]);
    values.clear();
    assert_eq!(values.kind(0), CellKind::Text);
}

#[test]
fn cleared_memory_is_used_again() {
    let mut values = column(ValueType::Int64, &["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    let capacity = |values: &ColumnValues| match values.data() {
        ColumnData::Int64(data) => data.capacity(),
        _ => 0,
    };
    let before = capacity(&values);
    values.clear();
    assert_eq!((capacity(&values), values.slot_count()), (before, 0));
}

proptest! {
    /// Values that are added together equal those that are added one by one.
    #[test]
    fn values_added_together_equal_values_added_one_by_one(rows in rows(), kind in 0..TYPES.len(), first_row in 0..100_u32) {
        let value_type = TYPES.get(kind).copied().unwrap_or_default();
        let (mut one_by_one, mut together) = (ColumnValues::new(value_type), ColumnValues::new(value_type));
        let (mut text, mut places, mut next) = (String::new(), Vec::new(), 0_u32);
        for (number, (gap, value)) in rows.iter().enumerate() {
            let row = next + gap;
            next = row + 1;
            // Every third value is doubled, and resolved to itself.
            let is_doubled = number % 3 == 0 && value.len() % 2 == 0;
            let (start, cell) = (text.len(), if is_doubled { value.repeat(2) } else { value.clone() });
            text.push_str(&cell);
            places.push(TextSpan::new(row, start, text.len(), is_doubled));
            prop_assert_eq!(one_by_one.push_text(first_row + row, value), Ok(()));
        }
        let halve = |text: &str, start: usize, end: usize, out: &mut String| {
            out.push_str(text.get(start..end - (end - start) / 2).unwrap_or_default());
        };
        prop_assert_eq!(together.push_places(first_row, &text, &mut Gathered::default(), places.into_iter(), halve), Ok(()));
        // Without values, the first row may differ.
        if !rows.is_empty() {
            prop_assert_eq!(format!("{one_by_one:?}"), format!("{together:?}"));
        }
    }
}

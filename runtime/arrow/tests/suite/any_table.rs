//! A record batch holds the values of its table, for any table.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
use asmx_arrow::{ColumnAs, Converter, Error, Options};
use asmx_dataset::table::{ColumnType, Table};
use asmx_dataset::xsd::{Base64Binary, DateTime, Decimal, Lexical, Zone};
use proptest::prelude::*;

use crate::TYPES;

/// Texts that are values of some type, often in an unusual form, or of no type.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i8>().prop_map(|number| number.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<u64>().prop_map(|number| number.to_string()),
        any::<f64>().prop_map(|number| number.to_string()),
        "[-+]?0{0,2}[0-9]{0,12}\\.?[0-9]{0,5}",
        "[-+]?[0-9]{30,40}\\.[0-9]{0,5}",
        "(000|199|202|999)[1-9]-(02|12)-(01|28|30)T[01][0-9]:00:59(\\.[0-9]{1,8})?(Z|[-+]0[0-9]:30|)",
        "(AP8=|AA==| A A = = |AAAA){0,2}",
        Just("true".to_owned()),
        Just("0".to_owned()),
        Just("INF".to_owned()),
        any::<String>(),
    ]
}

fn column() -> impl Strategy<Value = (ColumnType, Vec<Option<String>>)> {
    let kinds = prop_oneof![
        prop::collection::vec(prop::option::of(text()), 0..40),
        prop::collection::vec(prop::option::weighted(0.01, text()), 200..600),
        (text(), 0..20_usize).prop_map(|(text, count)| vec![Some(text); count]),
    ];
    (prop::sample::select(&TYPES[..]), kinds)
}

fn options() -> impl Strategy<Value = Options> {
    let forms = [None, Some(ColumnAs::Utc), Some(ColumnAs::Wall), Some(ColumnAs::Text)];
    (prop::sample::select(forms.to_vec()), prop::option::of(0..=38_u8)).prop_map(|(form, scale)| {
        form.into_iter().chain(scale.map(ColumnAs::Scale)).fold(Options::new(), Options::all_columns)
    })
}

/// The value of a text by the plain reader, if the type can hold it. An empty text is null, any other is refused.
fn value(text: &str, column_type: ColumnType, data_type: &DataType) -> Option<String> {
    fn parsed<T: Lexical + ToString>(text: &str) -> Option<String> {
        Some(T::parse(text).ok()?.to_string())
    }
    match data_type {
        DataType::Utf8 => Some(text.to_owned()),
        DataType::Boolean => parsed::<bool>(text),
        DataType::Int8 => parsed::<i8>(text),
        DataType::Int16 if column_type == ColumnType::UnsignedByte => parsed::<u8>(text),
        DataType::Int16 => parsed::<i16>(text),
        DataType::Int32 if column_type == ColumnType::UnsignedShort => parsed::<u16>(text),
        DataType::Int32 => parsed::<i32>(text),
        DataType::Int64 if column_type == ColumnType::UnsignedInt => parsed::<u32>(text),
        DataType::Int64 => parsed::<i64>(text),
        DataType::Decimal128(20, 0) => parsed::<u64>(text),
        DataType::Float32 => parsed::<f32>(text),
        DataType::Float64 => parsed::<f64>(text),
        DataType::Binary => Some(format!("{:?}", Base64Binary::parse(text).ok()?.as_bytes())),
        DataType::Decimal128(_, scale) => {
            let decimal = Decimal::parse(text).ok()?;
            let fraction = decimal.fraction_digits().trim_end_matches('0');
            let zeros = "0".repeat(usize::try_from(*scale).unwrap().checked_sub(fraction.len())?);
            let digits = format!("{}{fraction}{zeros}", decimal.integer_digits());
            let digits = digits.trim_start_matches('0');
            if digits.len() > 38 {
                return None;
            }
            let sign = if decimal.is_negative() && !digits.is_empty() { "-" } else { "" };
            Some(format!("{sign}{}", if digits.is_empty() { "0" } else { digits }))
        }
        DataType::Timestamp(TimeUnit::Microsecond, zone) => {
            let moment = DateTime::parse(text).ok()?;
            if zone.is_some() && moment.zone().is_none() {
                return None;
            }
            let year = i64::from(moment.year());
            let leap = |year: i64| i64::from(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
            let before: i64 = (1..year).map(|year| 365 + leap(year)).sum();
            let months = [31, 28 + leap(year), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            let in_year = months[..usize::from(moment.month()) - 1].iter().sum::<i64>() + i64::from(moment.day()) - 1;
            let days = before + in_year - 719_162;
            let minutes = days * 1440 + i64::from(moment.hour()) * 60 + i64::from(moment.minute());
            let zone = if zone.is_some() { moment.zone().map_or(0, Zone::minutes) } else { 0 };
            let seconds = (minutes - i64::from(zone)) * 60 + i64::from(moment.second());
            Some((seconds * 1_000_000 + i64::from(moment.nanosecond() / 1000)).to_string())
        }
        other => panic!("{other}"),
    }
}

fn found(array: &dyn Array, row: usize) -> Option<String> {
    if array.is_null(row) {
        return None;
    }
    Some(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).to_owned(),
        DataType::Boolean => array.as_boolean().value(row).to_string(),
        DataType::Int8 => array.as_primitive::<Int8Type>().value(row).to_string(),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(row).to_string(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).to_string(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::Float32 => array.as_primitive::<Float32Type>().value(row).to_string(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).to_string(),
        DataType::Binary => format!("{:?}", array.as_binary::<i32>().value(row)),
        DataType::Decimal128(..) => array.as_primitive::<Decimal128Type>().value(row).to_string(),
        DataType::Timestamp(..) => array.as_primitive::<TimestampMicrosecondType>().value(row).to_string(),
        other => panic!("{other}"),
    })
}

/// Compares a batch with the first rows of the columns, and returns the first cell after them that its type cannot hold.
fn check(batch: &RecordBatch, columns: &[(ColumnType, Vec<Option<String>>)]) -> Result<Option<usize>, TestCaseError> {
    let mut refused: Option<usize> = None;
    for (place, (column_type, cells)) in columns.iter().enumerate() {
        let array = batch.column(place);
        for (row, cell) in cells.iter().enumerate() {
            let expected = cell.as_deref().and_then(|text| value(text, *column_type, array.data_type()));
            if expected.is_none() && cell.as_ref().is_some_and(|text| !text.trim_ascii().is_empty()) {
                refused = Some(refused.map_or(row, |first| first.min(row)));
            } else if row < batch.num_rows() {
                prop_assert_eq!(found(array, row), expected, "{:?} as {}", cell, array.data_type());
            }
        }
    }
    Ok(refused)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_value_is_there_or_is_refused(columns in prop::collection::vec(column(), 1..4), options in options()) {
        let mut table = Table::new("T");
        for (place, (column_type, _)) in columns.iter().enumerate() {
            table = table.column(place.to_string(), *column_type);
        }
        let row_count = columns.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
        let cell = |row, (_, cells): &(ColumnType, Vec<Option<String>>)| cells.get(row).cloned().flatten();
        let table = table.with_rows((0..row_count).map(|row| columns.iter().map(|column| cell(row, column)).collect::<Vec<_>>()));
        let schema = Converter::for_columns(table.columns(), options.clone()).fix().unwrap();

        let batch = match Converter::new(options.clone()).convert_copy(&table) {
            Ok(batch) => {
                prop_assert_eq!((batch.num_rows(), check(&batch, &columns)?), (row_count, None));
                batch
            }
            Err(Error::Cell(error)) => {
                let batch = error.rows_before().clone();
                prop_assert_eq!(check(&batch, &columns)?, Some(batch.num_rows()));
                prop_assert_eq!(error.row(), batch.num_rows() as u64);
                batch
            }
            Err(error) => panic!("{error}"),
        };
        prop_assert_eq!(batch.schema(), schema);
        let moved = match Converter::new(options).convert(table) {
            Err(Error::Cell(error)) => error.rows_before().clone(),
            moved => moved.unwrap(),
        };
        prop_assert_eq!(format!("{moved:?}"), format!("{batch:?}"));
    }
}

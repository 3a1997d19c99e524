//! Arrays take over the memory of a table's values.

use arrow_array::{Array as _, RecordBatch};
use asmx_arrow::{ColumnAs, Converter, Options, copy_record_batch, record_batch};
use asmx_dataset::cells;
use asmx_dataset::table::{ColumnData, Table, ValueType};

use crate::TYPES;

fn table() -> Table {
    let mut table = Table::new("T");
    for (place, column_type) in TYPES.into_iter().enumerate() {
        table = table.column(format!("C{place}"), column_type);
    }
    let row = || cells!["text", true, 1, 2, 3, 4, 5, 6, 7, 8, 1.5, 2.5, "12.50", "2026-01-31T12:00:00", "AP8="];
    let nothing = vec![None::<&str>; TYPES.len()];
    table.row(row()).row(nothing).with_rows((0..100).map(|_| row()))
}

/// The addresses of each column's memory: values, validity and, if there are some, offsets.
fn places_of_values(table: &Table) -> Vec<Vec<usize>> {
    let pieces = |place| {
        let values = table.column_values(place).unwrap();
        let mut pieces = match values.data() {
            ColumnData::Text(texts) => vec![texts.offsets().as_ptr().addr(), texts.as_str().as_ptr().addr()],
            ColumnData::Binary(binaries) => {
                vec![binaries.offsets().as_ptr().addr(), binaries.as_bytes().as_ptr().addr()]
            }
            ColumnData::Boolean(bits) => vec![bits.as_bytes().as_ptr().addr()],
            ColumnData::Int8(values) => vec![values.as_ptr().addr()],
            ColumnData::UInt8(values) => vec![values.as_ptr().addr()],
            ColumnData::Int16(values) => vec![values.as_ptr().addr()],
            ColumnData::UInt16(values) => vec![values.as_ptr().addr()],
            ColumnData::Int32(values) => vec![values.as_ptr().addr()],
            ColumnData::UInt32(values) => vec![values.as_ptr().addr()],
            ColumnData::Int64(values) => vec![values.as_ptr().addr()],
            ColumnData::UInt64(values) => vec![values.as_ptr().addr()],
            ColumnData::Float32(floats) => vec![floats.values().as_ptr().addr()],
            ColumnData::Float64(floats) => vec![floats.values().as_ptr().addr()],
            ColumnData::Decimal(decimals) => vec![decimals.unscaled().as_ptr().addr()],
            ColumnData::DateTime(moments) => vec![moments.microseconds().as_ptr().addr()],
            other => panic!("{other:?}"),
        };
        pieces.push(values.validity().unwrap().as_bytes().as_ptr().addr());
        pieces
    };
    (0..TYPES.len()).map(pieces).collect()
}

fn places_of_arrays(batch: &RecordBatch) -> Vec<Vec<usize>> {
    let pieces = |column: &arrow_array::ArrayRef| {
        let data = column.to_data();
        let mut pieces: Vec<_> = data.buffers().iter().map(|buffer| buffer.as_ptr().addr()).collect();
        pieces.push(data.nulls().unwrap().validity().as_ptr().addr());
        pieces
    };
    batch.columns().iter().map(pieces).collect()
}

#[test]
fn memory_moves() {
    let table = table();
    let before = places_of_values(&table);
    let is_unsigned = |place| {
        let own = table.column_values(place).unwrap().value_type();
        matches!(own, ValueType::UInt8 | ValueType::UInt16 | ValueType::UInt32 | ValueType::UInt64)
    };
    let moving: Vec<usize> = (0..TYPES.len()).filter(|place| !is_unsigned(*place)).collect();
    assert!(moving.len() > 10, "unsigned numbers become wider, all others move");
    let batch = Converter::new(Options::new().all_columns(ColumnAs::Scale(2))).convert(table).unwrap();
    assert_eq!(batch.num_rows(), 102);
    let after = places_of_arrays(&batch);
    for place in moving {
        assert_eq!(after[place], before[place], "{:?}", TYPES[place]);
    }
}

#[test]
fn a_copy_is_equal_and_has_memory_of_its_own() {
    let table = table();
    let copy = copy_record_batch(&table).unwrap();
    let places = places_of_values(&table);
    for (own, other) in places.iter().flatten().zip(places_of_arrays(&copy).iter().flatten()) {
        assert_ne!(own, other);
    }
    assert_eq!(copy, record_batch(table).unwrap());
}

//! Parquet, and the formats of Arrow.

use std::convert::Infallible;
use std::future::Future;
use std::io::{self, Write};
use std::path::Path;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use ::parquet::file::metadata::RowGroupMetaData;
use arrow_array::{RecordBatch, RecordBatchReader};
use asmx_arrow::{Batches, ColumnAs, Converter, Error, Options, ipc, parquet, record_batch};
use asmx_dataset::cells;
use asmx_dataset::table::{Column, ColumnType, DateTimeMode, Table};
use bytes::Bytes;

fn columns() -> Table {
    Table::new("Blocks")
        .column("Name", ColumnType::String)
        .column("Count", ColumnType::Long)
        .column("Price", ColumnType::Decimal)
        .column("Blocked", ColumnType::Boolean)
        .column("Sent", ColumnType::DateTime)
        .column("Local", ColumnType::DateTime)
        .with_column(Column::new("Zoned", ColumnType::DateTime).date_time_mode(DateTimeMode::Utc))
        .column("Share", ColumnType::Double)
        .column("Key", ColumnType::Base64Binary)
}

fn first() -> Table {
    let (sent, local, zoned) = ("2026-01-31T12:00:00.5Z", "2026-01-31T12:00:00", "2026-01-31T12:00:00+02:00");
    columns()
        .row(cells!["a,\"b\"\n<c>", i64::MAX, "12.50", true, sent, local, zoned, 0.1, "AP8="])
        .row(vec![None::<&str>; 9])
}

fn second() -> Table {
    let rest = ["-1", "-0.5", "false", "1969-12-31T23:59:59.999999Z", "0001-01-01T00:00:00", "2026-01-31T10:00:00Z"];
    columns().row([""].into_iter().chain(rest).chain(["-1E5", ""]).collect::<Vec<_>>())
}

fn batches() -> impl RecordBatchReader {
    let options = Options::new().column("Price", ColumnAs::Scale(2));
    Batches::new([first(), second()].map(Ok::<_, Infallible>), options).unwrap()
}

#[test]
fn a_stream_is_read_as_it_was_written() {
    let mut out = Vec::new();
    ipc::write(batches(), &mut out).unwrap();
    let read = arrow_ipc::reader::StreamReader::try_new(out.as_slice(), None).unwrap().collect::<Result<Vec<_>, _>>();
    assert_eq!(read.unwrap(), batches().collect::<Result<Vec<_>, _>>().unwrap());
}

#[test]
fn a_file_of_batches_is_read_as_it_was_written() {
    let mut writer = ipc::FileWriter::new(Vec::new(), batches().schema()).unwrap();
    for batch in batches() {
        writer.write(&batch.unwrap()).unwrap();
    }
    let other = record_batch(Table::new("Other").column("Name", ColumnType::Int).row(["1"])).unwrap();
    writer.write(&other).unwrap_err();
    let out = writer.finish().unwrap();
    assert!(out.starts_with(b"ARROW1") && out.ends_with(b"ARROW1"));
    let reader = arrow_ipc::reader::FileReader::try_new(io::Cursor::new(out), None).unwrap();
    assert_eq!(reader.schema(), batches().schema());
    let read = reader.collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(read, batches().collect::<Result<Vec<_>, _>>().unwrap());
}

#[test]
fn a_night_without_rows_is_a_file_with_all_columns() {
    let schema = Converter::for_columns(columns().columns(), Options::new()).fix().unwrap();
    let file = ipc::FileWriter::new(Vec::new(), schema.clone()).unwrap().finish().unwrap();
    let reader = arrow_ipc::reader::FileReader::try_new(io::Cursor::new(file), None).unwrap();
    assert_eq!((reader.schema(), reader.count()), (schema.clone(), 0));
    let stream = ipc::Writer::new(Vec::new(), schema.clone()).unwrap().finish().unwrap();
    let reader = arrow_ipc::reader::StreamReader::try_new(stream.as_slice(), None).unwrap();
    assert_eq!((reader.schema(), reader.count()), (schema, 0));
}

#[test]
fn a_long_stream_has_several_row_groups() {
    // Digits in an order that no compression shortens.
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!("{state:016x}")
    };
    let digits: String = (0..65_536).map(|_| next()).collect();
    let table = |from: usize| {
        let rows = (from..from + 10).map(|row| [&digits[row..]]);
        Table::new("T").column("C", ColumnType::String).with_rows(rows)
    };
    let tables = (0..5).map(|batch| Ok::<_, Infallible>(table(batch * 10)));
    let mut out = Vec::new();
    parquet::write(Batches::new(tables, Options::new()).unwrap(), &mut out).unwrap();
    let reader = ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(Bytes::from(out)).unwrap();
    let rows: Vec<_> = reader.metadata().row_groups().iter().map(RowGroupMetaData::num_rows).collect();
    assert!(rows.len() > 1 && rows.iter().sum::<i64>() == 50, "{rows:?}");
}

#[test]
fn an_empty_day_has_the_columns_of_any_other() {
    let convert = |tables: Vec<Table>| {
        let mut converter = Converter::new(Options::new());
        tables.into_iter().map(|table| converter.convert(table).unwrap()).collect::<Vec<RecordBatch>>()
    };
    let (filled, empty) = (convert(vec![first()])[0].schema(), convert(vec![columns()]).remove(0));
    assert_eq!(empty.num_rows(), 0);
    assert_eq!(empty.schema(), filled);

    let mut out = Vec::new();
    parquet::write(Batches::new([Ok::<_, Infallible>(columns())], Options::new()).unwrap(), &mut out).unwrap();
    let read = ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(Bytes::from(out)).unwrap();
    assert_eq!((read.schema(), read.metadata().file_metadata().num_rows()), (&empty.schema(), 0));

    // A table without rows fits, whatever its columns are, and writes no row.
    let batches = convert(vec![first(), Table::new("Others").column("Other", ColumnType::Int)]);
    assert!(batches.iter().all(|batch| batch.schema() == filled));
    assert_eq!(batches.iter().map(RecordBatch::num_rows).collect::<Vec<_>>(), [2, 0]);
}

#[test]
fn a_stream_of_no_tables_has_its_columns() {
    let converter =
        Converter::for_columns(&[Column::new("A", ColumnType::Int), Column::new("B", ColumnType::Int)], Options::new());
    let batches = Batches::with_converter(std::iter::empty::<Result<Table, Infallible>>(), converter).unwrap();
    let mut out = Vec::new();
    ipc::write(batches, &mut out).unwrap();
    let reader = arrow_ipc::reader::StreamReader::try_new(out.as_slice(), None).unwrap();
    let names: Vec<_> = reader.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!((names.as_slice(), reader.count()), (["A".to_owned(), "B".to_owned()].as_slice(), 0));
}

#[test]
fn parquet_reads_back_equal() {
    let mut out = Vec::new();
    parquet::write(batches(), &mut out).unwrap();
    let expected: Vec<RecordBatch> = batches().map(Result::unwrap).collect();
    let reader = ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(Bytes::from(out)).unwrap();
    assert_eq!(reader.schema().fields(), expected[0].schema().fields());
    let read: Vec<RecordBatch> = reader.with_batch_size(2).build().unwrap().map(Result::unwrap).collect();
    assert_eq!(read, expected);
}

#[test]
fn writers_stop_at_the_error_of_the_tables() {
    let broken = || {
        let tables = [Ok(first()), Err(io::Error::other("the connection was closed"))];
        Batches::new(tables, Options::new()).unwrap()
    };
    let mut out = Vec::new();
    let error = ipc::write(broken(), &mut out).unwrap_err();
    assert_eq!(error.to_string(), "the connection was closed");
    let written: Result<Vec<_>, _> = arrow_ipc::reader::StreamReader::try_new(out.as_slice(), None).unwrap().collect();
    assert_eq!(written.unwrap(), broken().map_while(Result::ok).collect::<Vec<_>>());
    let mut out = Vec::new();
    assert!(matches!(parquet::write(broken(), &mut out), Err(Error::Tables(_))));
    assert!(!out.ends_with(b"PAR1") || out.len() == 4);
}

/// An output that fails after so many bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 && !bytes.is_empty() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_is_full_is_an_error() {
    for room in 0..100 {
        ipc::write(batches(), Full(room)).unwrap_err();
        parquet::write(batches(), Full(room)).unwrap_err();
    }
}

/// One loop for every format: make the writer for a schema, write batches, finish.
macro_rules! one_by_one {
    ($format:ident, $out:expr) => {{
        let batches = batches();
        let mut writer = $format::Writer::new($out, batches.schema()).unwrap();
        for batch in batches {
            writer.write(&batch.unwrap()).unwrap();
        }
        let other = record_batch(Table::new("Other").column("Name", ColumnType::Int).row(["1"])).unwrap();
        let error = writer.write(&other).unwrap_err().to_string();
        let words = "the batch has the columns \"Name\": Int32; the writer was made for \"Name\": Utf8, ";
        assert!(error.contains(words), "{error}");
        writer.finish().unwrap();
    }};
}

#[test]
fn all_writers_have_one_shape() {
    let mut by_hand = Vec::new();
    one_by_one!(ipc, &mut by_hand);
    let mut at_once = Vec::new();
    ipc::write(batches(), &mut at_once).unwrap();
    assert_eq!(by_hand, at_once);
    let mut by_hand = Vec::new();
    one_by_one!(parquet, &mut by_hand);
    assert!(by_hand.ends_with(b"PAR1"), "finished");
}

/// A stream of an iterator's items, which is always ready.
struct Ready<I>(I);

impl<I: Iterator + Unpin> futures_core::Stream for Ready<I> {
    type Item = I::Item;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<I::Item>> {
        Poll::Ready(self.0.next())
    }
}

fn write_stream(tables: Vec<Result<Table, io::Error>>, path: &Path) -> Result<u64, Error> {
    let written = pin!(parquet::write_stream(Ready(tables.into_iter()), path));
    match written.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(written) => written,
        Poll::Pending => panic!("nothing is waited for"),
    }
}

#[test]
fn an_incomplete_file_of_a_stream_has_another_name() {
    let folder = std::env::temp_dir().join(format!("asmx-arrow-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (path, part) = (folder.join("day.parquet"), folder.join("day.parquet.part"));
    let table = |counts: &[&str]| {
        counts.iter().fold(Table::new("T").column("Count", ColumnType::Int), |table, count| table.row([*count]))
    };
    std::fs::write(&part, "what an ended program left").unwrap();
    assert_eq!(write_stream(vec![Ok(table(&["1", "2"])), Ok(table(&["3"]))], &path).unwrap(), 3);
    let reader = |path: &Path| {
        let bytes = Bytes::from(std::fs::read(path).unwrap());
        ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap()
    };
    let rows: usize = reader(&path).build().unwrap().map(|batch| batch.unwrap().num_rows()).sum();
    assert_eq!((rows, part.exists()), (3, false));

    // A file without rows has its columns.
    let empty = folder.join("empty.parquet");
    assert_eq!(write_stream(vec![Ok(table(&[]))], &empty).unwrap(), 0);
    assert_eq!(reader(&empty).schema().fields().len(), 1);

    let other = folder.join("other.parquet");
    let failing = vec![Ok(table(&["1"])), Err(io::Error::other("the connection broke"))];
    assert_eq!(write_stream(failing, &other).unwrap_err().to_string(), "the connection broke");
    assert!(matches!(write_stream(Vec::new(), &other).unwrap_err(), Error::NoTables));
    assert!(matches!(write_stream(vec![Ok(table(&["x"]))], &other).unwrap_err(), Error::Cell(_)));
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
    let missing = folder.join("missing/day.parquet");
    let error = write_stream(vec![Ok(table(&["1"]))], &missing).unwrap_err();
    assert!(error.to_string().starts_with("cannot write ") && error.to_string().contains("day.parquet"), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}

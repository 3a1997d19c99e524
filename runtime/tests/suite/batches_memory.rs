//! Kept batches take the memory of their columns, and little more. A report that is not kept takes the memory of a batch.
#![allow(clippy::pedantic)]

use allocation_counter::measure;
use asmx_runtime::__private::ExpectedResult;
use asmx_runtime::DataSet;
use asmx_runtime::descriptors::XmlKind;
use asmx_runtime::protocol::{DataSetDecoder, ResponseContext};
use asmx_runtime::results::table::{ColumnData, ColumnType, ColumnValues, Table};
use asmx_runtime::{Member, Operation, Service, Transport, Type, xml};
use http::response::Parts;

use crate::shared::strict;

static REPORT: Operation = strict("Report", &[], &[Member::new("ReportResult", Type::Xml(XmlKind::DataSet))]);
static SERVICE: Service = Service::new("Reports", "/api.asmx", "", &[], &[], &[&REPORT]);

const ROWS: usize = 20_000;
/// Bytes that arrive together.
const CHUNK: usize = 64 * 1024;

fn body(rows: usize) -> String {
    let rows = (0..rows).map(|row| [format!("recipient{row}@mail.example.com"), "x".repeat(row % 90), row.to_string()]);
    let table = Table::new("Rows")
        .column("Address", ColumnType::String)
        .column("Subject", ColumnType::String)
        .column("Number", ColumnType::Int)
        .with_rows(rows);
    let mut content = String::new();
    DataSet::new("NewDataSet").table(table).write_content(&mut content);
    format!("<?xml version=\"1.0\"?><DataSet xmlns=\"urn:example\">{content}</DataSet>")
}

/// Bytes that the values of a column need.
fn needed(values: &ColumnValues) -> usize {
    match values.data() {
        ColumnData::Text(texts) => texts.as_str().len() + 4 * texts.offsets().len(),
        ColumnData::Int32(numbers) => 4 * numbers.len(),
        other => panic!("{other:?}"),
    }
}

fn context() -> ResponseContext {
    ResponseContext {
        service: &SERVICE,
        operation: &REPORT,
        transport: Transport::HttpPost,
        namespace: "urn:example".into(),
        limits: xml::ParseOptions::default(),
    }
}

fn head() -> Parts {
    http::Response::builder().header("content-type", "text/xml").body(()).unwrap().into_parts().0
}

#[test]
fn kept_batches_take_the_memory_of_their_columns() {
    let body = body(ROWS);
    let mut batches = Vec::new();
    let memory = measure(|| {
        let mut response = DataSetDecoder::new(context(), head(), &ExpectedResult::default());
        for chunk in body.as_bytes().chunks(CHUNK) {
            response.push(chunk).unwrap();
            batches.extend(std::iter::from_fn(|| response.take(false)));
        }
        response.finish().unwrap();
        batches.extend(std::iter::from_fn(|| response.take(true)));
    });
    assert_eq!(batches.iter().map(Table::row_count).sum::<usize>(), ROWS);
    assert!(batches.len() > 5, "{}", batches.len());
    let columns = batches.iter().flat_map(|batch| (0..3).filter_map(|column| batch.column_values(column)));
    let needed: usize = columns.map(needed).sum();
    assert!(needed > 1_000_000, "{needed}");
    // A batch has its columns' names and types, and room for them.
    let most = needed + needed / 16 + 4_096 * batches.len();
    let allocated = usize::try_from(memory.bytes_current).unwrap();
    assert!((needed..most).contains(&allocated), "{allocated} bytes for {needed} in {} batches", batches.len());
}

/// Reads a report of so many rows in batches that are used again, and gives the most memory that this took.
fn of_used_batches(rows: usize) -> u64 {
    let body = body(rows);
    let memory = measure(|| {
        let mut response = DataSetDecoder::new(context(), head(), &ExpectedResult::default());
        let (mut read, mut used) = (0, None::<Table>);
        let mut take = |response: &mut DataSetDecoder, is_over| {
            used.take().into_iter().for_each(|batch| response.recycle(batch));
            while let Some(batch) = response.take(is_over) {
                read += batch.row_count();
                used = Some(batch);
            }
        };
        for chunk in body.as_bytes().chunks(CHUNK) {
            response.push(chunk).unwrap();
            take(&mut response, false);
        }
        response.finish().unwrap();
        take(&mut response, true);
        assert_eq!(read, rows);
    });
    memory.bytes_max
}

/// Counts the rows of a report, and gives the most memory that this took.
fn of_counting(rows: usize) -> u64 {
    let body = body(rows);
    let memory = measure(|| {
        let mut response = DataSetDecoder::counting(context(), head());
        for chunk in body.as_bytes().chunks(CHUNK) {
            response.push(chunk).unwrap();
        }
        response.finish().unwrap();
        assert_eq!(response.row_counts().iter().map(|(_, count)| *count).sum::<usize>(), rows);
    });
    memory.bytes_max
}

#[test]
fn a_report_that_is_not_kept_takes_the_memory_of_a_batch() {
    for (label, peak_of) in
        [("batches that are used again", of_used_batches as fn(usize) -> u64), ("counted", of_counting)]
    {
        let (small, large) = (peak_of(ROWS / 4), peak_of(2 * ROWS));
        println!("{label}: {small} and {large} bytes");
        assert!(large <= 1_500_000, "{label}: {large} bytes");
        assert!(large <= 2 * small, "{label}: {large} bytes, and {small} for an eighth of the rows");
    }
}

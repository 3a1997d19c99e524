//! Kept batches take the memory of their columns, and little more.
#![allow(clippy::pedantic)]

use allocation_counter::measure;
use asmx_runtime::__private::ExpectedResult;
use asmx_runtime::DataSet;
use asmx_runtime::descriptors::OnContradiction;
use asmx_runtime::descriptors::XmlKind;
use asmx_runtime::protocol::{DataSetDecoder, ResponseContext};
use asmx_runtime::results::table::{ColumnData, ColumnValues};
use asmx_runtime::results::table::{ColumnType, Table};
use asmx_runtime::{Effect, Member, Operation, Service, Transport, Type, xml};

static REPORT: Operation = Operation::new("Report", "", "", &[], Effect::Read)
    .outputs(&[Member::new("ReportResult", Type::Xml(XmlKind::DataSet))])
    .on_contradiction(OnContradiction::Error);
static SERVICE: Service = Service::new("Reports", "/api.asmx", "", &[], &[], &[&REPORT]);

const ROWS: usize = 20_000;

fn body() -> String {
    let rows = (0..ROWS).map(|row| [format!("recipient{row}@mail.example.com"), "x".repeat(row % 90), row.to_string()]);
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

#[test]
fn kept_batches_take_the_memory_of_their_columns() {
    let body = body();
    let mut batches = Vec::new();
    let memory = measure(|| {
        let context = ResponseContext {
            service: &SERVICE,
            operation: &REPORT,
            transport: Transport::HttpPost,
            namespace: "urn:example".into(),
            limits: xml::ParseOptions::default(),
        };
        let (parts, ()) = http::Response::builder().header("content-type", "text/xml").body(()).unwrap().into_parts();
        let mut response = DataSetDecoder::new(context, parts, &ExpectedResult::default());
        for chunk in body.as_bytes().chunks(64 * 1024) {
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
    let taken = usize::try_from(memory.bytes_current).unwrap();
    assert!((needed..most).contains(&taken), "{taken} bytes for {needed} in {} batches", batches.len());
}

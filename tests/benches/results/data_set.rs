//! Reading a DataSet of 85 MB: into typed columns, whole and as it arrives, beside a loop over its XML events; into a vector of owned structs
//! beside quick-xml's serde.

use asmx_runtime::__private::ExpectedResult;
use asmx_runtime::descriptors::{OnContradiction, XmlKind};
use asmx_runtime::protocol::{self, DataSetDecoder, ResponseContext};
use asmx_runtime::results::table::Table;
use asmx_runtime::{DataSet, Effect, Member, Operation, Service, Transport, Type, xml};
use bytes::Bytes;
use divan::Bencher;
use serde::Deserialize;

use crate::report::{RESPONSE, ROWS};
use crate::{events, measure};

/// Bytes that arrive together.
const CHUNK: usize = 64 * 1024;
static REPORT: Operation = Operation::new("Report", "", "", &[], Effect::Read)
    .outputs(&[Member::new("ReportResult", Type::Xml(XmlKind::DataSet))])
    .on_contradiction(OnContradiction::Error);
static SERVICE: Service = Service::new("Reports", "/api.asmx", "", &[], &[], &[&REPORT]);

fn context() -> ResponseContext {
    ResponseContext {
        service: &SERVICE,
        operation: &REPORT,
        transport: Transport::HttpPost,
        namespace: "urn:example".into(),
        limits: xml::ParseOptions::keeping_forbidden_references(),
    }
}

fn response() -> http::Response<Bytes> {
    let response = http::Response::builder().header("content-type", "text/xml; charset=utf-8");
    response.body(Bytes::from_static(RESPONSE.as_bytes())).unwrap()
}

fn read_whole() -> DataSet {
    protocol::decode_response(&context(), response()).unwrap().single::<DataSet>().unwrap()
}

fn rows<'t>(tables: impl IntoIterator<Item = &'t Table>) -> usize {
    tables.into_iter().map(Table::row_count).sum()
}

#[divan::bench]
fn data_set(bencher: Bencher<'_, '_>) {
    assert_eq!(rows(&read_whole().into_tables()), ROWS as usize);
    measure(bencher, RESPONSE.len(), read_whole);
}

#[divan::bench]
fn data_set_as_it_arrives_and_kept(bencher: Bencher<'_, '_>) {
    measure(bencher, RESPONSE.len(), || {
        let mut decoder = DataSetDecoder::new(context(), response().into_parts().0, &ExpectedResult::default());
        let mut tables = Vec::new();
        for chunk in RESPONSE.as_bytes().chunks(CHUNK) {
            decoder.push(chunk).unwrap();
            tables.extend(std::iter::from_fn(|| decoder.take(false)));
        }
        decoder.finish().unwrap();
        tables.extend(std::iter::from_fn(|| decoder.take(true)));
        assert_eq!(rows(&tables), ROWS as usize);
        tables
    });
}

#[divan::bench]
fn data_set_counted(bencher: Bencher<'_, '_>) {
    measure(bencher, RESPONSE.len(), || {
        let mut decoder = DataSetDecoder::counting(context(), response().into_parts().0);
        RESPONSE.as_bytes().chunks(CHUNK).for_each(|chunk| decoder.push(chunk).unwrap());
        decoder.finish().unwrap();
        assert_eq!(decoder.row_counts().iter().map(|(_, rows)| *rows).sum::<usize>(), ROWS as usize);
    });
}

#[divan::bench]
fn data_set_by_quick_xml_events(bencher: Bencher<'_, '_>) {
    measure(bencher, RESPONSE.len(), || events(&RESPONSE));
}

/// A row with everything owned.
#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
struct Record {
    #[serde(rename = "RecipientID")]
    recipient_id: i32,
    email_address: String,
    customer_name: Option<String>,
    subject: String,
    sent_date_time: String,
    amount: Option<String>,
    opened: bool,
    clicks: Option<i32>,
}

/// The document, as types for quick-xml's serde.
#[derive(Deserialize)]
struct DataSetElement {
    diffgram: Diffgram,
}

#[derive(Deserialize)]
struct Diffgram {
    #[serde(rename = "NewDataSet")]
    data_set: Records,
}

#[derive(Deserialize)]
struct Records {
    #[serde(rename = "BlockRecords")]
    records: Vec<Record>,
}

fn structs() -> Vec<Record> {
    read_whole().rows::<Record>().unwrap().into_vec().unwrap()
}

fn structs_by_serde() -> Vec<Record> {
    quick_xml::de::from_str::<DataSetElement>(&RESPONSE).unwrap().diffgram.data_set.records
}

#[divan::bench]
fn data_set_into_structs(bencher: Bencher<'_, '_>) {
    assert!(structs() == structs_by_serde(), "they read different rows");
    measure(bencher, RESPONSE.len(), structs);
}

#[divan::bench]
fn data_set_into_structs_by_quick_xml_serde(bencher: Bencher<'_, '_>) {
    measure(bencher, RESPONSE.len(), structs_by_serde);
}

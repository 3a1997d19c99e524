//! Streams of batches over sockets and in process have the rows of the whole response, over every transport and for every kind of result.
#![cfg(all(feature = "client", feature = "server"))]
#![allow(clippy::pedantic, clippy::format_push_string)]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asmx_runtime::descriptors::{Role, XmlKind};
use asmx_runtime::results::IntoTable;
use asmx_runtime::results::cells;
use asmx_runtime::results::table::{Column, ColumnType, Table};
use asmx_runtime::server::{Listening, Server};
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::{
    Builder, Call, Client, DataSet, DelimitedText, Delimiters, DynamicRequest, Error, ErrorKind, Handler, Member,
    Message, Opener, Operation, Prepared, RawOutput, RetryPolicy, Service, Text, Transport, Type, XmlDocument,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::shared::strict;

static DELIMITERS: &[Member] = &[
    Member::new("RowDelimiter", Type::STRING).role(Role::RowDelimiter),
    Member::new("ColDelimiter", Type::STRING).role(Role::ColumnDelimiter),
    Member::new("TextQualifier", Type::STRING).role(Role::TextQualifier),
];
const TEXT: Member = Member::new("ReportStringResult", Type::STRING).role(Role::Records);
static DATA_SET: Operation =
    strict("ReportDataSet", &[], &[Member::new("ReportDataSetResult", Type::Xml(XmlKind::DataSet))]);
static STRING: Operation = strict("ReportString", DELIMITERS, &[TEXT]);
static XML: Operation = strict("ReportXml", &[], &[Member::new("ReportXmlResult", Type::Xml(XmlKind::Content))]);
static REPORTS: Service = Service::new("Reports", "/reports.asmx", "", &[], &[], &[&DATA_SET, &STRING, &XML])
    .namespace("http://example.test/");

const ROWS: i32 = 10_000;
const NAMES: [&str; 3] = ["Email", "Hits", "Remark"];

fn email(row: i32) -> String {
    format!("reader{row}@example.test")
}

/// Texts that each of the formats has to escape.
fn remark(row: i32) -> &'static str {
    ["plain", "a < b & c", "say \"no\"", "one|two", ""][row.unsigned_abs() as usize % 5]
}

/// Returns each shape of the report, with so many rows.
struct Reports(i32);

impl Handler for Reports {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let delimiters = call.request.delimiters();
        let content = match call.operation().name {
            "ReportDataSet" => {
                let mut table = columns().into_iter().fold(Table::new("Blocks"), Table::with_column);
                (0..self.0).for_each(|row| table.push(cells![email(row), row, remark(row)]));
                Message::from(DataSet::new("Reports").table(table))
            }
            "ReportString" => {
                let rows = (0..self.0).map(|row| [email(row), row.to_string(), remark(row).to_owned()]);
                Message::from(Text::from(DelimitedText::from_rows(&delimiters, rows).unwrap()))
            }
            _ => {
                let mut document = "<Blocks>".to_owned();
                for row in 0..self.0 {
                    let remark = remark(row).replace('&', "&amp;").replace('<', "&lt;");
                    let cells = format!("<Email>{}</Email><Hits>{row}</Hits><Remark>{remark}</Remark>", email(row));
                    document += &format!("<Block>{cells}</Block>\r\n");
                }
                Message::from(XmlDocument::parse(&(document + "</Blocks>")).unwrap())
            }
        };
        Box::pin(async move { Ok(RawOutput::Message(content)) })
    }
}

async fn serving() -> (Listening, Client) {
    serving_rows(ROWS).await
}

async fn serving_rows(rows: i32) -> (Listening, Client) {
    let opener = Opener::new(&REPORTS, move |_| Ok(Arc::new(Reports(rows))));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let listening = Server::new(opener).serve(listener).unwrap();
    let builder = Builder::new(&REPORTS).base_url(format!("http://{}", listening.address()));
    (listening, builder.build().unwrap())
}

fn call(client: &Client, operation: &'static Operation) -> Prepared<Message> {
    let mut request = DynamicRequest::new(operation);
    if operation.name == "ReportString" {
        for (name, mark) in [("RowDelimiter", "\n"), ("ColDelimiter", "|"), ("TextQualifier", "\"")] {
            request.set(name, mark).unwrap();
        }
    }
    client.call(request)
}

fn columns() -> Vec<Column> {
    vec![
        Column::new("Email", ColumnType::String),
        Column::new("Hits", ColumnType::Int),
        Column::new("Remark", ColumnType::String),
    ]
}

#[derive(Debug, PartialEq, serde::Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Block {
    email: String,
    hits: i32,
    remark: String,
}

fn check(batch: &Table, next: &mut i32) {
    assert_eq!(batch.first_row(), usize::try_from(*next).unwrap());
    for block in batch.rows::<Block>() {
        let expected = Block { email: email(*next), hits: *next, remark: remark(*next).to_owned() };
        assert_eq!(block.unwrap(), expected);
        *next += 1;
    }
}

#[tokio::test]
async fn a_response_without_rows_gives_its_columns() {
    let (_listening, client) = serving_rows(0).await;
    let in_process = Client::in_process(&REPORTS, Arc::new(Reports(0)));
    for operation in [&DATA_SET, &STRING, &XML] {
        let calls = Transport::ALL.map(|transport| call(&client, operation).transport(transport));
        for call in calls.into_iter().chain([call(&in_process, operation)]) {
            let mut stream = call.stream().layout(columns()).await.unwrap();
            let batch = stream.next().await.unwrap().unwrap();
            let types = |columns: &[Column]| {
                columns.iter().map(|column| (column.name.clone(), column.type_name.clone())).collect::<Vec<_>>()
            };
            assert_eq!((batch.row_count(), types(batch.columns())), (0, types(&columns())), "{}", operation.name);
            assert!(stream.next().await.is_none(), "{}", operation.name);
        }
    }
}

#[tokio::test]
async fn every_shape_over_every_transport_gives_the_same_rows_in_batches() {
    let (_listening, client) = serving().await;
    for operation in [&DATA_SET, &STRING, &XML] {
        for transport in Transport::ALL {
            let progress_log = Arc::new(Mutex::new(Vec::new()));
            let recorder = Arc::clone(&progress_log);
            let stream = call(&client, operation).transport(transport).stream().layout(columns());
            let mut stream = stream.progress(move |progress| recorder.lock().unwrap().push(progress)).await.unwrap();
            let (mut next, mut batches) = (0, 0);
            while let Some(batch) = stream.next().await {
                let batch = batch.unwrap();
                check(&batch, &mut next);
                batches += 1;
                stream.recycle(batch);
            }
            assert_eq!(next, ROWS, "{} over {transport}", operation.name);
            let is_text = operation.name == "ReportString";
            assert!(batches > 1 || is_text, "{batches} of {} over {transport}", operation.name);
            let reports = progress_log.lock().unwrap();
            let last = reports.last().unwrap();
            assert_eq!(last.rows, u64::from(ROWS.unsigned_abs()));
            assert!(last.bytes > 300_000, "{last:?}");
            assert!(reports.is_sorted_by(|one, two| one.bytes <= two.bytes && one.rows <= two.rows));
            assert!(stream.late_changes().is_empty());
        }
    }
}

#[tokio::test]
async fn a_service_in_process_streams_its_whole_result() {
    let client = Client::in_process(&REPORTS, Arc::new(Reports(ROWS)));
    for operation in [&DATA_SET, &STRING, &XML] {
        let mut stream = call(&client, operation).stream().layout(columns()).await.unwrap();
        let mut next = 0;
        while let Some(batch) = stream.next().await {
            check(&batch.unwrap(), &mut next);
        }
        assert_eq!(next, ROWS, "{}", operation.name);
    }
}

#[tokio::test]
async fn whole_responses_of_every_shape_are_one_table_to_the_same_code() {
    let (_listening, client) = serving().await;
    for operation in [&DATA_SET, &XML] {
        let table = call(&client, operation).await.unwrap().into_table_with(NAMES).unwrap();
        check(&table, &mut 0);
        assert_eq!(table.row_count(), 10_000);
    }
    let Ok(text) = call(&client, &STRING).await.unwrap().single::<Text>() else { panic!("no string") };
    let text = DelimitedText::from(text).with_delimiters(Delimiters::new("\n", "|").qualifier("\""));
    check(&text.into_table_with(NAMES).unwrap(), &mut 0);
}

/// A server that sends the beginning of a data set, and then a given end.
async fn breaking(end: &'static str) -> (Client, Arc<AtomicU64>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let builder = Builder::<Client>::new(&REPORTS).base_url(format!("http://{}", listener.local_addr().unwrap()));
    let sent = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&sent);
    tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            assert_ne!(socket.read_buf(&mut request).await.unwrap(), 0);
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nConnection: close\r\n\r\n\
            <DataSet xmlns=\"http://example.test/\"><xs:schema id=\"R\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" \
            xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\"><xs:element name=\"R\" msdata:IsDataSet=\"true\"><xs:complexType>\
            <xs:choice><xs:element name=\"T\"><xs:complexType><xs:sequence><xs:element name=\"A\" type=\"xs:int\"/></xs:sequence>\
            </xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema><diffgr:diffgram \
            xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\" xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\"><R xmlns=\"\">";
        socket.write_all(head.as_bytes()).await.unwrap();
        let row =
            |number: u64| format!("<T diffgr:id=\"T{}\" msdata:rowOrder=\"{number}\"><A>{number}</A></T>", number + 1);
        for number in 0..10_000 {
            if socket.write_all(row(number).as_bytes()).await.is_err() {
                return;
            }
            counted.fetch_add(1, Ordering::Relaxed);
        }
        let _ = socket.write_all(end.as_bytes()).await;
        let _ = socket.shutdown().await;
    });
    (builder.retry(RetryPolicy::never()).transport(Transport::HttpGet).build().unwrap(), sent)
}

async fn read(client: &Client) -> (usize, Option<Error>) {
    let mut stream = call(client, &DATA_SET).stream().await.unwrap();
    let mut rows = 0;
    while let Some(batch) = stream.next().await {
        match batch {
            Ok(batch) => {
                let values = batch.iter().map(|row| usize::try_from(row.value::<u64>("A").unwrap()).unwrap());
                assert!(values.eq(rows..rows + batch.row_count()));
                rows += batch.row_count();
            }
            Err(error) => {
                assert!(stream.next().await.is_none(), "an error is the last item");
                return (rows, Some(error));
            }
        }
    }
    (rows, None)
}

#[tokio::test]
async fn rows_before_an_error_in_the_response_are_returned() {
    let right_end = "</R></diffgr:diffgram></DataSet>";
    let (rows, error) = read(&breaking(right_end).await.0).await;
    assert!(rows == 10_000 && error.is_none(), "{rows} rows, {error:?}");
    for (end, message) in [
        ("", "the rows are not well-formed"),
        ("<T><A>1", "the element `A` is not closed"),
        ("<T><A>1</B></T></R></diffgr:diffgram></DataSet>", "not well-formed"),
        ("<T>&nonsense;</T></R></diffgr:diffgram></DataSet>", "not well-formed"),
        ("</R></diffgr:diffgram>", "its end does not match its beginning"),
        ("</R></diffgr:diffgram></DataSet><more/>", "its end does not match its beginning"),
    ] {
        let (rows, error) = read(&breaking(end).await.0).await;
        let error = error.unwrap_or_else(|| panic!("{end} is no error"));
        assert_eq!(rows, 10_000, "{end}: {error}");
        assert_eq!(error.kind(), ErrorKind::UnexpectedResponse, "{error}");
        assert!(error.to_string().contains(message), "{end}: {error}");
        assert_eq!(error.operation(), Some("ReportDataSet"));
    }
}

#[tokio::test]
async fn an_operation_without_rows_cannot_be_streamed() {
    static COUNT: Operation = strict("Count", &[], &[Member::new("CountResult", Type::INT_ARRAY)]);
    static SERVICE: Service = Service::new("S", "/s.asmx", "", &[], &[], &[&COUNT]);
    struct Counts;
    impl Handler for Counts {
        fn handle<'a>(&'a self, _: &'a Call) -> HandlerFuture<'a> {
            Box::pin(async { Ok(RawOutput::Message(Message::from(asmx_runtime::Integers::new([1])))) })
        }
    }
    let client = Client::in_process(&SERVICE, Arc::new(Counts));
    let error = client.call(DynamicRequest::new(&COUNT)).stream().await.unwrap_err();
    let expected = "Count over SOAP 1.1: the operation's result has no rows: it cannot be read as a stream of batches";
    assert_eq!(error.to_string(), expected);
}

#[tokio::test]
async fn dropping_a_stream_cancels_the_rest() {
    let (client, sent) = breaking("").await;
    let mut stream = call(&client, &DATA_SET).stream().await.unwrap();
    let first = stream.next().await.unwrap().unwrap();
    assert!(first.row_count() > 0);
    drop(stream);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(sent.load(Ordering::Relaxed) <= 10_000);
}

#[cfg(feature = "blocking")]
#[test]
fn batches_without_async() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (_listening, client) = runtime.block_on(serving());
    let mut batches = call(&client, &DATA_SET).stream().wait().unwrap();
    let mut next = 0;
    while let Some(batch) = batches.next() {
        let batch = batch.unwrap();
        check(&batch, &mut next);
        batches.recycle(batch);
    }
    assert_eq!(next, ROWS);
    assert_eq!(batches.progress().rows, 10_000);
}

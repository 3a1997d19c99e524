//! Rows that a gateway sends on take the memory of a batch, however many they are.

use std::future::poll_fn;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::pin::Pin;

use allocation_counter::measure;
use asmx_gateway::{Checks, Document, Gateway, Offer, Setup, Target};
use axum::body::{Body, HttpBody as _};
use serde_json::json;
use tokio::runtime::Builder;
use tower::ServiceExt as _;

use super::{post, router};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <area name="all" title="All">
    <operation name="Report" result="dataset" effect="read"><doc>Reports.</doc></operation>
  </area>
</service>"#;
const BEFORE: &str = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><ReportResponse xmlns=\"urn:shop\"><ReportResult>\
    <xs:schema id=\"D\" xmlns=\"\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\">\
    <xs:element name=\"D\" msdata:IsDataSet=\"true\"><xs:complexType><xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\"><xs:element name=\"T\">\
    <xs:complexType><xs:sequence><xs:element name=\"Id\" type=\"xs:int\"/><xs:element name=\"To\" type=\"xs:string\"/></xs:sequence>\
    </xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>\
    <diffgr:diffgram xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\"><D xmlns=\"\">";
const ROW: &str = "<T><Id>1007</Id><To>somebody@mail.example.test</To></T>";
const AFTER: &str = "</D></diffgr:diffgram></ReportResult></ReportResponse></s:Body></s:Envelope>";

/// A service on a thread of its own, whose report has so many rows.
fn serve(rows: usize) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || respond(listener.accept().unwrap().0, rows).unwrap());
    address
}

fn respond(mut stream: TcpStream, rows: usize) -> std::io::Result<()> {
    let (mut request, mut piece) = (Vec::new(), [0; 4096]);
    while !request.ends_with(b"Envelope>") {
        let length = stream.read(&mut piece)?;
        request.extend_from_slice(&piece[..length]);
    }
    let length = BEFORE.len() + rows * ROW.len() + AFTER.len();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length:";
    write!(stream, "{head} {length}\r\n\r\n{BEFORE}")?;
    for _ in 0..rows / 1_000 {
        stream.write_all(ROW.repeat(1_000).as_bytes())?;
    }
    stream.write_all(AFTER.as_bytes())
}

/// Reads a report in this form and keeps nothing of it. Gives its bytes and the most memory that this thread took.
fn read(form: &str, rows: usize) -> (usize, u64) {
    let address = serve(rows);
    let mut bytes = 0;
    let memory = measure(|| {
        Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
            let document = Document::read("shop.xml", SPEC.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
            let setup = Setup::of_document(document).checks(Checks::None).base_url(format!("http://{address}"));
            let router = router(Gateway::new(Target::new(setup).unwrap(), Offer::default()).unwrap());
            let request = post(&format!("/Report?$format={form}"), &json!({})).map(Body::from);
            let mut body = router.oneshot(request).await.unwrap().into_body();
            while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
                bytes += frame.unwrap().data_ref().map_or(0, axum::body::Bytes::len);
            }
        });
    });
    assert!(memory.bytes_total > (rows * ROW.len()) as u64, "{form}: another thread did the work");
    (bytes, memory.bytes_max)
}

#[test]
fn rows_that_are_sent_on_take_the_memory_of_a_batch() {
    for form in ["jsonl", "csv", "arrow"] {
        let ((few, small), (many, large)) = (read(form, 10_000), read(form, 80_000));
        println!("{form}: {small} bytes for {few}, {large} for {many}");
        assert!(many > 7 * few && few > 200_000, "{form}: {few} and {many} bytes");
        assert!(large < 4_000_000, "{form}: {large} bytes for {many}");
        assert!(large < small + small / 2, "{form}: {small} bytes for {few}, {large} for {many}");
    }
}

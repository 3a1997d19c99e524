//! Rows that a gateway sends on take the memory of a batch, however many they are.

use std::future::poll_fn;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::pin::Pin;

use allocation_counter::measure;
use asmx_gateway::Offer;
use axum::body::{Body, HttpBody as _};
use serde_json::json;
use tokio::runtime::Builder;
use tower::ServiceExt as _;

use super::{column, data_set, document, envelope, gateway_at, post, router};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <area name="all" title="All">
    <operation name="Report" result="dataset" effect="read"><doc>Reports.</doc></operation>
  </area>
</service>"#;
const ROW: &str = "<T><Id>1007</Id><To>somebody@mail.example.test</To></T>";

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
    let data_set = data_set("T", &(column("Id", "int") + &column("To", "string")), "");
    let response = envelope("Report", &format!("<ReportResult>{data_set}</ReportResult>"));
    let (before, after) = response.split_at(response.find("</D>").unwrap());
    let length = before.len() + rows * ROW.len() + after.len();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length:";
    write!(stream, "{head} {length}\r\n\r\n{before}")?;
    for _ in 0..rows / 1_000 {
        stream.write_all(ROW.repeat(1_000).as_bytes())?;
    }
    stream.write_all(after.as_bytes())
}

/// Reads a report in this form and keeps nothing of it. Gives its bytes and the most memory that this thread took.
fn read(form: &str, rows: usize) -> (usize, u64) {
    let address = serve(rows);
    let mut bytes = 0;
    let memory = measure(|| {
        Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
            let router = router(gateway_at(format!("http://{address}"), document(SPEC), Offer::default()));
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
        // Buffers of the connection grow during the first megabyte.
        let ((few, small), (many, large)) = (read(form, 40_000), read(form, 120_000));
        println!("{form}: {small} bytes for {few}, {large} for {many}");
        assert!(many > 2 * few && few > 1_000_000, "{form}: {few} and {many} bytes");
        assert!(large < 4_000_000, "{form}: {large} bytes for {many}");
        assert!(large < small + small / 8, "{form}: {small} bytes for {few}, {large} for {many}");
    }
}

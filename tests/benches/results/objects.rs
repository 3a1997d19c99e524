//! Reading a response of 100,000 nested objects beside a loop over its XML events that builds nothing, and beside quick-xml's serde; writing
//! them beside quick-xml's writer.

use std::future::IntoFuture as _;
use std::pin::pin;
use std::sync::{Arc, LazyLock};
use std::task::{self, Poll, Waker};

use asmx_runtime::protocol::{self, Endpoint, RequestLimits, ResponseContext};
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::{Call, Client, Handler, Message, RawOutput, Transport, xml};
use bytes::Bytes;
use divan::Bencher;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};

use crate::orders::{self, AnyOrder, LIST_ORDERS, ListOrders, ORDERS, Orders, WriteOrders};
use crate::{events, measure, serde_orders};

const COUNT: u32 = 100_000;
static LIST: LazyLock<Vec<Option<AnyOrder>>> = LazyLock::new(|| orders::list(COUNT).unwrap());
static CALL: LazyLock<Call> = LazyLock::new(|| {
    let mut call = Call::new(&ORDERS, Box::new(WriteOrders::new().list_orders_result(LIST.clone())));
    call.transport = Transport::Soap11;
    call
});
static BODY: LazyLock<Bytes> = LazyLock::new(written);

fn written() -> Bytes {
    let endpoint = Endpoint {
        url: "http://localhost/orders.asmx".to_owned(),
        namespace: ORDERS.namespace.unwrap().into(),
        states_action: false,
    };
    protocol::encode_request(&endpoint, &RequestLimits::default(), CALL.outgoing()).unwrap().into_body()
}

fn context() -> ResponseContext {
    ResponseContext {
        service: &ORDERS,
        operation: &LIST_ORDERS,
        transport: Transport::Soap11,
        namespace: ORDERS.namespace.unwrap().into(),
        limits: xml::ParseOptions::default(),
    }
}

fn response(body: Bytes) -> http::Response<Bytes> {
    http::Response::builder().header("Content-Type", "text/xml; charset=utf-8").body(body).unwrap()
}

fn read(body: Bytes) -> Message {
    protocol::decode_response(&context(), response(body)).unwrap()
}

/// A service that has its response already.
struct Ready;

impl Handler for Ready {
    fn handle<'a>(&'a self, _: &'a Call) -> HandlerFuture<'a> {
        let output = RawOutput::Response { response: response(BODY.clone()), context: context() };
        Box::pin(std::future::ready(Ok(output)))
    }
}

/// Reads the response as a typed call does.
fn read_typed(client: &Orders) -> Vec<Option<AnyOrder>> {
    let mut call = pin!(client.list_orders(ListOrders::new()).into_future());
    match call.as_mut().poll(&mut task::Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result.unwrap().into_option().unwrap_or_default(),
        Poll::Pending => panic!("nothing is there to wait for"),
    }
}

fn text() -> &'static str {
    std::str::from_utf8(&BODY).unwrap()
}

#[divan::bench]
fn objects(bencher: Bencher<'_, '_>) {
    assert!(read(BODY.clone()).deviations.is_empty(), "the response is read as something else");
    measure(bencher, BODY.len(), || read(BODY.clone()));
}

#[divan::bench]
fn objects_into_types(bencher: Bencher<'_, '_>) {
    let client = Orders::from(Client::in_process(&ORDERS, Arc::new(Ready)));
    assert!(read_typed(&client) == *LIST, "the response is read into types as something else");
    measure(bencher, BODY.len(), || read_typed(&client));
}

#[divan::bench]
fn objects_by_quick_xml_events(bencher: Bencher<'_, '_>) {
    measure(bencher, BODY.len(), || events(text()));
}

#[divan::bench]
fn objects_by_quick_xml_serde(bencher: Bencher<'_, '_>) {
    assert_eq!(serde_orders::read(text()), COUNT as usize);
    measure(bencher, BODY.len(), || serde_orders::read(text()));
}

#[divan::bench]
fn objects_written(bencher: Bencher<'_, '_>) {
    measure(bencher, BODY.len(), written);
}

#[divan::bench]
fn objects_written_by_quick_xml(bencher: Bencher<'_, '_>) {
    let pieces = pieces(text());
    assert!(read(written_by_peer(&pieces).into()) == read(BODY.clone()), "quick-xml writes something else");
    measure(bencher, BODY.len(), || written_by_peer(&pieces));
}

/// A part of a document that the peer writes, unescaped.
enum Piece {
    Start { name: String, attributes: Vec<(String, String)> },
    Empty { name: String, attributes: Vec<(String, String)> },
    Text(String),
    End(String),
}

/// The document in pieces.
fn pieces(text: &str) -> Vec<Piece> {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut pieces = Vec::new();
    let tag = |tag: &BytesStart<'_>| {
        let attributes = tag.attributes().map(|attribute| {
            let attribute = attribute.unwrap();
            let value = quick_xml::escape::unescape(&attribute.value).unwrap().into_owned();
            (attribute.key.into_inner().to_owned(), value)
        });
        (tag.name().into_inner().to_owned(), attributes.collect())
    };
    let mut open_text = String::new();
    loop {
        let event = reader.read_event().unwrap();
        match &event {
            Event::Text(part) => {
                open_text.push_str(part);
                continue;
            }
            Event::GeneralRef(reference) => {
                open_text.push_str(&quick_xml::escape::unescape(&format!("&{};", &**reference)).unwrap());
                continue;
            }
            _ if !open_text.is_empty() => pieces.push(Piece::Text(std::mem::take(&mut open_text))),
            _ => {}
        }
        match &event {
            Event::Start(start) => {
                let (name, attributes) = tag(start);
                pieces.push(Piece::Start { name, attributes });
            }
            Event::Empty(start) => {
                let (name, attributes) = tag(start);
                pieces.push(Piece::Empty { name, attributes });
            }
            Event::End(end) => pieces.push(Piece::End(end.name().into_inner().to_owned())),
            Event::Eof => return pieces,
            _ => {}
        }
    }
}

/// The document as quick-xml writes it.
fn written_by_peer(pieces: &[Piece]) -> Vec<u8> {
    let mut writer = quick_xml::Writer::new(Vec::new());
    writer.get_mut().extend_from_slice(b"<?xml version=\"1.0\" encoding=\"utf-8\"?>");
    for piece in pieces {
        let written = match piece {
            Piece::Start { name, attributes } => writer.write_event(Event::Start(start_of(name, attributes))),
            Piece::Empty { name, attributes } => writer.write_event(Event::Empty(start_of(name, attributes))),
            Piece::Text(text) => writer.write_event(Event::Text(BytesText::new(text))),
            Piece::End(name) => writer.write_event(Event::End(BytesEnd::new(name.as_str()))),
        };
        written.unwrap();
    }
    writer.into_inner()
}

fn start_of<'p>(name: &'p str, attributes: &[(String, String)]) -> BytesStart<'p> {
    let attributes = attributes.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    BytesStart::new(name).with_attributes(attributes)
}

//! Reading a response of 100,000 nested objects beside a loop over its XML events that builds nothing, and beside quick-xml's serde; writing
//! them beside quick-xml's writer.

use std::future::IntoFuture as _;
use std::pin::pin;
use std::sync::Arc;
use std::task::{self, Poll, Waker};

use anyhow::{Context as _, Result, bail, ensure};
use asmx_runtime::protocol::{self, Endpoint, RequestLimits, ResponseContext};
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::{Call, Handler, RawOutput, Transport, Value, xml};
use bytes::Bytes;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};

use crate::integers::events;
use crate::orders::{self, AnyOrder, LIST_ORDERS, ListOrders, ORDERS, Orders, WriteOrders};
use crate::serde_orders;
use crate::table::Comparison;
use crate::timing::alternating;

/// Orders in the response.
const COUNT: u32 = 100_000;

/// Measures, and gives the lines of the table.
pub(crate) fn run(runs: usize) -> Result<Vec<Comparison>> {
    let orders = orders::list(COUNT)?;
    let namespace: Arc<str> = ORDERS.namespace.context("the service has a namespace")?.into();
    let endpoint = Endpoint {
        url: "http://localhost/orders.asmx".to_owned(),
        namespace: Arc::clone(&namespace),
        states_action: false,
    };
    let mut call = Call::new(&ORDERS, Box::new(WriteOrders::new().list_orders_result(orders.clone())));
    call.transport = Transport::Soap11;
    let limits = RequestLimits::default();
    let body = protocol::encode_request(&endpoint, &limits, call.outgoing())?.into_body();
    let text = std::str::from_utf8(&body)?;
    let context = ResponseContext {
        service: &ORDERS,
        operation: &LIST_ORDERS,
        transport: Transport::Soap11,
        namespace,
        limits: xml::ParseOptions::default(),
    };
    let read = |body: &Bytes| -> Result<_> {
        let response =
            http::Response::builder().header("Content-Type", "text/xml; charset=utf-8").body(body.clone())?;
        let message = protocol::decode_response(&context, response)?;
        Ok(message)
    };
    ensure!(read(&body)?.deviations.is_empty(), "the response is read as something else");
    let mut ours = || {
        let values = read(&body)?.into_values();
        let [Value::Array(orders)] = values.as_slice() else { bail!("the response is something else") };
        Ok(orders.len() as u64)
    };
    let mut peer = || events(text);
    let seconds = alternating(runs, &mut [&mut ours, &mut peer])?;
    let [ours, peers] = *seconds.as_slice() else { bail!("two medians are due") };
    let reading = Comparison {
        what: "reading 100,000 nested objects".to_owned(),
        bytes: text.len(),
        ours,
        peer: "quick-xml events".to_owned(),
        peers,
        goal: Some(0.6),
    };
    let client =
        Orders::from(asmx_runtime::Client::in_process(&ORDERS, Arc::new(Ready(context.clone(), body.clone()))));
    ensure!(read_typed(&client)? == orders, "the response is read into types as something else");
    let mut ours = || Ok(read_typed(&client)?.len() as u64);
    let mut peer = || events(text);
    let mut serde = || serde_orders::read(text);
    ensure!(serde()? == u64::from(COUNT), "serde reads something else");
    let seconds = alternating(runs, &mut [&mut ours, &mut peer, &mut serde])?;
    let [ours, peers, serdes] = *seconds.as_slice() else { bail!("three medians are due") };
    let typed = |peer: &str, peers, goal| Comparison {
        what: "reading 100,000 nested objects into types".to_owned(),
        bytes: text.len(),
        ours,
        peer: peer.to_owned(),
        peers,
        goal: Some(goal),
    };
    let reading_typed = [typed("quick-xml events", peers, 0.8), typed("quick-xml serde", serdes, 3.0)];
    let pieces = pieces(text)?;
    ensure!(read(&written(&pieces)?.into())? == read(&body)?, "quick-xml writes something else");
    let mut ours = || Ok(protocol::encode_request(&endpoint, &limits, call.outgoing())?.body().len() as u64);
    let mut peer = || Ok(written(&pieces)?.len() as u64);
    let seconds = alternating(runs, &mut [&mut ours, &mut peer])?;
    let [ours, peers] = *seconds.as_slice() else { bail!("two medians are due") };
    let writing = Comparison {
        what: "writing 100,000 nested objects".to_owned(),
        bytes: text.len(),
        ours,
        peer: "quick-xml's writer".to_owned(),
        peers,
        goal: Some(2.0),
    };
    let [beside_events, beside_serde] = reading_typed;
    Ok(vec![reading, beside_events, beside_serde, writing])
}

/// A service that has its response already.
struct Ready(ResponseContext, Bytes);

impl Handler for Ready {
    fn handle<'a>(&'a self, _: &'a Call) -> HandlerFuture<'a> {
        let mut response = http::Response::new(self.1.clone());
        let content_type = http::HeaderValue::from_static("text/xml; charset=utf-8");
        response.headers_mut().insert(http::header::CONTENT_TYPE, content_type);
        Box::pin(std::future::ready(Ok(RawOutput::Response { response, context: self.0.clone() })))
    }
}

/// Reads the response as a typed call does.
fn read_typed(client: &Orders) -> Result<Vec<Option<AnyOrder>>> {
    let mut call = pin!(client.list_orders(ListOrders::new()).into_future());
    match call.as_mut().poll(&mut task::Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Ok(result?.into_option().unwrap_or_default()),
        Poll::Pending => bail!("nothing is there to wait for"),
    }
}

/// A part of a document that the peer writes, unescaped.
enum Piece {
    Start { name: String, attributes: Vec<(String, String)> },
    Empty { name: String, attributes: Vec<(String, String)> },
    Text(String),
    End(String),
}

/// The document in pieces.
fn pieces(text: &str) -> Result<Vec<Piece>> {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut pieces = Vec::new();
    let tag = |tag: &BytesStart<'_>| -> Result<_> {
        let name = tag.name().into_inner().to_owned();
        let mut attributes = Vec::new();
        for attribute in tag.attributes() {
            let attribute = attribute?;
            let value = quick_xml::escape::unescape(&attribute.value)?.into_owned();
            attributes.push((attribute.key.into_inner().to_owned(), value));
        }
        Ok((name, attributes))
    };
    let mut open_text = String::new();
    loop {
        let event = reader.read_event()?;
        match &event {
            Event::Text(part) => {
                open_text.push_str(part);
                continue;
            }
            Event::GeneralRef(reference) => {
                open_text.push_str(&quick_xml::escape::unescape(&format!("&{};", &**reference))?);
                continue;
            }
            _ if !open_text.is_empty() => pieces.push(Piece::Text(std::mem::take(&mut open_text))),
            _ => {}
        }
        match &event {
            Event::Start(start) => {
                let (name, attributes) = tag(start)?;
                pieces.push(Piece::Start { name, attributes });
            }
            Event::Empty(start) => {
                let (name, attributes) = tag(start)?;
                pieces.push(Piece::Empty { name, attributes });
            }
            Event::End(end) => pieces.push(Piece::End(end.name().into_inner().to_owned())),
            Event::Eof => return Ok(pieces),
            _ => {}
        }
    }
}

/// The document as quick-xml writes it.
fn written(pieces: &[Piece]) -> Result<Vec<u8>> {
    let mut writer = quick_xml::Writer::new(Vec::new());
    writer.get_mut().extend_from_slice(b"<?xml version=\"1.0\" encoding=\"utf-8\"?>");
    for piece in pieces {
        match piece {
            Piece::Start { name, attributes } => writer.write_event(Event::Start(start_of(name, attributes)))?,
            Piece::Empty { name, attributes } => writer.write_event(Event::Empty(start_of(name, attributes)))?,
            Piece::Text(text) => writer.write_event(Event::Text(BytesText::new(text)))?,
            Piece::End(name) => writer.write_event(Event::End(BytesEnd::new(name.as_str())))?,
        }
    }
    Ok(writer.into_inner())
}

fn start_of<'p>(name: &'p str, attributes: &[(String, String)]) -> BytesStart<'p> {
    let mut start = BytesStart::new(name);
    for (name, value) in attributes {
        start.push_attribute((name.as_str(), value.as_str()));
    }
    start
}

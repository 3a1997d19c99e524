//! Reading a response of 100,000 nested objects beside a loop over its XML events that builds nothing, and writing them beside
//! quick-xml's writer.

use anyhow::{Result, bail};
use asmx_runtime::protocol::{self, Endpoint, RequestLimits, ResponseContext};
use asmx_runtime::{
    ArrayType, Call, Chosen, Content, DynamicRequest, Effect, Enumeration, Member, Messages, Name, Namespace,
    Operation, Place, ResultShape, Scalar, Service, Structure, StructureParts, Transport, Type, TypedValue, Value, xml,
};
use bytes::Bytes;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};

use crate::integers::events;
use crate::table::Comparison;
use crate::timing::alternating;
use crate::typed_objects;

/// Orders in the response.
const ORDERS: u32 = 100_000;

static ADDRESS: Structure = Structure::new(
    "Address",
    &[
        attribute("country", Type::STRING),
        Member::new("Street", Type::STRING),
        Member::new("City", Type::STRING),
        Member::new("PostalCode", Type::STRING),
    ],
);

static LINE: Structure = Structure::new(
    "OrderLine",
    &[
        attribute("sku", Type::STRING),
        attribute("quantity", Type::INT),
        Member::new("Price", Type::Scalar(Scalar::Decimal)),
        Member::new("Note", Type::STRING),
    ],
);

static LINES: ArrayType = ArrayType::new(Type::Structure(&LINE), "OrderLine");

pub(crate) static STATE: Enumeration = Enumeration::new("State", &["Open", "Paid", "Shipped"]);

const fn attribute(name: &'static str, kind: Type) -> Member {
    Member::new(name, kind).place(Place::Attribute).namespace(Namespace::None)
}

macro_rules! order_members {
    ($($more:expr),*) => {
        &[
            attribute("id", Type::INT),
            attribute("state", Type::Enumeration(&STATE)),
            Member::new("Number", Type::STRING),
            Member::new("Placed", Type::Scalar(Scalar::DateTime)),
            Member::new("ShipTo", Type::Structure(&ADDRESS)),
            Member::new("Lines", Type::Array(&LINES)),
            Member::new("Tags", Type::STRING_ARRAY),
            Member::new("", Type::STRING).place(Place::Choice(PAID_BY)),
            Member::new("Total", Type::Scalar(Scalar::Decimal)),
            Member::new("Comment", Type::STRING).nullable(),
            $($more),*
        ]
    };
}

pub(crate) static PAID_BY: &[Member] =
    &[Member::new("CardNumber", Type::STRING), Member::new("InvoiceDays", Type::INT)];

pub(crate) static ORDER: Structure =
    Structure::of_parts("Order", StructureParts::new(order_members!()).derived(&[&EXPRESS_ORDER]));

pub(crate) static EXPRESS_ORDER: Structure = Structure::of_parts(
    "ExpressOrder",
    StructureParts::new(order_members!(
        Member::new("Courier", Type::STRING),
        Member::new("Deadline", Type::Scalar(Scalar::DateTime))
    ))
    .base(&ORDER),
);

static ALL_ORDERS: ArrayType = ArrayType::new(Type::Structure(&ORDER), "Order");

static OUTPUTS: &[Member] = &[Member::new("ListOrdersResult", Type::Array(&ALL_ORDERS))];

static LIST: Operation =
    Operation::new("ListOrders", "orders", "Lists orders.", &[], ResultShape::Message, Effect::Read).outputs(OUTPUTS);

/// Its request is what the response of the other one is.
static WRITE: Operation =
    Operation::new("WriteOrders", "orders", "Writes orders.", OUTPUTS, ResultShape::None, Effect::Write).messages(
        &Messages::PLAIN.elements(Some(Name { name: "ListOrdersResponse", namespace: Namespace::Service }), None),
    );

static SERVICE: Service = Service::new("Orders", "/orders.asmx", "", &[], &[], &[&LIST, &WRITE]);

const NAMESPACE: &str = "http://example.test/orders/";

/// Measures, and gives the lines of the table.
pub(crate) fn run(runs: usize) -> Result<Vec<Comparison>> {
    let orders = Value::Array((0..ORDERS).map(order).collect());
    let endpoint =
        Endpoint { url: "http://localhost/orders.asmx".to_owned(), namespace: NAMESPACE.into(), states_action: false };
    let mut request = DynamicRequest::new(&WRITE);
    request.set("ListOrdersResult", orders.clone())?;
    let mut call = Call::new(&SERVICE, Box::new(request));
    call.transport = Transport::Soap11;
    let limits = RequestLimits::default();
    let body = protocol::encode_request(&endpoint, &limits, call.outgoing())?.into_body();
    let text = std::str::from_utf8(&body)?;
    let context = ResponseContext {
        service: &SERVICE,
        operation: &LIST,
        transport: Transport::Soap11,
        namespace: NAMESPACE.into(),
        limits: xml::ParseOptions::default(),
    };
    let read = |body: &Bytes| {
        let response =
            http::Response::builder().header("Content-Type", "text/xml; charset=utf-8").body(body.clone())?;
        let Content::Message(message) = protocol::decode_response(&context, response)? else {
            bail!("the response is something else")
        };
        Ok(message)
    };
    let message = read(&body)?;
    if message.outputs != [orders.clone()] || !message.deviations.is_empty() {
        bail!("the response is read as something else: {:?}", message.deviations);
    }
    drop(message);
    let mut ours = || {
        let message = read(&body)?;
        let Some(Value::Array(orders)) = message.outputs.first() else { bail!("the response is something else") };
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
    let typed = typed_objects::read(&LIST, &SERVICE, NAMESPACE, &body)?;
    if typed.len() != ORDERS as usize || typed_objects::texts(&typed) != texts(&orders) {
        bail!("the response is read into types as something else");
    }
    drop(typed);
    let mut ours = || Ok(typed_objects::read(&LIST, &SERVICE, NAMESPACE, &body)?.len() as u64);
    let mut peer = || events(text);
    let seconds = alternating(runs, &mut [&mut ours, &mut peer])?;
    let [ours, peers] = *seconds.as_slice() else { bail!("two medians are due") };
    let reading_typed = Comparison {
        what: "reading 100,000 nested objects into types".to_owned(),
        bytes: text.len(),
        ours,
        peer: "quick-xml events".to_owned(),
        peers,
        goal: Some(0.8),
    };
    let pieces = pieces(text)?;
    if read(&written(&pieces)?.into())?.outputs != [orders] {
        bail!("quick-xml writes something else");
    }
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
    Ok(vec![reading, reading_typed, writing])
}

/// How long all texts are.
fn texts(value: &Value<'_>) -> usize {
    match value {
        Value::Text(text) => text.len(),
        Value::Array(values) | Value::Structure(values) => values.iter().map(texts).sum(),
        Value::Choice(chosen) => texts(&chosen.value),
        Value::OfType(typed) => texts(&typed.value),
        _ => 0,
    }
}

/// What the peer writes, unescaped.
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

fn order(index: u32) -> Value<'static> {
    let text = |text: String| Value::from(text);
    let line = |line: u32| {
        Value::Structure(vec![
            text(format!("SKU-{:06}", index.wrapping_mul(31).wrapping_add(line) % 1_000_000)),
            text((line + 1).to_string()),
            text(format!("{}.{:02}", index % 500 + line, index % 100)),
            if line == 1 { text("gift wrap, blue & \"red\"".to_owned()) } else { Value::Null },
        ])
    };
    let paid_by = if index.is_multiple_of(2) {
        Chosen { alternative: 0, value: text(format!("4111-{:04}", index % 10_000)) }
    } else {
        Chosen { alternative: 1, value: text("30".to_owned()) }
    };
    let placed = |day: u32| format!("2024-{:02}-{:02}T13:{:02}:56.123Z", index % 12 + 1, day % 28 + 1, index % 60);
    let mut members = vec![
        text(index.to_string()),
        Value::from(match index % 3 {
            0 => "Open",
            1 => "Paid",
            _ => "Shipped",
        }),
        text(format!("N-2024-{index:08}")),
        text(placed(index)),
        Value::Structure(vec![
            Value::from("DE"),
            text(format!("Lange Straße {}", index % 300)),
            text("Springfield an der Aare".to_owned()),
            text(format!("{:05}", index % 100_000)),
        ]),
        Value::Array((0..3).map(line).collect()),
        Value::Array(vec![text("spring sale".to_owned()), text(format!("batch {}", index / 100))]),
        Value::Choice(Box::new(paid_by)),
        text(format!("{}.{:02}", index % 100_000, index % 100)),
        if index.is_multiple_of(4) {
            Value::Nil
        } else {
            text("Please leave it at the door of the neighbours.".to_owned())
        },
    ];
    if !index.is_multiple_of(3) {
        return Value::Structure(members);
    }
    members.push(text("Pony Express".to_owned()));
    members.push(text(placed(index + 1)));
    Value::OfType(Box::new(TypedValue { kind: Type::Structure(&EXPRESS_ORDER), value: Value::Structure(members) }))
}

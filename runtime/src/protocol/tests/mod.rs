//! An invented service and shared code for the tests of all codecs.
#![allow(clippy::format_collect)]

mod any_types;
mod deviations;
mod fields_written;
mod messages_served;
mod plain_results;
mod requests_decoded;
mod requests_encoded;
mod requests_refused;
mod response_memory;
mod responses_decoded;
mod responses_encoded;
mod round_trips;
mod shared_actions;
mod typed_outputs;
#[cfg(feature = "json")]
mod undeclared;

use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};

use super::{Endpoint, ErrorStyle, ResponseContext, ServerSettings};
use crate::Transport;
use crate::call::handler::Call;
use crate::operation::{
    ArrayType, Effect, Enumeration, Member, OnContradiction, Operation, Role, Scalar, Service, Structure, Type, XmlKind,
};
use crate::value::Value;
use crate::value::message::Message;
use crate::value::request::DynamicRequest;
use crate::xml::ParseOptions;

pub(super) const NAMESPACE: &str = "http://example.test/ws/";

static COMMON: &[Member] = &[
    Member::new("Reader", Type::STRING).role(Role::Username),
    Member::new("Pin", Type::STRING).role(Role::Password).secret(),
];

static COLOR: Enumeration = Enumeration::new("Color", &["Red", "light blue", "<&>"]);
static PLACE: Structure = Structure::new(
    "Place",
    &[
        Member::new("Shelf", Type::INT),
        Member::new("Note", Type::STRING),
        Member::new("Since", Type::Scalar(Scalar::DateTime)).nullable(),
        Member::new("Tags", Type::STRING_ARRAY),
        Member::new("Next", Type::Structure(&PLACE)),
    ],
);
static INTS: ArrayType = ArrayType::new(Type::INT, "int");
static MAYBE_INTS: ArrayType = ArrayType::new(Type::INT, "int").nullable_items();
static PLACES: ArrayType = ArrayType::new(Type::Structure(&PLACE), "Place").nullable_items();
static COLORS: ArrayType = ArrayType::new(Type::Enumeration(&COLOR), "Color");

const FIND: &[Member] = &[Member::new("Title", Type::STRING), Member::new("Limit", Type::STRING)];
const COUNT: &[Member] = &[Member::new("JobID", Type::INT)];

macro_rules! operations {
    ($($name:ident $wire:literal $parameters:expr $(, $unusual:ident($value:expr))*;)*) => {
        $(pub(super) static $name: Operation =
            Operation::new($wire, "", "", $parameters, Effect::Read)$(.$unusual($value))*;)*
        static OPERATIONS: &[&Operation] = &[$(&$name,)* &SOAP_ONLY];
    };
}

operations! {
    FIND_BOOKS "Books_Find" FIND, outputs(&[Member::new("Books_FindResult", Type::STRING)]), on_contradiction(OnContradiction::Error);
    COUNT_BOOKS "Books_Count" COUNT, outputs(&[Member::new("Books_CountResult", Type::INT_ARRAY)]), on_contradiction(OnContradiction::Error);
    TABLE "Books_Table" COUNT, outputs(&[Member::new("Books_TableResult", Type::Xml(XmlKind::DataSet))]), on_contradiction(OnContradiction::Error);
    DOCUMENT "Books_Document" FIND, outputs(&[Member::new("Books_DocumentResult", Type::Xml(XmlKind::Content))]), on_contradiction(OnContradiction::Error);
    DROP "Books_Drop" COUNT, on_contradiction(OnContradiction::Error);
    ADD "Books_Add" &[Member::new("Names", Type::STRING_ARRAY), Member::new("Values", Type::STRING_ARRAY)], outputs(&[Member::new("Books_AddResult", Type::STRING)]), on_contradiction(OnContradiction::Error);
    PAINT "Books_Paint" &[
        Member::new("Main", Type::Enumeration(&COLOR)),
        Member::new("Others", Type::Array(&COLORS)),
        Member::new("Numbers", Type::Array(&INTS)),
    ], outputs(&[Member::new("Books_PaintResult", Type::Enumeration(&COLOR)).optional()]);
    MOVE "Books_Move" &[
        Member::new("To", Type::Structure(&PLACE)),
        Member::new("Via", Type::Array(&PLACES)),
        Member::new("Maybe", Type::Array(&MAYBE_INTS)),
        Member::new("Copies", Type::INT).nullable(),
    ];
    SCALARS "Scalars" &[
        Member::new("Flag", Type::Scalar(Scalar::Boolean)),
        Member::new("Big", Type::LONG),
        Member::new("Ratio", Type::Scalar(Scalar::Double)),
        Member::new("Price", Type::Scalar(Scalar::Decimal)),
        Member::new("When", Type::Scalar(Scalar::DateTime)),
        Member::new("Letter", Type::Scalar(Scalar::Char)),
    ], outputs(&[Member::new("ScalarsResult", Type::Array(&PLACES))]);
    BINARY "Binary" &[Member::new("Data", Type::Scalar(Scalar::Base64Binary)), Member::new("Id", Type::Scalar(Scalar::Guid))]
;
    ODD "Été 2" &[Member::new("a b", Type::STRING), Member::new("2nd", Type::STRING)], outputs(&[Member::new("Été 2Result", Type::STRING).role(Role::Records)]), on_contradiction(OnContradiction::Error);
    SHELVE "Books_Shelve" COUNT, outputs(&[Member::new("Books_ShelveResult", Type::Structure(&PLACE))]);
    NUMBER "Number" &[], outputs(&[Member::new("NumberResult", Type::INT)]);
    NOTHING "Nothing" &[], outputs(&[Member::new("NothingResult", Type::Scalar(Scalar::Base64Binary))]);
}

static SOAP_ONLY: Operation = strict("Soap_Only", FIND, &[Member::new("OddName", Type::STRING)])
    .transports(&[Transport::Soap11, Transport::Soap12]);

pub(super) static SERVICE: Service = Service::new("Library", "/library.asmx", "", COMMON, &[], OPERATIONS);
crate::__types_of!(SERVICE);

pub(super) fn endpoint() -> Endpoint {
    Endpoint {
        url: "http://127.0.0.1:8931/library.asmx".to_owned(),
        namespace: Arc::from(NAMESPACE),
        states_action: false,
    }
}

pub(super) fn settings() -> ServerSettings {
    ServerSettings::new(&SERVICE, NAMESPACE, ErrorStyle::Production)
}

pub(super) fn context(operation: &'static Operation, transport: Transport) -> ResponseContext {
    let limits = ParseOptions::keeping_forbidden_references();
    ResponseContext { service: &SERVICE, operation, transport, namespace: Arc::from(NAMESPACE), limits }
}

/// A call with some parameters set. Both common parameters are `x`.
pub(super) fn call(operation: &'static Operation, transport: Transport, values: &[(&str, Value<'static>)]) -> Call {
    let mut request = DynamicRequest::new(operation);
    for (name, value) in values {
        request.set(name, value.clone()).unwrap();
    }
    let mut call = Call::new(&SERVICE, Box::new(request));
    let mut common = (*call.common).clone();
    for parameter in SERVICE.common.iter().take(2) {
        common.set(parameter.name, "x").unwrap();
    }
    call.common = Arc::new(common);
    call.transport = transport;
    call
}

pub(super) fn text<T>(message: &T) -> String
where
    T: HasBody,
{
    String::from_utf8(message.bytes().to_vec()).unwrap()
}

/// The Content-Type of requests and responses.
pub(super) trait HasBody {
    fn bytes(&self) -> &Bytes;
    fn headers(&self) -> &http::HeaderMap;
}

impl HasBody for Request<Bytes> {
    fn bytes(&self) -> &Bytes {
        self.body()
    }
    fn headers(&self) -> &http::HeaderMap {
        self.headers()
    }
}

impl HasBody for Response<Bytes> {
    fn bytes(&self) -> &Bytes {
        self.body()
    }
    fn headers(&self) -> &http::HeaderMap {
        self.headers()
    }
}

pub(super) fn header<'a, T: HasBody>(message: &'a T, name: &str) -> Option<&'a str> {
    message.headers().get(name).map(|value| value.to_str().unwrap())
}

/// A result of a generated type.
pub(super) fn message(value: Value<'static>) -> Message {
    Message::new(vec![value])
}

pub(super) fn soap_namespace(transport: Transport) -> &'static str {
    match transport {
        Transport::Soap11 => "http://schemas.xmlsoap.org/soap/envelope/",
        _ => "http://www.w3.org/2003/05/soap-envelope",
    }
}

/// A read whose contradictions are errors.
pub(super) const fn strict(name: &'static str, parameters: &'static [Member], outputs: &'static [Member]) -> Operation {
    Operation::new(name, "", "", parameters, Effect::Read).outputs(outputs).on_contradiction(OnContradiction::Error)
}

/// A SOAP envelope as the recorded clients write it.
pub(super) fn envelope(transport: Transport, body: &str) -> String {
    let namespace = soap_namespace(transport);
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><soap:Envelope xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:soap=\"{namespace}\"><soap:Body>{body}</soap:Body></soap:Envelope>"
    )
}

/// A SOAP envelope as the recorded servers write it.
pub(super) fn response_envelope(transport: Transport, body: &str) -> String {
    let namespace = soap_namespace(transport);
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><soap:Envelope xmlns:soap=\"{namespace}\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"><soap:Body>{body}</soap:Body></soap:Envelope>"
    )
}

pub(super) const SOAP: [Transport; 2] = [Transport::Soap11, Transport::Soap12];
pub(super) const HTTP: [Transport; 2] = [Transport::HttpGet, Transport::HttpPost];

pub(super) fn content_type(transport: Transport) -> &'static str {
    match transport {
        Transport::Soap12 => "application/soap+xml; charset=utf-8",
        _ => "text/xml; charset=utf-8",
    }
}

/// A response over SOAP 1.1 with this element in its body.
pub(super) fn soap_response(element: &str) -> Response<Bytes> {
    let body = Bytes::from(response_envelope(Transport::Soap11, element));
    Response::builder().header("Content-Type", content_type(Transport::Soap11)).body(body).unwrap()
}

/// A SOAP request with the usual headers; on SOAP 1.1 the `SOAPAction` is that of `operation`.
pub(super) fn soap_request(transport: Transport, operation: &str, body: impl Into<Bytes>) -> Request<Bytes> {
    let mut builder = Request::post("/library.asmx").header("Content-Type", content_type(transport));
    if transport == Transport::Soap11 {
        builder = builder.header("SOAPAction", format!("\"{NAMESPACE}{operation}\""));
    }
    builder.body(body.into()).unwrap()
}

/// A GET or POST of `pairs`, which are encoded.
pub(super) fn form_request(transport: Transport, operation: &str, pairs: &str) -> Request<Bytes> {
    match transport {
        Transport::HttpGet => Request::get(format!("/library.asmx/{operation}?{pairs}")).body(Bytes::new()).unwrap(),
        _ => Request::post(format!("/library.asmx/{operation}"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .body(Bytes::from(pairs.to_owned()))
            .unwrap(),
    }
}

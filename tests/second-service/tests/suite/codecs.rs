//! Every operation over every transport that carries it, client to service and back through the codecs, without a socket.

use std::sync::Arc;

use asmx_runtime::descriptors::{ArrayType, Place, Presence, Scalar, Structure};
use asmx_runtime::protocol::{self, Endpoint, ErrorStyle, RequestLimits, ResponseContext, ServerSettings};
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::values::Chosen;
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{
    Call, DynamicRequest, Handler, Member, Opener, Operation, RawOutput, ServiceFuture, Transport, Type, Typed, Value,
};
use second_service::{
    Book, EnumerationsAndStructures, GetBook, GetBooks, LibraryCatalogue, LibraryCatalogueService, LIBRARY_CATALOGUE,
};

const NAMESPACE: &str = "http://library.example/catalogue/";

fn endpoint() -> Endpoint {
    let url = format!("http://127.0.0.1:1{}", LIBRARY_CATALOGUE.path);
    Endpoint { url, namespace: NAMESPACE.into(), states_action: false }
}

fn settings() -> ServerSettings {
    ServerSettings::new(&LIBRARY_CATALOGUE, NAMESPACE, ErrorStyle::Production)
}

/// Some text of each scalar, in canonical form, none of them the one that an absent value is read as.
fn scalar(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::String => "a<b>&\r\n\t\"c\" ü 日本",
        Scalar::Boolean => "true",
        Scalar::Byte | Scalar::Short | Scalar::Int | Scalar::Long | Scalar::Integer => "-12",
        Scalar::UnsignedByte | Scalar::UnsignedShort | Scalar::UnsignedInt | Scalar::UnsignedLong => "12",
        Scalar::Char => "252",
        Scalar::Float | Scalar::Double | Scalar::Decimal => "1.5",
        Scalar::DateTime => "2026-01-02T03:04:05",
        Scalar::Date => "2026-01-02",
        Scalar::Time => "03:04:05",
        Scalar::Duration => "P1DT2H",
        Scalar::Base64Binary => "AQID",
        Scalar::HexBinary => "0AFF",
        Scalar::AnyUri => "http://library.example/a?b=c",
        Scalar::QName => "{urn:names}name",
        Scalar::Guid => "01234567-89ab-cdef-0123-456789abcdef",
        other => panic!("the service has no {other:?}"),
    }
}

fn value(kind: Type, depth: usize) -> Value<'static> {
    match kind {
        Type::Scalar(kind) => Value::from(scalar(kind)),
        Type::Enumeration(enumeration) => Value::from(enumeration.values[1]),
        Type::Structure(structure) => self::structure(structure, depth),
        Type::Array(array) => self::array(array, depth),
        Type::List(_) | Type::Any | Type::Xml(_) | Type::DataSet(_) => panic!("the service has no {kind:?}"),
    }
}

fn structure(structure: &'static Structure, depth: usize) -> Value<'static> {
    let one = |member: &Member| match member.place {
        Place::Choice([first, ..]) => {
            Value::Choice(Box::new(Chosen { alternative: 0, value: value(first.kind, depth + 1) }))
        }
        _ if member.repeated => Value::Array(vec![value(member.kind, depth + 1); 2]),
        _ => value(member.kind, depth + 1),
    };
    Value::Structure(structure.members().iter().map(one).collect())
}

/// Two items; none where structures hold arrays of themselves too deeply.
fn array(array: &'static ArrayType, depth: usize) -> Value<'static> {
    if depth > 3 {
        return Value::Array(Vec::new());
    }
    Value::Array(vec![value(array.item, depth + 1), value(array.item, depth + 1)])
}

/// A request with a value for every parameter, or for the required ones only.
fn request(operation: &'static Operation, is_full: bool) -> DynamicRequest {
    let mut request = DynamicRequest::new(operation);
    let parameters = operation.parameters.iter();
    for parameter in parameters.filter(|parameter| is_full || parameter.presence == Presence::Required) {
        request.set(parameter.name, value(parameter.kind, 0)).unwrap();
    }
    request
}

#[test]
fn every_request_arrives_as_it_was_sent() {
    let (endpoint, settings) = (endpoint(), settings());
    let limits = RequestLimits { max_query: usize::MAX };
    let mut round_trips = 0;
    for operation in LIBRARY_CATALOGUE.operations.iter().copied() {
        for transport in Transport::ALL.into_iter().filter(|transport| operation.offered_over(*transport)) {
            let forms: &[bool] = if transport.is_soap() { &[true, false] } else { &[true] };
            for request in forms.iter().map(|is_full| request(operation, *is_full)) {
                // A value that may be null says so where it is not given.
                let sent = operation.parameters.iter().zip(request.values()).map(|(parameter, value)| match value {
                    Value::Null if parameter.presence == Presence::Nullable => Value::Nil,
                    value => value.clone(),
                });
                let sent: Vec<_> = sent.collect();
                let mut call = Call::new(&LIBRARY_CATALOGUE, Box::new(request));
                call.transport = transport;
                let encoded = protocol::encode_request(&endpoint, &limits, call.outgoing())
                    .unwrap_or_else(|error| panic!("{}: {error}", operation.name));
                let received = protocol::decode_request(&settings, &encoded)
                    .unwrap_or_else(|response| panic!("{} over {transport}: {response:?}", operation.name));
                assert_eq!(received.incoming.operation.name, operation.name);
                assert_eq!(received.request.values(), sent, "{} over {transport}", operation.name);
                round_trips += 1;
            }
        }
    }
    assert!(round_trips > LIBRARY_CATALOGUE.operations.len() * 4, "{round_trips}");
}

/// Client and server in one: encodes, decodes, calls the service, encodes and decodes again.
struct Loopback {
    opener: Opener,
}

impl Handler for Loopback {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let encoded = protocol::encode_request(&endpoint(), &RequestLimits::default(), call.outgoing()).unwrap();
        let received = protocol::decode_request(&settings(), &encoded).unwrap();
        let handler = self.opener.open(&received.incoming).unwrap();
        Box::pin(async move {
            let mut served = Call::new(&LIBRARY_CATALOGUE, Box::new(received.request));
            served.transport = call.transport;
            let result = handler.handle(&served).await?.into_message()?;
            let context = ResponseContext {
                service: &LIBRARY_CATALOGUE,
                operation: call.operation(),
                transport: call.transport,
                namespace: NAMESPACE.into(),
                limits: ParseOptions::default(),
            };
            let response = protocol::encode_response(&context, &result).unwrap();
            Ok(RawOutput::Response { response, context })
        })
    }
}

/// Returns what it received.
struct Echo;

impl LibraryCatalogueService for Echo {
    fn get_book(&self, request: GetBook) -> ServiceFuture<'_, Typed<Book>> {
        Box::pin(async move {
            let number = request.number.map_or(0, i64::from);
            Ok(Typed::new(Book::new().self_(number).title("Emma").keywords([Some("a"), None])))
        })
    }

    fn get_books(&self, _: GetBooks) -> ServiceFuture<'_, Typed<Vec<Option<Book>>>> {
        Box::pin(async move { Ok(Typed::new(vec![Some(Book::new().title("Emma")), None])) })
    }

    fn enumerations_and_structures(&self, request: EnumerationsAndStructures) -> ServiceFuture<'_, Typed<Book>> {
        Box::pin(async move { Ok(request.book.map_or_else(Typed::null, Typed::new)) })
    }
}

fn looped() -> LibraryCatalogue {
    let opener = LibraryCatalogue::opener(|_| Ok(Arc::new(Echo)));
    LibraryCatalogue::from(LibraryCatalogue::in_process(Echo).client().decorated(|_| Arc::new(Loopback { opener })))
}

#[tokio::test]
async fn typed_calls_go_through_the_codecs_and_back() {
    let client = looped();
    for transport in Transport::ALL {
        let book = client.get_book(GetBook::new().number(42)).transport(transport).await.unwrap();
        let book = book.into_option().unwrap();
        assert_eq!((book.self_, book.keywords), (42, Some(vec![Some("a".to_owned()), None])), "{transport}");
        let books = client.get_books(GetBooks::new().title("E")).transport(transport).await.unwrap();
        let books = books.into_option().unwrap();
        assert_eq!((books.len(), &books[1]), (2, &None), "{transport}");
    }
    for transport in [Transport::Soap11, Transport::Soap12] {
        let request = EnumerationsAndStructures::new().genre(second_service::Genre::SciFi);
        let request = request.book(Book::new().title("Persuasion").pages(249));
        let book = client.enumerations_and_structures(request).transport(transport).await.unwrap();
        let book = book.into_option().unwrap();
        assert_eq!((book.title.as_deref(), book.pages), (Some("Persuasion"), 249));
    }
}

#[tokio::test]
async fn an_operation_is_callable_by_its_descriptor_alone() {
    let mut request = DynamicRequest::new(LIBRARY_CATALOGUE.operation("GetBook").unwrap());
    request.set("Number", "7").unwrap();
    let message = looped().client().call(request).await.unwrap();
    let values = message.values();
    let [Value::Structure(members)] = values.as_slice() else { panic!("no structure") };
    assert_eq!(members[0], Value::from("Emma"));
    assert_eq!(members[1], Value::from("7"));
}

//! Requests and responses of described operations are read and written as by a genuine server.
#![allow(clippy::needless_pass_by_value, reason = "tests give values away")]

mod headers;
mod service;

use self::service::*;
use super::{HTTP, SOAP, content_type, header, message, soap_namespace, text};
use crate::Transport;
use crate::fault::{Fault, FaultCode};
use crate::operation::{Operation, Type};
use crate::protocol::{
    ErrorStyle, Received, ResponseContext, ServerSettings, decode_request, decode_response, encode_failure,
    encode_response,
};
use crate::results::Text;
use crate::value::Value;
use crate::value::deviation::Deviation;
use crate::value::message::Message;
use crate::value::soap_header::{HeaderContent, SoapHeader};
use crate::xml::ParseOptions;
use bytes::Bytes;
use http::{Request, Response, StatusCode};

fn settings() -> ServerSettings {
    ServerSettings::new(&SERVICE, NAMESPACE, ErrorStyle::Development)
}

fn envelope_of(transport: Transport, header: &str, body: &str) -> String {
    let namespace = soap_namespace(transport);
    let header = if header.is_empty() { String::new() } else { format!("<soap:Header>{header}</soap:Header>") };
    let body = if body.is_empty() { "<soap:Body />".to_owned() } else { format!("<soap:Body>{body}</soap:Body>") };
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><soap:Envelope xmlns:soap=\"{namespace}\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\">{header}{body}</soap:Envelope>"
    )
}

fn request(transport: Transport, action: &str, header: &str, body: &str) -> Request<Bytes> {
    let builder = Request::post("/zoo.asmx");
    let builder = match transport {
        Transport::Soap11 => {
            builder.header("Content-Type", content_type(transport)).header("SOAPAction", format!("\"{action}\""))
        }
        _ => builder.header("Content-Type", format!("{}; action=\"{action}\"", content_type(transport))),
    };
    builder.body(Bytes::from(envelope_of(transport, header, body))).unwrap()
}

fn decoded(request: &Request<Bytes>) -> Received {
    decode_request(&settings(), request)
        .unwrap_or_else(|response| panic!("refused: {} {}", response.status(), text(&response)))
}

fn refused(request: &Request<Bytes>) -> Response<Bytes> {
    decode_request(&settings(), request).expect_err("it is understood")
}

/// The values of a request whose action is that of `operation`.
fn values(operation: &str, body: &str) -> Vec<Value<'static>> {
    let received = decoded(&request(Transport::Soap11, &format!("{NAMESPACE}{operation}"), "", body));
    assert_eq!(received.incoming.operation.name, operation);
    received.request.values().to_vec()
}

fn context(operation: &'static Operation, transport: Transport) -> ResponseContext {
    let limits = ParseOptions::default();
    ResponseContext { service: &SERVICE, operation, transport, namespace: NAMESPACE.into(), limits }
}

fn get(target: &str) -> Request<Bytes> {
    Request::get(target).body(Bytes::new()).unwrap()
}

/// Decodes a response of this body over SOAP.
fn answered(operation: &'static Operation, transport: Transport, body: &str) -> Message {
    let response = Response::builder().header("content-type", content_type(transport));
    let response = response.body(Bytes::from(envelope_of(transport, "", body))).unwrap();
    decode_response(&context(operation, transport), response).unwrap()
}

/// The body of a response over SOAP.
#[track_caller]
fn responds(operation: &'static Operation, outputs: Vec<Value<'static>>, body: &str) {
    for transport in SOAP {
        let response = encode_response(&context(operation, transport), &Message::new(outputs.clone())).unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(text(&response), envelope_of(transport, "", body));
    }
}

/// The body of a response over GET and POST, after the declaration.
#[track_caller]
fn responds_alone(operation: &'static Operation, output: Value<'static>, body: &str) {
    for transport in HTTP {
        let response = encode_response(&context(operation, transport), &message(output.clone())).unwrap();
        assert_eq!(text(&response), format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>{body}"));
        assert_eq!(header(&response, "content-type"), Some("text/xml; charset=utf-8"));
    }
}

fn some(text: &'static str) -> Value<'static> {
    Value::from(text)
}

const NULL: Value<'static> = Value::Null;

#[test]
fn several_outputs_the_result_first() {
    let divided = values("Divide", "<Divide xmlns=\"http://zoo.test/\"><b>2</b><a>7</a></Divide>");
    assert_eq!(divided, [some("7"), some("2")]);
    responds(
        &DIVIDE,
        vec![some("3"), some("1"), NULL, Value::Nil],
        "<DivideResponse xmlns=\"http://zoo.test/\"><DivideResult>3</DivideResult><rem>1</rem><maybe xsi:nil=\"true\" /></DivideResponse>",
    );
    // A missing number, too few parts and a result of another kind are mistakes of the service.
    for (content, words) in [
        (
            Message::new(vec![NULL, some("1"), NULL, NULL]),
            "the result cannot be sent: DivideResult is required and was not given",
        ),
        (message(some("1")), "the service returned 1 part; the operation is declared to return 4 parts"),
        (Message::from(Text::new("1")), "the service returned 1 part; the operation is declared to return 4 parts"),
        (Message::default(), "the service returned nothing; the operation is declared to return 4 parts"),
    ] {
        assert_eq!(encode_response(&context(&DIVIDE, Transport::Soap11), &content).unwrap_err().message(), words);
    }
}

#[test]
fn elements_and_actions_that_do_not_follow_from_the_name() {
    let body = "<Everything xmlns=\"urn:zoo:all\"><In>x</In></Everything>";
    for transport in SOAP {
        let received = decoded(&request(transport, "urn:custom-action#Tu es %C3%A9", "", body));
        assert_eq!((received.incoming.operation.name, received.request.values()), ("AllChanged", &[some("x")][..]));
    }
    // Without an action the element names the operation.
    let mut by_element = request(Transport::Soap11, "", "", body);
    by_element.headers_mut().remove("SOAPAction");
    assert_eq!(decoded(&by_element).incoming.operation.name, "AllChanged");
    // The usual action, from namespace and name, is not that of the operation.
    let response = refused(&request(Transport::Soap11, "http://zoo.test/AllChanged", "", body));
    let words = "Server did not recognize the value of HTTP Header SOAPAction: http://zoo.test/AllChanged.";
    assert!(text(&response).contains(words));
    // Another element counts as missing.
    let other = "<AllChanged xmlns=\"http://zoo.test/\"><In>x</In></AllChanged>";
    let other = request(Transport::Soap11, "urn:custom-action#Tu es %C3%A9", "", other);
    assert_eq!(decoded(&other).request.values(), [NULL]);
    responds(&ALL_CHANGED, vec![some("y")], "<EverythingOut xmlns=\"urn:zoo:all\"><Out>y</Out></EverythingOut>");
    // With an empty action the element decides, among operations with an empty action only.
    let routed = request(Transport::Soap11, "", "", "<Routed xmlns=\"http://zoo.test/\"><a>r</a></Routed>");
    assert_eq!(decoded(&routed).request.values(), [some("r")]);
    let response = refused(&request(Transport::Soap11, "", "", body));
    assert!(text(&response).contains("SOAPAction: ."));
    // Over GET the part has the name of the parameter, and the path that of the message.
    assert_eq!(decoded(&get("/zoo.asmx/Changed?A=x")).request.values(), [some("x")]);
    let missing = refused(&get("/zoo.asmx/Changed?In=x"));
    assert_eq!(text(&missing), "System.InvalidOperationException: Missing parameter: a.\n");
    let response = refused(&get("/zoo.asmx/AllChanged?a=x"));
    assert_eq!(text(&response), "System.InvalidOperationException: AllChanged Web Service method name is not valid.\n");
}

#[test]
fn bare_messages_have_no_element_around_their_parts() {
    let person = Value::Structure(vec![some("N"), some("1")]);
    let element = "<person xmlns=\"http://zoo.test/\"><Name>N</Name><Age>1</Age></person>";
    let note = "<note xmlns=\"http://zoo.test/\">n</note>";
    for body in [format!("{element}{note}"), format!("<other/>{note}{element}<person xmlns=\"http://zoo.test/\" />")] {
        assert_eq!(values("BarePerson", &body), [person.clone(), some("n")]);
    }
    assert_eq!(values("BarePerson", ""), [NULL, NULL]);
    // A nil object is read as one with default members.
    let nil = "<person xmlns=\"http://zoo.test/\" xsi:nil=\"true\" />";
    assert_eq!(values("BarePerson", nil), [Value::Structure(vec![NULL, NULL]), NULL]);
    let mut by_element = request(Transport::Soap12, "", "", note);
    by_element.headers_mut().insert("Content-Type", content_type(Transport::Soap12).parse().unwrap());
    assert_eq!(decoded(&by_element).incoming.operation.name, "BarePerson");
    let result = "<BarePersonResult xmlns=\"http://zoo.test/\"><Name>N</Name><Age>1</Age></BarePersonResult>";
    responds(&BARE, vec![person], result);
    responds(&BARE, vec![NULL], "");
    let any = values("BareXml", "<anything xmlns=\"urn:any\"><x/></anything>");
    assert_eq!(any, [Value::Array(vec![Value::Xml("<anything xmlns=\"urn:any\"><x/></anything>".into())])]);
}

#[test]
fn parts_of_rpc_messages_have_no_namespace() {
    let person = Value::Structure(vec![some("N"), NULL]);
    let body = |parts: &str| format!("<q:RpcEcho xmlns:q=\"http://zoo.test/\">{parts}</q:RpcEcho>");
    assert_eq!(values("RpcEcho", &body("<person><Name xmlns=\"http://zoo.test/\">N</Name></person>")), [person]);
    assert_eq!(values("RpcEcho", &body("<q:person><q:Name>N</q:Name></q:person>")), [NULL]);
    responds(
        &RPC,
        vec![Value::Structure(vec![some("N"), Value::Nil])],
        "<RpcEchoResponse xmlns=\"http://zoo.test/\"><RpcEchoResult xmlns=\"\"><Name xmlns=\"http://zoo.test/\">N</Name>\
         <Age xmlns=\"http://zoo.test/\" xsi:nil=\"true\" /></RpcEchoResult></RpcEchoResponse>",
    );
}

#[test]
fn one_way_operations_have_no_response() {
    let fault = Fault::server("failed");
    for transport in SOAP {
        for response in [
            encode_response(&context(&ONE_WAY, transport), &Message::new(vec![])).unwrap(),
            encode_failure(&context(&ONE_WAY, transport), ErrorStyle::Development, &fault),
        ] {
            assert_eq!((response.status(), text(&response).as_str()), (StatusCode::ACCEPTED, ""));
        }
    }
    for transport in HTTP {
        for (operation, content) in [(&ONE_WAY, Message::new(vec![])), (&VOID, Message::default())] {
            let response = encode_response(&context(operation, transport), &content).unwrap();
            assert_eq!((response.status(), text(&response).as_str()), (StatusCode::OK, ""));
            let response = encode_failure(&context(operation, transport), ErrorStyle::Development, &fault);
            assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        }
    }
    responds(&VOID, vec![], "<VoidResponse xmlns=\"http://zoo.test/\" />");
}

#[test]
fn repeated_parameters_and_choices() {
    let body = "<Unwrapped xmlns=\"http://zoo.test/\"><tag>a</tag><after>x</after><tag /><tag>c</tag></Unwrapped>";
    let tags = Value::Array(vec![some("a"), some(""), some("c")]);
    assert_eq!(values("Unwrapped", body), [tags.clone(), some("x")]);
    assert_eq!(values("Unwrapped", "<Unwrapped xmlns=\"http://zoo.test/\" />"), [NULL, NULL]);
    responds(
        &UNWRAPPED,
        vec![tags.clone()],
        "<UnwrappedResponse xmlns=\"http://zoo.test/\"><tag>a</tag><tag /><tag>c</tag></UnwrappedResponse>",
    );
    assert_eq!(decoded(&get("/zoo.asmx/Unwrapped?tag=a&after=x&TAG=&tag=c")).request.values(), [tags, some("x")]);
    let body = "<Choices xmlns=\"http://zoo.test/\"><s>x</s><i>1</i></Choices>";
    let chosen = values("Choices", body);
    assert!(matches!(&chosen[..], [Value::Choice(chosen)] if chosen.alternative == 1 && chosen.value == some("x")));
}

#[test]
fn derived_types() {
    let cat =
        "<item xmlns:q1=\"http://zoo.test/\" xsi:type=\"q1:Cat\" Mood=\"aloof\"><Name>c</Name><Lives>9</Lives></item>";
    let read = values("EchoAnimal", &format!("<EchoAnimal xmlns=\"http://zoo.test/\">{cat}</EchoAnimal>"));
    assert!(matches!(&read[..], [Value::OfType(typed)] if typed.kind == Type::Structure(&CAT)), "{read:?}");
    responds(
        &ANIMALS,
        read.clone(),
        "<EchoAnimalResponse xmlns=\"http://zoo.test/\"><EchoAnimalResult xsi:type=\"Cat\" Mood=\"aloof\"><Name>c</Name>\
         <Lives>9</Lives></EchoAnimalResult></EchoAnimalResponse>",
    );
    responds_alone(
        &ANIMALS,
        read[0].clone(),
        "\n<Animal xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xsi:type=\"Cat\" Mood=\"aloof\" xmlns=\"http://zoo.test/\">\n  <Name>c</Name>\n  <Lives>9</Lives>\n</Animal>",
    );
    let unknown = "<EchoAnimal xmlns=\"http://zoo.test/\"><item xsi:type=\"Dog\" /></EchoAnimal>";
    let response = refused(&request(Transport::Soap11, "http://zoo.test/EchoAnimal", "", unknown));
    assert!(text(&response).contains("The specified type was not recognized"), "{}", text(&response));
}

#[test]
fn absent_values_are_read_as_defaults() {
    let record = Value::Structure(vec![some("0"), some("false"), NULL]);
    let body = "<Defaults xmlns=\"http://zoo.test/\" />";
    assert_eq!(values("Defaults", body), [some("0"), some("5"), record, NULL]);
    let body = "<Defaults xmlns=\"http://zoo.test/\"><five /><p><Age xsi:nil=\"1\">7</Age></p></Defaults>";
    let read = values("Defaults", body);
    assert_eq!((&read[1], &read[3]), (&some("5"), &Value::Structure(vec![NULL, Value::Nil])));
}

#[test]
fn an_empty_text_of_a_structure_is_null() {
    let body = |text: &str| format!("<Noted xmlns=\"http://zoo.test/\"><n>{text}</n></Noted>");
    assert_eq!(values("Noted", &body("")), [Value::Structure(vec![NULL])]);
    assert_eq!(values("Noted", &body("a")), [Value::Structure(vec![some("a")])]);
}

#[test]
fn qualified_names_and_empty_numbers() {
    let body = |name: &str| {
        format!("<Names xmlns=\"http://zoo.test/\"><q xmlns:p=\"urn:q\">{name}</q><m scale=\"2\" /></Names>")
    };
    for (wire, read) in [
        ("p:local", "{urn:q}local"),
        ("xsd:string", "{http://www.w3.org/2001/XMLSchema}string"),
        ("plain", "{http://zoo.test/}plain"),
    ] {
        let money = Value::Structure(vec![some("2"), some("0")]);
        assert_eq!(values("Names", &body(wire)), [some(read), money]);
    }
    let money = Value::Structure(vec![NULL, some("1.50")]);
    responds(
        &NAMES,
        vec![money, some("{urn:q}local")],
        "<NamesResponse xmlns=\"http://zoo.test/\"><NamesResult>1.50</NamesResult><q xmlns:q1=\"urn:q\">q1:local</q></NamesResponse>",
    );
}

#[test]
fn parameters_of_get_and_post() {
    let target = "/zoo.asmx/Bytes?b=0&b=255&r=Read,%20run&d=02/29/2024&tags=a,b&tags=c";
    let read = decoded(&get(target)).request.values().to_vec();
    let tags = Value::Array(vec![some("a,b"), some("c")]);
    assert_eq!(read, [some("AP8="), some("Read run"), some("2024-02-29"), tags]);
    for (pairs, words) in [
        ("r=0", "System.NullReferenceException: "),
        ("b=256&r=0", "System.ArgumentException: Cannot convert 256 to System.Byte."),
        ("b=1&r=All", "System.ArgumentException: Cannot convert All to Rights."),
    ] {
        let response = refused(&get(&format!("/zoo.asmx/Bytes?{pairs}&d=2024-02-29&tags=")));
        assert!(text(&response).starts_with(words), "{pairs}");
    }
}

#[test]
fn a_name_with_an_undeclared_prefix_contradicts_its_type() {
    let read = |name: &str| {
        let body = format!(
            "<NamesResponse xmlns=\"http://zoo.test/\"><NamesResult scale=\"2\">1.50</NamesResult><q xmlns:q1=\"urn:q\">{name}</q></NamesResponse>"
        );
        let message = answered(&NAMES, Transport::Soap11, &body);
        (message.values()[1].clone().into_owned(), message.deviations)
    };
    assert_eq!(read("q1:local"), (some("{urn:q}local"), vec![]));
    for (name, read_as) in [
        ("q2:local", "q2:local"),
        ("{q2:local", "{q2:local"),
        ("q1:{local", "{urn:q}{local"),
        ("{local", "{http://zoo.test/}{local"),
    ] {
        assert_eq!(read(name), (some(read_as), vec![Deviation::new("q", "is not of its type, QName")]));
    }
}

/// As .NET writes it: the element has a prefix, so that the name has no namespace.
#[test]
fn a_name_in_no_namespace_stays_in_none() {
    let body = "<NamesResponse xmlns=\"http://zoo.test/\"><q1:q xmlns:q1=\"http://zoo.test/\" xmlns=\"\">none</q1:q></NamesResponse>";
    responds(&NAMES, vec![NULL, some("{}none")], body);
    for transport in SOAP {
        let message = answered(&NAMES, transport, body);
        assert_eq!((message.values()[1].clone(), message.deviations.len()), (some("{}none"), 0));
    }
    let kind = Type::Scalar(crate::operation::Scalar::QName);
    let typed = Value::OfType(Box::new(crate::value::TypedValue { kind, value: some("{}none") }));
    responds_alone(
        &ANY,
        typed,
        "\n<q1:anyType xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xmlns:q1=\"http://zoo.test/\" xmlns=\"\" xsi:type=\"xsd:QName\">none</q1:anyType>",
    );
}

/// .NET writes such a name as it is, and reads it in the default namespace.
#[test]
fn a_name_in_no_namespace_in_an_attribute_or_a_text_stays_in_none() {
    let outputs = vec![Value::Structure(vec![some("{}none"), some("a")]), Value::Structure(vec![some("{}none")])];
    let body = "<TaggedResponse xmlns=\"http://zoo.test/\">\
         <q1:TaggedResult xmlns:q1=\"http://zoo.test/\" xmlns=\"\" kind=\"none\"><Name xmlns=\"http://zoo.test/\">a</Name></q1:TaggedResult>\
         <q1:w xmlns:q1=\"http://zoo.test/\" xmlns=\"\">none</q1:w></TaggedResponse>";
    responds(&TAGGED, outputs.clone(), body);
    for transport in SOAP {
        let message = answered(&TAGGED, transport, body);
        assert_eq!((message.values(), message.deviations.len()), (outputs.clone(), 0));
    }
    let known = vec![Value::Structure(vec![some("{http://zoo.test/}own"), some("a")]), NULL];
    responds(
        &TAGGED,
        known,
        "<TaggedResponse xmlns=\"http://zoo.test/\"><TaggedResult kind=\"own\"><Name>a</Name></TaggedResult></TaggedResponse>",
    );
}

#[test]
fn roots_of_get_and_post() {
    const TYPES: &str =
        "xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"";
    let record = |id| Value::Structure(vec![some(id), some("false"), Value::Nil]);
    responds_alone(
        &RECORDS,
        Value::Array(vec![record("0"), Value::Nil]),
        &format!(
            "\n<ArrayOfRec {TYPES} xmlns=\"http://zoo.test/\">\n  <Rec Flag=\"false\">\n    <Id>0</Id>\n    <When xsi:nil=\"true\" />\n  \
             </Rec>\n  <Rec xsi:nil=\"true\" />\n</ArrayOfRec>"
        ),
    );
    responds_alone(&RECORDS, Value::Array(vec![]), &format!("\n<ArrayOfRec {TYPES} xmlns=\"http://zoo.test/\" />"));
    responds_alone(&RECORD, NULL, &format!("\n<Rec {TYPES} xsi:nil=\"true\" xmlns=\"http://zoo.test/\" />"));
    responds_alone(
        &RECORD,
        record("1"),
        &format!(
            "\n<Rec {TYPES} Flag=\"false\" xmlns=\"http://zoo.test/\">\n  <Id>1</Id>\n  <When xsi:nil=\"true\" />\n</Rec>"
        ),
    );
    responds_alone(&NULLABLE, Value::Nil, &format!("\n<int {TYPES} xsi:nil=\"true\" xmlns=\"http://zoo.test/\" />"));
    responds_alone(&NULLABLE, some("5"), "\n<int xmlns=\"http://zoo.test/\">5</int>");
    responds_alone(&HEADERS, some("a > b\nc"), "\n<string xmlns=\"http://zoo.test/\">a &gt; b\nc</string>");
    responds_alone(&HEADERS, some(""), "\n<string xmlns=\"http://zoo.test/\" />");
    responds_alone(&BYTES, some(""), "\n<base64Binary xmlns=\"http://zoo.test/\" />");
    responds_alone(
        &UNWRAPPED,
        Value::Array(vec![some("a"), some("")]),
        &format!(
            "\n<ArrayOfString {TYPES} xmlns=\"http://zoo.test/\">\n  <string>a</string>\n  <string />\n</ArrayOfString>"
        ),
    );
    // The names that the array declares are for SOAP.
    responds_alone(
        &NAMED_ITEMS,
        Value::Array(vec![some("a")]),
        &format!("\n<ArrayOfString {TYPES} xmlns=\"http://zoo.test/\">\n  <string>a</string>\n</ArrayOfString>"),
    );
    responds(
        &NAMED_ITEMS,
        vec![Value::Array(vec![some("a")])],
        "<NamedItemsResponse xmlns=\"http://zoo.test/\"><NamedItemsResult><n>a</n></NamedItemsResult></NamedItemsResponse>",
    );
    let number = Value::OfType(Box::new(crate::value::TypedValue { kind: Type::INT, value: some("0") }));
    responds_alone(
        &ANY,
        number,
        &format!("\n<anyType {TYPES} xsi:type=\"xsd:int\" xmlns=\"http://zoo.test/\">0</anyType>"),
    );
    // A document brings its root.
    let document = Value::Xml("<x>x&lt;&amp;&gt;</x>".into());
    responds_alone(&XML, document.clone(), "\n<x>x&lt;&amp;&gt;</x>");
    responds_alone(&XML, NULL, "");
    let null = encode_response(&context(&XML, Transport::HttpGet), &message(NULL)).unwrap();
    assert_eq!(decode_response(&context(&XML, Transport::HttpGet), null).unwrap(), message(NULL));
    responds(
        &XML,
        vec![document],
        "<RXmlResponse xmlns=\"http://zoo.test/\"><RXmlResult><x xmlns=\"\">x&lt;&amp;&gt;</x></RXmlResult></RXmlResponse>",
    );
    // Elements without a namespace stay so, even inside an element with a prefix.
    responds(
        &XML,
        vec![Value::Xml("<p:x xmlns:p=\"urn:p\"><p:y /><z /></p:x>".into())],
        "<RXmlResponse xmlns=\"http://zoo.test/\"><RXmlResult><p:x xmlns=\"\" xmlns:p=\"urn:p\"><p:y /><z /></p:x></RXmlResult></RXmlResponse>",
    );
    let data = "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" />";
    responds_alone(
        &DATA,
        Value::Xml(data.into()),
        &format!("\n<DataSet xmlns=\"http://zoo.test/\">\n  {data}\n</DataSet>"),
    );
    responds_alone(&DATA, NULL, &format!("\n<DataSet {TYPES} xsi:nil=\"true\" xmlns=\"http://zoo.test/\" />"));
}

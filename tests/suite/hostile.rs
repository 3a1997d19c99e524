//! Recordings cut at each byte, and documents made to exhaust a parser. The outcome is a result or an error, never a panic and never a hang.
//! `tests/decoder-checks` changes the recordings.
#![allow(clippy::pedantic)]

use asmx_runtime::protocol::{self, Endpoint, ErrorStyle, RequestLimits, ResponseContext, ServerSettings};
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{Call, DynamicRequest, ErrorKind, Operation, Outcome, Text, Transport, XmlDocument};
use bytes::Bytes;
use email_campaign_client::EMAIL_CAMPAIGN;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use recordings::{Exchange, NAMESPACE};

use crate::interface;

fn settings() -> ServerSettings {
    ServerSettings::new(interface::recorded(), NAMESPACE, ErrorStyle::Production)
}

fn context(operation: &'static Operation, transport: Transport) -> ResponseContext {
    let limits = ParseOptions::keeping_forbidden_references();
    ResponseContext { service: interface::recorded(), operation, transport, namespace: NAMESPACE.into(), limits }
}

/// Decodes, and looks at everything that is parsed on demand. Whether it succeeded.
fn decode(context: &ResponseContext, response: http::Response<Bytes>) -> bool {
    match protocol::decode_response(context, response) {
        Ok(content) => {
            let _ = format!("{content:?}");
            if let Ok(document) = content.single::<XmlDocument>() {
                let _ = document.document();
            }
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_ne!(error.outcome(), Outcome::NotSent, "there was a response");
            false
        }
    }
}

/// The smallest recording of each operation and transport whose response is at most `largest` bytes.
fn small(largest: usize) -> Vec<(&'static Operation, Exchange)> {
    let mut exchanges: Vec<_> = recordings::group("ops").into_iter().chain(recordings::group("results")).collect();
    exchanges.retain(|exchange| exchange.http_response().body().len() <= largest);
    exchanges
        .into_iter()
        .map(|exchange| {
            let received = protocol::decode_request(&settings(), &exchange.http_request());
            (received.unwrap_or_else(|response| panic!("{response:?}")).incoming.operation, exchange)
        })
        .collect()
}

#[test]
fn responses_and_requests_cut_at_each_byte() {
    for (operation, exchange) in small(1500) {
        let context = context(operation, exchange.transport);
        let body = exchange.http_response().body().clone();
        for end in (0..body.len()).step_by(cases::step(7)) {
            let mut response = exchange.http_response();
            *response.body_mut() = body.slice(..end);
            let ok = decode(&context, response);
            // A SOAP response without its last byte is never a response.
            assert!(!ok || !exchange.transport.is_soap(), "{} cut at {end}", exchange.name());
        }
        let body = exchange.http_request().body().clone();
        for end in (0..body.len()).step_by(cases::step(7)) {
            let mut request = exchange.http_request();
            *request.body_mut() = body.slice(..end);
            let _ = protocol::decode_request(&settings(), &request);
        }
    }
}

fn soap_response(body: impl Into<Bytes>) -> http::Response<Bytes> {
    http::Response::builder().header("content-type", "text/xml; charset=utf-8").body(body.into()).unwrap()
}

#[test]
fn documents_made_to_exhaust_a_parser() {
    let operation = interface::recorded().operation("Groups_GetList_DataSet").unwrap();
    let context = context(operation, Transport::Soap11);
    let bomb = "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">]><a>&c;</a>";
    let deep = "<a>".repeat(1_000_000);
    let wide = format!("<a {}/>", (0..200_000).map(|index| format!("x{index}=\"\" ")).collect::<String>());
    let many = format!("<a>{}</a>", "<b/>".repeat(cases::of(3_000_000)));
    for document in [
        bomb.to_owned(),
        deep,
        wide,
        many,
        "&".repeat(100_000),
        "<".repeat(100_000),
        format!("<a>{}", "&#65;".repeat(100_000)),
    ] {
        for transport in [Transport::Soap11, Transport::HttpPost].into_iter().step_by(cases::step(2)) {
            let context = ResponseContext { transport, ..context.clone() };
            let error = protocol::decode_response(&context, soap_response(document.clone())).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::UnexpectedResponse, "{error}");
            assert!(error.to_string().len() < 2_000, "the message stays short");
        }
        let request =
            http::Request::builder().method("POST").uri("/api.asmx").header("content-type", "text/xml; charset=utf-8");
        let request = request
            .header("soapaction", format!("\"{NAMESPACE}Groups_GetList_DataSet\""))
            .body(Bytes::from(document))
            .unwrap();
        let response = protocol::decode_request(&settings(), &request).expect_err("must be refused");
        assert!(matches!(response.status().as_u16(), 400 | 500), "{response:?}");
    }
}

#[test]
fn the_depth_and_size_limits_are_settings() {
    let operation = interface::recorded().operation("Reports_Transactional_GetOpens_XML").unwrap();
    let document = format!("{}{}", "<a>".repeat(40), "</a>".repeat(40));
    let mut context = context(operation, Transport::HttpGet);
    assert!(decode(&context, soap_response(document.clone())));
    context.limits.max_depth = 39;
    assert!(!decode(&context, soap_response(document.clone())));
    context.limits.max_depth = 40;
    assert!(decode(&context, soap_response(document.clone())));
    context.limits.max_nodes = 30;
    assert!(!decode(&context, soap_response(document)));
}

#[test]
fn wrong_encodings() {
    let operation = interface::recorded().operation("GetBounceListNormal_IncludePast").unwrap();
    let context = context(operation, Transport::HttpGet);
    let text = "<?xml version=\"1.0\" encoding=\"ENC\"?><string xmlns=\"http://example.test/ws/\">é…</string>";
    let utf16: Vec<u8> = text.replace("ENC", "utf-16").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let with_mark = [&[0xff, 0xfe], &utf16[..]].concat();
    let response = |content_type: &str, body: Vec<u8>| {
        http::Response::builder().header("content-type", content_type).body(Bytes::from(body)).unwrap()
    };
    let in_windows_1252 = |character| match character {
        'é' => 0xe9,
        '…' => 0x85,
        ascii => u8::try_from(ascii).unwrap(),
    };
    for (content_type, body) in [
        ("text/xml", with_mark),
        ("text/xml; charset=utf-16", utf16),
        ("text/xml; charset=\"UTF-8\"", text.replace("ENC", "utf-8").into_bytes()),
        ("text/xml", [&b"\xef\xbb\xbf"[..], text.replace("ENC", "utf-8").as_bytes()].concat()),
        ("text/xml", text.replace("ENC", "windows-1252").chars().map(in_windows_1252).collect()),
    ] {
        let Ok(read) = protocol::decode_response(&context, response(content_type, body)).unwrap().single::<Text>()
        else {
            panic!("a string")
        };
        assert_eq!(read.as_str(), "é…", "{content_type}");
    }
    for body in [
        &b"<string xmlns=\"http://example.test/ws/\">\xff\xfe</string>"[..],
        b"\xff\xfe<",
        b"\x00\x00\xfe\xff",
        b"<?xml version=\"1.0\" encoding=\"nonsense\"?><string/>",
    ] {
        assert!(!decode(&context, response("text/xml", body.to_vec())));
    }
}

/// Types without a name, 1,500 deep: a document is opened on a small stack, and its client made.
#[test]
fn documents_that_nest_deeply_open_on_a_small_stack() {
    let open = "<s:element name='e'><s:complexType><s:sequence>".repeat(1_500);
    let close = "</s:sequence></s:complexType></s:element>".repeat(1_500);
    let text = format!(
        "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/' xmlns:p='http://schemas.xmlsoap.org/wsdl/soap/' \
         xmlns:s='http://www.w3.org/2001/XMLSchema' xmlns:tns='urn:t' targetNamespace='urn:t'><w:types>\
         <s:schema elementFormDefault='qualified' targetNamespace='urn:t'>\
         <s:element name='Op'><s:complexType><s:sequence>{open}{close}</s:sequence></s:complexType></s:element>\
         <s:element name='OpResponse'><s:complexType/></s:element></s:schema></w:types>\
         <w:message name='In'><w:part name='parameters' element='tns:Op'/></w:message>\
         <w:message name='Out'><w:part name='parameters' element='tns:OpResponse'/></w:message>\
         <w:portType name='P'><w:operation name='Op'><w:input message='tns:In'/><w:output message='tns:Out'/></w:operation></w:portType>\
         <w:binding name='B' type='tns:P'><p:binding transport='http://schemas.xmlsoap.org/soap/http'/>\
         <w:operation name='Op'><p:operation soapAction='urn:t/Op'/><w:input><p:body use='literal'/></w:input>\
         <w:output><p:body use='literal'/></w:output></w:operation></w:binding>\
         <w:service name='S'><w:port name='B' binding='tns:B'><p:address location='http://h/s.asmx'/></w:port></w:service></w:definitions>"
    );
    let opened = std::thread::Builder::new()
        .stack_size(512 << 10)
        .spawn(move || {
            let document = asmx_document::Document::read("a.wsdl", text.as_bytes()).unwrap();
            document.operation("Op", None).is_some()
        })
        .unwrap();
    assert!(opened.join().unwrap());
}

/// XML 1.0 forbids these characters, wherever they stand in a text.
#[test]
fn forbidden_characters_are_refused_over_soap() {
    let endpoint =
        Endpoint { url: "http://127.0.0.1:1/api.asmx".to_owned(), namespace: NAMESPACE.into(), states_action: false };
    let operation = EMAIL_CAMPAIGN.operation("TransactionalGroups_Rename").unwrap();
    let forbidden = proptest::sample::select(vec!['\0', '\u{1}', '\u{b}', '\u{1f}', '\u{fffe}', '\u{ffff}']);
    let strategy = ("[ -~\\r\\n\\té\u{85}\u{feff}日😀]{0,24}", forbidden, any::<Index>());
    let config = Config { cases: cases::of(200), failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&strategy, |(text, bad, index)| {
        let mut characters: Vec<_> = text.chars().collect();
        characters.insert(index.index(characters.len() + 1), bad);
        let mut request = DynamicRequest::new(operation);
        request.set("NewGroupName", characters.into_iter().collect::<String>()).unwrap();
        let mut call = Call::new(&EMAIL_CAMPAIGN, Box::new(request));
        for transport in [Transport::Soap11, Transport::Soap12] {
            call.transport = transport;
            let error = protocol::encode_request(&endpoint, &RequestLimits::default(), call.outgoing())
                .expect_err("must be refused");
            prop_assert_eq!(error.parameter(), Some("NewGroupName"));
            prop_assert_eq!(error.outcome(), Outcome::NotSent);
        }
        Ok(())
    });
    outcome.unwrap();
}

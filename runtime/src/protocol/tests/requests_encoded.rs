//! Requests are written byte for byte like the recorded ones.

use super::*;
use crate::error::{ErrorKind, Outcome};
use crate::protocol::{RequestLimits, encode_request};

fn encoded(call: &Call) -> Request<Bytes> {
    encode_request(&endpoint(), &RequestLimits::default(), call.outgoing()).unwrap()
}

fn refused(call: &Call) -> crate::Error {
    encode_request(&endpoint(), &RequestLimits::default(), call.outgoing()).unwrap_err()
}

fn line(request: &Request<Bytes>) -> String {
    format!("{} {}", request.method(), request.uri())
}

/// Content-Type, SOAPAction and Content-Length.
fn headers(request: &Request<Bytes>) -> (Option<&str>, Option<&str>, Option<usize>) {
    let length = header(request, "content-length").map(|length| length.parse().unwrap());
    (header(request, "content-type"), header(request, "soapaction"), length)
}

fn find(transport: Transport) -> Call {
    call(&FIND_BOOKS, transport, &[("Title", Value::from("us&er<>\"' 100%\r\n\té中😀")), ("Limit", Value::from(""))])
}

#[test]
fn soap_11() {
    let request = encoded(&find(Transport::Soap11));
    assert_eq!(line(&request), "POST http://127.0.0.1:8931/library.asmx");
    let action = Some("\"http://example.test/ws/Books_Find\"");
    assert_eq!(headers(&request), (Some("text/xml; charset=utf-8"), action, Some(request.body().len())));
    let body = "<Books_Find xmlns=\"http://example.test/ws/\"><Reader>x</Reader><Pin>x</Pin>\
                <Title>us&amp;er&lt;&gt;\"' 100%&#xD;\n\té中😀</Title><Limit></Limit></Books_Find>";
    assert_eq!(text(&request), envelope(Transport::Soap11, body));
}

#[test]
fn soap_12_has_no_action() {
    let request = encoded(&find(Transport::Soap12));
    let expected = (Some("application/soap+xml; charset=utf-8"), None, Some(request.body().len()));
    assert_eq!(headers(&request), expected);
    let start = "xmlns:soap=\"http://www.w3.org/2003/05/soap-envelope\"><soap:Body><Books_Find xmlns=";
    assert!(text(&request).contains(start));
}

#[test]
fn get_and_post() {
    let expected = "Reader=x&Pin=x&Title=us%26er%3C%3E%22%27%20100%25%0D%0A%09%C3%A9%E4%B8%AD%F0%9F%98%80&Limit=";
    let request = encoded(&find(Transport::HttpGet));
    assert_eq!(line(&request), format!("GET http://127.0.0.1:8931/library.asmx/Books_Find?{expected}"));
    assert_eq!((header(&request, "content-length"), text(&request).as_str()), (None, ""));
    let request = encoded(&find(Transport::HttpPost));
    assert_eq!(line(&request), "POST http://127.0.0.1:8931/library.asmx/Books_Find");
    let content_type = Some("application/x-www-form-urlencoded; charset=utf-8");
    assert_eq!(headers(&request), (content_type, None, Some(expected.len())));
    assert_eq!(text(&request), expected);
}

#[test]
fn null_is_absent_over_soap_and_empty_over_http() {
    let null = |transport| {
        let mut call = call(&FIND_BOOKS, transport, &[]);
        call.common = Arc::new(crate::credentials::CommonValues::new(&SERVICE));
        encoded(&call)
    };
    assert!(text(&null(Transport::Soap11)).contains("<Books_Find xmlns=\"http://example.test/ws/\"></Books_Find>"));
    assert_eq!(text(&null(Transport::HttpPost)), "Reader=&Pin=&Title=&Limit=");
}

#[test]
fn arrays_and_structures_over_soap() {
    let item = |text: &'static str| Value::from(text);
    let names = Value::Array(vec![item("a"), Value::Null, item(""), item(" b ")]);
    let request = encoded(&call(&ADD, Transport::Soap11, &[("Names", names), ("Values", Value::Array(Vec::new()))]));
    let expected = "<Names><string>a</string><string xsi:nil=\"true\" /><string></string><string> b </string></Names><Values></Values></Books_Add>";
    assert!(text(&request).contains(expected), "{}", text(&request));
    let request = encoded(&call(&ADD, Transport::Soap11, &[]));
    assert!(text(&request).contains("<Pin>x</Pin></Books_Add>"), "a null array is absent");

    let inner = Value::Structure(vec![item("2"), Value::Null, item("2026-01-01T00:00:00"), Value::Null, Value::Null]);
    let outer = Value::Structure(vec![item("1"), item("n"), Value::Null, Value::Array(Vec::new()), inner]);
    let request = encoded(&call(&MOVE, Transport::Soap12, &[("To", outer)]));
    let expected = "<To><Shelf>1</Shelf><Note>n</Note><Since xsi:nil=\"true\" /><Tags></Tags><Next><Shelf>2</Shelf>\
                    <Since>2026-01-01T00:00:00</Since></Next></To><Copies xsi:nil=\"true\" /></Books_Move>";
    assert!(text(&request).contains(expected), "{}", text(&request));
}

#[test]
fn undeclared_parameters_come_last() {
    let undeclared = [("Extra Name", Value::from("1")), ("Many", Value::from(vec!["a", "b"])), ("None", Value::Null)];
    let mut call = call(&DROP, Transport::Soap11, &[("JobID", Value::from(5))]);
    call.undeclared = undeclared.map(|(name, value)| (name.to_owned(), value)).to_vec();
    let expected = "<JobID>5</JobID><Extra_x0020_Name>1</Extra_x0020_Name><Many><string>a</string><string>b</string></Many></Books_Drop>";
    assert!(text(&encoded(&call)).contains(expected));
    call.transport = Transport::HttpPost;
    assert_eq!(text(&encoded(&call)), "Reader=x&Pin=x&JobID=5&Extra%20Name=1&Many=a&Many=b&None=");
}

#[test]
fn arrays_are_repeated_over_http() {
    let values = [
        ("Main", Value::from("light blue")),
        ("Others", Value::from(vec!["<&>", "Red"])),
        ("Numbers", Value::from(vec![1, -2])),
    ];
    let request = encoded(&call(&PAINT, Transport::HttpPost, &values));
    assert_eq!(text(&request), "Reader=x&Pin=x&Main=light%20blue&Others=%3C%26%3E&Others=Red&Numbers=1&Numbers=-2");
}

#[test]
fn scalars_have_two_forms() {
    let values = [
        ("Flag", Value::from(true)),
        ("Big", Value::from(-5_i64)),
        ("Ratio", Value::from("-INF")),
        ("Price", Value::from("12.3400")),
        ("When", Value::from("2024-02-29T13:45:56Z")),
        ("Letter", Value::from("233")),
    ];
    let soap = text(&encoded(&call(&SCALARS, Transport::Soap11, &values)));
    let expected = "<Flag>true</Flag><Big>-5</Big><Ratio>-INF</Ratio><Price>12.3400</Price><When>2024-02-29T13:45:56Z</When><Letter>233</Letter>";
    assert!(soap.contains(expected), "{soap}");
    let form = text(&encoded(&call(&SCALARS, Transport::HttpPost, &values)));
    let expected =
        "Reader=x&Pin=x&Flag=true&Big=-5&Ratio=-Infinity&Price=12.3400&When=2024-02-29T13%3A45%3A56Z&Letter=%C3%A9";
    assert_eq!(form, expected);
}

#[test]
fn odd_names_are_encoded() {
    let request = encoded(&call(&ODD, Transport::Soap11, &[("a b", Value::from("1")), ("2nd", Value::from("2"))]));
    assert_eq!(header(&request, "soapaction"), Some("\"http://example.test/ws/%C3%89t%C3%A9 2\""));
    assert!(text(&request).contains("<Été_x0020_2 xmlns=\"http://example.test/ws/\">"));
    assert!(text(&request).contains("<a_x0020_b>1</a_x0020_b><_x0032_nd>2</_x0032_nd></Été_x0020_2>"));
    let request = encoded(&call(&ODD, Transport::HttpPost, &[("a b", Value::from("1")), ("2nd", Value::from("2"))]));
    assert_eq!(request.uri(), "http://127.0.0.1:8931/library.asmx/%C3%89t%C3%A9%202");
    assert_eq!(text(&request), "Reader=x&Pin=x&a%20b=1&2nd=2");
}

#[test]
fn a_namespace_without_slash_gets_one_in_the_action() {
    let endpoint = Endpoint { namespace: Arc::from("urn:library"), ..endpoint() };
    let request = encode_request(&endpoint, &RequestLimits::default(), find(Transport::Soap11).outgoing()).unwrap();
    assert_eq!(header(&request, "soapaction"), Some("\"urn:library/Books_Find\""));
}

#[test]
fn values_that_http_cannot_carry_are_refused_by_name() {
    for transport in HTTP {
        let null_item = Value::Array(vec![Value::from("a"), Value::Null]);
        for (names, why) in
            [(Value::Null, "null array"), (Value::Array(Vec::new()), "empty array"), (null_item, "null item")]
        {
            let values = [("Names", names), ("Values", Value::from(vec!["a"]))];
            let error = refused(&call(&ADD, transport, &values));
            assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidRequest, Outcome::NotSent));
            assert_eq!(error.parameter(), Some("Names"));
            assert!(error.to_string().contains(why), "{error}");
        }
        for (operation, parameter) in [(&MOVE, "To"), (&BINARY, "Data"), (&DROP, "JobID")] {
            assert_eq!(refused(&call(operation, transport, &[])).parameter(), Some(parameter));
        }
        assert_eq!(refused(&call(&SOAP_ONLY, transport, &[])).kind(), ErrorKind::InvalidRequest);
        let half = [
            ("Flag", Value::from(true)),
            ("Big", Value::from(1)),
            ("Ratio", Value::from(1)),
            ("Price", Value::from(1)),
            ("When", Value::from("2024-02-29T00:00:00")),
            ("Letter", Value::from("55357")),
        ];
        assert_eq!(refused(&call(&SCALARS, transport, &half)).parameter(), Some("Letter"));
    }
}

#[test]
fn forbidden_characters_are_refused_over_soap_without_reporting_secrets() {
    for transport in SOAP {
        let error = refused(&call(&FIND_BOOKS, transport, &[("Title", Value::from("ab\u{1}"))]));
        assert_eq!(error.parameter(), Some("Title"));
        assert!(error.to_string().contains("U+0001 at byte 2"), "{error}");
        let error = refused(&call(&ADD, transport, &[("Values", Value::from(vec!["a", "\u{FFFE}"]))]));
        assert_eq!(error.parameter(), Some("Values[1]"));

        let mut secret = call(&FIND_BOOKS, transport, &[]);
        let mut common = (*secret.common).clone();
        common.set("Pin", "hush\u{2}").unwrap();
        secret.common = Arc::new(common);
        let message = format!("{0} {0:?}", refused(&secret));
        assert!(message.contains("Pin") && !message.contains("hush") && !message.contains("0002"), "{message}");
    }
    let request = encoded(&call(&FIND_BOOKS, Transport::HttpGet, &[("Title", Value::from("\u{1}"))]));
    assert!(request.uri().query().unwrap().contains("Title=%01"));
}

/// Members of structures are secrets too: texts in elements, attributes, and what stands inside a secret structure.
#[test]
fn forbidden_characters_in_secret_members_are_refused_without_reporting_them() {
    static KEYS: Structure = Structure::new("Keys", &[Member::new("One", Type::STRING)]);
    static LOCK: Structure = Structure::new(
        "Lock",
        &[
            Member::new("Door", Type::STRING),
            Member::new("Code", Type::STRING).secret(),
            Member::new("mark", Type::STRING).attribute().secret(),
            Member::new("Keys", Type::Structure(&KEYS)).secret(),
            Member::new("Pins", Type::STRING_ARRAY).secret(),
        ],
    );
    static OPEN: Operation =
        Operation::new("Open", "", "", &[Member::new("Lock", Type::Structure(&LOCK))], Effect::Read);
    let text = || Value::from("hush\u{2}");
    let secret = "holds a character that XML cannot carry";
    let own = "holds the character U+0002 at byte 4, which XML cannot carry: remove it";
    for (index, value, path, why) in [
        (0, text(), "Lock.Door", own),
        (1, text(), "Lock.Code", secret),
        (2, text(), "Lock.mark", secret),
        (3, Value::Structure(vec![text()]), "Lock.Keys.One", secret),
        (4, Value::from(vec!["a", "hush\u{2}"]), "Lock.Pins[1]", secret),
    ] {
        let mut members = vec![Value::Null; 5];
        members[index] = value;
        let error = refused(&call(&OPEN, Transport::Soap11, &[("Lock", Value::Structure(members))]));
        assert_eq!(error.to_string(), format!("Open over SOAP 1.1: parameter `{path}` {why}"));
    }
}

#[test]
fn a_long_query_is_refused() {
    let long = call(&FIND_BOOKS, Transport::HttpGet, &[("Title", Value::from("é".repeat(400)))]);
    let error = refused(&long);
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let message = error.to_string();
    assert!(message.ends_with("the query string has 2428 bytes, more than the limit of 2048"), "{message}");
    let limits = RequestLimits { max_query: 2428 };
    assert!(encode_request(&endpoint(), &limits, long.outgoing()).is_ok());

    let limits = RequestLimits { max_query: usize::MAX };
    let sent = |letters: usize| {
        let call = call(&FIND_BOOKS, Transport::HttpGet, &[("Title", Value::from("a".repeat(letters)))]);
        encode_request(&endpoint(), &limits, call.outgoing())
    };
    let most = 65_534 - "http://127.0.0.1:8931/library.asmx/Books_Find?Reader=x&Pin=x&Title=&Limit=".len();
    assert_eq!(sent(most).unwrap().uri().to_string().len(), 65_534);
    let error = sent(most + 1).unwrap_err().to_string();
    assert!(error.contains("more than the limit of"), "longer URLs cannot be held at all: {error}");
}

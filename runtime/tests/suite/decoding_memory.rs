//! Decoding any request takes at most three times its size, body included, and frees all of it.
#![allow(clippy::pedantic, clippy::result_large_err)]

use allocation_counter::measure;
use asmx_runtime::descriptors::{ArrayType, Role, Scalar, Structure};
use asmx_runtime::protocol::{ErrorStyle, Received, ServerSettings, decode_request};
use asmx_runtime::{Member, Operation, Service, Type, Value};
use bytes::Bytes;
use http::{Request, Response};

use crate::shared::strict;

static POINT: Structure =
    Structure::new("Point", &[Member::new("X", Type::INT), Member::new("Inner", Type::Array(&POINTS))]);
static POINTS: ArrayType = ArrayType::new(Type::Structure(&POINT), "P");
static NUMBERS: ArrayType = ArrayType::new(Type::INT, "int");

static COMMON: &[Member] = &[Member::new("User", Type::STRING).role(Role::Username)];
static IMPORTED: &[Member] = &[
    Member::new("Text", Type::STRING),
    Member::new("Fields", Type::STRING_ARRAY),
    Member::new("Numbers", Type::Array(&NUMBERS)),
];
static PLOTTED: &[Member] =
    &[Member::new("Points", Type::Array(&POINTS)), Member::new("Data", Type::Scalar(Scalar::Base64Binary))];
static IMPORT: Operation = strict("Import", IMPORTED, &[Member::new("ImportResult", Type::STRING)]);
static PLOT: Operation = strict("Plot", PLOTTED, &[Member::new("PlotResult", Type::STRING)]);
static SERVICE: Service = Service::new("Import", "/api.asmx", "", COMMON, &[], &[&IMPORT, &PLOT]);
const NAMESPACE: &str = "urn:test";

/// The bytes of a body: enough to distinguish three times from four.
const SIZE: usize = 300_000;
/// The additional memory of a request: messages, buffers, and vectors that double up to a limit.
const BESIDE: usize = 100_000;

fn settings() -> ServerSettings {
    let mut settings = ServerSettings::new(&SERVICE, NAMESPACE, ErrorStyle::Development);
    // The fixed allowance of values would hide the memory of the values of this request.
    settings.max_values = 500;
    settings
}

/// Decodes, and checks the memory; `text` is the length of the body in UTF-8.
fn decoded(label: &str, request: &Request<Bytes>, text: usize) -> Result<Received, Response<Bytes>> {
    let settings = settings();
    let mut response = None;
    let memory = measure(|| response = Some(decode_request(&settings, request)));
    let size = request.body().len().max(text);
    let most = usize::try_from(memory.bytes_max).unwrap() + request.body().len();
    assert!(most <= 3 * size + BESIDE, "{label}: {most} bytes for {size}: {:.2} times", most as f64 / size as f64);
    let after_drop = measure(|| drop(decode_request(&settings, request)));
    assert_eq!(after_drop.bytes_current, 0, "{label}");
    response.unwrap()
}

fn filled(piece: &str) -> String {
    piece.repeat(SIZE / piece.len())
}

fn form_of(content_type: &str, body: impl Into<Vec<u8>>) -> Request<Bytes> {
    let request = Request::post("/api.asmx/Import").header("Content-Type", content_type);
    request.body(Bytes::from(body.into())).unwrap()
}

fn form(body: impl Into<Vec<u8>>) -> Request<Bytes> {
    form_of("application/x-www-form-urlencoded", body)
}

fn soap_of(content_type: &str, operation: &str, body: impl Into<Vec<u8>>) -> Request<Bytes> {
    let action = format!("\"{NAMESPACE}/{operation}\"");
    let request = Request::post("/api.asmx").header("Content-Type", content_type).header("SOAPAction", action);
    request.body(Bytes::from(body.into())).unwrap()
}

const BEFORE: &str = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns='urn:test'>";
const AFTER: &str = "</s:Envelope>";

fn envelope(operation: &str, parameters: &str) -> String {
    format!("{BEFORE}<s:Body><{operation}>{parameters}</{operation}></s:Body>{AFTER}")
}

fn soap(operation: &str, parameters: &str) -> Request<Bytes> {
    soap_of("text/xml; charset=utf-8", operation, envelope(operation, parameters))
}

#[test]
fn forms_that_are_refused() {
    let names: String = (0..SIZE / 8).map(|number| format!("n{number}=&")).collect();
    for (label, body) in [
        ("names alone", filled("a&")),
        ("short values of nobody", filled("a=1&")),
        ("escaped names", filled("%41&")),
        ("short values of an array", format!("Text=x&{}", filled("Fields=1&"))),
        ("short values of a text", filled("Text=1&")),
        ("empty names", filled("=&")),
        ("other names", names),
        ("a long name", filled("a")),
        ("a long name, escaped", filled("%C4%B0")),
    ] {
        let response = decoded(label, &form(body), 0).unwrap_err();
        assert_eq!(response.status(), 500, "{label}");
        let body = String::from_utf8_lossy(response.body());
        assert!(body.contains("The URL-encoded form data is not valid."), "{label}: {body}");
    }
}

#[test]
fn forms_that_are_read() {
    let long = filled("Fields=someone.somewhere%40mail.example.test&");
    for (label, body, expected) in [
        ("nothing", format!("Text=x&Fields=y&Numbers=1&User={}", filled("&")), 1),
        ("a long text", format!("Fields=y&Numbers=1&User=&Text={}", filled("abc")), filled("abc").len()),
        ("escapes", format!("Fields=y&Numbers=1&User=&Text={}", filled("%41")), SIZE / 3),
        ("UTF-16 units", format!("Fields=y&Numbers=1&User=&Text={}", filled("%u20AC")), SIZE / 6 * 3),
        ("halves", format!("Fields=y&Numbers=1&User=&Text={}", filled("%uD800")), SIZE / 6 * 3),
        ("blanks", format!("Fields=y&Numbers=1&User=&Text={}", filled("+")), SIZE),
        ("a long name of a user", format!("Fields=y&Numbers=1&Text=x&User={}", filled("%41")), 1),
        ("one that nobody declared", format!("Fields=y&Numbers=1&Text=x&User=&Other={}", filled("abc")), 1),
        ("items", format!("{long}Numbers=1&Text=x&User="), 1),
    ] {
        let received = decoded(label, &form(body), 0).unwrap_or_else(|response| panic!("{label}: {response:?}"));
        assert_eq!(received.request.values()[0].as_text().map(str::len), Some(expected), "{label}");
        if label == "items" {
            let Value::Array(items) = &received.request.values()[1] else { panic!("no array") };
            assert_eq!(items.len(), SIZE / "Fields=someone.somewhere%40mail.example.test&".len());
            assert!(items.iter().all(|item| item.as_text() == Some("someone.somewhere@mail.example.test")));
        }
    }
}

#[test]
fn forms_in_other_encodings() {
    let start = b"Fields=y&Numbers=1&User=&Text=".to_vec();
    for (label, charset, byte) in [("no UTF-8", "utf-8", 0xFF), ("euros", "windows-1252", 0x80)] {
        let body = [start.clone(), vec![byte; SIZE]].concat();
        let content_type = format!("application/x-www-form-urlencoded; charset={charset}");
        let received = decoded(label, &form_of(&content_type, body), 3 * SIZE).unwrap();
        assert_eq!(received.request.values()[0].as_text().map(str::len), Some(3 * SIZE), "{label}");
    }
}

/// The start tag of an element with many attributes whose names have this prefix.
fn elements(name: &str, value: &str) -> String {
    let attributes: String = (0..500).map(|number| format!("{name}{number}='{value}'")).collect();
    format!("<x{attributes}>")
}

#[test]
fn documents_that_are_refused() {
    let prefixes: String = (0..SIZE / 20).map(|number| format!("<a xmlns:p{number}='u'/>")).collect();
    let many: String = (0..20).map(|number| format!(" xmlns:q{number}='u'")).collect();
    let attributes: String = (0..SIZE / 10).map(|number| format!(" a{number}=''")).collect();
    for (label, operation, parameters) in [
        ("elements that nobody declared", "Import", filled("<x/>")),
        ("short items", "Import", format!("<Fields>{}</Fields>", filled("<string/>"))),
        ("short numbers", "Import", format!("<Numbers>{}</Numbers>", filled("<int>1</int>"))),
        ("items of nobody", "Import", format!("<Other>{}</Other>", filled("<string/>"))),
        ("structures", "Plot", format!("<Points>{}</Points>", filled("<P/>"))),
        ("structures in structures", "Plot", format!("<Points>{}</Points>", filled("<P><Inner><P/></Inner></P>"))),
        ("depth", "Import", filled("<a>")),
        ("attributes of one", "Import", format!("<Text{attributes}/>")),
        ("attributes in depth", "Import", format!("<z xmlns=''>{}", elements(" a", "").repeat(100))),
        ("namespaces in depth", "Import", format!("<z xmlns=''>{}", elements(" xmlns:a", "u").repeat(100))),
        ("a long name", "Import", format!("<{}/>", filled("a"))),
        ("a long end tag", "Import", format!("<Text></{}>", filled("b"))),
        ("a long attribute", "Import", format!("<Text {}=''/>", filled("a"))),
        ("a reference", "Import", format!("<Text>&{};</Text>", filled("a"))),
        ("no end of a comment", "Import", format!("<Text><!--{}</Text>", filled("a"))),
        ("prefixes that are not declared", "Import", format!("<Text{many}/>{prefixes}<q:x/>")),
    ] {
        let response = decoded(label, &soap(operation, &parameters), 0).unwrap_err();
        assert_eq!(response.status(), 400, "{label}");
    }
    let nothing = soap_of("text/xml; charset=utf-8", "Import", filled("<x/>"));
    assert_eq!(decoded("no envelope", &nothing, 0).unwrap_err().status(), 400);
}

/// Requests with a `Text` of this length.
#[test]
fn documents_that_are_read() {
    let prefixes: String = (0..SIZE / 20).map(|number| format!("<z xmlns:p{number}='u'/>")).collect();
    let many: String = (0..20).map(|number| format!(" xmlns:q{number}='u'")).collect();
    let cdata = format!("<![CDATA[{}]]>", filled("</Text>"));
    for (label, text, around, length) in [
        ("letters", filled("a"), String::new(), SIZE),
        ("references", filled("&lt;"), String::new(), SIZE / 4),
        ("numbers", filled("&#8364;"), String::new(), SIZE / 7 * 3),
        ("a reference at the start", format!("&lt;{}", filled("a")), String::new(), SIZE + 1),
        ("lines", filled("a\r\n"), String::new(), SIZE / 3 * 2),
        ("one section", cdata.clone(), String::new(), SIZE / 7 * 7),
        ("two sections", format!("{cdata}<![CDATA[a]]>"), String::new(), SIZE / 7 * 7 + 1),
        ("sections", filled("<![CDATA[]]]]>"), String::new(), SIZE / 14 * 2),
        ("empty sections", filled("<![CDATA[]]>"), String::new(), 0),
        ("blanks", String::new(), filled(" "), 0),
        ("comments", String::new(), filled("<!-- -->"), 0),
        ("one comment", String::new(), format!("<!--{}-->", filled("a\r\n")), 0),
        ("instructions", String::new(), filled("<?a b?>"), 0),
        ("elements of others", String::new(), filled("<z xmlns='urn:z'/>"), 0),
        ("elements in an element of others", String::new(), format!("<z xmlns=''>{}</z>", filled("<x/>")), 0),
        ("elements of others with attributes", String::new(), filled("<z a='' b='&lt;' xmlns=''/>"), 0),
        ("values of attributes", String::new(), format!("<z xmlns='' a='{}'/>", filled("&lt;")), 0),
        ("tabs in attributes", String::new(), format!("<z xmlns='' a='{}'/>", filled("\t")), 0),
        ("a namespace", String::new(), format!("<z xmlns='{}'/>", filled("&lt;")), 0),
        ("prefixes", String::new(), format!("<z xmlns=''{many}>{prefixes}</z>"), 0),
        ("one that nobody declared", String::new(), format!("<Other>{}</Other>", filled("&lt;a")), 0),
        ("XML that nobody declared", String::new(), format!("<Other>{}</Other>", filled("a<b/>")), 0),
        ("empty XML that nobody declared", String::new(), format!("<Other><a/>{}</Other>", filled("<string/>")), 0),
        ("a user", String::new(), format!("<User>{}</User>", filled("&lt;a")), 0),
        ("items", String::new(), format!("<Fields>{}</Fields>", filled("<string>at mail.example.test</string>")), 0),
        ("false items", String::new(), format!("<Fields>{}</Fields>", filled("<strong/>")), 0),
        ("depth", String::new(), filled(&format!("{}{}", "<z xmlns=''>".repeat(200), "</z>".repeat(200))), 0),
    ] {
        let request = soap("Import", &format!("<Text>{text}</Text>{around}"));
        let received = decoded(label, &request, 0).unwrap_or_else(|response| panic!("{label}: {response:?}"));
        assert_eq!(received.request.values()[0].as_text().map(str::len), Some(length), "{label}");
    }
}

#[test]
fn headers_and_what_is_around() {
    let parameters = "<Import/>";
    for (label, header, after) in [
        ("a header", filled("<x/>"), String::new()),
        ("behind the body", String::new(), filled("<x/>")),
        ("bodies", String::new(), filled("<s:Body/>")),
    ] {
        let body = format!("{BEFORE}<s:Header>{header}</s:Header><s:Body>{parameters}{after}</s:Body>{after}{AFTER}");
        assert!(decoded(label, &soap_of("text/xml; charset=utf-8", "Import", body), 0).is_ok(), "{label}");
    }
}

#[test]
fn documents_in_other_encodings() {
    let of = |text: &str| envelope("Import", &format!("<Text>{text}</Text>"));
    let utf16 = |text: &str| {
        let mut bytes = vec![0xFF, 0xFE];
        bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        bytes
    };
    let replaced = |text: &str, with: u8| {
        let bytes = of(text).into_bytes();
        bytes.into_iter().map(|byte| if byte == b'~' { with } else { byte }).collect::<Vec<_>>()
    };
    let (tildes, letters) = (filled("~"), filled("a~aaaaa"));
    for (label, content_type, body, text, length) in [
        ("UTF-16", "text/xml; charset=utf-16", utf16(&of(&filled("a"))), SIZE, SIZE),
        ("Chinese in UTF-16", "text/xml; charset=utf-16", utf16(&of(&filled("文"))), SIZE, SIZE / 3 * 3),
        ("lost letters", "text/xml", replaced(&letters, 0xE9), 0, SIZE / 7 * 7),
        ("Latin-1", "text/xml; charset=iso-8859-1", replaced(&tildes, 0xE9), 2 * SIZE, 2 * SIZE),
        ("some Latin-1", "text/xml; charset=iso-8859-1", replaced(&letters, 0xE9), SIZE / 7 * 8, SIZE / 7 * 8),
        ("euros", "text/xml; charset=windows-1252", replaced(&tildes, 0x80), 3 * SIZE, 3 * SIZE),
        ("some euros", "text/xml; charset=windows-1252", replaced(&letters, 0x80), SIZE / 7 * 9, SIZE / 7 * 9),
    ] {
        let request = soap_of(content_type, "Import", body);
        let received = decoded(label, &request, text).unwrap_or_else(|response| panic!("{label}: {response:?}"));
        assert_eq!(received.request.values()[0].as_text().map(str::len), Some(length), "{label}");
    }
    let euros = soap_of("text/xml; charset=windows-1252", "Import", filled("\u{80}"));
    assert!(decoded("no document", &euros, 3 * SIZE).is_err());
}

#[test]
fn binary_values() {
    let base64 = filled("AAAA");
    let lines: String = base64.as_bytes().chunks(76).flat_map(|line| [str::from_utf8(line).unwrap(), "\r\n"]).collect();
    for (label, data) in [("one line", base64.clone()), ("lines", lines), ("a reference", format!("&#65;AAA{base64}"))]
    {
        let received = decoded(label, &soap("Plot", &format!("<Data>{data}</Data>")), 0).unwrap();
        let length = if label == "a reference" { base64.len() + 4 } else { base64.len() };
        assert_eq!(received.request.values()[1].as_text().map(str::len), Some(length), "{label}");
    }
}

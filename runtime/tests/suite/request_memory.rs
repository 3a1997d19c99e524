//! A large value is written once, into one buffer: the memory of encoding a request.
#![allow(clippy::pedantic, clippy::struct_field_names, dead_code)]

use allocation_counter::{AllocationInfo, measure};
use asmx_runtime::protocol::{Endpoint, RequestLimits, encode_request};
use asmx_runtime::{Call, Client, DynamicRequest, Request, Service, Text, Transport, Value};

static SERVICE: Service = Service::new("Import", "/api.asmx", "", &[], &[], &[&IMPORT]);

/// A client, as generated code has it.
pub struct Account {
    client: Client,
}

asmx_runtime::__private::types_of!(SERVICE);

asmx_runtime::__private::operation! {
    #[operation(IMPORT = "ImportData", "", Write)]
    #[method(Account::import_data, Text)]
    pub struct Import {
        #[wire("ImportData")]
        pub import_data: Option<String>,
        #[wire("Fields")]
        pub fields: Option<Vec<Option<String>>>,
        #[wire("RawMessage")]
        pub raw_message: Option<String>,
    }
}

fn call(transport: Transport, request: impl Request) -> Call {
    let mut call = Call::new(&SERVICE, Box::new(request));
    call.transport = transport;
    call
}

fn endpoint() -> Endpoint {
    Endpoint {
        url: "http://localhost/api.asmx".to_owned(),
        namespace: "http://example.test/".into(),
        states_action: false,
    }
}

/// Encodes; the length of the body, and the memory that this took.
fn measured(call: &Call) -> (usize, AllocationInfo) {
    let (endpoint, mut length) = (endpoint(), 0);
    let memory = measure(|| {
        length = encode_request(&endpoint, &RequestLimits::default(), call.outgoing()).unwrap().body().len()
    });
    (length, memory)
}

/// Encodes, and checks that all allocated memory, freed or not, is at most that of one buffer and a quarter: a second copy would double it. (A
/// block that grows counts as a new one.)
fn assert_written_once(label: &str, transport: Transport, request: impl Request) {
    let (length, memory) = measured(&call(transport, request));
    assert!(length > SMALLER, "{label} over {transport}: {length}");
    let most = u64::try_from(length + length / 4).unwrap();
    assert!(memory.bytes_total < most, "{label} over {transport}: {} bytes for {length}", memory.bytes_total);
}

const BODIES: [Transport; 3] = [Transport::Soap11, Transport::Soap12, Transport::HttpPost];

/// The bytes of a very large import.
const LARGE: usize = 20_000_000;
/// Enough bytes to notice a copy.
const SMALLER: usize = 3_000_000;

fn texts() -> [(&'static str, String); 5] {
    let row = "anna.sørensen@mail.example.test|Anna-Lena|Müller & Söhne|2026-01-31\r\n";
    let html = "<tr><td class=\"a\">5 &lt; 6</td></tr>\n";
    let filled = |piece: &str, size: usize| piece.repeat(size / piece.len() + 1);
    [
        ("rows", filled(row, LARGE)),
        ("HTML", filled(html, SMALLER)),
        ("letters", filled("a", SMALLER)),
        ("Chinese", filled("，文字", SMALLER)),
        // Its first half has no characters to escape.
        ("uneven", filled("plain", SMALLER / 2) + &filled(html, SMALLER / 2)),
    ]
}

/// A request with one large value. The array is empty, because GET and POST cannot carry a null array.
fn request_with(raw_message: String) -> Import {
    Import { fields: Some(vec![Some("Email".to_owned())]), raw_message: Some(raw_message), ..Import::default() }
}

#[test]
fn a_large_value_of_a_request_with_and_without_a_type() {
    for (label, text) in texts() {
        for transport in BODIES {
            assert_written_once(label, transport, request_with(text.clone()));
            let mut request = DynamicRequest::new(&IMPORT);
            request.set("ImportData", Value::from(text.clone())).unwrap();
            request.set("Fields", Value::from(vec!["Email"])).unwrap();
            assert_written_once(label, transport, request);
        }
    }
}

#[test]
fn a_large_value_is_never_put_into_a_url() {
    let request = request_with("a&b ".repeat(SMALLER));
    let error = encode_request(&endpoint(), &RequestLimits::default(), call(Transport::HttpGet, request).outgoing())
        .unwrap_err();
    // Two of four bytes are escaped; there are names and other values too.
    let length = SMALLER * 8 + "ImportData=&Fields=Email&RawMessage=".len();
    assert!(error.to_string().contains(&format!("the query string has {length} bytes")), "{error}");
}

#[test]
fn many_small_values() {
    for transport in BODIES {
        let field = |number| Some(format!("a value of an array, & number {number}, {}", "x".repeat(80)));
        let request = Import { fields: Some((0..50_000).map(field).collect()), ..Import::default() };
        let (length, memory) = measured(&call(transport, request));
        // The list borrows its values, and their texts are written once.
        let most = u64::try_from(length + length / 4 + 50_000 * size_of::<Value<'_>>()).unwrap();
        assert!(memory.bytes_max < most, "{transport}: {} bytes held for {length}", memory.bytes_max);
    }
}

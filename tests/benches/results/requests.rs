//! Writing a text of 20 MB: as XML character data beside quick-xml, and as a whole request over POST beside `form_urlencoded`.

use asmx_runtime::descriptors::OnContradiction;
use asmx_runtime::protocol::{self, Endpoint, RequestLimits};
use asmx_runtime::{Call, DynamicRequest, Effect, Member, Operation, Service, Transport, Type, xml};
use divan::Bencher;

use crate::measure;

const SIZE: usize = 20_000_000;
static IMPORT: Operation =
    Operation::new("ImportData", "import", "Imports rows.", &[Member::new("Data", Type::STRING)], Effect::Write)
        .outputs(&[Member::new("ImportDataResult", Type::STRING)])
        .on_contradiction(OnContradiction::Error);
static SERVICE: Service = Service::new("Import", "/api.asmx", "", &[], &[], &[&IMPORT]);

/// Rows of an import, or a message in HTML.
const TEXTS: [&str; 2] = ["rows", "html"];

fn text(kind: &str) -> String {
    let piece = if kind == "rows" { row } else { html };
    let mut text = String::with_capacity(SIZE + 1024);
    for number in 0.. {
        if text.len() >= SIZE {
            break;
        }
        text.push_str(&piece(number));
    }
    text
}

/// An ampersand is in every tenth.
fn row(number: usize) -> String {
    let company = if number.is_multiple_of(10) { "Müller & Söhne" } else { "Example Incorporated" };
    format!("member{number}@mail.example.test|Anna-Lena|Sørensen|{company}|Main Street {number}|2026-01-31 12:00:00\n")
}

fn html(number: usize) -> String {
    format!(
        "<tr class=\"row\"><td>{number}</td><td><a href=\"https://example.test/?a=1&amp;b={number}\">A thing</a></td></tr>\r\n"
    )
}

#[divan::bench(args = TEXTS)]
fn escape(bencher: Bencher<'_, '_>, kind: &str) {
    let text = text(kind);
    measure(bencher, text.len(), || {
        let mut out = String::new();
        xml::escape_text(&mut out, &text);
        out
    });
}

/// It leaves carriage returns and forbidden characters as they are.
#[divan::bench(args = TEXTS)]
fn escape_by_quick_xml(bencher: Bencher<'_, '_>, kind: &str) {
    let text = text(kind);
    measure(bencher, text.len(), || quick_xml::escape::partial_escape(&*text));
}

#[divan::bench(args = TEXTS)]
fn request_over_post(bencher: Bencher<'_, '_>, kind: &str) {
    let text = text(kind);
    let mut request = DynamicRequest::new(&IMPORT);
    request.set("Data", text.clone()).unwrap();
    let mut call = Call::new(&SERVICE, Box::new(request));
    call.transport = Transport::HttpPost;
    let endpoint = Endpoint {
        url: "http://localhost/api.asmx".to_owned(),
        namespace: "http://example.test/".into(),
        states_action: false,
    };
    let write = || protocol::encode_request(&endpoint, &RequestLimits::default(), call.outgoing()).unwrap();
    measure(bencher, text.len(), write);
}

#[divan::bench(args = TEXTS)]
fn request_by_form_urlencoded(bencher: Bencher<'_, '_>, kind: &str) {
    let text = text(kind);
    let write = || form_urlencoded::Serializer::new(String::new()).append_pair("Data", &text).finish();
    measure(bencher, text.len(), write);
}

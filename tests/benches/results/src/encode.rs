//! Writing requests: a text of 20 MB as XML character data and as a form, alone and in whole requests.

use anyhow::Result;
use asmx_runtime::descriptors::OnContradiction;
use asmx_runtime::protocol::{self, Endpoint, RequestLimits};
use asmx_runtime::{Call, DynamicRequest, Effect, Member, Operation, Service, Transport, Type, xml};

use crate::table::Comparison;
use crate::timing::{Work, alternating};

/// Bytes of text that are written.
const SIZE: usize = 20_000_000;

static IMPORT: Operation =
    Operation::new("ImportData", "import", "Imports rows.", &[Member::new("Data", Type::STRING)], Effect::Write)
        .outputs(&[Member::new("ImportDataResult", Type::STRING)])
        .on_contradiction(OnContradiction::Error);

static SERVICE: Service = Service::new("Import", "/api.asmx", "", &[], &[], &[&IMPORT]);

/// Measures, and gives the lines of the table.
pub(crate) fn run(runs: usize) -> Result<Vec<Comparison>> {
    let mut comparisons = Vec::new();
    for (kind, text, goal) in [
        ("rows", repeated(row), Some(4.5)),
        ("rows, CR LF", repeated(|number| row(number) + "\r\n"), None),
        ("HTML mail", repeated(html), None),
    ] {
        let mut ours = || {
            let mut out = String::new();
            xml::escape_text(&mut out, &text);
            Ok(out.len() as u64)
        };
        let mut peer = || Ok(quick_xml::escape::partial_escape(text.as_str()).len() as u64);
        let mut line = |what: String, goal, ours: Work<'_>, peer_name: &str, peer: Work<'_>| -> Result<()> {
            let seconds = alternating(runs, &mut [ours, peer])?;
            let [ours, peers] = seconds.as_slice() else { anyhow::bail!("two medians are due") };
            let (ours, peers) = (*ours, *peers);
            comparisons.push(Comparison { what, bytes: text.len(), ours, peer: peer_name.to_owned(), peers, goal });
            Ok(())
        };
        line(format!("XML text escape: {kind}"), goal, &mut ours, "partial_escape", &mut peer)?;
        for transport in [Transport::Soap11, Transport::HttpPost] {
            let call = call(&text, transport)?;
            let endpoint = Endpoint {
                url: "http://localhost/api.asmx".to_owned(),
                namespace: "http://example.test/".into(),
                states_action: false,
            };
            let mut ours = || {
                let request = protocol::encode_request(&endpoint, &RequestLimits::default(), call.outgoing())?;
                Ok(request.body().len() as u64)
            };
            let what = format!("whole request over {transport}: {kind}");
            if transport.is_soap() {
                let mut copy = || Ok(std::hint::black_box(text.clone()).len() as u64);
                line(what, None, &mut ours, "a copy of the text", &mut copy)?;
            } else {
                let mut peer = || {
                    let form = form_urlencoded::Serializer::new(String::new()).append_pair("Data", &text).finish();
                    Ok(form.len() as u64)
                };
                line(what, Some(2.4), &mut ours, "form_urlencoded", &mut peer)?;
            }
        }
    }
    Ok(comparisons)
}

fn call(text: &str, transport: Transport) -> Result<Call> {
    let mut request = DynamicRequest::new(&IMPORT);
    request.set("Data", text.to_owned())?;
    let mut call = Call::new(&SERVICE, Box::new(request));
    call.transport = transport;
    Ok(call)
}

/// Pieces until [`SIZE`] is reached.
fn repeated(piece: impl Fn(usize) -> String) -> String {
    let mut text = String::with_capacity(SIZE + 1024);
    for number in 0.. {
        if text.len() >= SIZE {
            break;
        }
        text.push_str(&piece(number));
    }
    text
}

/// A row of an import, with an ampersand in every tenth.
fn row(number: usize) -> String {
    let company = if number.is_multiple_of(10) { "Müller & Söhne" } else { "Example Incorporated" };
    format!("member{number}@mail.example.test|Anna-Lena|Sørensen|{company}|Main Street {number}|2026-01-31 12:00:00\n")
}

/// A line of a message in HTML.
fn html(number: usize) -> String {
    format!(
        "<tr class=\"row\"><td>{number}</td><td><a href=\"https://example.test/?a=1&amp;b={number}\">A thing</a></td></tr>\r\n"
    )
}

//! A server takes at most three times the body of any request, from its first byte to the response, and keeps nothing of it.
#![cfg(feature = "server")]

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use allocation_counter::measure;
use asmx_runtime::server::{AsmxService, Server};
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::{Call, Handler, Member, Message, Opener, Operation, RawOutput, Service, Text, Type};
use axum::body::Body;
use bytes::Bytes;
use http::Request;
use http_body::{Frame, SizeHint};
use tower::ServiceExt as _;

use crate::shared::strict;

const NAMESPACE: &str = "urn:served";
static PARAMETERS: [Member; 2] = [Member::new("Text", Type::STRING), Member::new("Fields", Type::STRING_ARRAY)];
static IMPORT: Operation = strict("Import", &PARAMETERS, &[Member::new("ImportResult", Type::STRING)]);
static SERVICE: Service = Service::new("Served", "/api.asmx", "", &[], &[], &[&IMPORT]);

/// Bytes of a body. From 256 KiB on, other threads decode it, whose memory a test does not see.
const SIZE: usize = 250_000;
/// The additional memory of a request: messages, buffers, and vectors that double up to a limit.
const BESIDE: usize = 100_000;
/// Bytes that arrive together.
const PIECE: usize = 16 * 1024;

/// Gives back how long its text is.
struct Length;

impl Handler for Length {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let values = call.request.to_dynamic();
        let length = values.values().first().and_then(|value| value.as_text().map(str::len)).unwrap_or_default();
        Box::pin(async move { Ok(RawOutput::Message(Message::from(Text::new(length.to_string())))) })
    }
}

/// A body that arrives in pieces, each in memory of its own.
struct Arriving(Bytes);

impl http_body::Body for Arriving {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let length = self.0.len().min(PIECE);
        let piece = self.0.split_to(length);
        Poll::Ready((length > 0).then(|| Ok(Frame::data(Bytes::copy_from_slice(&piece)))))
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.len() as u64)
    }
}

fn server() -> AsmxService {
    // The fixed allowance of values would hide the memory of the values of these requests.
    let server = Server::new(Opener::new(&SERVICE, |_| Ok(Arc::new(Length)))).namespace(NAMESPACE).max_values(500);
    server.build().unwrap()
}

fn request(path: &str, content_type: &str, body: Bytes) -> Request<Body> {
    let request = Request::post(path).header("Host", "localhost").header("Content-Type", content_type);
    let request = request.header("SOAPAction", format!("\"{NAMESPACE}/Import\""));
    request.body(Body::new(Arriving(body))).unwrap()
}

/// Serves it, and checks the memory and the status.
fn assert_served(label: &str, path: &str, content_type: &str, body: String, status: u16) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (service, body) = (server(), Bytes::from(body));
    assert!((SIZE - 1_000..256 * 1024).contains(&body.len()), "{label}: {}", body.len());
    let serve = || {
        let request = request(path, content_type, body.clone());
        let response = runtime.block_on(service.clone().oneshot(request)).unwrap();
        response.status().as_u16()
    };
    // The first call makes the statics of the process, which are not counted.
    assert_eq!(serve(), status, "{label}");
    let memory = measure(|| assert_eq!(serve(), status, "{label}"));
    let most = usize::try_from(memory.bytes_max).unwrap();
    println!("{label}: {most} bytes, {} % of the body", most.saturating_mul(100) / body.len());
    assert!(most > body.len(), "{label}: {most} bytes are less than the body, so another thread served it");
    assert!(most <= 3 * body.len() + BESIDE, "{label}: {most} bytes for {}", body.len());
    assert!(memory.bytes_current < 4_096, "{label}: {} bytes are kept", memory.bytes_current);
}

fn filled(piece: &str) -> String {
    piece.repeat(SIZE / piece.len())
}

#[test]
fn forms_that_are_made_to_be_expensive() {
    let names = (0..SIZE / 4).map(|number| format!("n{number}=&")).collect::<Vec<_>>().concat();
    for (label, body, status) in [
        ("names alone", filled("a&"), 500),
        ("blanks between", format!("Text=x&Fields=y&{}", filled("&&")), 200),
        ("short values", filled("a=1&"), 500),
        ("items", format!("Text=x&{}", filled("Fields=1&")), 500),
        ("other names", names[..SIZE].to_owned(), 500),
        ("a text of escapes", format!("Fields=y&Text={}", filled("%41")), 200),
        ("a text", format!("Fields=y&Text={}", filled("a")), 200),
    ] {
        assert_served(label, "/api.asmx/Import", "application/x-www-form-urlencoded", body, status);
    }
}

#[test]
fn documents_that_are_made_to_be_expensive() {
    let attributes = (0..200).map(|number| format!(" a{number}=''")).collect::<Vec<_>>().concat();
    for (label, parameters, status) in [
        ("elements", filled("<x/>"), 400),
        ("elements of others", format!("<z xmlns=''>{}</z>", filled("<x/>")), 200),
        ("items", format!("<Fields>{}</Fields>", filled("<string/>")), 400),
        ("attributes", format!("<z xmlns=''>{}</z>", filled(&format!("<x{attributes}/>"))), 200),
        ("namespaces", format!("<z xmlns=''>{}</z>", filled("<p:x xmlns:p='u'/>")), 200),
        ("comments", filled("<!---->"), 200),
        ("references", format!("<Text>{}</Text>", filled("&#9;")), 200),
        ("a text", format!("<Text>{}</Text>", filled("a")), 200),
    ] {
        let body = format!(
            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><Import xmlns='{NAMESPACE}'>{parameters}\
             </Import></s:Body></s:Envelope>"
        );
        assert_served(label, "/api.asmx", "text/xml; charset=utf-8", body, status);
    }
}

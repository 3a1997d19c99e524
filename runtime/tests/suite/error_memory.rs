//! A call that fails with a hostile response takes at most twice its body and 4.5 MB, with the error shown and the exchange kept.
#![cfg(feature = "client")]

use std::convert::Infallible;

use allocation_counter::measure;
use asmx_runtime::descriptors::Role;
use asmx_runtime::stack::BodyStream;
use asmx_runtime::{
    Builder, Client, DynamicRequest, ErrorKind, Member, Operation, RetryPolicy, Service, Transport, Type,
};
use bytes::Bytes;

use crate::shared::strict;

static FAILING: Operation = strict("Failing", &[], &[Member::new("FailingResult", Type::STRING)]);
static COMMON: &[Member] = &[
    Member::new("Username", Type::STRING).role(Role::Username),
    Member::new("Password", Type::STRING).role(Role::Password).secret(),
];
static SERVICE: Service = Service::new("Failing", "/api.asmx", "", COMMON, &[], &[&FAILING]);

/// The secret of the calls, of letters that are base64 and hexadecimal too.
const PASSWORD: &str = "abcabcabcabd";
/// Bytes of a response. From 1 MiB on, other threads decode it, whose memory a test does not see.
const SIZE: usize = 1_000_000;
/// The additional memory of a call: the request, the texts that are shown, and the search for secrets in their beginning.
const BESIDE: usize = 4_500_000;
/// The longest text of an error, with `Display` and `Debug` in one.
const SHOWN: usize = 100_000;

/// Each response repeats one of these.
const PIECES: [&str; 15] =
    ["%", "%25", "&", "&amp;", "\\", "=", "=3D", "<", "\0", "33", "QUFB", "abc", "YWJjYWJjYWJjYWJk ", "…", "\u{202e}"];

/// A client whose calls fail with this page or fault.
fn client(content_type: &'static str, body: Bytes) -> Client {
    let stack = tower::service_fn(move |_: http::Request<Bytes>| {
        let mut response = http::Response::new(BodyStream::from(body.clone()));
        *response.status_mut() = http::StatusCode::INTERNAL_SERVER_ERROR;
        response.headers_mut().insert("Content-Type", http::HeaderValue::from_static(content_type));
        async move { Ok::<_, Infallible>(response) }
    });
    let builder = Builder::<Client>::new(&SERVICE).base_url("https://example.test").namespace("urn:failing");
    let builder = builder.credentials("user", PASSWORD).retry(RetryPolicy::never()).capture(1);
    builder.build_on(stack).unwrap()
}

/// Calls and shows the error; the result is the memory that this took.
fn memory_of(label: &str, transport: Transport, content_type: &'static str, body: String) -> usize {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let client = client(content_type, body.into());
    let mut text = String::new();
    let memory = measure(|| {
        let failed = runtime.block_on(client.call(DynamicRequest::new(&FAILING)).transport(transport).into_future());
        let error = failed.unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::Fault | ErrorKind::Status | ErrorKind::UnexpectedResponse),
            "{error}"
        );
        text = format!("{error} {error:?}");
    });
    assert!((50..SHOWN).contains(&text.len()), "{label}: {} bytes are shown", text.len());
    assert!(!text.contains(PASSWORD), "{label}: {text}");
    usize::try_from(memory.bytes_max).unwrap()
}

fn assert_bounded(label: &str, transport: Transport, content_type: &'static str, body: impl Fn(usize) -> String) {
    let (small, large) = (SIZE / 4, SIZE);
    let measured = |size| memory_of(label, transport, content_type, body(size));
    let (of_small, of_large) = (measured(small), measured(large));
    println!("{label}: {of_small} bytes for {small}, {of_large} for {large}");
    assert!(of_large <= 2 * large + BESIDE, "{label}: {of_large} bytes for {large}");
    let more = of_large.saturating_sub(of_small);
    assert!(more <= 2 * (large - small) + BESIDE / 20, "{label}: {of_small} bytes for {small}, {of_large} for {large}");
}

#[test]
fn errors_take_memory_in_proportion_to_their_responses() {
    for piece in PIECES.into_iter().step_by(cases::step(4)) {
        let name = piece.escape_default();
        let filled = |size: usize| piece.repeat(size / piece.len());
        let fault = |size| {
            format!(
                "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><e:Fault>\
                 <faultcode>e:Server</faultcode><faultstring>{}</faultstring></e:Fault></e:Body></e:Envelope>",
                filled(size)
            )
        };
        assert_bounded(&format!("a page of {name}"), Transport::Soap11, "text/html; charset=utf-8", filled);
        assert_bounded(&format!("a text of {name}"), Transport::HttpPost, "text/plain; charset=utf-8", filled);
        assert_bounded(&format!("a fault of {name}"), Transport::Soap11, "text/xml; charset=utf-8", fault);
    }
}

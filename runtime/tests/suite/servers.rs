//! The table of what servers say: each row has an example, and its sentence.
#![cfg(feature = "client")]

use std::collections::BTreeSet;

use asmx_runtime::stack::{Asked, Came, FailedRequest, advice, rows};
use asmx_runtime::{Outcome, Transport};
use http::{HeaderMap, StatusCode};
use test_servers::pages::{Example, examples};

#[test]
fn each_row_has_an_example_that_is_found_by_it() {
    let mut wrong = Vec::new();
    for example in examples() {
        let found = example.seen(advice);
        // Each sentence beside a cause has an example with that cause.
        let expected = if example.name == "cookie-dropped" { "redirect" } else { &example.name };
        if found.as_ref().map(|advice| advice.name) != Some(expected) {
            wrong.push((example.file, found.map(|advice| advice.name)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let named: BTreeSet<String> = examples().into_iter().map(|example| example.name).collect();
    let rows: BTreeSet<String> = rows().map(str::to_owned).collect();
    assert_eq!(named, rows);
}

fn of(name: &str) -> Example {
    examples().into_iter().find(|example| example.file == name).unwrap()
}

fn sentence(name: &str) -> String {
    of(name).seen(advice).unwrap().sentence.to_string()
}

#[test]
fn sentences_name_facts_and_settings() {
    for (name, expected) in [
        (
            "sign-in-windows-or-basic",
            "it offers Negotiate, NTLM, Digest, Basic; sign in with Windows' own schemes: `build_on` with the crate `asmx-windows-auth`; else \
             give Basic with `basic(…)`",
        ),
        (
            "asp-net-request-validation",
            "parameter `Comment` looks like HTML, which servers that validate requests refuse over HTTP POST",
        ),
        (
            "cookie-dropped",
            "redirects are not followed: it points to `/new/library.asmx`; is the base URL right?; it sets a cookie, which is dropped without \
             `cookies(…)`",
        ),
        ("wcf-wants-soap-12", "the service speaks SOAP 1.2: try `transport(Transport::Soap12)`"),
    ] {
        assert_eq!(sentence(name), expected);
    }
}

/// The method was ended in its middle: nobody knows what it has done.
#[test]
fn what_asp_net_ends_in_its_middle_is_unknown_and_what_never_began_is_refused() {
    for (name, outcome) in [
        ("asp-net-timed-out", Some(Outcome::Unknown)),
        ("asp-net-timed-out.2", Some(Outcome::Unknown)),
        ("asp-net-thread-aborted", Some(Outcome::Unknown)),
        // In German, in Spanish with the types of exceptions, and as a page.
        ("asp-net-thread-aborted.2", Some(Outcome::Unknown)),
        ("asp-net-thread-aborted.3", Some(Outcome::Unknown)),
        ("asp-net-thread-aborted.4", Some(Outcome::Unknown)),
        ("iis-proxy-timeout", Some(Outcome::Unknown)),
        ("iis-app-not-started", Some(Outcome::Refused)),
        ("asp-net-custom-errors", None),
    ] {
        assert_eq!(of(name).seen(advice).unwrap().outcome, outcome, "{name}");
    }
    assert_eq!(of("wcf-wants-soap-12").seen(advice).unwrap().transport, Some(Transport::Soap12));
}

#[test]
fn zeros_of_utf_16_do_not_follow_the_response() {
    let of_body = |body: &[u8]| {
        let headers = HeaderMap::new();
        let came = Came::Response { status: StatusCode::OK, reason: None, headers: &headers, body };
        advice(&FailedRequest::new(Asked::of_call(Transport::Soap11), came)).map(|advice| advice.name)
    };
    let wide: Vec<u8> = "<a>x</a>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!((of_body(b"<a>x</a>\0\0"), of_body(&wide)), (Some("zero-bytes"), None));
}

/// The work is bounded by the beginning of a body, however large it is.
#[test]
fn a_large_page_is_compared_in_time() {
    let headers = HeaderMap::new();
    for piece in ["<p>", "<style>", "<!--", "request timed out", "<html><h1>"] {
        let body = format!("<html>{}", piece.repeat(8 * 1024 * 1024 / piece.len()));
        let came = Came::Response {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            reason: None,
            headers: &headers,
            body: body.as_bytes(),
        };
        let observed = FailedRequest::new(Asked::of_call(Transport::Soap11), came);
        assert!(advice(&observed).is_some(), "{piece}");
    }
}

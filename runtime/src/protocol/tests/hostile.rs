//! Hostile bytes give a result or an error, never a panic.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::*;
use crate::fault::Fault;
use crate::protocol::{RequestLimits, decode_request, decode_response, encode_fault, encode_request, encode_response};
use crate::results::table::{Cell, ColumnType, RowData, Table};
use crate::results::{DataSet, Integers, Text};
use crate::value::message::Message;

/// Messages to spoil: requests of every transport, and responses of every kind.
fn requests() -> Vec<Request<Bytes>> {
    let values = [("Names", Value::from(vec!["a&b", "é😀"])), ("Values", Value::from(vec![""]))];
    Transport::ALL
        .map(|transport| {
            encode_request(&endpoint(), &RequestLimits::default(), call(&ADD, transport, &values).outgoing()).unwrap()
        })
        .into()
}

fn responses() -> Vec<(&'static Operation, Transport, Response<Bytes>)> {
    let mut responses = Vec::new();
    for transport in Transport::ALL {
        let contents = [
            (&FIND_BOOKS, Message::from(Text::new("a&<é😀\r\u{1}"))),
            (&COUNT_BOOKS, Message::from(Integers::new(vec![1, 2]))),
        ];
        for (operation, content) in contents {
            responses.push((operation, transport, encode_response(&context(operation, transport), &content).unwrap()));
        }
        let table = Table::new("a b").column("Id", ColumnType::Int).row(RowData::new([Cell::from(1)]));
        let result = Message::from(DataSet::new("").table(table));
        responses.push((&TABLE, transport, encode_response(&context(&TABLE, transport), &result).unwrap()));
        let fault = Fault::client("No <&> é").with_actor("a").with_detail("<b/>");
        responses.push((&DROP, transport, encode_fault(ErrorStyle::Development, transport, NAMESPACE, &fault)));
    }
    responses
}

fn feed_server(request: &Request<Bytes>, body: Vec<u8>) {
    let mut spoilt = request.clone();
    *spoilt.body_mut() = Bytes::from(body);
    let _ = decode_request(&settings(), &spoilt);
}

fn feed_client(operation: &'static Operation, transport: Transport, response: &Response<Bytes>, body: Vec<u8>) {
    let mut spoilt = response.clone();
    *spoilt.body_mut() = Bytes::from(body);
    let _ = decode_response(&context(operation, transport), spoilt);
}

#[test]
fn cut_off_at_every_byte() {
    for request in requests() {
        for length in 0..request.body().len() {
            feed_server(&request, request.body()[..length].to_vec());
        }
    }
    for (operation, transport, response) in responses() {
        for length in 0..response.body().len() {
            feed_client(operation, transport, &response, response.body()[..length].to_vec());
        }
    }
}

#[test]
fn under_every_content_type() {
    let types = [
        "text/xml",
        "text/xml; charset=utf-16",
        "text/xml; charset=nonsense",
        "application/soap+xml; charset=shift_jis",
        "text/plain; charset=utf-7",
        "application/x-www-form-urlencoded; charset=utf-16",
        ";;;",
        "text/xml; charset=\"",
        "a/b; c",
    ];
    for content_type in types {
        for mut request in requests() {
            request.headers_mut().insert("Content-Type", content_type.parse().unwrap());
            let _ = decode_request(&settings(), &request);
        }
        for (operation, transport, mut response) in responses() {
            response.headers_mut().insert("Content-Type", content_type.parse().unwrap());
            let _ = decode_response(&context(operation, transport), response);
        }
    }
}

#[test]
fn bombs_are_refused_quickly() {
    let begun = Instant::now();
    let deep = "<a>".repeat(1_000_000);
    let entities = "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>".to_owned()
        + &"<x>&b;</x>".repeat(1000);
    let nested = format!("<Books_Move xmlns=\"{NAMESPACE}\"><To>{}", "<Next>".repeat(100_000));
    let names: Vec<_> = (0..100_000).map(|number| format!("a{number}=\"\"")).collect();
    let attributes = format!("<a {}/>", names.join(" "));
    for body in [deep, entities, nested, attributes] {
        for transport in SOAP {
            let request = soap_request(transport, "Books_Move", envelope(transport, &body));
            assert!(decode_request(&settings(), &request).is_err());
            let mut response = Response::new(Bytes::from(body.clone()));
            response.headers_mut().insert("Content-Type", "text/xml".parse().unwrap());
            assert!(decode_response(&context(&SHELVE, transport), response).is_err());
        }
    }
    let pairs = "a=b&".repeat(200_000);
    assert!(decode_request(&settings(), &form_request(Transport::HttpPost, "Books_Find", &pairs)).is_err());
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}

#[test]
fn values_as_deep_as_documents_may_be() {
    let mut limits = ParseOptions::default();
    limits.max_depth = usize::MAX;
    let settings = ServerSettings { limits, ..settings() };
    let levels = 20_000;
    let body = format!(
        "<Books_Move xmlns=\"{NAMESPACE}\"><To>{}{}</To></Books_Move>",
        "<Next>".repeat(levels),
        "</Next>".repeat(levels)
    );
    let request = soap_request(Transport::Soap11, "Books_Move", envelope(Transport::Soap11, &body));
    let response = decode_request(&settings, &request).unwrap_err();
    assert_eq!(response.status(), 400);
}

/// Bytes with changes, deletions and insertions.
fn spoil(bytes: &[u8], changes: &[(prop::sample::Index, u8, u8)]) -> Vec<u8> {
    let mut spoilt = bytes.to_vec();
    for (place, kind, byte) in changes {
        if spoilt.is_empty() {
            spoilt.push(*byte);
        }
        let at = place.index(spoilt.len());
        match kind % 4 {
            0 => spoilt[at] = *byte,
            1 => {
                spoilt.remove(at);
            }
            2 => spoilt.insert(at, *byte),
            _ => spoilt.insert(at, b"<>&\"'/;:=!?[]"[usize::from(*byte) % 13]),
        }
    }
    spoilt
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases::of(400), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn spoilt_messages(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), any::<u8>()), 1..6),
    ) {
        let requests = requests();
        let request = &requests[which.index(requests.len())];
        feed_server(request, spoil(request.body(), &changes));
        let responses = responses();
        let (operation, transport, response) = &responses[which.index(responses.len())];
        feed_client(operation, *transport, response, spoil(response.body(), &changes));
    }

    #[test]
    fn any_bytes(body in any::<Vec<u8>>(), status in 200_u16..600) {
        for request in requests() {
            feed_server(&request, body.clone());
        }
        for (operation, transport, mut response) in responses() {
            *response.status_mut() = http::StatusCode::from_u16(status).unwrap();
            feed_client(operation, transport, &response, body.clone());
        }
    }

    #[test]
    fn any_query_and_header(query in "[!-~é😀]{0,60}", value in "[ -~]{0,40}") {
        let path = format!("/library.asmx/Books_Find?{}", query.replace('#', ""));
        if let Ok(uri) = path.parse() {
            let mut request = Request::new(Bytes::new());
            *request.uri_mut() = uri;
            let _ = decode_request(&settings(), &request);
        }
        for mut request in requests() {
            request.headers_mut().insert("Content-Type", value.parse().unwrap());
            request.headers_mut().insert("SOAPAction", value.parse().unwrap());
            let _ = decode_request(&settings(), &request);
        }
    }
}

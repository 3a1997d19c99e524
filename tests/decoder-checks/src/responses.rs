//! Responses of a service, as a client decodes them.

use asmx_runtime::protocol::{self, ResponseContext};
use asmx_runtime::{DataSet, Message, Outcome, Transport, Type};
use bytes::Bytes;

use crate::selector::{ODD_TYPES, Selector};

const SOAP_TYPES: [&str; 2] = ["text/xml; charset=utf-8", "application/soap+xml; charset=utf-8"];
const BARE_TYPES: [&str; 4] = ["text/xml; charset=utf-8", "text/plain; charset=utf-8", "text/html", "text/xml"];
const STATUSES: [u16; 4] = [200, 500, 202, 503];

/// A response over SOAP 1.1 or 1.2.
pub fn soap_response(input: &[u8]) {
    let Some((selector, body)) = Selector::of(input) else { return };
    let is_second = selector.variant & 1 == 1;
    let transport = if is_second { Transport::Soap12 } else { Transport::Soap11 };
    let content_type = odd_type(selector.variant >> 3).unwrap_or(SOAP_TYPES[usize::from(is_second)]);
    check(&selector.context(transport), content_type, status(selector.variant >> 1), body);
}

/// A response over GET or POST.
pub fn bare_response(input: &[u8]) {
    let Some((selector, body)) = Selector::of(input) else { return };
    let transport = if selector.variant & 1 == 1 { Transport::HttpPost } else { Transport::HttpGet };
    let default_type = BARE_TYPES[usize::from(selector.variant >> 1) % BARE_TYPES.len()];
    let content_type = odd_type(selector.variant >> 5).unwrap_or(default_type);
    check(&selector.context(transport), content_type, status(selector.variant >> 3), body);
}

/// Small numbers have none.
fn odd_type(variant: u8) -> Option<&'static str> {
    ODD_TYPES.get(usize::from(variant)).copied().filter(|_| variant > 0)
}

fn status(variant: u8) -> u16 {
    STATUSES[usize::from(variant) % STATUSES.len()]
}

fn check(sent_to: &ResponseContext, media_type: &str, status: u16, body: &[u8]) {
    let response = http::Response::builder().status(status).header("content-type", media_type);
    let Ok(response) = response.body(Bytes::copy_from_slice(body)) else { return };
    match protocol::decode_response(sent_to, response) {
        Ok(content) => {
            assert!((200..300).contains(&status), "a result with status {status}");
            let _ = format!("{content:?}");
            read_again(sent_to, &content);
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && message.len() < 100_000 + body.len(), "{message}");
            assert_ne!(error.outcome(), Outcome::NotSent, "there was a response");
            let _ = format!("{error:?}");
        }
    }
}

/// A response that was read can be written by a server, and is then read as an equal one.
fn read_again(sent_to: &ResponseContext, content: &Message) {
    // Some data sets cannot be written.
    let Ok(response) = protocol::encode_response(sent_to, content) else { return };
    // References to forbidden characters make a document that only lenient readers accept, such as this one.
    match protocol::decode_response(sent_to, response) {
        Ok(again) => same(sent_to, content, &again),
        Err(error) => panic!("what was written cannot be read: {error}\n{content:?}"),
    }
}

fn same(sent_to: &ResponseContext, content: &Message, again: &Message) {
    let tables = |message: &Message| message.clone().single::<DataSet>().map(|data_set| data_set.tables().len());
    match sent_to.operation.value().map(|result| result.kind) {
        // Some oddities of a data set's schema are not written; a test of its own compares data sets.
        Some(kind) if kind.is_data_set() => assert_eq!(tables(content), tables(again)),
        // Declarations around the document move into the root element.
        Some(Type::Xml(_)) => assert_eq!(content.is_null(), again.is_null()),
        _ => assert_eq!(content, again),
    }
}

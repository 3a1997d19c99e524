//! Strings read without a tree beside the plain reader: what is read so is what the plain one reads, and what servers write is.

use proptest::prelude::*;

use super::*;
use crate::protocol::decode_response::{decode, decode_plainly};
use crate::protocol::encode_response;
use crate::protocol::shortcuts::plain_string;
use crate::results::Text;
use crate::value::content::Content;

static MESSAGE: Operation = Operation::new("ChangePassword", "", "", COUNT, ResultShape::String, Effect::Write);

fn response(transport: Transport, body: impl Into<Bytes>) -> Response<Bytes> {
    Response::builder().header("Content-Type", content_type(transport)).body(body.into()).unwrap()
}

fn string(text: &str) -> Content {
    Content::String(Text::new(text))
}

/// Checks that a string read without a tree is the one that the plain reader reads, and says what it is.
fn read(context: &ResponseContext, response: &Response<Bytes>) -> Option<String> {
    let without = plain_string::read(context, response).map(str::to_owned);
    let plain = decode_plainly(context, response);
    if let Some(text) = &without {
        assert_eq!(plain.as_ref().ok(), Some(&string(text)), "{:?}", response.body());
    }
    let decoded = decode(context, response.clone());
    assert_eq!(decoded.ok(), plain.ok(), "{:?}", response.body());
    without
}

/// A response as servers write it, its text not encoded.
fn written(context: &ResponseContext, text: &str) -> Response<Bytes> {
    const MARK: &str = "A MARK";
    let response = encode_response(context, &string(MARK)).unwrap();
    let body = String::from_utf8(response.body().to_vec()).unwrap();
    assert!(body.contains(MARK));
    response.map(|_| Bytes::from(body.replace(MARK, text)))
}

#[test]
fn what_servers_write_is_read_without_a_tree() {
    for transport in Transport::ALL {
        for operation in [&FIND_BOOKS, &SOAP_ONLY, &MESSAGE] {
            let context = context(operation, transport);
            for text in ["0\nSUCCESS\n", "a", " ", "é \u{10FFFF} ]] > \"'", &"x".repeat(10_000)] {
                assert_eq!(
                    read(&context, &written(&context, text)).as_deref(),
                    Some(text),
                    "{operation:?} {transport}"
                );
            }
            // Servers write `<A />`, which is for the plain reader, but others may not.
            assert_eq!(read(&context, &written(&context, "")).as_deref(), Some(""));
        }
    }
}

#[test]
fn recorded_responses_are_read_without_a_tree_once_nothing_in_them_is_escaped() {
    macro_rules! recordings {
        ($($transport:ident $file:literal),*) => {
            [$((Transport::$transport, include_str!(concat!("../../../../tests/fixtures/ops/AddGroupMember/", $file, ".response")))),*]
        };
    }
    static ADD: Operation = Operation::new("AddGroupMember", "", "", COUNT, ResultShape::String, Effect::Write);
    for (transport, message) in recordings![Soap11 "soap11", Soap12 "soap12", HttpGet "get", HttpPost "post"] {
        let body = message.split_once("\r\n\r\n").unwrap().1.to_owned();
        let context = context(&ADD, transport);
        assert_eq!(read(&context, &response(transport, body.clone())), None);
        let plain = ["&amp;", "&lt;", "&gt;"].iter().fold(body, |body, reference| body.replace(reference, "+"));
        let found = read(&context, &response(transport, plain));
        assert!(found.is_some_and(|text| text.starts_with("operation=[AddGroupMember]\n")), "{transport}");
    }
}

#[test]
fn texts_that_need_decoding_are_left_to_the_plain_reader() {
    for transport in Transport::ALL {
        let context = context(&FIND_BOOKS, transport);
        for text in ["&lt;", "a\rb", "]]>", "\u{1}", "\u{FFFF}", "<b/>", "<![CDATA[x]]>", "<!-- -->", "a&#10;", "&amp;"]
        {
            assert_eq!(read(&context, &written(&context, text)), None, "{text:?}");
        }
        let mut broken = written(&context, "a?b").body().to_vec();
        let at = broken.iter().rposition(|byte| *byte == b'?').unwrap();
        broken[at] = 0xFF;
        assert_eq!(read(&context, &response(transport, broken)), None);
    }
}

#[test]
fn any_other_byte_around_the_text_is_left_to_the_plain_reader() {
    for transport in Transport::ALL {
        let context = context(&FIND_BOOKS, transport);
        let body = written(&context, "").body().to_vec();
        for at in 0..body.len() {
            for byte in [b' ', b'<', b'>', b'"', b'x', b'/', b'&', 0xC3] {
                let mut other = body.clone();
                other[at] = byte;
                let found = read(&context, &response(transport, other.clone()));
                assert_eq!(found.is_some(), other == body, "{at} {byte}");
            }
            assert_eq!(read(&context, &response(transport, body[..at].to_vec())), None);
        }
        assert_eq!(read(&context, &response(transport, [&body[..], b"\n"].concat())), None);
    }
}

#[test]
fn other_headers_statuses_and_results_are_left_to_the_plain_reader() {
    let context = context(&FIND_BOOKS, Transport::Soap11);
    let whole = written(&context, "a");
    for content_type in ["text/xml", "text/xml; charset=us-ascii", "text/html; charset=utf-8"] {
        let other = Response::builder().header("Content-Type", content_type).body(whole.body().clone()).unwrap();
        assert_eq!(read(&context, &other), None, "{content_type}");
    }
    let mut failed = whole.clone();
    *failed.status_mut() = http::StatusCode::INTERNAL_SERVER_ERROR;
    assert_eq!(read(&context, &failed), None);
    let other = |operation, namespace: &str| {
        let namespace = Arc::from(namespace);
        plain_string::read(&ResponseContext { operation, namespace, ..context.clone() }, &whole).is_some()
    };
    assert!(other(&FIND_BOOKS, NAMESPACE));
    for namespace in ["", "http://www.w3.org/2000/xmlns/", "a\"b", "a b", "é", "http://example.test/"] {
        assert!(!other(&FIND_BOOKS, namespace), "{namespace}");
    }
    assert!(!other(&COUNT_BOOKS, NAMESPACE));
    let mut narrow = ResponseContext { limits: context.limits.clone(), ..context.clone() };
    for change in [
        (|limits| limits.max_depth = 3) as fn(&mut ParseOptions),
        |limits| limits.max_nodes = 3,
        |limits| limits.max_bytes = 300,
        |limits| limits.max_attributes = 2,
        |limits| limits.max_name = 12,
    ] {
        narrow.limits = context.limits.clone();
        change(&mut narrow.limits);
        assert_eq!(read(&narrow, &whole), None, "{:?}", narrow.limits);
    }
}

#[test]
fn reserved_namespaces_mean_what_they_mean() {
    for namespace in ["http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"] {
        for transport in Transport::ALL {
            let context = ResponseContext { namespace: Arc::from(namespace), ..context(&FIND_BOOKS, transport) };
            assert_eq!(read(&context, &written(&context, "a")), None);
        }
    }
}

proptest! {
    #[test]
    fn nothing_else_is_read_than_the_plain_reader_reads(text in "[a&<>\\]\\r\\n;\u{1}é\u{FFFE}]{0,12}", index in 0..4_usize) {
        let context = context(&FIND_BOOKS, Transport::ALL[index]);
        let found = read(&context, &written(&context, &text));
        let is_plain = !text.contains(['&', '<', '\r', '\u{1}', '\u{FFFE}']) && !text.contains("]]>");
        prop_assert_eq!(found.is_some(), is_plain);
    }
}

//! Reading messages, whatever they hold.

use std::borrow::Cow;

use mail_parser::{HeaderName, HeaderValue, MessageParser};

const CONTENT_TYPE: &str = "content-type";

/// A message to be parsed: one inside of another is in it as the text that it is.
///
/// The parser makes a tree of nested messages, without a bound, and drops it by recursion: some thousands of them, in a message
/// of a few hundred kilobytes, would overflow the stack and end the process. So no part keeps a type that makes it a message.
pub fn flat(source: &str) -> Cow<'_, str> {
    let lower = source.to_ascii_lowercase();
    let mut flat = String::new();
    let (mut kept, mut next) = (0, 0);
    while let Some(found) = lower.get(next..).and_then(|rest| rest.find(CONTENT_TYPE)) {
        let start = next + found;
        let end = end_of_header(source, start);
        let header = source.get(start..end).unwrap_or_default();
        if nests(header) {
            flat.push_str(source.get(kept..start).unwrap_or_default());
            flat.push_str(&lower.get(start..end).unwrap_or_default().replace(CONTENT_TYPE, "x-was-within"));
            kept = end;
        }
        next = end;
    }
    if kept == 0 {
        return Cow::Borrowed(source);
    }
    flat.push_str(source.get(kept..).unwrap_or_default());
    Cow::Owned(flat)
}

/// Where the header ends that begins at `start`: before a line break that no white space follows.
fn end_of_header(source: &str, start: usize) -> usize {
    let rest = source.get(start..).unwrap_or_default();
    let ends = rest.match_indices('\n').map(|(at, _)| at);
    let mut ends = ends.filter(|at| !rest.get(at + 1..).unwrap_or_default().starts_with([' ', '\t']));
    ends.next().map_or(source.len(), |at| start + at)
}

/// Whether the parser takes a part with this header for a message, or its parts for messages.
fn nests(header: &str) -> bool {
    let header = format!("{header}\n\n");
    let Some(read) = MessageParser::default().parse_headers(&header) else { return false };
    let mut types =
        read.parts.iter().flat_map(|part| &part.headers).filter(|header| header.name == HeaderName::ContentType);
    types.any(|header| match &header.value {
        HeaderValue::ContentType(kind) => kind.ctype() == "message" || kind.subtype() == Some("digest"),
        _ => false,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::format_collect)]
mod tests {
    use super::*;

    const MANY: usize = 50_000;

    #[test]
    fn messages_in_messages_do_not_overflow_the_stack() {
        let nested = "Content-Type: message/rfc822\n\n".repeat(MANY) + "Hello";
        let encoded = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n".to_owned()
            + &"Q29udGVudC1UeXBlOiBtZXNzYWdlL3JmYzgyMgoK".repeat(MANY);
        let digests: String = (0..MANY)
            .map(|turn| format!("Content-Type: multipart/digest; boundary=b{turn}\n\n--b{turn}\n\n"))
            .collect();
        let global = "content-TYPE :\r\n\t(;) MESSAGE\r\n /(x)Global; boundary=\"message/rfc822\"\r\n\r\n".repeat(MANY)
            + "Hello";
        let decoy = "X content-type\n Content-Type: message/rfc822\n\n".repeat(MANY) + "Hello";
        for source in [nested, encoded, digests, global, decoy] {
            let flat = flat(&source);
            let message = MessageParser::default().parse(flat.as_bytes()).unwrap();
            let nested = message.parts.iter().filter(|part| part.message().is_some());
            assert_eq!(nested.count(), 0, "{}", &source[..40]);
        }
    }

    #[test]
    fn a_message_in_a_message_is_text_and_all_else_stays() {
        let plain = "Content-Type: multipart/mixed; boundary=\"global-digest\"\n\n--global-digest\n\nmessage/rfc822\n--global-digest--\n";
        assert!(matches!(flat(plain), Cow::Borrowed(same) if same == plain));
        let forwarded = "Content-Type: message/rfc822\n\nSubject: Inner\n\nHello";
        let flat = flat(forwarded);
        let message = MessageParser::default().parse(flat.as_bytes()).unwrap();
        assert_eq!(message.body_text(0).unwrap(), "Subject: Inner\n\nHello");
    }
}

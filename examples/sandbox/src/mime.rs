//! Reading messages safely: messages inside messages, and the links of a message.

use std::borrow::Cow;

use mail_parser::{HeaderName, HeaderValue, MessageParser};

const CONTENT_TYPE: &str = "content-type";

/// A message prepared for the parser: messages inside it become plain texts.
///
/// The parser builds a tree of nested messages without a limit and drops it recursively. Some thousands of them, in a
/// message of a few hundred kilobytes, would overflow the stack and end the process. So no part keeps a type that
/// makes it a message.
pub fn flat(source: &str) -> Cow<'_, str> {
    let lower = source.to_ascii_lowercase();
    let mut flat = String::new();
    let (mut rest_start, mut next) = (0, 0);
    while let Some(found) = lower.get(next..).and_then(|rest| rest.find(CONTENT_TYPE)) {
        let start = next + found;
        let end = end_of_header(source, start);
        let header = source.get(start..end).unwrap_or_default();
        if nests(header) {
            flat.push_str(source.get(rest_start..start).unwrap_or_default());
            flat.push_str(&lower.get(start..end).unwrap_or_default().replace(CONTENT_TYPE, "x-was-within"));
            rest_start = end;
        }
        next = end;
    }
    if rest_start == 0 {
        return Cow::Borrowed(source);
    }
    flat.push_str(source.get(rest_start..).unwrap_or_default());
    Cow::Owned(flat)
}

/// The end of the header at `start`: before a line break that no white space follows.
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

/// The most links of a message that can be clicked.
const MOST: usize = 200;

/// The targets of the links in an HTML and a plain text, each once, those of the HTML first.
pub fn links(html: &str, text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let targets = in_html(html).chain(in_text(text));
    for target in targets {
        if found.len() >= MOST {
            break;
        }
        if !found.contains(&target) {
            found.push(target);
        }
    }
    found
}

fn is_web(target: &str) -> bool {
    let lower = target.get(..8).unwrap_or(target).to_ascii_lowercase();
    lower.starts_with("http://") || lower.starts_with("https://")
}

/// Values of `href` attributes, with or without quotes.
fn in_html(html: &str) -> impl Iterator<Item = String> {
    html.split("href").skip(1).filter_map(|rest| {
        let value = rest.trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|first| matches!(first, '"' | '\''));
        let target = match quote {
            Some(quote) => value.get(1..)?.split(quote).next()?,
            None => value.split(|letter: char| letter.is_whitespace() || letter == '>').next()?,
        };
        let target = target.trim();
        is_web(target).then(|| target.replace("&amp;", "&"))
    })
}

/// Web addresses without the punctuation behind them.
fn in_text(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| letter.is_whitespace() || "<>\"".contains(letter));
    words
        .map(|word| word.trim_start_matches('(').trim_end_matches(['.', ',', ';', ':', '!', '?', ')']))
        .filter(|word| is_web(word))
        .map(str::to_owned)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::format_collect)]
mod tests {
    use proptest::prelude::*;

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
        let digest = "Content-Type: multipart/mixed; boundary=\"global-digest\"\n\n--global-digest\n\nmessage/rfc822\n--global-digest--\n";
        assert!(matches!(flat(digest), Cow::Borrowed(same) if same == digest));
        let forwarded = "Content-Type: message/rfc822\n\nSubject: Inner\n\nHello";
        let flat = flat(forwarded);
        let message = MessageParser::default().parse(flat.as_bytes()).unwrap();
        assert_eq!(message.body_text(0).unwrap(), "Subject: Inner\n\nHello");
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in "(href|=|'|\"|http://|[a-zé<> ]){0,20}") {
            let found = links(&text, &text);
            prop_assert!(found.iter().all(|target| target.starts_with("http://")));
        }
    }

    #[test]
    fn links_in_order_and_once() {
        let html = "<a href='https://x.test/1'>1</a><A href = \"http://x.test/2\"><a href=http://x.test/3><a href='mailto:a@x.test'><a href=";
        let text = "see (http://x.test/2), http://x.test/4. é href";
        assert_eq!(links(html, text), ["https://x.test/1", "http://x.test/2", "http://x.test/3", "http://x.test/4"]);
    }
}

//! Raw messages: checking one, completing its headers, finding its links.

use mail_parser::{Message, MessageParser, MimeHeaders};

use crate::mime;
use crate::moment::Moment;
use crate::parameters::{non_blank, shortened};
use crate::refusal::{Kind, Refusal, Result};

/// The input of a message.
#[derive(Debug)]
pub struct Raw<'m> {
    /// A valid address.
    pub from_address: &'m str,
    /// May be empty.
    pub from_name: &'m str,
    /// The parameter `Subject`.
    pub subject: Option<&'m str>,
    /// The parts, with or without headers before them.
    pub source: &'m str,
    /// The parameter `Boundary`.
    pub boundary: Option<&'m str>,
}

/// A checked message, complete with headers.
#[derive(Debug)]
pub struct Composed {
    pub subject: String,
    pub source: String,
    /// The targets of its links, in order.
    pub links: Vec<String>,
}

fn refusal(problem: impl Into<String>) -> Refusal {
    Refusal::new(Kind::InvalidMessage, problem)
}

/// Checks a message and completes its headers.
pub fn compose(raw: &Raw<'_>, date: Moment, largest: usize) -> Result<Composed> {
    let Some(text) = non_blank(Some(raw.source)) else { return Err(refusal("RawMessage is missing")) };
    if text.len() > largest {
        return Err(refusal(format!("RawMessage has {} bytes; the largest message has {largest}", text.len())));
    }
    for (name, value) in [("FromName", raw.from_name), ("Subject", raw.subject.unwrap_or_default())] {
        if value.contains(['\r', '\n']) {
            return Err(refusal(format!("{name} holds a line break, which would begin another header")));
        }
    }
    let text = text.trim_start_matches(['\r', '\n']);
    let boundary = non_blank(raw.boundary);
    if let Some(boundary) = boundary {
        check_boundary(boundary)?;
    }
    let (headers, body) = split_headers(text, boundary)?;
    let own_headers = retained_headers(headers)?;
    let declared = MessageParser::default().parse_headers(headers);
    let content_type = declared.as_ref().and_then(|message| message.content_type());
    let multipart = content_type.filter(|kind| kind.ctype().eq_ignore_ascii_case("multipart"));
    let own = multipart.and_then(|kind| kind.attribute("boundary"));
    let boundary = match (boundary, own) {
        (Some(stated), Some(own)) if stated != own => {
            let message =
                format!("Boundary is `{stated}`, but the Content-Type of RawMessage says `{}`", shortened(own));
            return Err(refusal(message));
        }
        (Some(_), None) if content_type.is_some() => {
            return Err(refusal(
                "Boundary is given, but the Content-Type of RawMessage is not a multipart with a boundary",
            ));
        }
        (None, None) if multipart.is_some() => {
            return Err(refusal("The Content-Type of RawMessage is a multipart without a boundary"));
        }
        (boundary, own) => boundary.or(own),
    };
    if let Some(boundary) = boundary {
        check_parts(body, boundary)?;
    }
    let own_subject = declared.as_ref().and_then(Message::subject).unwrap_or_default();
    let subject = non_blank(raw.subject).unwrap_or(own_subject).trim().to_owned();
    let mut source = format!("From: {}\nSubject: {subject}\nDate: {}\n", mailbox(raw), date.mail_date());
    source.push_str(&own_headers);
    if let (Some(boundary), None) = (boundary, content_type) {
        let has_attachment = body.to_ascii_lowercase().contains("content-disposition: attachment");
        let kind = if has_attachment { "mixed" } else { "alternative" };
        if declared.as_ref().is_none_or(|message| message.header("MIME-Version").is_none()) {
            source.push_str("MIME-Version: 1.0\n");
        }
        source.extend(["Content-Type: multipart/", kind, "; boundary=\"", boundary, "\"\n"]);
    }
    source.extend(["\n", body]);
    let links = check_content(&source)?;
    Ok(Composed { subject, source, links })
}

fn mailbox(raw: &Raw<'_>) -> String {
    if raw.from_name.trim().is_empty() {
        return format!("<{}>", raw.from_address);
    }
    let name = raw.from_name.trim().replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{name}\" <{}>", raw.from_address)
}

/// RFC 2046, 5.1.1.
fn check_boundary(boundary: &str) -> Result<()> {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "'()+_,-./:=? ".contains(letter);
    if boundary.len() <= 70 && !boundary.ends_with(' ') && boundary.chars().all(allowed) {
        return Ok(());
    }
    Err(refusal(format!(
        "Boundary `{}` is not valid: it needs 1 to 70 letters, digits or '()+_,-./:=?",
        shortened(boundary)
    )))
}

/// Splits headers off. With a boundary, a text has no headers if it begins with the boundary or with a line that is
/// not a header.
fn split_headers<'t>(text: &'t str, boundary: Option<&str>) -> Result<(&'t str, &'t str)> {
    let first = text.lines().next().unwrap_or_default();
    let begins_with_part =
        boundary.is_some_and(|boundary| first.strip_prefix("--").is_some_and(|line| line.trim_end() == boundary));
    if begins_with_part || (!is_header(first) && boundary.is_some()) {
        return Ok(("", text));
    }
    if !is_header(first) {
        let message = "RawMessage begins neither with a header nor with a part, and there is no Boundary: \
                       state Boundary, or begin the message with a Content-Type header";
        return Err(refusal(message));
    }
    let ends = ["\r\n\r\n", "\n\n"]
        .into_iter()
        .filter_map(|blank_line| text.find(blank_line).map(|at| (at, blank_line.len())));
    let Some((at, length)) = ends.min() else {
        return Err(refusal("RawMessage has headers, but no blank line and nothing after them"));
    };
    let headers_end = at + length;
    text.split_at_checked(headers_end).ok_or_else(|| refusal("RawMessage cannot be split"))
}

fn is_header(line: &str) -> bool {
    line.split_once(':').is_some_and(|(name, _)| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic()))
}

/// The headers that are kept: all that the service does not write itself.
fn retained_headers(headers: &str) -> Result<String> {
    const OWN: [&str; 6] = ["from", "to", "cc", "bcc", "subject", "date"];
    let mut retained = String::new();
    let mut keep = false;
    for (index, line) in headers.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        if line.starts_with([' ', '\t']) && index > 0 {
            // Continues the header before.
        } else if is_header(line) {
            let name = line.split(':').next().unwrap_or_default().to_ascii_lowercase();
            keep = !OWN.contains(&name.as_str());
        } else {
            return Err(refusal(format!("RawMessage, line {}: `{}` is not a header", index + 1, shortened(line))));
        }
        if keep {
            retained.extend([line, "\n"]);
        }
    }
    Ok(retained)
}

/// Checks that there is a part, and that the last one is closed.
fn check_parts(body: &str, boundary: &str) -> Result<()> {
    let mut opened = false;
    for line in body.lines() {
        match line.strip_prefix("--").map(str::trim_end) {
            Some(rest) if rest == boundary => opened = true,
            Some(rest) if rest.strip_suffix("--") == Some(boundary) => {
                return if opened {
                    Ok(())
                } else {
                    Err(refusal(format!("RawMessage has no part before `--{boundary}--`")))
                };
            }
            _ => {}
        }
    }
    Err(refusal(if opened {
        format!("RawMessage does not end its parts: the line `--{boundary}--` is missing")
    } else {
        format!("RawMessage has no part: the line `--{boundary}` does not occur")
    }))
}

/// Checks that the message can be read and has a text. Returns its links.
fn check_content(source: &str) -> Result<Vec<String>> {
    let source = mime::flat(source);
    let message = MessageParser::default()
        .parse(source.as_bytes())
        .ok_or_else(|| refusal("RawMessage cannot be read as a message"))?;
    if let Some(index) = message.parts.iter().position(|part| part.is_encoding_problem) {
        let problem = format!("RawMessage, part {index}: its content is not encoded as its headers say");
        return Err(refusal(problem));
    }
    if message.html_body.is_empty() && message.text_body.is_empty() {
        return Err(refusal("RawMessage has neither a text nor an HTML part"));
    }
    let html: String = (0..message.html_body.len()).filter_map(|index| message.body_html(index)).collect();
    let text: String = (0..message.text_body.len()).filter_map(|index| message.body_text(index)).collect();
    Ok(mime::links(&html, &text))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PARTS: &str = "--b1\nContent-Type: text/plain; charset=utf-8\n\nHello, see http://x.test/text.\n\
                         --b1\nContent-Type: text/html; charset=utf-8\n\n<p><a href=\"http://x.test/a?b=1&amp;c=2\">Hällo</a></p>\n--b1--\n";

    fn composed(source: &str, boundary: Option<&str>) -> Result<Composed> {
        let raw =
            Raw { from_address: "news@x.test", from_name: "The \"News\"", subject: Some("Hällo"), source, boundary };
        compose(&raw, Moment::from_seconds(0), 1000)
    }

    #[test]
    fn parts_alone_get_headers() {
        let message = composed(PARTS, Some("b1")).unwrap();
        assert!(message.source.starts_with("From: \"The \\\"News\\\"\" <news@x.test>\nSubject: Hällo\nDate: Thu, 01 Jan 1970 00:00:00 +0000\nMIME-Version"));
        assert_eq!(message.links, ["http://x.test/a?b=1&c=2", "http://x.test/text"]);
    }

    proptest! {
        #[test]
        fn any_message_is_accepted_or_refused(text in "(?s)((--b1|--b1--|Content-Type: (text/html|multipart/mixed; boundary=b1)|.{0,8})\r?\n){0,9}", stated in any::<bool>()) {
            let _ = composed(&text, stated.then_some("b1"));
        }
    }

    #[test]
    fn headers_of_the_message_stay() {
        let source = format!(
            "X-Mine: 1\r\nSubject: other\r\nContent-Type: multipart/alternative;\r\n boundary=b1\r\n\r\n{PARTS}"
        );
        for boundary in [None, Some("b1")] {
            let message = composed(&source, boundary).unwrap();
            assert!(
                message.source.contains("X-Mine: 1\nContent-Type: multipart/alternative;\n boundary=b1\n\n"),
                "{}",
                message.source
            );
            assert_eq!(message.subject, "Hällo");
        }
        let unlinked = composed("Content-Type: text/plain\n\nHello", None).unwrap();
        assert!(unlinked.links.is_empty());
    }

    #[test]
    fn messages_in_messages_do_not_end_the_process() {
        let source = "Content-Type: message/rfc822\n\n".repeat(50_000) + "Hello";
        let raw = Raw { from_address: "a@x.test", from_name: "", subject: None, source: &source, boundary: None };
        assert!(compose(&raw, Moment::from_seconds(0), usize::MAX).is_ok());
    }

    #[test]
    fn refusals_of_malformed_messages_name_the_fault() {
        let headed = format!("Content-Type: multipart/mixed; boundary=b1\n\n{PARTS}");
        let large = "x".repeat(1001);
        for (source, boundary, reason) in [
            ("", None, "missing"),
            (large.as_str(), Some("b"), "1001 bytes; the largest message has 1000"),
            ("Hello", None, "neither with a header nor with a part"),
            ("Hello", Some("b1"), "`--b1` does not occur"),
            ("--b1\n\nHello", Some("b1"), "`--b1--` is missing"),
            ("--b1--\n", Some("b1"), "no part before"),
            (PARTS, Some("b2"), "`--b2` does not occur"),
            (PARTS, Some("b\u{e4}"), "is not valid"),
            (&headed, Some("b2"), "says `b1`"),
            ("Content-Type: text/plain\n\nHello", Some("b1"), "not a multipart"),
            ("Content-Type: multipart/mixed\n\nHello", None, "without a boundary"),
            ("Content-Type: text/plain\nHello\n\nHello", None, "line 2: `Hello` is not a header"),
            ("Content-Type: text/plain", None, "no blank line"),
        ] {
            let refusal = composed(source, boundary).unwrap_err();
            assert_eq!(refusal.kind(), Kind::InvalidMessage);
            assert!(refusal.to_string().contains(reason), "{source}: {refusal}");
        }
        let raw = Raw {
            from_address: "a@x.test",
            from_name: "",
            subject: Some("a\nBcc: b@x.test"),
            source: PARTS,
            boundary: Some("b1"),
        };
        assert!(compose(&raw, Moment::from_seconds(0), 1000).is_err());
    }
}

use mail_parser::{Message, MessageParser, MimeHeaders, PartType};
use proptest::prelude::*;

use super::builder::*;
use super::message::random_boundary;
use super::{MimeError, MimeMessage};

fn parsed(raw: &str) -> Message<'_> {
    MessageParser::default().parse(raw).unwrap()
}

/// The message as a service completes it with the boundary.
fn completed(message: &MimeMessage, kind: &str) -> String {
    format!(
        "MIME-Version: 1.0\r\nContent-Type: multipart/{kind}; boundary={}\r\n\r\n{}",
        message.boundary(),
        message.raw()
    )
}

fn text_of(message: &Message<'_>, index: usize) -> String {
    match &message.parts[index].body {
        PartType::Text(text) | PartType::Html(text) => text.clone().into_owned(),
        other => panic!("{other:?}"),
    }
}

/// Counts boundaries from 1 upwards.
fn numbered() -> impl FnMut() -> String {
    let mut number = 0;
    move || {
        number += 1;
        format!("part_{number}")
    }
}

#[test]
fn the_bytes_of_a_small_message() {
    let builder =
        MimeBuilder::new().text("Hello\nthere").html("<p>H\u{e4}llo</p>").header("List-Id", "<news.example.com>");
    let message = builder.clone().build_with(numbered()).unwrap();
    let parts = "--part_1\r\nContent-Type: text/plain; charset=\"utf-8\"\r\nContent-Transfer-Encoding: 7bit\r\n\r\nHello\r\nthere\r\n\
                 --part_1\r\nContent-Type: text/html; charset=\"utf-8\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
                 <p>H=C3=A4llo</p>\r\n--part_1--\r\n";
    let headers = "List-Id: <news.example.com>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=\"part_1\"\r\n\r\n";
    assert_eq!(message.raw(), format!("{headers}{parts}"));
    assert_eq!(message.boundary(), "part_1");
    let builder = MimeBuilder { headers: Vec::new(), ..builder };
    let message = builder.form(MessageForm::PartsOnly).build_with(numbered()).unwrap();
    assert_eq!((message.raw(), message.boundary()), (parts, "part_1"));
}

#[test]
fn everything_together_is_read_by_an_independent_parser() {
    let builder = MimeBuilder::new()
        .text("plain \u{2713}")
        .html("<img src=\"cid:logo\">")
        .inline("logo", "image/png", &[0x89, b'P', 0, 255])
        .attachment("K\u{f6}ln, \"a\" & b.pdf", "application/pdf", vec![1, 2, 3])
        .attachment("lines.csv", "text/csv; charset=utf-8", "a\nb\rc\r\nd \u{e9}");
    let with_headers =
        builder.clone().header("Subject", "Gr\u{fc}\u{df}e").header("X-Long", "ab ".repeat(400)).build().unwrap();
    let parts_only = builder.form(MessageForm::PartsOnly).build().unwrap();
    let completed = completed(&parts_only, "mixed");
    for raw in [with_headers.raw(), completed.as_str()] {
        let message = parsed(raw);
        assert!(message.parts.iter().all(|part| !part.is_encoding_problem));
        assert_eq!(message.body_text(0).unwrap(), "plain \u{2713}");
        assert_eq!(message.body_html(0).unwrap(), "<img src=\"cid:logo\">");
        let kinds: Vec<_> = message.parts.iter().map(|part| part.content_type().unwrap().subtype().unwrap()).collect();
        assert_eq!(kinds, ["mixed", "alternative", "plain", "related", "html", "png", "pdf", "csv"]);
        let logo = &message.parts[5];
        assert_eq!((logo.content_id(), logo.contents()), (Some("logo"), [0x89, b'P', 0, 255].as_slice()));
        assert_eq!(message.parts[6].attachment_name(), Some("K\u{f6}ln, \"a\" & b.pdf"));
        assert_eq!(message.parts[6].contents(), [1, 2, 3]);
        assert_eq!(text_of(&message, 7), "a\nb\rc\r\nd \u{e9}");
    }
    let message = parsed(with_headers.raw());
    assert_eq!(message.subject(), Some("Gr\u{fc}\u{df}e"));
    assert_eq!(message.content_type().unwrap().attribute("boundary"), Some(with_headers.boundary()));
    assert!(parts_only.raw().starts_with(&format!("--{}\r\n", parts_only.boundary())));
}

#[test]
fn one_body_alone_has_a_boundary_too() {
    for builder in [MimeBuilder::new().text("x"), MimeBuilder::new().html("x")] {
        let message = builder.build().unwrap();
        let read = parsed(message.raw());
        assert_eq!(read.content_type().unwrap().attribute("boundary"), Some(message.boundary()));
        assert_eq!(read.parts.len(), 2);
    }
}

#[test]
fn a_boundary_that_occurs_in_a_part_is_not_taken() {
    let text = "--part_1\r\nContent-Type: text/html\r\n\r\nnot a part\r\n--part_1--";
    let message = MimeBuilder::new().text(text).html("x").build_with(numbered()).unwrap();
    assert_eq!(message.boundary(), "part_2");
    assert_eq!(text_of(&parsed(message.raw()), 1), text);
    let error = MimeBuilder::new().text("part_").build_with(|| "part_".to_owned()).unwrap_err();
    assert_eq!(error, MimeError::Boundary);
    // A boundary that begins with another one would end it.
    let mut ones = ["part_1", "part_12"].map(str::to_owned).into_iter().cycle();
    let nested = MimeBuilder::new().text("t").html("h").attachment("f", "image/png", b"x");
    assert_eq!(nested.build_with(|| ones.next().unwrap()).unwrap_err(), MimeError::Boundary);
}

#[test]
fn boundaries_differ_and_need_no_quotes() {
    let (one, two) = (random_boundary(), random_boundary());
    assert_ne!(one, two);
    assert_eq!(one.len(), 37);
    assert!(one.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'), "{one}");
}

#[test]
fn invalid_messages_are_refused() {
    let text = || MimeBuilder::new().text("x");
    for (builder, reason) in [
        (MimeBuilder::new(), "needs a text"),
        (MimeBuilder::new().attachment("a", "image/png", b"x"), "needs a text"),
        (text().inline("a", "image/png", b"x"), "need HTML"),
        (text().html("a\0b"), "the HTML holds a control character"),
        (text().header("X", "1").form(MessageForm::PartsOnly), "no headers"),
        (text().header("X-A", "1\r\nBcc: a@x"), "header `X-A`: its value holds"),
        (text().header("X A", "1"), "not a valid header name"),
        (text().header("content-type", "text/html"), "written with the parts"),
        (text().header("X", "x".repeat(1100)), "998"),
        (text().attachment("a\n", "image/png", b"x"), "`a\\n` is not a valid file name"),
        (text().attachment("a", "image", b"x"), "`image` is not a content type"),
        (text().attachment("a", "multipart/mixed", b"x"), "is not a content type"),
        (text().attachment("a", "image/png\r\nX: y", b"x"), "is not a content type"),
        (text().attachment("a", "text/plain", b"\0"), "application/octet-stream"),
        (text().html("x").inline("a b", "image/png", b"x"), "content identifier `a b`"),
        (text().html("x").inline("a", "image/png", b"x").inline("a", "image/png", b"x"), "given once"),
    ] {
        let error = builder.build().unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

proptest! {
    #[test]
    fn any_content_arrives(
        text in "[ -~\u{a0}-\u{2fff}\t\r\n.=-]{0,300}", html in proptest::option::of("[ -~\n]{0,200}"),
        file in proptest::collection::vec(any::<u8>(), 0..200), name in "[ -~\u{a1}-\u{2ff}]{1,90}",
        value in "[!-~\u{a1}-\u{2ff}]([ -~\u{a1}-\u{2ff}]{0,150}[!-~])?",
    ) {
        let mut builder = MimeBuilder::new().text(text.as_str()).header("Subject", value.as_str());
        builder = builder.attachment(name.as_str(), "application/octet-stream", file.as_slice());
        if let Some(html) = &html {
            builder = builder.html(html.as_str());
        }
        let message = builder.build().unwrap();
        prop_assert!(message.raw().replace("\r\n", "").bytes().all(|byte| byte == b'\t' || (b' '..=b'~').contains(&byte)));
        let read = parsed(message.raw());
        let lines = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
        let first = if html.is_some() { 2 } else { 1 };
        prop_assert_eq!(lines(&text_of(&read, first)), lines(&text));
        if let Some(html) = html {
            prop_assert_eq!(lines(&text_of(&read, 3)), lines(&html));
        }
        let attached = read.attachment(0).unwrap();
        prop_assert_eq!(attached.contents(), file.as_slice());
        prop_assert_eq!(attached.attachment_name().map(str::trim), Some(name.trim()));
    }
}

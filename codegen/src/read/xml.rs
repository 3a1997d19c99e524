//! Parses XML, which must be well-formed and without a document type, and finds the parts of elements in the text.

use std::ops::Range;

use roxmltree::{Attribute, Document, Error, Node, ParsingOptions};

use super::ast::Text;
use super::markup;
use crate::diagnostic::{Code, Diagnostic, Source, Span, quoted};

/// The XML document, or the mistake that prevents it.
pub fn parse(source: &Source) -> Result<Document<'_>, Box<Diagnostic>> {
    if let Some(span) = markup::too_much(&source.text) {
        let message = "too many attributes or namespaces";
        return Err(Box::new(
            Diagnostic::new(Code::TooMuchMarkup, span, message)
                .label("beyond the limit")
                .help("declare namespaces once, at the outermost element"),
        ));
    }
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    Document::parse_with_options(&source.text, options).map_err(|error| Box::new(mistake(source, &error)))
}

fn mistake(source: &Source, error: &Error) -> Diagnostic {
    let text = source.text.as_str();
    if matches!(error, Error::DtdDetected) {
        let start = text.find("<!DOCTYPE").unwrap_or_default();
        return Diagnostic::new(
            Code::Doctype,
            Span::new(start, start + "<!DOCTYPE".len()),
            "a document type declaration is not allowed",
        )
        .label("remove this")
        .help("write special characters as they are, or as `&#…;`");
    }
    let end = text.trim_end().len();
    match error {
        Error::NoRootNode | Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            Diagnostic::new(Code::MalformedXml, Span::new(end, end), "the XML ends before it is complete")
                .label("something is still open here")
        }
        Error::UnexpectedCloseTag(open, close, _) => {
            let span = error_span(source, error);
            Diagnostic::new(Code::MalformedXml, span, "not well-formed XML: an end tag closes another element")
                .label(format!("expected `</{open}>`, found `</{close}>`"))
        }
        _ => {
            let span = error_span(source, error);
            Diagnostic::new(Code::MalformedXml, span, format!("not well-formed XML: {}", reason(source, span, error)))
                .help_if(advice(error))
        }
    }
}

/// The parser's message without its position, which is shown anyway.
fn reason(source: &Source, span: Span, error: &Error) -> String {
    let found = source
        .text
        .get(span.start..)
        .and_then(|text| text.chars().next())
        .map_or_else(|| "the end of the line".to_owned(), |character| quoted(character.encode_utf8(&mut [0; 4])));
    match error {
        Error::InvalidChar(expected, ..) => {
            return format!("expected `{}`, found {found}", char::from(*expected));
        }
        Error::InvalidChar2(expected, ..) => return format!("expected {expected}, found {found}"),
        _ => {}
    }
    let words = error.to_string();
    let position = format!(" at {}", error.pos());
    words.replace(&position, "")
}

fn advice(error: &Error) -> Option<&'static str> {
    match error {
        Error::UnknownEntityReference(..) | Error::MalformedEntityReference(_) => {
            Some("write `&` as `&amp;`; XML knows `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;` only")
        }
        Error::InvalidAttributeValue(_) => Some("write `<` as `&lt;`, and close the value before it with a quote"),
        Error::InvalidComment(_) => Some("a comment cannot hold `--`"),
        _ => None,
    }
}

/// The character at the parser's position, which counts lines and characters from 1.
fn error_span(source: &Source, error: &Error) -> Span {
    let position = error.pos();
    let line = source.line_span((position.row as usize).saturating_sub(1));
    let before = (position.col as usize).saturating_sub(1);
    let text = source.text.get(line.start..line.end).unwrap_or_default();
    let start = text.char_indices().nth(before).map_or(line.end, |(index, _)| line.start + index);
    Span::new(start, start + 1)
}

/// The end of a start tag of well-formed XML, and whether it is an element without content.
pub fn tag_end(text: &str, start: usize) -> (usize, bool) {
    let tag = text.get(start..).unwrap_or_default();
    let mut quote = None;
    for (at, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return (start + at + 1, tag.get(..at).is_some_and(|tag| tag.ends_with('/'))),
            _ => {}
        }
    }
    (text.len(), false)
}

/// The words of a value with their locations. In a value with character references, each word has the location of the whole value.
pub(super) fn words(source: &Source, text: &Text) -> Vec<Text> {
    let written = source.text.get(text.span.start..text.span.end) == Some(text.value.as_str());
    text.value
        .split_whitespace()
        .map(|word| {
            let offset = word.as_ptr().addr() - text.value.as_ptr().addr();
            let start = text.span.start + offset;
            let span = if written { Span::new(start, start + word.len()) } else { text.span };
            Text { value: word.to_owned(), span }
        })
        .collect()
}

/// The location of an element's name in its start tag.
pub fn tag(node: Node<'_, '_>) -> Span {
    let start = node.range().start + 1;
    let rest = node.document().input_text().get(start..).unwrap_or_default();
    let end = rest.find(|character: char| character.is_whitespace() || matches!(character, '>' | '/'));
    Span::new(start, start + end.unwrap_or(rest.len()))
}

/// The location of an attribute's value, or of the attribute if the value is empty.
pub(super) fn value_span(source: &Source, attribute: Attribute<'_, '_>) -> Span {
    let span = |range: Range<usize>| source.clamp(Span::new(range.start, range.end));
    if attribute.value().is_empty() { span(attribute.range()) } else { span(attribute.range_value()) }
}

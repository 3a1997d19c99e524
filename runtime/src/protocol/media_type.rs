//! The Content-Type header: media type and encoding of the body.

use std::borrow::Cow;

use http::HeaderMap;
use http::header::CONTENT_TYPE;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct MediaType {
    pub(super) raw: String,
}

impl MediaType {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let raw = headers.get(CONTENT_TYPE).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let raw = raw.unwrap_or_default();
        // Some servers send two in one header.
        Self { raw: split_unquoted(&raw, ',').next().unwrap_or_default().trim().to_owned() }
    }

    pub(super) fn essence(&self) -> &str {
        self.raw.split(';').next().unwrap_or_default().trim()
    }

    /// Whether the `type/subtype` equals `essence`, which is in lower case.
    pub(super) fn is(&self, essence: &str) -> bool {
        self.essence().eq_ignore_ascii_case(essence)
    }

    /// The value of a parameter, without quotes. `name` is in lower case.
    pub(super) fn parameter(&self, name: &str) -> Option<Cow<'_, str>> {
        let (_, parameters) = self.raw.split_once(';')?;
        let mut parameters = split_unquoted(parameters, ';').filter_map(|part| part.split_once('='));
        let (_, value) = parameters.find(|(known, _)| known.trim().eq_ignore_ascii_case(name))?;
        Some(unquoted(value.trim()))
    }

    /// The `charset` parameter, unless it is empty.
    pub(super) fn charset(&self) -> Option<Cow<'_, str>> {
        self.parameter("charset").filter(|charset| !charset.is_empty())
    }

    pub(super) fn is_xml(&self) -> bool {
        let essence = self.essence();
        let is = |known: &str| essence.eq_ignore_ascii_case(known);
        is("text/xml")
            || is("application/xml")
            || essence.rsplit_once('+').is_some_and(|(_, suffix)| suffix.eq_ignore_ascii_case("xml"))
    }
}

/// Splits at a character outside double quotes.
fn split_unquoted(text: &str, at: char) -> impl Iterator<Item = &str> {
    let (mut quoted, mut escaped) = (false, false);
    text.split(move |character: char| {
        if escaped {
            escaped = false;
        } else if character == '"' {
            quoted = !quoted;
        } else if quoted && character == '\\' {
            escaped = true;
        }
        !quoted && character == at
    })
}

fn unquoted(value: &str) -> Cow<'_, str> {
    let Some(inner) = value.strip_prefix('"') else { return Cow::Borrowed(value) };
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut trimmed = String::with_capacity(inner.len());
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        trimmed.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    Cow::Owned(trimmed)
}

/// Decodes text that need not be XML. The byte order mark decides, then `charset`, then UTF-8. Invalid bytes become U+FFFD.
pub(super) fn decode_leniently(bytes: &[u8], charset: Option<&str>) -> String {
    let encoding =
        charset.and_then(|label| encoding_rs::Encoding::for_label(label.as_bytes())).unwrap_or(encoding_rs::UTF_8);
    encoding.decode(bytes).0.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn media_type(raw: &str) -> MediaType {
        MediaType { raw: raw.to_owned() }
    }

    #[test]
    fn parameters_are_read_in_every_spelling() {
        let trimmed = media_type("application/soap+xml; charset=utf-8; action=\"http://a/;x\"");
        assert_eq!(trimmed.essence(), "application/soap+xml");
        assert_eq!(trimmed.charset().as_deref(), Some("utf-8"));
        assert_eq!(trimmed.parameter("action").as_deref(), Some("http://a/;x"));
        let shouted = media_type("TEXT/XML; CHARSET=\"UTF-8\"");
        assert!(shouted.is("text/xml") && shouted.is_xml());
        assert_eq!(shouted.charset().as_deref(), Some("UTF-8"));
        assert_eq!(media_type("text/xml;charset=").charset(), None);
        assert_eq!(media_type("").essence(), "");
        assert_eq!(media_type(r#"a/b; x="q\"\\r""#).parameter("x").as_deref(), Some(r#"q"\r"#));
        assert_eq!(media_type("a/b; x=\"open").parameter("x").as_deref(), Some("open"));
    }

    #[test]
    fn media_types_of_xml() {
        assert!(media_type("text/xml").is_xml());
        assert!(media_type("application/soap+xml; charset=utf-8").is_xml());
        assert!(!media_type("text/html").is_xml());
    }

    #[test]
    fn lenient_decoding_replaces() {
        assert_eq!(decode_leniently(b"a\xFFb", None), "a\u{FFFD}b");
        assert_eq!(decode_leniently(b"\xE9", Some("iso-8859-1")), "é");
        assert_eq!(decode_leniently(b"x", Some("no-such")), "x");
    }
}

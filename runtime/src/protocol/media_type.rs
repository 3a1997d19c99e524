//! The Content-Type header: media type and encoding of the body.

use http::HeaderMap;
use http::header::CONTENT_TYPE;

/// A parsed Content-Type.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct MediaType {
    /// `type/subtype` in lower case; empty where there is no header.
    pub(super) essence: String,
    /// Parameters, names in lower case, quotes taken off the values.
    parameters: Vec<(String, String)>,
    /// The header as it came.
    pub(super) raw: String,
}

impl MediaType {
    /// The Content-Type among `headers`; empty if there is none.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        headers
            .get(CONTENT_TYPE)
            .map(|value| Self::parse(&String::from_utf8_lossy(value.as_bytes())))
            .unwrap_or_default()
    }

    fn parse(raw: &str) -> Self {
        let mut parts = split_unquoted(raw, ';').into_iter();
        let essence = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
        let parameters = parts
            .filter_map(|part| part.split_once('='))
            .map(|(name, value)| (name.trim().to_ascii_lowercase(), unquoted(value.trim())))
            .collect();
        Self { essence, parameters, raw: raw.to_owned() }
    }

    /// The parameter of that name, given in lower case.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The `charset` parameter, if there is one that is not empty.
    pub(super) fn charset(&self) -> Option<&str> {
        self.parameter("charset").filter(|charset| !charset.is_empty())
    }

    /// Whether it is one of XML's.
    pub(super) fn is_xml(&self) -> bool {
        matches!(self.essence.as_str(), "text/xml" | "application/xml") || self.essence.ends_with("+xml")
    }
}

/// Splits at `separator` outside double quotes.
fn split_unquoted(text: &str, separator: char) -> Vec<&str> {
    let (mut quoted, mut escaped) = (false, false);
    let at_separator = |character: char| {
        if escaped {
            escaped = false;
        } else if character == '"' {
            quoted = !quoted;
        } else if quoted && character == '\\' {
            escaped = true;
        }
        !quoted && character == separator
    };
    text.split(at_separator).collect()
}

fn unquoted(value: &str) -> String {
    let Some(inner) = value.strip_prefix('"') else { return value.to_owned() };
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut plain = String::with_capacity(inner.len());
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        plain.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    plain
}

/// Decodes text that need not be XML: the byte order mark decides, then `charset`, then UTF-8; what cannot be decoded
/// becomes U+FFFD.
pub(super) fn decode_leniently(bytes: &[u8], charset: Option<&str>) -> String {
    let encoding =
        charset.and_then(|label| encoding_rs::Encoding::for_label(label.as_bytes())).unwrap_or(encoding_rs::UTF_8);
    encoding.decode(bytes).0.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_in_every_spelling() {
        let plain = MediaType::parse("application/soap+xml; charset=utf-8; action=\"http://a/;x\"");
        assert_eq!(plain.essence, "application/soap+xml");
        assert_eq!(plain.charset(), Some("utf-8"));
        assert_eq!(plain.parameter("action"), Some("http://a/;x"));
        let shouted = MediaType::parse("TEXT/XML; CHARSET=\"UTF-8\"");
        assert_eq!((shouted.essence.as_str(), shouted.charset()), ("text/xml", Some("UTF-8")));
        assert_eq!(MediaType::parse("text/xml;charset=").charset(), None);
        assert_eq!(MediaType::parse("").essence, "");
        assert_eq!(MediaType::parse(r#"a/b; x="q\"\\r""#).parameter("x"), Some(r#"q"\r"#));
        assert_eq!(MediaType::parse("a/b; x=\"open").parameter("x"), Some("open"));
    }

    #[test]
    fn what_is_xml() {
        assert!(MediaType::parse("text/xml").is_xml());
        assert!(MediaType::parse("application/soap+xml; charset=utf-8").is_xml());
        assert!(!MediaType::parse("text/html").is_xml());
    }

    #[test]
    fn lenient_decoding_replaces() {
        assert_eq!(decode_leniently(b"a\xFFb", None), "a\u{FFFD}b");
        assert_eq!(decode_leniently(b"\xE9", Some("iso-8859-1")), "é");
        assert_eq!(decode_leniently(b"x", Some("no-such")), "x");
    }
}

//! Carriage returns in the text of responses: kept, or lost as on genuine servers (docs/RULES.md, rule 32).

use bytes::Bytes;
use http::Response;
use http::header::{CONTENT_LENGTH, HeaderValue};

use crate::value::field::{Field, View};
use crate::value::message::Message;
use crate::xml::token_length;

/// The form of a carriage return in the text of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CarriageReturns {
    /// `&#xD;`, which readers keep.
    #[default]
    Reference,
    /// Raw, as on genuine servers. Every XML parser then reads a line feed (XML 1.0, section 2.11).
    Raw,
}

/// Writes the carriage returns of an encoded result raw. Those in attributes stay references, and CDATA sections and comments have none. An XML document stays unchanged.
#[cfg_attr(not(feature = "server"), allow(dead_code, reason = "only servers use it"))]
pub(crate) fn write_raw(response: Response<Bytes>, result: &Message) -> Response<Bytes> {
    const REFERENCE: &str = "&#xD;";
    let (mut head, body) = response.into_parts();
    let is_document = || matches!(result.single_part().map(Field::view), Some(View::Document(_)));
    let text = match std::str::from_utf8(&body) {
        Ok(text) if text.contains(REFERENCE) && !is_document() => text,
        _ => return Response::from_parts(head, body),
    };
    let mut raw = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (token, after) = rest.split_at(token_length(rest));
        if token.starts_with('<') {
            raw.push_str(token);
        } else {
            raw.push_str(&token.replace(REFERENCE, "\r"));
        }
        rest = after;
    }
    head.headers.insert(CONTENT_LENGTH, HeaderValue::from(raw.len()));
    Response::from_parts(head, Bytes::from(raw))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Text, XmlDocument};

    #[test]
    fn only_carriage_returns_in_text_become_raw() {
        let body = "<a b=\"1&#xD;2\">x&#xD;\n&#xD;</a>";
        let raw = write_raw(Response::new(Bytes::from(body)), &Message::from(Text::new("")));
        assert_eq!(raw.body(), "<a b=\"1&#xD;2\">x\r\n\r</a>");
        // Parts of a result may be XML as it came.
        let fragments = "<![CDATA[>&#xD;]]>&#xD;<!-- > &#xD; --><b c='>&#xD;'/><?p >&#xD;?>";
        let raw = write_raw(Response::new(Bytes::from(fragments)), &Message::from(Text::new("")));
        assert_eq!(raw.body(), "<![CDATA[>&#xD;]]>\r<!-- > &#xD; --><b c='>&#xD;'/><?p >&#xD;?>");
        assert_eq!(raw.headers().get(CONTENT_LENGTH), Some(&HeaderValue::from(raw.body().len())));
        let result = Message::from(XmlDocument::parse("<a/>").unwrap());
        let document = write_raw(Response::new(Bytes::from(body)), &result);
        assert_eq!(document.body(), body);
    }
}

//! SOAP envelopes: writing them, and finding one's way in them.

use super::soap_version::{SoapVersion, XSD, XSI};
use crate::xml::{Document, Element, Tag, Token, TokenKind, Tokens};

/// The XML declaration of everything that is sent.
pub(crate) const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>";

/// Who writes the envelope: they declare the same prefixes in different order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writer {
    /// A client: `xsi`, `xsd`, `soap`.
    Client,
    /// A server: `soap`, `xsi`, `xsd`.
    Server,
}

/// Wraps the content of `Header` (none, if that is empty) and `Body` into an envelope.
pub(crate) fn write(version: SoapVersion, writer: Writer, header: &str, body: &str) -> String {
    let mut envelope = String::with_capacity(header.len() + body.len() + AROUND);
    open(&mut envelope, version, writer, header);
    envelope.push_str(body);
    close(&mut envelope);
    envelope
}

/// The most bytes that stand around the contents of header and body.
pub(crate) const AROUND: usize = 360;

/// Writes an envelope up to the content of `Body`.
pub(crate) fn open(envelope: &mut String, version: SoapVersion, writer: Writer, header: &str) {
    if writer == Writer::Client && header.is_empty() {
        envelope.push_str(client_opening(version));
        return;
    }
    let soap = [" xmlns:soap=\"", version.namespace(), "\""];
    let types = [" xmlns:xsi=\"", XSI, "\" xmlns:xsd=\"", XSD, "\""];
    let (first, second): (&[&str], &[&str]) = match writer {
        Writer::Client => (&types, &soap),
        Writer::Server => (&soap, &types),
    };
    for part in [DECLARATION, "<soap:Envelope"].iter().chain(first).chain(second) {
        envelope.push_str(part);
    }
    envelope.push('>');
    if !header.is_empty() {
        for part in ["<soap:Header>", header, "</soap:Header>"] {
            envelope.push_str(part);
        }
    }
    envelope.push_str("<soap:Body>");
}

/// What every request begins with, in one piece.
const fn client_opening(version: SoapVersion) -> &'static str {
    macro_rules! opening {
        ($soap:literal) => {
            concat!(
                "<?xml version=\"1.0\" encoding=\"utf-8\"?><soap:Envelope xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
                 xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:soap=\"",
                $soap,
                "\"><soap:Body>"
            )
        };
    }
    match version {
        SoapVersion::V11 => opening!("http://schemas.xmlsoap.org/soap/envelope/"),
        SoapVersion::V12 => opening!("http://www.w3.org/2003/05/soap-envelope"),
    }
}

/// Writes what comes after the content of `Body`.
pub(crate) fn close(envelope: &mut String) {
    envelope.push_str("</soap:Body></soap:Envelope>");
}

/// An envelope that was read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Envelope<'d> {
    version: SoapVersion,
    root: Element<'d>,
}

/// A document that is no envelope.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoEnvelope {
    /// The root is an `Envelope` of a namespace that no version has.
    UnknownNamespace(Option<String>),
    /// The root is something else.
    OtherRoot(String),
}

impl<'d> Envelope<'d> {
    /// The envelope that `document` is.
    pub(crate) fn of(document: &'d Document) -> Result<Self, NoEnvelope> {
        let root = document.root();
        Ok(Self { version: version(root.name(), root.namespace())?, root })
    }

    /// The first element of its body; the others do not count.
    pub(crate) fn body_element(&self) -> Option<Element<'d>> {
        self.root.element(Some(self.version.namespace()), "Body")?.elements().next()
    }
}

/// The version of the envelope that a root element of that name and namespace is.
pub(crate) fn version(name: &str, namespace: Option<&str>) -> Result<SoapVersion, NoEnvelope> {
    if name != "Envelope" {
        return Err(NoEnvelope::OtherRoot(name.to_owned()));
    }
    SoapVersion::of_namespace(namespace).ok_or_else(|| NoEnvelope::UnknownNamespace(namespace.map(str::to_owned)))
}

/// What can be read of an envelope that is not well-formed.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    /// The version of the envelope, if the root was one.
    pub(crate) version: Option<SoapVersion>,
    /// Where the first element of the body begins, in bytes.
    pub(crate) body_element: Option<usize>,
}

impl Outline {
    /// Looks at the beginning of `text` as far as it can be understood.
    pub(crate) fn of(text: &str) -> Self {
        let mut outline = Self::default();
        let mut tokens = Tokens::new(text, 0);
        let mut in_body = false;
        while let Ok(Some(token)) = tokens.read() {
            let depth = tokens.open().len();
            let around = match token.kind {
                TokenKind::Start => depth - 1,
                TokenKind::Empty => depth,
                TokenKind::End => {
                    in_body = in_body && depth > 1;
                    continue;
                }
                TokenKind::DocumentType => break,
                _ => continue,
            };
            let name = token.name().rsplit(':').next().unwrap_or_default();
            match around {
                0 if name == "Envelope" => outline.version = SoapVersion::of_namespace(namespace(&token)),
                1 => in_body = token.kind == TokenKind::Start && name == "Body",
                2 if in_body => {
                    outline.body_element = Some(token.at);
                    break;
                }
                _ => {}
            }
        }
        outline
    }
}

/// The namespace that a tag declares for its own prefix.
fn namespace<'t>(token: &Token<'t>) -> Option<&'t str> {
    let declaration = match token.name().split_once(':') {
        Some((prefix, _)) => format!("xmlns:{prefix}"),
        None => "xmlns".to_owned(),
    };
    let mut tag = Tag::new(token.inside(), 0);
    while let Ok(Some(attribute)) = tag.next_attribute("") {
        if attribute.name == declaration {
            return Some(attribute.value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::xml::ParseOptions;

    #[test]
    fn requests_begin_as_they_do_with_a_header() {
        for version in [SoapVersion::V11, SoapVersion::V12] {
            let with_header = write(version, Writer::Client, "x", "");
            let without = with_header.replace("<soap:Header>x</soap:Header>", "");
            assert_eq!(write(version, Writer::Client, "", ""), without);
        }
    }

    #[test]
    fn what_is_written_is_found() {
        for version in [SoapVersion::V11, SoapVersion::V12] {
            for writer in [Writer::Client, Writer::Server] {
                let text = write(version, writer, "", "<a/><b/>");
                let document = Document::parse(text, &ParseOptions::default()).unwrap();
                let envelope = Envelope::of(&document).unwrap();
                assert_eq!(envelope.version, version);
                assert_eq!(envelope.body_element().unwrap().name(), "a");
            }
        }
    }

    #[test]
    fn an_outline_of_what_is_broken() {
        let text = write(SoapVersion::V12, Writer::Client, "", "<a><b></a>");
        let outline = Outline::of(&text);
        assert_eq!(outline.version, Some(SoapVersion::V12));
        assert_eq!(outline.body_element, text.find("<a>"));
        assert_eq!(Outline::of(""), Outline::default());
        assert_eq!(Outline::of("<a><Body><b/>").version, None);
        assert_eq!(Outline::of("<!DOCTYPE a><a/>"), Outline::default());
    }
}

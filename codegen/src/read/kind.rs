//! Tells what a file holds: a spec, a WSDL document, or something that people save by mistake, such as the page of a server.

use crate::diagnostic::{Code, Diagnostic, Source, Span, nearest};

use super::{format, xml};

const WSDL: &str = "http://schemas.xmlsoap.org/wsdl/";
const WSDL_2: &str = "http://www.w3.org/ns/wsdl";
const XSD: &str = "http://www.w3.org/2001/XMLSchema";
const ENVELOPES: [&str; 2] = ["http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"];

/// The kind of a file. Its root element decides; if the text is not well-formed XML, its beginning does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileKind {
    Spec,
    /// One that is not XML, by its beginning.
    BrokenSpec,
    Wsdl,
    /// One that is not XML, by the namespace in it.
    BrokenWsdl,
    Schema,
    /// WSDL 2.0.
    Wsdl2,
    Empty,
    Compressed,
    /// A page of a server, well-formed or not.
    Html,
    Fault,
    /// A SOAP message that is no fault.
    Message,
    Json,
    /// XML with another root element.
    Xml(String),
    /// XML with a mistake, of which nothing else is known.
    BrokenXml,
    Text,
}

impl FileKind {
    pub fn of(source: &Source) -> Self {
        match xml::parse(source) {
            Ok(document) => Self::of_root(document.root_element()),
            Err(_) => Self::of_broken(&source.text),
        }
    }

    fn of_root(root: roxmltree::Node<'_, '_>) -> Self {
        let name = root.tag_name();
        let namespace = name.namespace().unwrap_or_default();
        match name.name() {
            _ if namespace == WSDL => Self::Wsdl,
            "schema" if namespace == XSD => Self::Schema,
            "description" if namespace == WSDL_2 => Self::Wsdl2,
            format::ROOT => Self::Spec,
            "Envelope" if ENVELOPES.contains(&namespace) => {
                let has_fault = root.descendants().any(|node| node.has_tag_name((namespace, "Fault")));
                if has_fault { Self::Fault } else { Self::Message }
            }
            html if html.eq_ignore_ascii_case("html") => Self::Html,
            other => Self::Xml(other.to_owned()),
        }
    }

    fn of_broken(text: &str) -> Self {
        let start = text.trim_start_matches('\u{feff}').trim_start();
        if start.is_empty() {
            return Self::Empty;
        }
        if page(text).is_some() {
            return Self::Html;
        }
        if is_json(start) {
            return Self::Json;
        }
        if text.contains(WSDL) {
            Self::BrokenWsdl
        } else if text.contains("<service") {
            Self::BrokenSpec
        } else if start.starts_with('<') {
            Self::BrokenXml
        } else {
            Self::Text
        }
    }

    /// For sentences: `this is …`.
    pub fn noun(&self) -> String {
        match self {
            Self::Spec => "a spec".to_owned(),
            Self::BrokenSpec => "a spec with mistakes".to_owned(),
            Self::Wsdl => "a WSDL document".to_owned(),
            Self::BrokenWsdl => "a WSDL document that cannot be read as XML".to_owned(),
            Self::Schema => "an XML Schema".to_owned(),
            Self::Wsdl2 => "WSDL 2.0".to_owned(),
            Self::Empty => "an empty file".to_owned(),
            Self::Compressed => "a compressed file".to_owned(),
            Self::Html => "an HTML page".to_owned(),
            Self::Fault => "a SOAP fault".to_owned(),
            Self::Message => "a SOAP message".to_owned(),
            Self::Json => "JSON".to_owned(),
            Self::Xml(root) => format!("an XML document with the root `<{}>`", asmx_types::display::shown_line(root)),
            Self::BrokenXml => "XML with mistakes".to_owned(),
            Self::Text => "text that is not XML".to_owned(),
        }
    }
}

/// The mistake of a file that holds something else than the `expected` kinds of documents; `None` for a spec or a WSDL document, also with
/// mistakes. Every command says it in this sentence.
pub fn other_kind(source: &Source, expected: &str) -> Option<Diagnostic> {
    let kind = FileKind::of(source);
    let (code, help) = match &kind {
        FileKind::Spec
        | FileKind::BrokenSpec
        | FileKind::Wsdl
        | FileKind::BrokenWsdl
        | FileKind::BrokenXml
        | FileKind::Compressed => return None,
        FileKind::Xml(root) if nearest(root, [format::ROOT]).is_some() => return None,
        FileKind::Empty => (Code::EmptyFile, SAVE_OR_RETURNED),
        FileKind::Text => (Code::MalformedXml, SAVE_OR_RETURNED),
        FileKind::Html | FileKind::Fault | FileKind::Message | FileKind::Json => (Code::NotWsdl, RETURNED),
        FileKind::Schema => (Code::NotWsdl, "name the WSDL document that imports this schema"),
        FileKind::Wsdl2 => (Code::NotWsdl, "ASMX does not write WSDL 2.0: save what the service returns for `?WSDL`"),
        FileKind::Xml(_) => (Code::NotWsdl, SAVE),
    };
    let message = format!("this is {}, not {expected}", kind.noun());
    Some(match kind {
        FileKind::Empty => Diagnostic::new(code, Span::default(), message).help(help),
        _ => Diagnostic::new(code, beginning(source), message).label("it begins here").help(help),
    })
}

/// The mistake of a file whose text cannot be decoded. A page in another encoding is a page; a compressed or binary file is not recognised.
pub fn undecoded(source: &Source, mistake: Diagnostic, expected: &str) -> Diagnostic {
    match other_kind(source, expected) {
        Some(other) if mistake.code() == Code::EmptyFile || other.code() == Code::NotWsdl => other,
        _ => mistake,
    }
}

const SAVE: &str =
    "save what the service returns for `?WSDL`; a spec begins with `<service name=\"…\" path=\"/….asmx\">`";
const RETURNED: &str = "save what the service returns for `?WSDL`; if it returns this, `asmx doctor URL` finds out why";
const SAVE_OR_RETURNED: &str = "save what the service returns for `?WSDL`; if it returns this, `asmx doctor URL` finds out why. A spec begins with \
    `<service name=\"…\" path=\"/….asmx\">`";

/// The name of the root element, the beginning of a page, or the first character.
fn beginning(source: &Source) -> Span {
    if let Ok(document) = xml::parse(source) {
        return xml::tag(document.root_element());
    }
    let start = source.text.len() - source.text.trim_start_matches('\u{feff}').trim_start().len();
    let end =
        source.text.get(start..).and_then(|rest| rest.chars().next()).map_or(start, |first| start + first.len_utf8());
    page(&source.text).unwrap_or(Span::new(start, end))
}

/// Whether a text begins as an object or an array of JSON does. A table of TOML begins as `[name]`.
fn is_json(start: &str) -> bool {
    let second = |open: char| start.strip_prefix(open).and_then(|rest| rest.trim_start().chars().next());
    second('{').is_some_and(|second| "\"}".contains(second))
        || second('[').is_some_and(|second| "{\"]".contains(second))
}

/// The beginning of an HTML page, also after an XML declaration and comments.
fn page(text: &str) -> Option<Span> {
    let mut start = text.len() - text.trim_start_matches('\u{feff}').trim_start().len();
    loop {
        let rest = text.get(start..)?;
        let end = match rest {
            _ if rest.starts_with("<?") => rest.find("?>")? + 2,
            _ if rest.starts_with("<!--") => rest.find("-->")? + 3,
            _ => break,
        };
        let after = rest.get(end..)?;
        start += end + after.len() - after.trim_start().len();
    }
    let begins = |with: &str| {
        let found = text.get(start..start + with.len()).is_some_and(|found| found.eq_ignore_ascii_case(with));
        found.then(|| Span::new(start, start + with.len()))
    };
    begins("<!doctype html").or_else(|| begins("<html"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> FileKind {
        FileKind::of(&Source::new("a", text.to_owned()))
    }

    #[test]
    fn the_root_element_decides_and_in_broken_text_the_beginning() {
        let wsdl = format!("<w:definitions xmlns:w=\"{WSDL}\"/>");
        let fault =
            |namespace: &str| format!("<s:Envelope xmlns:s=\"{namespace}\"><s:Body><s:Fault/></s:Body></s:Envelope>");
        for (text, expected) in [
            ("", FileKind::Empty),
            (" \n", FileKind::Empty),
            (wsdl.as_str(), FileKind::Wsdl),
            (&wsdl.replace("/>", "><x>"), FileKind::BrokenWsdl),
            (&format!("<schema xmlns=\"{XSD}\"/>"), FileKind::Schema),
            (&format!("<description xmlns=\"{WSDL_2}\"/>"), FileKind::Wsdl2),
            ("<description>A shop.</description>", FileKind::Xml("description".to_owned())),
            ("<description xmlns=\"urn:other\"/>", FileKind::Xml("description".to_owned())),
            ("<service name=\"a\"/>", FileKind::Spec),
            ("<service name=\"a\"><x></service>", FileKind::BrokenSpec),
            ("<!DOCTYPE html><html><br></html>", FileKind::Html),
            ("\u{feff}<?xml version=\"1.0\"?>\n<!-- a --><!doctype HTML PUBLIC \"x\"><html/>", FileKind::Html),
            ("<html><p>a<br></html>", FileKind::Html),
            ("<html xmlns=\"http://www.w3.org/1999/xhtml\"><body/></html>", FileKind::Html),
            (&fault(ENVELOPES[0]), FileKind::Fault),
            (&fault(ENVELOPES[1]), FileKind::Fault),
            (&fault(ENVELOPES[0]).replace("Fault", "Result"), FileKind::Message),
            (" {\"message\":\"no\"}", FileKind::Json),
            ("<a:feed xmlns:a=\"urn:a\"/>", FileKind::Xml("feed".to_owned())),
            ("<?xml version=\"1.0\"?><!-- never ends", FileKind::BrokenXml),
            ("[\n{}]", FileKind::Json),
            ("[target.x]\nrunner = \"sh\"", FileKind::Text),
            ("Not found", FileKind::Text),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }
}

//! XML by what it says: read by a parser that is not ours, written down without prefixes and with attributes in order.

use std::fmt::Write as _;

use xml::common::XmlVersion;
use xml::name::OwnedName;
use xml::namespace::Namespace;
use xml::reader::{ParserConfig, XmlEvent};

/// Replaces what genuine servers write and the other parser does not read: references to characters that XML 1.0 forbids, which stand in
/// another plane here, and elements in the namespace of XML itself, which get a name of their own.
fn readable(xml: &str) -> String {
    let xml = xml.replace("<xml:", "<in-xml-namespace-").replace("</xml:", "</in-xml-namespace-");
    let mut out = String::with_capacity(xml.len());
    let mut rest = xml.as_str();
    while let Some(at) = rest.find("&#x") {
        let (before, reference) = rest.split_at(at);
        out.push_str(before);
        let end = reference.find(';').expect("a reference ends") + 1;
        let number = u32::from_str_radix(&reference[3..end - 1], 16).unwrap();
        if number < 0x20 && !matches!(number, 9 | 10 | 13) {
            out.push(char::from_u32(0xF_0000 + number).unwrap());
        } else {
            out.push_str(&reference[..end]);
        }
        rest = &reference[end..];
    }
    out.push_str(rest);
    out
}

/// The document as one line of text; text, comments and instructions stand as they are, CDATA sections as their text, and qualified names
/// that are values (`xsi:type`, `xs:QName`) with their namespace.
///
/// # Errors
///
/// It is not well-formed.
pub fn canonical(xml: &str) -> Result<String, String> {
    let text = readable(xml.strip_prefix('\u{feff}').unwrap_or(xml));
    let config = ParserConfig::new().ignore_comments(false).cdata_to_characters(true).whitespace_to_characters(true);
    let (mut out, mut scope) = (String::new(), Namespace::empty());
    for event in config.create_reader(text.as_bytes()) {
        match event.map_err(|error| format!("{error} in {xml}"))? {
            XmlEvent::StartDocument { version, .. } => assert_eq!(version, XmlVersion::Version10),
            XmlEvent::StartElement { name, attributes, namespace } => {
                let mut attributes: Vec<_> = attributes
                    .iter()
                    .map(|attribute| {
                        let name = expanded(&attribute.name);
                        let is_type = name == "{http://www.w3.org/2001/XMLSchema-instance}type";
                        let value = qualified(&attribute.value, &namespace, is_type);
                        format!(" {name}={value:?}")
                    })
                    .collect();
                attributes.sort();
                let _ = write!(out, "<{}{}>", expanded(&name), attributes.concat());
                scope = namespace;
            }
            XmlEvent::EndElement { name } => {
                let _ = write!(out, "</{}>", expanded(&name));
            }
            XmlEvent::Characters(text) => {
                out.push_str(&qualified(&text, &scope, false).replace('&', "&amp;").replace('<', "&lt;"));
            }
            XmlEvent::Comment(text) => {
                let _ = write!(out, "<!--{text}-->");
            }
            XmlEvent::ProcessingInstruction { name, data } => {
                let _ = write!(out, "<?{name} {}?>", data.unwrap_or_default());
            }
            XmlEvent::EndDocument => {}
            other => return Err(format!("{other:?} is unexpected in {xml}")),
        }
    }
    Ok(out)
}

/// A value that is a name with a prefix that is declared, by its namespace; without a prefix too if it `is_name` for certain.
fn qualified(value: &str, scope: &Namespace, is_name: bool) -> String {
    let (prefix, local) = value.split_once(':').unwrap_or(("", value));
    let is_plain =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    match scope.get(prefix) {
        Some(uri) if is_name || (is_plain(prefix) && is_plain(local)) => format!("{{{uri}}}{local}"),
        _ => value.to_owned(),
    }
}

/// A name by its namespace instead of its prefix.
fn expanded(name: &OwnedName) -> String {
    match &name.namespace {
        Some(namespace) => format!("{{{namespace}}}{}", name.local_name),
        None => name.local_name.clone(),
    }
}

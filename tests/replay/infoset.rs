//! XML by what it says: read by a parser that is not ours, written down without prefixes and with attributes in order.

use std::fmt::Write as _;

use roxmltree::{Document, Node};

/// Genuine servers write references to characters that XML 1.0 forbids, which no other parser reads: they stand for
/// themselves in another plane here.
fn readable(xml: &str) -> String {
    let mut out = String::with_capacity(xml.len());
    let mut rest = xml;
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

/// Reads a document and hands it on.
pub fn with_document<T>(xml: &str, use_it: impl FnOnce(&Document<'_>) -> T) -> Result<T, String> {
    let text = readable(xml.strip_prefix('\u{feff}').unwrap_or(xml));
    let document = Document::parse(&text).map_err(|error| format!("{error} in {xml}"))?;
    Ok(use_it(&document))
}

/// The document on lines of its own; text stands as it is.
pub fn canonical(xml: &str) -> Result<String, String> {
    with_document(xml, |document| {
        let mut out = String::new();
        for child in document.root().children() {
            node(&mut out, child);
        }
        out
    })
}

/// One node in canonical form.
pub fn node(out: &mut String, node: Node<'_, '_>) {
    if node.is_element() {
        element(out, node);
    } else if node.is_comment() {
        let _ = write!(out, "<!--{}-->", node.text().unwrap_or_default());
    } else if let Some(instruction) = node.pi() {
        let _ = write!(out, "<?{} {}?>", instruction.target, instruction.value.unwrap_or_default());
    } else {
        out.push_str(&node.text().unwrap_or_default().replace('&', "&amp;").replace('<', "&lt;"));
    }
}

fn element(out: &mut String, element: Node<'_, '_>) {
    let name = |namespace: Option<&str>, name: &str| match namespace {
        Some(namespace) => format!("{{{namespace}}}{name}"),
        None => name.to_owned(),
    };
    let own = name(element.tag_name().namespace(), element.tag_name().name());
    let mut attributes: Vec<_> = element
        .attributes()
        .map(|attribute| format!(" {}={:?}", name(attribute.namespace(), attribute.name()), attribute.value()))
        .collect();
    attributes.sort();
    let _ = write!(out, "<{own}{}>", attributes.concat());
    for child in element.children() {
        node(out, child);
    }
    let _ = write!(out, "</{own}>");
}

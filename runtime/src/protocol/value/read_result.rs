//! Results out of the element that holds them.

use super::scalar_text;
use super::value_element::says_nil;
use crate::operation::{ResultShape, Scalar, Type};
use crate::protocol::soap::soap_version::XSI;
use crate::results::{DataSet, Integers, Text, XmlDocument};
use crate::value::canonical_text;
use crate::value::content::Content;
use crate::xml;
use crate::xml::Element;

/// Reads a result that is not null.
pub(crate) fn read(shape: ResultShape, namespace: &str, element: Element<'_>) -> Result<Content, String> {
    match shape {
        ResultShape::None => Ok(Content::None),
        ResultShape::String | ResultShape::Delimited => {
            if !element.has_only_text() {
                return Err("there is something else than text in a string".to_owned());
            }
            Ok(Content::String(Text::new(element.text())))
        }
        ResultShape::DataSet | ResultShape::TypedDataSet(_) => {
            DataSet::from_element(element).map(Content::DataSet).map_err(|error| error.to_string())
        }
        ResultShape::Xml => enclosed_document(element),
        ResultShape::Integers => integers(namespace, element),
        ResultShape::Message => Err("a message is no result".to_owned()),
    }
}

/// The document whose root is `root`.
pub(crate) fn document(root: Element<'_>) -> Content {
    Content::Xml(XmlDocument::from_element(root))
}

/// The document inside a result element; a result element without one is a document without a root, which is null.
fn enclosed_document(element: Element<'_>) -> Result<Content, String> {
    let mut roots = element.elements();
    match (roots.next(), roots.next()) {
        _ if !element.text().trim().is_empty() => Err("there is text around the XML document".to_owned()),
        (Some(root), None) => Ok(document(root)),
        (None, _) => Ok(Content::Xml(XmlDocument::null())),
        (Some(_), Some(_)) => Err("there is more than one root in the XML document".to_owned()),
    }
}

fn integers(namespace: &str, element: Element<'_>) -> Result<Content, String> {
    if !element.text().trim().is_empty() {
        return Err("there is text between the integers".to_owned());
    }
    let integer = |item: Element<'_>| {
        let is_one = xml::name::is_encoding_of(item.name(), "int") && item.namespace().unwrap_or_default() == namespace;
        if !is_one {
            return Err(format!("there is `{}` among the integers", item.name()));
        }
        if !item.has_only_text() {
            return Err("there is something else than text in an integer".to_owned());
        }
        let is_nil = item.attribute(Some(XSI), "nil").is_some_and(says_nil);
        let text = if is_nil { "".into() } else { item.text() };
        let canonical = canonical_text(Scalar::Int, xml::trim_white_space(&text).into());
        let canonical = canonical.map_err(|_| scalar_text::conversion_failure(Type::INT, &text).message)?;
        canonical.parse().map_err(|_| "an integer is not one".to_owned())
    };
    let integers = element.elements().map(integer).collect::<Result<Vec<i32>, _>>()?;
    Ok(Content::Integers(Integers::new(integers)))
}

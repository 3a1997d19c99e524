//! Results out of the element that holds them.

use super::read_value::ValueReader;
use crate::operation::{ResultShape, Type};
use crate::results::{DataSet, Integers, Text, XmlDocument};
use crate::value::content::Content;
use crate::xml;
use crate::xml::Element;

/// Reads a result that is not null.
pub(crate) fn read(shape: ResultShape, reader: ValueReader<'_>, element: Element<'_>) -> Result<Content, String> {
    match shape {
        ResultShape::None => Ok(Content::None),
        ResultShape::String | ResultShape::Delimited => {
            if !element.has_only_text() {
                return Err("there is something else than text in a string".to_owned());
            }
            Ok(Content::String(Text::new(element.text())))
        }
        ResultShape::DataSet => DataSet::from_element(element).map(Content::DataSet).map_err(|error| error.to_string()),
        ResultShape::Xml => enclosed_document(element),
        ResultShape::Integers => integers(reader, element),
        ResultShape::Typed(kind) => reader
            .element(kind, true, &mut { element })
            .map(Content::Typed)
            .map_err(|unreadable| format!("`{}`: {}", unreadable.element, unreadable.message())),
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

fn integers(reader: ValueReader<'_>, element: Element<'_>) -> Result<Content, String> {
    if !element.text().trim().is_empty() {
        return Err("there is text between the integers".to_owned());
    }
    let integer = |item: Element<'_>| {
        if !reader.is(&item, "int") {
            return Err(format!("there is `{}` among the integers", item.name()));
        }
        let value = reader.element(Type::INT, false, &mut { item }).map_err(|unreadable| unreadable.message())?;
        value.as_text().and_then(|text| text.parse().ok()).ok_or_else(|| "an integer is not one".to_owned())
    };
    let integers = element.elements().map(integer).collect::<Result<Vec<i32>, _>>()?;
    Ok(Content::Integers(Integers::new(integers)))
}

/// Over GET and POST a null value type is an empty root without `xsi:nil`.
pub(crate) fn is_null_by_emptiness(kind: Type, root: Element<'_>) -> bool {
    let is_value_type = match kind {
        Type::Scalar(scalar) => !scalar.is_reference(),
        Type::Enumeration(_) => true,
        Type::Structure(_) | Type::Array(_) | Type::List(_) | Type::Any | Type::Xml(_) => false,
    };
    is_value_type && root.has_only_text() && xml::trim_white_space(&root.text()).is_empty()
}

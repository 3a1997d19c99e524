//! Results that are a string, integers or nothing, read forward: no tree of the response is made.
//!
//! Only results that are there are read, and only where nothing stands beside them. What else a response of success may be (null,
//! a fault, a mistake) is told by the reader of its tree.

use crate::operation::ResultShape;
use crate::protocol::response_context::{ResponseContext, result_root};
use crate::protocol::soap::soap_version::SoapVersion;
use crate::protocol::value::read_value::ValueReader;
use crate::protocol::value::value_element::ValueElement as _;
use crate::results::{Integers, Text};
use crate::value::content::Content;
use crate::xml;
use crate::xml::{PullReader, Pulled};

/// Reads the response of an operation with such a result.
pub(crate) fn read(context: &ResponseContext, text: &str) -> Option<Content> {
    let shape = context.operation.result;
    if !matches!(shape, ResultShape::None | ResultShape::String | ResultShape::Delimited | ResultShape::Integers) {
        return None;
    }
    let mut reader = PullReader::new(text, &context.limits);
    if !reader.root() {
        return None;
    }
    let read = if context.transport.is_soap() {
        enveloped(context, &mut reader)?
    } else if shape != ResultShape::None && is_called(&reader, &result_root(shape), context) {
        result(context, &mut reader)?
    } else {
        return None;
    };
    reader.finish().ok()?;
    Some(read)
}

fn enveloped(context: &ResponseContext, reader: &mut PullReader<'_>) -> Option<Content> {
    let version = SoapVersion::of_namespace(reader.namespace()).filter(|_| reader.name() == "Envelope")?;
    while reader.name() != "Body" || reader.namespace() != Some(version.namespace()) || reader.depth() != 2 {
        next_start(reader, 1)?;
    }
    next_start(reader, 2)?;
    let operation = context.operation;
    if !is_called_after(reader, operation.name, "Response", context) {
        return None;
    }
    if operation.result == ResultShape::None {
        return Some(Content::None);
    }
    next_start(reader, 3)?;
    let is_result = match operation.result_element {
        Some(name) => is_called(reader, name, context),
        None => is_called_after(reader, operation.name, "Result", context),
    };
    if !is_result {
        return None;
    }
    let read = result(context, reader)?;
    next_start(reader, 3).is_none().then_some(read)
}

/// Goes to the next element in the one that was the innermost of `depth`; `None` if there is no more.
fn next_start(reader: &mut PullReader<'_>, depth: usize) -> Option<()> {
    loop {
        if let Pulled::Start = reader.content(depth)? {
            return Some(());
        }
    }
}

fn is_called(element: &PullReader<'_>, name: &str, context: &ResponseContext) -> bool {
    ValueReader::is_named(element, name, &context.namespace)
}

/// Whether an element is called like the operation, with that ending. Most names are their own encoding.
fn is_called_after(element: &PullReader<'_>, operation: &str, ending: &str, context: &ResponseContext) -> bool {
    match element.name().strip_suffix(ending) {
        Some(name) if name == operation => element.is_in(&context.namespace),
        _ => is_called(element, &format!("{operation}{ending}"), context),
    }
}

/// The result that is in the element.
fn result(context: &ResponseContext, element: &mut PullReader<'_>) -> Option<Content> {
    if element.is_nil() {
        return None;
    }
    if context.operation.result == ResultShape::Integers {
        return integers(&context.namespace, element);
    }
    element.take_text().map(|text| Content::String(Text::new(text)))
}

fn integers(namespace: &str, element: &mut PullReader<'_>) -> Option<Content> {
    let (depth, mut integers) = (element.depth(), Vec::new());
    loop {
        while let Some(text) = element.plain_element("int", namespace) {
            integers.push(text.parse::<i32>().ok()?);
        }
        match element.content(depth) {
            None => return Some(Content::Integers(Integers::new(integers))),
            Some(Pulled::Text(text)) if xml::trim_white_space(&text).is_empty() => {}
            Some(Pulled::Other) => {}
            Some(Pulled::Start | Pulled::Text(_)) => return None,
        }
    }
}

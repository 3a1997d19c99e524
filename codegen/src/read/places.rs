//! Where the parts of an element stand in the text.

use std::ops::Range;

use roxmltree::{Attribute, Node};

use super::ast::Text;
use crate::diagnostic::{Source, Span};

/// The words of a value, each with its place; of a value that is not written as it reads, each has the place of all.
pub(super) fn words(source: &Source, whole: &Text) -> Vec<Text> {
    let written = source.text.get(whole.span.start..whole.span.end) == Some(whole.value.as_str());
    whole
        .value
        .split_whitespace()
        .map(|word| {
            let offset = word.as_ptr().addr() - whole.value.as_ptr().addr();
            let start = whole.span.start + offset;
            let span = if written { Span::new(start, start + word.len()) } else { whole.span };
            Text { value: word.to_owned(), span }
        })
        .collect()
}

/// The place of an element's name in its start tag.
pub fn tag(source: &Source, node: Node<'_, '_>) -> Span {
    let start = node.range().start + 1;
    let rest = source.text.get(start..).unwrap_or_default();
    let length =
        rest.find(|character: char| character.is_whitespace() || matches!(character, '>' | '/')).unwrap_or(rest.len());
    Span::new(start, start + length)
}

/// The place of an attribute's value, or of the whole attribute where the value is empty.
pub(super) fn value_span(source: &Source, attribute: Attribute<'_, '_>) -> Span {
    let span = |range: Range<usize>| source.clamp(Span::new(range.start, range.end));
    if attribute.value().is_empty() { span(attribute.range()) } else { span(attribute.range_value()) }
}

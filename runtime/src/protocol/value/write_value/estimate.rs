//! Estimates the length of written values, so that a message is written into one buffer that does not grow.

use super::MAX_NESTING;
use crate::operation::{Member, Place, Type};
use crate::value::field::{Field, View};
use crate::xml;

/// The bytes of `<A></A>` or `<A xsi:nil="true" />` without the name.
const MARKS: usize = 20;

/// Estimates the bytes of the element `name` with the value of `field`. The estimate is too low for values that are not of their type or are
/// nested too deep.
pub(crate) fn estimated_length(name: &str, kind: Type, field: &dyn Field) -> usize {
    element(0, name, kind, field)
}

fn element(nesting: usize, name: &str, kind: Type, field: &dyn Field) -> usize {
    2 * name.len() + MARKS + content(nesting, kind, field)
}

fn content(nesting: usize, kind: Type, field: &dyn Field) -> usize {
    const DIGITS: usize = 20;
    match (field.view(), kind) {
        _ if nesting > MAX_NESTING => 0,
        // Escapes in a short text hardly matter.
        (View::Text(text), _) if text.len() <= 64 => text.len(),
        (View::Text(text), _) => xml::estimated_text_length(&text),
        (View::Integer(_), _) => DIGITS,
        (View::Xml(xml), _) => xml.len(),
        (View::Items(_), Type::Array(array)) if !array.alternatives.is_empty() => {
            field.members().map(|item| chosen(nesting + 1, array.alternatives, item)).sum()
        }
        (View::Items(count), kind) => {
            let (name, kind) =
                if let Type::Array(array) = kind { (array.item_name, array.item) } else { ("string", kind) };
            of_many(field, count, |item| element(nesting + 1, name, kind, item))
        }
        (View::Members, Type::Structure(structure)) => {
            let members = structure.members().iter().zip(field.members());
            members.map(|(member, field)| of_member(nesting + 1, member, field)).sum()
        }
        (View::OfType(kind), _) => {
            kind.name().len() + MARKS + field.inner(0).map_or(0, |inner| content(nesting + 1, kind, inner))
        }
        (View::Attributes(attributes), _) => {
            attributes.iter().map(|(name, text)| 2 * name.len() + MARKS + text.len()).sum()
        }
        (View::Document(document), _) => document.as_str().len(),
        // The length of a DataSet is unknown before it is written.
        (View::Null | View::Nil | View::Members | View::Chosen(_) | View::DataSet(_), _) => 0,
    }
}

/// The sum for many values, estimated from samples, because visiting all takes a good part of the time of writing them.
fn of_many(field: &dyn Field, count: usize, length: impl Fn(&dyn Field) -> usize) -> usize {
    const SAMPLES: usize = 64;
    // Visiting simple values is faster than growing the memory.
    let are_simple = field.inner(0).is_some_and(|first| matches!(first.view(), View::Text(_)));
    if are_simple || count <= 4 * SAMPLES {
        return field.members().map(length).sum();
    }
    let step = count / SAMPLES;
    let sum: usize = (0..count).step_by(step).filter_map(|index| field.inner(index)).map(length).sum();
    // Add a little, because too much room costs nothing and too little costs a move.
    sum.saturating_mul(step).saturating_mul(17) / 16
}

fn of_member(nesting: usize, member: &Member, field: &dyn Field) -> usize {
    if nesting > MAX_NESTING {
        return 0;
    }
    match (member.place, field.view()) {
        (_, View::Null) => 0,
        (Place::Choice(alternatives), View::Items(_)) => {
            field.members().map(|item| chosen(nesting, alternatives, item)).sum()
        }
        (Place::Choice(alternatives), _) => chosen(nesting, alternatives, field),
        (_, View::Items(_)) if member.repeated || member.place == Place::AnyElements => {
            field.members().map(|item| element(nesting, member.name, member.kind, item)).sum()
        }
        _ => element(nesting, member.name, member.kind, field),
    }
}

fn chosen(nesting: usize, alternatives: &[Member], field: &dyn Field) -> usize {
    let View::Chosen(alternative) = field.view() else { return 0 };
    let chosen = alternatives.get(alternative).zip(field.inner(0));
    chosen.map_or(0, |(member, field)| of_member(nesting + 1, member, field))
}

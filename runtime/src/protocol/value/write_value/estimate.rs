//! How much room values need.

use super::MAX_NESTING;
use crate::operation::{Member, Place, Type};
use crate::value::Value;
use crate::xml;

/// What stands in `<A></A>` and `<A xsi:nil="true" />` beside the name.
const MARKS: usize = 20;

/// About how many bytes the element `name` with `value` has; too few if the type does not fit, or it is nested deeper than any may.
pub(crate) fn estimated_length(name: &str, kind: Type, value: &Value<'_>) -> usize {
    element(0, name, kind, value)
}

fn element(nesting: usize, name: &str, kind: Type, value: &Value<'_>) -> usize {
    2 * name.len() + MARKS + content(nesting, kind, value)
}

fn content(nesting: usize, kind: Type, value: &Value<'_>) -> usize {
    match (value, kind) {
        _ if nesting > MAX_NESTING => 0,
        // Of a short one it is not worth while to look for what grows.
        (Value::Text(text), _) if text.len() <= 64 => text.len(),
        (Value::Text(text), _) => xml::estimated_text_length(text),
        (Value::Xml(xml), _) => xml.len(),
        (Value::Array(items), Type::Array(array)) if !array.alternatives.is_empty() => {
            items.iter().map(|item| chosen(nesting + 1, array.alternatives, item)).sum()
        }
        (Value::Array(items), kind) => {
            let (name, kind) =
                if let Type::Array(array) = kind { (array.item_name, array.item) } else { ("string", kind) };
            of_many(items, |item| element(nesting + 1, name, kind, item))
        }
        (Value::Structure(values), Type::Structure(structure)) => {
            let members = structure.members().iter().zip(values);
            members.map(|(member, value)| of_member(nesting + 1, member, value)).sum()
        }
        (Value::OfType(typed), _) => typed.kind.name().len() + MARKS + content(nesting + 1, typed.kind, &typed.value),
        (Value::Attributes(attributes), _) => {
            attributes.iter().map(|(name, text)| 2 * name.len() + MARKS + text.len()).sum()
        }
        (Value::Null | Value::Nil | Value::Structure(_) | Value::Choice(_), _) => 0,
    }
}

/// The sum for many values, by that of some of them: to look at all takes a good part of the time that it takes to write them.
fn of_many(values: &[Value<'_>], length: impl Fn(&Value<'_>) -> usize) -> usize {
    const SAMPLES: usize = 64;
    // Simple values are looked at faster than the memory grows.
    let are_simple = matches!(values.first(), Some(Value::Text(_)));
    if are_simple || values.len() <= 4 * SAMPLES {
        return values.iter().map(length).sum();
    }
    let step = values.len() / SAMPLES;
    let sum: usize = values.iter().step_by(step).map(length).sum();
    // A little more: too much room costs nothing, too little a move.
    sum.saturating_mul(step).saturating_mul(17) / 16
}

fn of_member(nesting: usize, member: &Member, value: &Value<'_>) -> usize {
    if nesting > MAX_NESTING {
        return 0;
    }
    match (member.place, value) {
        (_, Value::Null) => 0,
        (Place::Choice(alternatives), Value::Array(items)) => {
            items.iter().map(|item| chosen(nesting, alternatives, item)).sum()
        }
        (Place::Choice(alternatives), value) => chosen(nesting, alternatives, value),
        (_, Value::Array(items)) if member.repeated || member.place == Place::AnyElements => {
            items.iter().map(|item| element(nesting, member.name, member.kind, item)).sum()
        }
        (_, value) => element(nesting, member.name, member.kind, value),
    }
}

fn chosen(nesting: usize, alternatives: &[Member], value: &Value<'_>) -> usize {
    let Value::Choice(chosen) = value else { return 0 };
    alternatives.get(chosen.alternative).map_or(0, |member| of_member(nesting + 1, member, &chosen.value))
}

//! What typed values do not tell apart: where a value is always there and may be null, a typed null is that null.

use asmx_runtime::{Content, Member, Operation, Place, Presence, Type, Value};

/// The same content with every null of such a place stated.
#[must_use]
pub fn stated(operation: &Operation, content: Content) -> Content {
    let Content::Message(mut message) = content else { return content };
    for (output, value) in operation.outputs.iter().zip(&mut message.outputs) {
        state(output, value);
    }
    Content::Message(message)
}

fn state(member: &Member, value: &mut Value<'static>) {
    match value {
        Value::Null if member.presence == Presence::Nullable && member.place == Place::Element && !member.repeated => {
            *value = Value::Nil;
        }
        Value::Array(items) if member.repeated => items.iter_mut().for_each(|item| one(member, item)),
        value => one(member, value),
    }
}

fn one(member: &Member, value: &mut Value<'static>) {
    match member.place {
        Place::Choice(alternatives) => chosen(alternatives, value),
        _ => of_type(member.kind, value),
    }
}

fn chosen(alternatives: &[Member], value: &mut Value<'static>) {
    if let Value::Choice(chosen) = value
        && let Some(alternative) = alternatives.get(chosen.alternative)
    {
        state(alternative, &mut chosen.value);
    }
}

fn of_type(kind: Type, value: &mut Value<'static>) {
    match (kind, value) {
        (_, Value::OfType(typed)) => of_type(typed.kind, &mut typed.value),
        (Type::Structure(structure), Value::Structure(values)) => {
            structure.members().iter().zip(values).for_each(|(member, value)| state(member, value));
        }
        (Type::Array(array), Value::Array(items)) if array.alternatives.is_empty() => {
            items.iter_mut().for_each(|item| of_type(array.item, item));
        }
        (Type::Array(array), Value::Array(items)) => items.iter_mut().for_each(|item| chosen(array.alternatives, item)),
        _ => {}
    }
}

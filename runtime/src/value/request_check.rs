//! What keeps a request from being sent: what is required and missing, and texts that no value of an enumeration has.

use super::Value;
use crate::operation::{InvalidValue, Member, Presence, Structure, Type};

/// Appends the parameter's name if it is required and null, and those of its members of which that is so.
pub(crate) fn push_missing(parameter: &Member, path: &str, value: &Value<'_>, missing: &mut Vec<String>) {
    let path = if path.is_empty() { parameter.name.to_owned() } else { format!("{path}.{}", parameter.name) };
    match (parameter.kind, value) {
        (_, Value::Null) if parameter.presence == Presence::Required => missing.push(path),
        (Type::Structure(structure), value) => push_members(structure, &path, value, missing),
        (Type::Array(array), Value::Array(items)) => {
            if let Type::Structure(structure) = array.item {
                for item in items {
                    push_members(structure, &path, item, missing);
                }
            }
        }
        _ => {}
    }
}

fn push_members(structure: &Structure, path: &str, value: &Value<'_>, missing: &mut Vec<String>) {
    if let Value::Structure(members) = value {
        for (member, value) in structure.members().iter().zip(members) {
            push_missing(member, path, value, missing);
        }
    }
}

/// The first text in `value` that is no value of its enumeration.
pub(crate) fn unknown_value(kind: Type, value: &Value<'_>) -> Option<InvalidValue> {
    match (kind, value) {
        (Type::Enumeration(enumeration), Value::Text(text)) if !enumeration.values.contains(&text.as_ref()) => {
            Some(InvalidValue::new(text, enumeration.name))
        }
        (Type::Structure(structure), Value::Structure(members)) => {
            let mut members = structure.members().iter().zip(members);
            members.find_map(|(member, value)| {
                unknown_value(member.kind, value).map(|invalid| invalid.hidden_if(member.secret))
            })
        }
        (Type::Array(array), Value::Array(items)) => items.iter().find_map(|item| unknown_value(array.item, item)),
        _ => None,
    }
}

//! What keeps a request from being sent: what is required and missing, and texts that no value of an enumeration has.

use super::Value;
use super::declared::Declared;
use crate::operation::{InvalidValue, Member, Place, Presence, Type};

/// Appends the parameter's name if it is required and null, and those of its members of which that is so.
pub(crate) fn push_missing(parameter: &'static Member, value: &Value<'_>, missing: &mut Vec<String>) {
    push_missing_at("", parameter, Declared::of_member(parameter, value), missing);
}

fn push_missing_at(path: &str, member: &'static Member, declared: Declared<'_>, missing: &mut Vec<String>) {
    let path = match (path, member.name) {
        (path, "") => path.to_owned(),
        ("", name) => name.to_owned(),
        (path, name) => format!("{path}.{name}"),
    };
    // Of choices and what nobody declared there may be nothing, whatever a document says.
    let can_miss = matches!(member.place, Place::Element | Place::Attribute | Place::Text);
    if can_miss && declared.value.is_null() && member.presence == Presence::Required {
        missing.push(path);
    } else {
        push_missing_in(&path, declared, missing);
    }
}

fn push_missing_in(path: &str, declared: Declared<'_>, missing: &mut Vec<String>) {
    declared.visit(&mut |member, inner| match member {
        Some(member) => push_missing_at(path, member, inner, missing),
        None => push_missing_in(path, inner, missing),
    });
}

/// The first text in the parameter's value that is no value of its enumeration; without the text if that is a secret.
pub(crate) fn unknown_value(parameter: &Member, value: &Value<'_>) -> Option<InvalidValue> {
    unknown_in(Declared::of_member(parameter, value)).map(|invalid| invalid.hidden_if(parameter.secret))
}

fn unknown_in(declared: Declared<'_>) -> Option<InvalidValue> {
    if let (Type::Enumeration(enumeration), Value::Text(text)) = (declared.kind, declared.value) {
        return (!enumeration.lists(text)).then(|| InvalidValue::new(text, enumeration.name));
    }
    let mut unknown = None;
    declared.visit(&mut |member, inner| {
        if unknown.is_none() {
            let secret = member.is_some_and(|member| member.secret);
            unknown = unknown_in(inner).map(|invalid| invalid.hidden_if(secret));
        }
    });
    unknown
}

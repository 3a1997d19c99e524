//! Values that a server adds to a request: a value type always has a value.

use asmx_runtime::descriptors::{Place, Scalar};
use asmx_runtime::{Member, Type};
use serde_json::{Map, Value as Json, json};

/// The members of `received` without those that `sent` has not, where they have the default of their type.
#[must_use]
pub fn without_defaults(members: &[Member], sent: &Json, received: &Json) -> Json {
    let (Json::Object(sent), Json::Object(received)) = (sent, received) else { return received.clone() };
    let retained = received.iter().filter_map(|(key, value)| {
        let member = members.iter().find(|member| is_key_of(key, member));
        match (sent.get(key), member) {
            (Some(sent), Some(member)) => Some((key.clone(), of_member(member, sent, value))),
            (None, Some(member)) if is_default(member, value) => None,
            _ => Some((key.clone(), value.clone())),
        }
    });
    let mut retained: Map<String, Json> = retained.collect();
    // Equal to an absent member: JSON null where the element may not be null, no occurrence, an empty text.
    for (key, value) in sent {
        let is_nothing = value.is_null() || *value == json!([]) || (key == "#text" && *value == json!(""));
        if is_nothing && !retained.contains_key(key) {
            retained.insert(key.clone(), value.clone());
        }
    }
    Json::Object(retained)
}

fn is_key_of(key: &str, member: &Member) -> bool {
    let name = asmx_runtime::xml::name::encode_local_name(member.name);
    match member.place {
        Place::Attribute => key.strip_prefix('@') == Some(&name),
        Place::Text => key == "#text",
        Place::Element => key == name,
        Place::Mixed => key == "$mixed",
        _ => false,
    }
}

fn of_member(member: &Member, sent: &Json, received: &Json) -> Json {
    match (sent, received) {
        (Json::Array(sent), Json::Array(received)) if member.repeated && sent.len() == received.len() => {
            sent.iter().zip(received).map(|(sent, received)| of_type(member.kind, sent, received)).collect()
        }
        _ => of_type(member.kind, sent, received),
    }
}

fn of_type(kind: Type, sent: &Json, received: &Json) -> Json {
    match (kind, sent, received) {
        (Type::Structure(structure), Json::Object(_), Json::Object(_)) => {
            let named = sent.get("$type").and_then(Json::as_str);
            let derived = structure.derived().iter().find(|derived| {
                named.is_some_and(|named| {
                    named.ends_with(&format!("}}{}", asmx_runtime::xml::name::encode_local_name(derived.name)))
                })
            });
            without_defaults(derived.map_or(structure.members(), |derived| derived.members()), sent, received)
        }
        (Type::Array(array), Json::Array(sent), Json::Array(received)) if sent.len() == received.len() => {
            sent.iter().zip(received).map(|(sent, received)| of_type(array.item, sent, received)).collect()
        }
        // Written with as many digits as the client likes, held in 32 bits.
        (Type::Scalar(Scalar::Float), sent, received) if single(sent).is_some() && single(sent) == single(received) => {
            sent.clone()
        }
        // An absent structure that is held by value.
        (Type::Structure(structure), Json::Null, Json::Object(members))
            if are_defaults(structure.members(), members) =>
        {
            Json::Null
        }
        _ => received.clone(),
    }
}

#[allow(clippy::cast_possible_truncation, reason = "that is what a server does")]
fn single(json: &Json) -> Option<f32> {
    json.as_f64().map(|number| number as f32)
}

fn are_defaults(members: &[Member], values: &Map<String, Json>) -> bool {
    values.iter().all(|(key, value)| {
        members.iter().find(|member| is_key_of(key, member)).is_some_and(|member| is_default(member, value))
    })
}

/// Whether it is that text, or the number or truth value that the text is.
fn says(value: &Json, text: &str) -> bool {
    value == text || serde_json::from_str::<Json>(text).is_ok_and(|parsed| parsed == *value)
}

/// Whether it is what a member has that did not come.
fn is_default(member: &Member, value: &Json) -> bool {
    if let Some(default) = member.default {
        return says(value, default);
    }
    match (member.kind, value) {
        (_, Json::Null) => true,
        _ if member.place == Place::Mixed => *value == json!(""),
        (Type::Scalar(Scalar::Float | Scalar::Double), value) => value.as_f64() == Some(0.0),
        (Type::Structure(structure), Json::Object(members)) => are_defaults(structure.members(), members),
        (Type::Scalar(scalar), value) => {
            let default_text = scalar.default_text().unwrap_or_default();
            says(value, default_text) || (scalar == Scalar::Char && *value == json!("\0"))
        }
        (Type::Enumeration(enumeration), value) => {
            let first = enumeration.values.first().copied().unwrap_or_default();
            value == first || *value == json!([]) || *value == json!([first])
        }
        (Type::Array(_), value) => *value == json!([]),
        _ => false,
    }
}

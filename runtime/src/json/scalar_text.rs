//! The texts of scalars in JSON, and the kinds of JSON that they may have.

use serde_json::Value as Json;

use super::numbers::{is_number, number, text_of_number};
use crate::operation::{Scalar, Type};
use crate::value::Value;

/// The lexical text of a scalar. That of a character is its code.
pub(super) fn text(kind: Type, json: &Json) -> Option<Value<'static>> {
    if let Some(number) = number(json) {
        return text_of_number(kind, &number).map(Value::from);
    }
    match json {
        Json::String(text) if kind == Type::Scalar(Scalar::Char) => {
            let mut units = text.encode_utf16();
            match (units.next(), units.next()) {
                (Some(code), None) => Some(Value::from(code.to_string())),
                _ => Some(Value::from(text.clone())),
            }
        }
        Json::String(text) => Some(Value::from(text.clone())),
        Json::Bool(value) => Some(Value::from(*value)),
        Json::Number(_) | Json::Null | Json::Array(_) | Json::Object(_) => None,
    }
}

/// Whether a schema states this kind of JSON for a value of the type: a number or a boolean only where it is declared.
pub(super) fn has_stated_kind(kind: Type, json: &Json) -> bool {
    let is_boolean = kind == Type::Scalar(Scalar::Boolean);
    match json {
        Json::Bool(_) => is_boolean,
        json if is_number(json) => !is_boolean && number_or_boolean(kind).is_some(),
        _ => true,
    }
}

/// The type by whose texts a number or boolean is recognised, whatever the range of `int` and `long`; `None` for other types.
pub(super) const fn number_or_boolean(kind: Type) -> Option<Type> {
    let Type::Scalar(scalar) = kind else { return None };
    match scalar {
        Scalar::Int | Scalar::Long => Some(Type::Scalar(Scalar::Integer)),
        Scalar::Boolean
        | Scalar::Byte
        | Scalar::UnsignedByte
        | Scalar::Short
        | Scalar::UnsignedShort
        | Scalar::UnsignedInt
        | Scalar::UnsignedLong
        | Scalar::Integer
        | Scalar::Decimal
        | Scalar::Float
        | Scalar::Double => Some(kind),
        _ => None,
    }
}

pub(super) fn is_bytes(kind: Type) -> bool {
    kind == Type::Scalar(Scalar::Base64Binary)
}

//! Texts of simple types: scalars, enumerations and lists.

use std::borrow::Cow;

use super::unreadable::Reason;
use crate::operation::{Enumeration, ListType, Scalar, Type};
use crate::protocol::value::scalar_text;
use crate::value::{Value, canonical_text};
use crate::xml;
use crate::xsd::{Base64Binary, Lexical as _};

/// White space of XML.
const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// A text in canonical form, as it is read where it must be of its type.
pub(super) fn checked(kind: Type, text: Cow<'_, str>) -> Result<Value<'static>, Reason> {
    let invalid = |text: &str| Reason::Invalid(scalar_text::conversion_failure(kind, text));
    match kind {
        Type::Scalar(Scalar::String) => Ok(owned(text)),
        Type::Scalar(Scalar::Base64Binary) => {
            let text = without_blanks(text);
            let binary = Base64Binary::parse(&text).map_err(|_| Reason::NotBase64)?;
            drop(text);
            Ok(owned(binary.lexical()))
        }
        // It is only resolved, and not checked further.
        Type::Scalar(Scalar::QName) if text.starts_with('{') => Ok(owned(text)),
        Type::Scalar(scalar) => match canonical_text(scalar, Cow::Borrowed(xml::trim_white_space(&text))) {
            Ok(canonical) => Ok(owned(canonical)),
            Err(_) => Err(invalid(&text)),
        },
        other => match Value::Text(Cow::Borrowed(&text)).canonical(other) {
            Ok(value) => Ok(value.into_owned()),
            Err(_) => Err(invalid(&text)),
        },
    }
}

/// A text as it came, without what does not count; `false` if it is not of its type.
pub(super) fn as_it_came(kind: Type, text: Cow<'_, str>) -> (Value<'static>, bool) {
    match kind {
        Type::Scalar(Scalar::String) => (owned(text), true),
        Type::Scalar(Scalar::Base64Binary) => {
            let text = without_blanks(text);
            let is_valid = Base64Binary::parse(&text).is_ok();
            (owned(text), is_valid)
        }
        Type::Scalar(Scalar::Boolean) => match xml::trim_white_space(&text) {
            "true" => (Value::Text(Cow::Borrowed("true")), true),
            "false" => (Value::Text(Cow::Borrowed("false")), true),
            other => (Value::from(other.to_owned()), matches!(other, "0" | "1")),
        },
        Type::Scalar(scalar) => {
            let trimmed = xml::trim_white_space(&text);
            let is_valid = is_valid(scalar, trimmed);
            let value = if trimmed.len() == text.len() { owned(text) } else { Value::from(trimmed.to_owned()) };
            (value, is_valid)
        }
        Type::Enumeration(enumeration) => listed(enumeration, text),
        Type::List(list) => items(list, &text),
        Type::Structure(_) | Type::Array(_) | Type::Any | Type::Xml(_) => (owned(text), false),
    }
}

fn owned(text: Cow<'_, str>) -> Value<'static> {
    Value::Text(Cow::Owned(text.into_owned()))
}

fn without_blanks(mut text: Cow<'_, str>) -> Cow<'_, str> {
    // It may be most of the message, so there are never three of it.
    if text.contains(BLANKS) {
        text.to_mut().retain(|character| !BLANKS.contains(&character));
    }
    text
}

/// A text of an enumeration, which is kept even if it is none.
fn listed(enumeration: &'static Enumeration, text: Cow<'_, str>) -> (Value<'static>, bool) {
    if let Some(known) = enumeration.values.iter().find(|known| **known == text) {
        return (Value::Text(Cow::Borrowed(known)), true);
    }
    if enumeration.flags {
        let is_listed = enumeration.lists(&text);
        return (Value::from(blanks_joined(&text)), is_listed);
    }
    (owned(text), false)
}

fn items(list: &ListType, text: &str) -> (Value<'static>, bool) {
    let is_valid = |item: &str| match list.item {
        Type::Scalar(scalar) => is_valid(scalar, item),
        Type::Enumeration(enumeration) => enumeration.values.contains(&item),
        _ => true,
    };
    let are_valid = text.split_ascii_whitespace().all(is_valid);
    (Value::from(blanks_joined(text)), are_valid)
}

/// The items of a list with one blank between them.
fn blanks_joined(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for item in text.split_ascii_whitespace() {
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(item);
    }
    joined
}

/// Whether a text without blanks around it is of the scalar.
fn is_valid(scalar: Scalar, text: &str) -> bool {
    let is_plain_number = |most: usize| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        (1..=most).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_seen_at_once = match scalar {
        Scalar::String => true,
        Scalar::Int => is_plain_number(9),
        Scalar::Long | Scalar::Double | Scalar::Decimal | Scalar::Integer => is_plain_number(18),
        Scalar::Short => is_plain_number(4),
        scalar if scalar.is_unchecked() => true,
        _ => false,
    };
    is_seen_at_once
        || scalar == Scalar::QName && text.starts_with('{')
        || canonical_text(scalar, Cow::Borrowed(text)).is_ok()
}

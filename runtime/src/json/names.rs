//! The keys of objects: how members and types are called in JSON.

use std::borrow::Cow;

use crate::operation::{Member, Place, Service, Type};
use crate::xml::name::{encode_local_name, is_encoding_of};

/// Elements that nobody declared.
pub(super) const ANY: &str = "$any";
/// Attributes that nobody declared.
pub(super) const ANY_ATTRIBUTES: &str = "$anyAttributes";
/// Texts and elements.
pub(super) const MIXED: &str = "$mixed";
/// The elements of a repeated choice.
pub(super) const CHOICE: &str = "$choice";
/// The text of a structure.
pub(super) const TEXT: &str = "#text";
/// The type of a value, where that is not the declared one.
pub(super) const TYPE: &str = "$type";
/// The value beside its type, where it is no structure.
pub(super) const VALUE: &str = "$value";
/// XML without a type.
pub(super) const INNER: &str = "$inner";
/// Whether a header must be understood.
pub(super) const MUST_UNDERSTAND: &str = "$mustUnderstand";
/// For whom a header is.
pub(super) const ACTOR: &str = "$actor";

/// The key of a member; of a choice, where it is not repeated, there is none but those of its alternatives.
pub(super) fn key(member: &Member) -> Cow<'static, str> {
    match member.place {
        Place::Element => encode_local_name(member.name),
        Place::Attribute => Cow::Owned(format!("@{}", encode_local_name(member.name))),
        Place::Text => Cow::Borrowed(TEXT),
        Place::Mixed => Cow::Borrowed(MIXED),
        Place::Choice(_) => Cow::Borrowed(CHOICE),
        Place::AnyElements => Cow::Borrowed(ANY),
        Place::AnyAttributes => Cow::Borrowed(ANY_ATTRIBUTES),
    }
}

/// Whether `key` is that of the member: of one with a name its name as XML has it, or decoded.
pub(super) fn is_key_of(key: &str, member: &Member) -> bool {
    match member.place {
        Place::Element => is_name(key, member.name),
        Place::Attribute => key.strip_prefix('@').is_some_and(|name| is_name(name, member.name)),
        Place::Choice(alternatives) if !member.repeated => {
            alternatives.iter().any(|alternative| is_key_of(key, alternative))
        }
        _ => key == self::key(member),
    }
}

fn is_name(key: &str, name: &str) -> bool {
    key == name || is_encoding_of(key, name)
}

/// The key of a type: `{namespace}name`; without the braces where the service states no namespace.
pub(super) fn type_key(kind: Type, service: &Service) -> String {
    let name = kind.name();
    let name = encode_local_name(&name);
    match (kind.namespace(), service.namespace) {
        (crate::operation::Namespace::Service, None) => name.into_owned(),
        (namespace, own) => format!("{{{}}}{name}", namespace.uri(own.unwrap_or_default())),
    }
}

//! The keys of JSON objects: names of members and types.

use asmx_types::near::proposal;
pub use asmx_types::outline::key;
pub(super) use asmx_types::outline::{ANY, ANY_ATTRIBUTES, CHOICE, MIXED};

use crate::operation::{Member, Namespace, Place, Service, Structure, Type};
use crate::xml::name::{encode_local_name, is_encoding_of};

pub(super) const TYPE: &str = "$type";
pub(super) const VALUE: &str = "$value";
pub(super) const REST: &str = "$rest";
pub(super) const INNER: &str = "$inner";
pub(super) const TABLES: &str = "tables";
pub(super) const MUST_UNDERSTAND: &str = "$mustUnderstand";
pub(super) const ACTOR: &str = "$actor";

/// Whether `key` belongs to the member. A name may be encoded as in XML, or not.
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

/// The name of a type in objects of JSON: `{namespace}name`, or `name` for a service without a namespace.
pub fn type_key(kind: Type, service: &Service) -> String {
    key_of(&kind.name(), kind.namespace(), service)
}

/// As [`type_key`], of a structure.
pub(super) fn type_key_of(structure: &Structure, service: &Service) -> String {
    key_of(structure.name, structure.namespace, service)
}

fn key_of(name: &str, namespace: Namespace, service: &Service) -> String {
    let name = encode_local_name(name);
    match (namespace, service.namespace) {
        (Namespace::Service, None) => name.into_owned(),
        (namespace, own) => format!("{{{}}}{name}", namespace.uri(own.unwrap_or_default())),
    }
}

pub(super) fn known<'a>(members: impl Iterator<Item = &'a Member>) -> Vec<&'static str> {
    members.map(|member| member.name).filter(|name| !name.is_empty()).collect()
}

/// The names that an unknown one may mean, or else all known names.
pub(super) fn hint(name: &str, known: &[&str], verb: &str) -> String {
    match proposal(name, known.iter().copied()) {
        near if !near.is_empty() => near,
        _ if known.is_empty() => format!("; {verb} none"),
        _ => format!("; {verb}: {}", known.join(", ")),
    }
}

pub(super) fn shown_name(structure: &Structure) -> &'static str {
    if structure.name.is_empty() { "its type" } else { structure.name }
}

//! Values of a change for its fingerprint: names, and words of specs. They have nothing of a sentence, so a reworded sentence leaves fingerprints
//! as they are. Configuration files of users hold fingerprints: a value here must not change.

use super::member_types::Types;
use asmx_codegen::model::{Namespace, Place, Presence, Transport, Transports, Type, Wildcard};

/// The names between backquotes in a part of a sentence, or the number that it is. Other words do not count.
pub(super) fn named_in(part: &str) -> String {
    if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) {
        return part.to_owned();
    }
    part.split('`').skip(1).step_by(2).collect::<Vec<_>>().join("`")
}

pub(super) fn transports(set: Transports) -> String {
    set.iter().map(Transport::name).collect::<Vec<_>>().join(" ")
}

pub(super) fn namespace(namespace: &Namespace) -> String {
    match namespace {
        Namespace::Service => "service".to_owned(),
        Namespace::None => String::new(),
        Namespace::Of(uri) => format!("`{uri}`"),
    }
}

/// `{service}Ping`, `` {`http://a`}Ping ``
pub(super) fn name(name: (&str, &Namespace)) -> String {
    format!("{{{}}}{}", namespace(name.1), name.0)
}

pub(super) fn type_name(name: Option<&str>, of: &Namespace) -> String {
    format!("{{{}}}{}", namespace(of), name.unwrap_or_default())
}

pub(super) const fn presence(presence: Presence) -> &'static str {
    match presence {
        Presence::Required => "required",
        Presence::Optional => "optional",
        Presence::Nullable => "nullable",
        Presence::OptionalNullable => "optional nullable",
    }
}

/// A number of digits; empty if it is not declared.
pub(super) fn scale(scale: Option<u8>) -> String {
    scale.map(|digits| digits.to_string()).unwrap_or_default()
}

pub(super) const fn position(position: &Place) -> &'static str {
    match position {
        Place::Element => "element",
        Place::Attribute => "attribute",
        Place::Text => "text",
        Place::Mixed => "mixed",
        Place::Choice(_) => "choice",
        Place::AnyElements => "any elements",
        Place::AnyAttributes => "any attributes",
    }
}

/// `##other, lax`
pub(super) fn wildcard(wildcard: &Wildcard) -> String {
    let namespaces = match wildcard.namespaces.as_deref() {
        None => "the usual namespaces".to_owned(),
        Some("") => "no namespace".to_owned(),
        Some(namespaces) => format!("`{namespaces}`"),
    };
    format!("{namespaces}, {}", wildcard.process.name())
}

/// `int`, `Person`, `int[]`, `int*` for a list, `(int|Person)[]` for alternatives.
pub(super) fn kind(of: &Type, types: &Types<'_>) -> String {
    match of {
        Type::Scalar(scalar) => scalar.name().to_owned(),
        Type::Named(index) => types.get(*index).copied().flatten().map_or_else(String::new, |named| named.name.clone()),
        Type::Array(array) if array.alternatives.is_empty() => format!("{}[]", kind(&array.item, types)),
        Type::Array(array) => {
            let all = array
                .alternatives
                .iter()
                .map(|alternative| format!("{} {}", alternative.name, kind(&alternative.kind, types)));
            format!("({})[]", all.collect::<Vec<_>>().join("|"))
        }
        Type::List(item) => format!("{}*", kind(item, types)),
        Type::Any => "any".to_owned(),
        Type::Xml(kind) => kind.name().to_owned(),
    }
}

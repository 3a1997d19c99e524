//! Names of operations, types and members in sentences.

use super::finding::Location;
use super::member_types::Types;
use super::outcome::enumerated;
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::model::{Member, Place, Presence, Type};
use asmx_types::EndDate;

/// The name, or the field if the member has no name.
pub(super) fn member_named(member: &Member) -> String {
    if member.name.is_empty() { quoted(&member.field) } else { quoted(&member.name) }
}

/// The last name of the path.
pub(super) fn owner_words(location: &Location) -> String {
    let path = location.new.as_deref().or(location.old.as_deref()).unwrap_or_default();
    path.rsplit('/').next().map_or_else(String::new, quoted)
}

pub(super) const fn position_words(position: &Place) -> &'static str {
    match position {
        Place::Element => "an element",
        Place::Attribute => "an attribute",
        Place::Text => "the text of its element",
        Place::Mixed => "the whole content of its element",
        Place::Choice(_) => "one of several elements",
        Place::AnyElements => "undeclared elements",
        Place::AnyAttributes => "undeclared attributes",
    }
}

pub(super) const fn presence_words(presence: Presence) -> &'static str {
    match presence {
        Presence::Required => "required",
        Presence::Optional => "optional",
        Presence::Nullable => "required and nullable",
        Presence::OptionalNullable => "optional and nullable",
    }
}

/// `at most 2 digits`
pub(super) fn digits_words(scale: Option<u8>) -> String {
    match scale {
        None => "any number of digits".to_owned(),
        Some(0) => "no digits".to_owned(),
        Some(1) => "at most 1 digit".to_owned(),
        Some(digits) => format!("at most {digits} digits"),
    }
}

/// `an inclusive end with steps of 1s`
pub(super) fn end_date_words(member: &Member) -> String {
    match (member.end.map(EndDate::name), member.resolution) {
        (Some(end), Some(step)) => format!("an {end} end with steps of {step}"),
        (Some(end), None) => format!("an {end} end"),
        (None, Some(step)) => format!("steps of {step}"),
        (None, None) => "no stated end".to_owned(),
    }
}

pub(super) fn type_words(kind: &Type, types: &Types<'_>) -> String {
    match kind {
        Type::Scalar(scalar) => quoted(scalar.name()),
        Type::Named(index) => {
            types.get(*index).copied().flatten().map_or_else(|| "a type".to_owned(), |named| quoted(&named.name))
        }
        Type::Array(array) if array.alternatives.is_empty() => {
            format!("an array of {}", type_words(&array.item, types))
        }
        Type::Array(_) => "an array of alternatives".to_owned(),
        Type::List(item) => format!("a list of {}", type_words(item, types)),
        Type::Any => "`any`".to_owned(),
        Type::Xml(kind) => quoted(kind.name()),
    }
}

pub(super) fn item_name(kind: &Type) -> String {
    match kind {
        Type::Array(array) => quoted(&array.item_name),
        _ => String::new(),
    }
}

/// `operation A`, `operations A and B`, `operations A, B, C and 4 others`
pub(super) fn operations_words(names: &[&str]) -> String {
    const MOST: usize = 3;
    let listed: Vec<String> = names.iter().take(MOST).map(|name| quoted(name)).collect();
    let mut listed: Vec<&str> = listed.iter().map(String::as_str).collect();
    let rest = format!("{} others", names.len().saturating_sub(MOST));
    if names.len() == MOST + 1 {
        return format!("operations {} and 1 other", listed.join(", "));
    }
    if names.len() > MOST {
        listed.push(&rest);
    }
    match names {
        [] => "no operation".to_owned(),
        [_] => format!("operation {}", listed.concat()),
        _ => format!("operations {}", enumerated(&listed)),
    }
}

pub(super) fn joined(names: &[String]) -> String {
    enumerated(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The owner of columns: a result, or a table of a typed DataSet.
pub(super) fn column_owner(location: &Location) -> String {
    let path = location.new.as_deref().or(location.old.as_deref()).unwrap_or_default();
    let mut names = path.split('/');
    match names.next() {
        Some("operations") => format!("the result of {}", quoted(names.next().unwrap_or_default())),
        _ => format!("table {}", quoted(names.skip_while(|name| *name != "tables").nth(1).unwrap_or_default())),
    }
}

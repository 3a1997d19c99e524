//! How sentences name operations, types and members.

use super::finding::Location;
use super::outcome::enumerated;
use super::reading::Types;
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::model::{Member, Place, Presence, Type};

/// A member by its name; what has none, by what it is.
pub(super) fn member_named(member: &Member) -> String {
    if member.name.is_empty() { quoted(&member.field) } else { quoted(&member.name) }
}

/// The owner that a location is in: the last name of its path.
pub(super) fn owner_words(location: &Location) -> String {
    let path = location.new.as_deref().or(location.old.as_deref()).unwrap_or_default();
    path.rsplit('/').next().map_or_else(String::new, quoted)
}

pub(super) const fn place_words(place: &Place) -> &'static str {
    match place {
        Place::Element => "an element",
        Place::Attribute => "an attribute",
        Place::Text => "the text of its element",
        Place::Mixed => "all that is in its element",
        Place::Choice(_) => "one of several elements",
        Place::AnyElements => "elements that nobody declared",
        Place::AnyAttributes => "attributes that nobody declared",
    }
}

/// What a presence means, now and before.
pub(super) const fn presence_words(presence: Presence, is_returned: bool) -> (&'static str, &'static str) {
    match (presence, is_returned) {
        (Presence::Required, false) => ("must be given", "had to be given"),
        (Presence::Optional, false) => ("can be left out", "could be left out"),
        (Presence::Nullable, false) => ("must be given and may be null", "had to be given and could be null"),
        (Presence::OptionalNullable, false) => ("can be left out and may be null", "could be left out and be null"),
        (Presence::Required, true) => ("is always there", "was always there"),
        (Presence::Optional, true) => ("can be absent", "could be absent"),
        (Presence::Nullable, true) => ("is always there and may be null", "was always there and could be null"),
        (Presence::OptionalNullable, true) => ("can be absent and may be null", "could be absent and be null"),
    }
}

/// A type as a spec calls it.
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

/// The element of an array's items.
pub(super) fn item_name(kind: &Type) -> String {
    match kind {
        Type::Array(array) => quoted(&array.item_name),
        _ => String::new(),
    }
}

/// `operation A`, `operations A and B`, `operations A, B, C and 4 others`
pub(super) fn operations_words(names: &[&str]) -> String {
    const MOST: usize = 3;
    let shown: Vec<String> = names.iter().take(MOST).map(|name| quoted(name)).collect();
    let mut shown: Vec<&str> = shown.iter().map(String::as_str).collect();
    let others = format!("{} others", names.len().saturating_sub(MOST));
    if names.len() == MOST + 1 {
        return format!("the operations {} and one other", shown.join(", "));
    }
    if names.len() > MOST {
        shown.push(&others);
    }
    match names {
        [] => "no operation".to_owned(),
        [_] => format!("the operation {}", shown.concat()),
        _ => format!("the operations {}", enumerated(&shown)),
    }
}

/// Names that are quoted already, with `and`.
pub(super) fn count(names: &[String]) -> String {
    enumerated(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Whose columns stand there: a result's, or those of a table of a typed DataSet.
pub(super) fn column_owner(location: &Location) -> String {
    let path = location.new.as_deref().or(location.old.as_deref()).unwrap_or_default();
    let mut names = path.split('/');
    match names.next() {
        Some("operations") => format!("the result of {}", quoted(names.next().unwrap_or_default())),
        _ => format!("the table {}", quoted(names.skip_while(|name| *name != "tables").nth(1).unwrap_or_default())),
    }
}

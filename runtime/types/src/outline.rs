//! Members and types in words, for people. The pages of servers, the descriptions of the command and those of gateways print them.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::xml_name::encode_local_name;
use crate::{DeclaredColumn, Facets, Member, Place, Presence, Structure, Type, XmlKind};

/// The key of mixed content in JSON.
pub const MIXED: &str = "$mixed";
/// The key of a repeated choice.
pub const CHOICE: &str = "$choice";
/// The key of undeclared elements.
pub const ANY: &str = "$any";
/// The key of undeclared attributes.
pub const ANY_ATTRIBUTES: &str = "$anyAttributes";

/// A member or a column in words.
#[derive(Debug, Clone)]
pub struct Line {
    /// Its name on the wire; empty for members without a name.
    pub name: &'static str,
    /// Its key in JSON.
    pub key: Cow<'static, str>,
    /// The place of its value.
    pub place: Place,
    /// Its type.
    pub kind: Type,
    /// Its type in words.
    pub type_words: String,
    /// `required`, `optional`, `nullable`, `optional, nullable`, or `choice`: one of the choices beside it.
    pub presence: &'static str,
    /// Its facets.
    pub facets: Facets,
    /// Its documentation in Markdown.
    pub doc: &'static str,
}

/// The members in words. A choice has a line for each alternative, unless it is repeated.
pub fn of_members<'m>(members: impl IntoIterator<Item = &'m Member>) -> Vec<Line> {
    let mut lines = Vec::new();
    for member in members {
        push_line(member, None, &mut lines);
    }
    lines
}

fn push_line(member: &Member, presence: Option<&'static str>, lines: &mut Vec<Line>) {
    match member.place {
        Place::Choice(alternatives) if !member.repeated && !alternatives.is_empty() => {
            for alternative in alternatives {
                push_line(alternative, Some("choice"), lines);
            }
        }
        place => lines.push(Line {
            name: member.name,
            key: key(member),
            place,
            kind: member.kind,
            type_words: type_of(member),
            presence: presence.unwrap_or_else(|| self::presence(member)),
            facets: member.facets,
            doc: member.doc,
        }),
    }
}

/// The columns in words.
#[must_use]
pub fn of_columns(columns: &[DeclaredColumn]) -> Vec<Line> {
    let line = |column: &DeclaredColumn| Line {
        name: column.name,
        key: Cow::Borrowed(column.name),
        place: Place::Element,
        kind: Type::Scalar(column.kind),
        type_words: column.kind.name().to_owned(),
        presence: if column.required { "required" } else { "optional" },
        facets: Facets { scale: column.scale, ..Facets::new(Presence::Optional) },
        doc: column.doc,
    };
    columns.iter().map(line).collect()
}

/// The key of a member in objects of JSON. A choice that is not repeated has the keys of its alternatives instead.
#[must_use]
pub fn key(member: &Member) -> Cow<'static, str> {
    match member.place {
        Place::Element => encode_local_name(member.name),
        Place::Attribute => Cow::Owned(format!("@{}", encode_local_name(member.name))),
        Place::Text => Cow::Borrowed("#text"),
        Place::Mixed => Cow::Borrowed(MIXED),
        Place::Choice(_) => Cow::Borrowed(CHOICE),
        Place::AnyElements => Cow::Borrowed(ANY),
        Place::AnyAttributes => Cow::Borrowed(ANY_ATTRIBUTES),
    }
}

/// A member with a default may be left out, although a complete message has it.
fn presence(member: &Member) -> &'static str {
    match member.presence {
        Presence::Required if member.default.is_some() => "optional",
        Presence::Required => "required",
        Presence::Optional => "optional",
        Presence::Nullable => "nullable",
        Presence::OptionalNullable => "optional, nullable",
    }
}

/// The type of all values of a member, such as `array of int`, `string of XML`, `one of A: int, B: string`.
#[must_use]
pub fn type_of(member: &Member) -> String {
    let one = match (member.place, member.content) {
        (Place::Choice(alternatives), _) => one_of(alternatives),
        (Place::AnyElements, _) => "undeclared elements".to_owned(),
        (Place::AnyAttributes, _) => "undeclared attributes".to_owned(),
        (Place::Mixed, _) => "text and elements".to_owned(),
        (Place::Element | Place::Attribute | Place::Text, Some(content)) => format!("string of {}", content.title()),
        (Place::Element | Place::Attribute | Place::Text, None) => type_name(member.kind),
    };
    if member.repeated { format!("array of {one}") } else { one }
}

/// The name of a type: of arrays and lists, that of their items; of a structure without a name, its members.
#[must_use]
pub fn type_name(kind: Type) -> String {
    match kind {
        Type::Array(array) if array.alternatives.is_empty() => format!("array of {}", type_name(array.item)),
        Type::Array(array) => format!("array of {}", one_of(array.alternatives)),
        Type::List(list) => format!("list of {}", type_name(list.item)),
        Type::Any => "any type".to_owned(),
        Type::Xml(XmlKind::Content) => "XML".to_owned(),
        Type::Xml(XmlKind::DataSet) => "DataSet".to_owned(),
        Type::Xml(XmlKind::DataTable) => "DataTable".to_owned(),
        Type::Enumeration(enumeration) if enumeration.flags => format!("set of {}", enumeration.name),
        Type::Structure(structure) if structure.name.is_empty() => of_nameless(structure),
        kind => kind.name(),
    }
}

fn one_of(alternatives: &[Member]) -> String {
    let named = |member: &Member, kind: String| match member.place {
        Place::Element | Place::Attribute | Place::Text => format!("{}: {kind}", key(member)),
        _ => kind,
    };
    let alternatives = alternatives.iter().map(|member| named(member, type_of(member)));
    format!("one of {}", alternatives.collect::<Vec<_>>().join(", "))
}

/// The members of a structure without a name. Those that have members themselves are only named.
fn of_nameless(structure: &Structure) -> String {
    let members = structure.members().iter().map(|member| match (member.place, member.kind) {
        (Place::Choice(_), _) | (Place::Text, Type::Structure(_) | Type::Array(_)) => "others".to_owned(),
        (Place::Element | Place::Attribute, Type::Structure(_) | Type::Array(_)) => key(member).into_owned(),
        (Place::Element | Place::Attribute | Place::Text, _) => format!("{}: {}", key(member), type_of(member)),
        (Place::Mixed | Place::AnyElements | Place::AnyAttributes, _) => type_of(member),
    });
    format!("structure of {}", members.collect::<Vec<_>>().join(", "))
}

/// The first paragraph of a text, or as many characters of it.
#[must_use]
pub fn beginning(text: &str, most: usize) -> String {
    let first = text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    match first.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", first.get(..end).unwrap_or_default().trim_end()),
        None => first,
    }
}

/// The structures, enumerations and typed DataSets of members and of these types, each once, in the order in which they are met.
pub fn types_of<'m>(members: impl IntoIterator<Item = &'m Member>) -> Vec<Type> {
    let mut waiting: Vec<Type> = Vec::new();
    members.into_iter().for_each(|member| push_types(member, &mut waiting));
    // Structures hold each other.
    let (mut seen, mut all, mut next) = (HashSet::new(), Vec::new(), 0);
    while let Some(kind) = waiting.get(next).copied() {
        next += 1;
        let address = match kind {
            Type::Structure(structure) => std::ptr::from_ref(structure).addr(),
            Type::Enumeration(enumeration) => std::ptr::from_ref(enumeration).addr(),
            Type::DataSet(data_set) => std::ptr::from_ref(data_set).addr(),
            Type::Array(array) => {
                waiting.push(array.item);
                array.alternatives.iter().for_each(|member| push_types(member, &mut waiting));
                continue;
            }
            Type::List(list) => {
                waiting.push(list.item);
                continue;
            }
            Type::Scalar(_) | Type::Any | Type::Xml(_) => continue,
        };
        if !seen.insert(address) {
            continue;
        }
        all.push(kind);
        if let Type::Structure(structure) = kind {
            structure.members().iter().for_each(|member| push_types(member, &mut waiting));
            waiting.extend(structure.derived().iter().map(|derived| Type::Structure(derived)));
        }
    }
    all
}

fn push_types(member: &Member, types: &mut Vec<Type>) {
    match member.place {
        Place::Choice(alternatives) => alternatives.iter().for_each(|member| push_types(member, types)),
        Place::AnyElements | Place::AnyAttributes | Place::Mixed => {}
        Place::Element | Place::Attribute | Place::Text => types.push(member.kind),
    }
}

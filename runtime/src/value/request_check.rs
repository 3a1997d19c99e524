//! Checks requests before they are sent: missing required values, and texts that an enumeration does not list.

use std::fmt;

use super::declared::Declared;
use super::field::{Field, View};
use crate::operation::{Enumeration, InvalidValue, ListType, Member, Type};

/// Appends the names of the parameter and its members that are required and null: `Order.Items[2].Price`.
pub(crate) fn push_missing(parameter: &'static Member, field: &dyn Field, missing: &mut Vec<String>) {
    push_missing_at(&Path::Parameter, parameter, Declared::of_member(parameter, field), missing);
}

/// The way from a parameter to a value in it. It becomes a text only for a missing value.
enum Path<'p> {
    Parameter,
    Member(&'p Path<'p>, &'static str),
    Item(&'p Path<'p>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter => Ok(()),
            Self::Member(parent, "") => parent.fmt(formatter),
            Self::Member(Self::Parameter, name) => formatter.write_str(name),
            Self::Member(parent, name) => write!(formatter, "{parent}.{name}"),
            Self::Item(parent, index) => write!(formatter, "{parent}[{index}]"),
        }
    }
}

fn push_missing_at(parent: &Path<'_>, member: &'static Member, declared: Declared<'_>, missing: &mut Vec<String>) {
    let path = Path::Member(parent, member.name);
    if member.place.has_value() && declared.field.view().is_null() && member.must_be_given() {
        missing.push(path.to_string());
    } else {
        push_missing_in(&path, declared, missing);
    }
}

fn push_missing_in(path: &Path<'_>, declared: Declared<'_>, missing: &mut Vec<String>) {
    let mut items = matches!(declared.field.view(), View::Items(_)).then_some(0..);
    declared.visit(&mut |member, inner| match (member, items.as_mut().and_then(Iterator::next)) {
        (Some(member), _) => push_missing_at(path, member, inner, missing),
        (None, Some(index)) => push_missing_in(&Path::Item(path, index), inner, missing),
        (None, None) => push_missing_in(path, inner, missing),
    });
}

/// The first text in the parameter's value that its enumeration does not list. A secret text is redacted.
pub(crate) fn unknown_value(parameter: &Member, field: &dyn Field) -> Option<InvalidValue> {
    unknown_in(Declared::of_member(parameter, field)).map(|invalid| invalid.hidden_if(parameter.secret))
}

fn unknown_in(declared: Declared<'_>) -> Option<InvalidValue> {
    let unknown = |enumeration: &Enumeration, text: &str| {
        (!enumeration.lists(text)).then(|| InvalidValue::of_enumeration(text, enumeration))
    };
    match (declared.kind, declared.field.view()) {
        (Type::Enumeration(enumeration), View::Text(text)) => return unknown(enumeration, &text),
        (Type::List(ListType { item: Type::Enumeration(enumeration), .. }), View::Text(text)) => {
            return text.split_ascii_whitespace().find_map(|item| unknown(enumeration, item));
        }
        _ => {}
    }
    let mut found = None;
    declared.visit(&mut |member, inner| {
        if found.is_none() {
            let secret = member.is_some_and(|member| member.secret);
            found = unknown_in(inner).map(|invalid| invalid.hidden_if(secret));
        }
    });
    found
}

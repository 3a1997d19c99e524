//! The meaning of values: by names, independent of the descriptor.

use std::collections::BTreeMap;

use asmx_runtime::descriptors::{Place, Presence, Scalar, Structure, XmlKind};
use asmx_runtime::values::{Chosen, TypedValue};
use asmx_runtime::{Member, Type, Value};

/// The key for the type of a record, if it differs from the declared one. No member has this name.
const TYPE: &str = "xsi:type";

const ROW: &str = "diffgr:id";

/// Marks a type name in a row, because a member may have the same name.
fn type_name(name: &str) -> String {
    format!("type {name}")
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Absent or null.
    Nothing,
    /// Absent, but required: the reader gets the default of the type.
    Default,
    /// A text.
    Text(String),
    /// A scalar except text: a number, a date.
    Scalar(String),
    /// The text of a double.
    Double(String),
    /// A value of an enumeration.
    Value(String),
    /// Several values in one text.
    Words(Vec<Meaning>),
    /// Items.
    List(Vec<Meaning>),
    /// Members by name.
    Record(Record),
    /// XML without a descriptor.
    Xml(String),
}

impl Meaning {
    /// The text on the wire, for values with a single text.
    fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) | Self::Scalar(text) | Self::Double(text) | Self::Value(text) => Some(text.clone()),
            Self::Words(items) => Some(items.iter().filter_map(Self::text).collect::<Vec<_>>().join(" ")),
            _ => None,
        }
    }

    /// Whether people see the same value: a text counts, whatever its type. But a number is not a value of an enumeration, several values in a text
    /// are not one value, and a double cannot hold every number.
    pub(super) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Scalar(_) | Self::Double(_), Self::Value(_))
            | (Self::Value(_), Self::Scalar(_) | Self::Double(_)) => false,
            (Self::Words(one), Self::Words(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.is(other))
            }
            (Self::Words(items), one @ (Self::Scalar(_) | Self::Double(_) | Self::Value(_)))
            | (one @ (Self::Scalar(_) | Self::Double(_) | Self::Value(_)), Self::Words(items)) => {
                match items.as_slice() {
                    [item] => item.is(one),
                    _ => false,
                }
            }
            (Self::Double(double), Self::Scalar(number)) | (Self::Scalar(number), Self::Double(double)) => {
                double.parse::<f64>().is_ok_and(|double| double.to_string() == *number)
            }
            (Self::Double(one), Self::Double(other)) => one.parse::<f64>().ok() == other.parse().ok(),
            (one, other) if one.text().is_some() => one.text() == other.text(),
            (Self::Xml(one), Self::Xml(other)) if one.contains(ROW) && other.contains(ROW) => {
                texts(one) == texts(other)
            }
            (one, other) => one == other || is_nothing(one) && is_nothing(other),
        }
    }

    /// Replaces a default by nothing.
    pub(super) fn or_nothing(self) -> Self {
        if self == Self::Default { Self::Nothing } else { self }
    }
}

/// Members, or the parts of a message, by name.
pub(super) type Record = BTreeMap<String, Meaning>;

/// Translates names to those of the compared record.
pub(super) type Rename<'a> = &'a dyn Fn(&str) -> String;

/// The meaning of a missing required member. In a response, a reference type is then null.
pub(super) fn with_missing<'m>(record: &mut Record, members: impl IntoIterator<Item = &'m Member>, rename: Rename<'_>) {
    for member in members.into_iter().filter(|member| member.presence == Presence::Required && !member.repeated) {
        record.entry(key(member, rename)).and_modify(|value| {
            if *value == Meaning::Nothing {
                *value = Meaning::Default;
            }
        });
    }
}

/// Members with their values.
pub(super) fn record<'v>(
    members: impl IntoIterator<Item = (&'static Member, &'v Value<'static>)>,
    rename: Rename<'_>,
) -> Record {
    members.into_iter().map(|(member, value)| (key(member, rename), of_member(member, value, rename))).collect()
}

/// Members without a name are found by their place.
fn key(member: &Member, rename: Rename<'_>) -> String {
    if member.name.is_empty() { format!("{:?}", std::mem::discriminant(&member.place)) } else { rename(member.name) }
}

pub(super) fn of_member(member: &Member, value: &Value<'_>, rename: Rename<'_>) -> Meaning {
    match value {
        Value::Null if member.presence == Presence::Required && !member.repeated && member.kind.kind().is_value() => {
            Meaning::Default
        }
        Value::Array(items) if member.repeated => {
            Meaning::List(items.iter().map(|item| of_place(member, item, rename)).collect())
        }
        value => of_place(member, value, rename),
    }
}

fn of_place(member: &Member, value: &Value<'_>, rename: Rename<'_>) -> Meaning {
    match (member.place, value) {
        (Place::Choice(alternatives), Value::Choice(chosen)) => of_choice(alternatives, chosen, rename),
        _ => of_type(member.kind, value, rename),
    }
}

fn of_choice(alternatives: &[Member], chosen: &Chosen<'_>, rename: Rename<'_>) -> Meaning {
    alternatives.get(chosen.alternative).map_or(Meaning::Nothing, |member| {
        Meaning::Record([(rename(member.name), of_member(member, &chosen.value, rename))].into())
    })
}

fn of_type(kind: Type, value: &Value<'_>, rename: Rename<'_>) -> Meaning {
    match (kind, value) {
        (_, Value::Null | Value::Nil) => Meaning::Nothing,
        (Type::Enumeration(_), Value::Text(text)) => {
            Meaning::Value(text.split(' ').map(rename).collect::<Vec<_>>().join(" "))
        }
        (Type::Scalar(Scalar::Double), Value::Text(text)) => Meaning::Double(text.to_string()),
        (Type::Scalar(scalar), Value::Text(text)) if scalar != Scalar::String => Meaning::Scalar(text.to_string()),
        (Type::List(list), Value::Text(text)) => {
            let items = text.split(' ').filter(|item| !item.is_empty());
            Meaning::Words(items.map(|item| of_type(list.item, &Value::from(item), rename)).collect())
        }
        (_, Value::Text(text)) => Meaning::Text(text.to_string()),
        (Type::Array(array), Value::Array(items)) => {
            let item = |item: &Value<'_>| match item {
                Value::Choice(chosen) => of_choice(array.alternatives, chosen, rename),
                item => of_type(array.item, item, rename),
            };
            Meaning::List(items.iter().map(item).collect())
        }
        (_, Value::Array(items)) => Meaning::List(items.iter().map(|item| of_type(kind, item, rename)).collect()),
        (Type::Structure(structure), Value::Structure(values)) => {
            Meaning::Record(of_structure(structure, values, rename))
        }
        (_, Value::OfType(typed)) => match (of_type(typed.kind, &typed.value, rename), typed.kind) {
            (Meaning::Record(mut record), Type::Structure(structure)) => {
                record.insert(TYPE.to_owned(), Meaning::Text(rename(&type_name(structure.name))));
                Meaning::Record(record)
            }
            (other, _) => other,
        },
        // Undeclared content means nothing to a caller who does not know it.
        (kind, Value::Extended(extended)) => of_type(kind, &extended.value, rename),
        // A null data set is read as one without rows.
        (Type::DataSet(_) | Type::Xml(XmlKind::DataSet), Value::Xml(text)) if !text.contains(ROW) => Meaning::Nothing,
        (_, Value::Xml(text)) => Meaning::Xml(text.to_string()),
        (_, other) => panic!("no value of that type is sent here: {other:?}"),
    }
}

/// The texts in XML, a line each: for a data set its cells, whatever its schema looks like.
fn texts(xml: &str) -> String {
    let texts = xml.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text.trim());
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
}

fn of_structure(structure: &'static Structure, values: &[Value<'_>], rename: Rename<'_>) -> Record {
    // Trailing nulls may be absent.
    let members = structure.members().iter().zip(values.iter().chain(std::iter::repeat(&Value::Null)));
    members.map(|(member, value)| (key(member, rename), of_member(member, value, rename))).collect()
}

/// The value of a member with this meaning; `None` if its type cannot express it. `there` has the names of the member's version.
pub(super) fn value(member: &Member, meaning: &Meaning, there: Rename<'_>) -> Option<Value<'static>> {
    match (meaning, member.repeated) {
        (Meaning::Nothing, _) if member.presence.is_nullable() && !member.repeated => Some(Value::Nil),
        (Meaning::Nothing | Meaning::Default, _) => {
            (member.presence.is_optional() || member.repeated).then_some(Value::Null)
        }
        (Meaning::List(items), true) => items
            .iter()
            .map(|item| value_of_type(member.kind, item, there))
            .collect::<Option<Vec<_>>>()
            .map(Value::Array),
        (meaning, false) => match (member.place, meaning) {
            (Place::Choice(alternatives), Meaning::Record(record)) => chosen(alternatives, record, there),
            _ => value_of_type(member.kind, meaning, there),
        },
        _ => None,
    }
}

/// The alternative of the record.
fn chosen(alternatives: &'static [Member], record: &Record, there: Rename<'_>) -> Option<Value<'static>> {
    let (name, meaning) = record.iter().next()?;
    let name = there(name);
    let alternative = alternatives.iter().position(|member| member.name == name)?;
    let value = value(alternatives.get(alternative)?, meaning, there)?;
    Some(Value::Choice(Box::new(Chosen { alternative, value })))
}

fn value_of_type(kind: Type, meaning: &Meaning, there: Rename<'_>) -> Option<Value<'static>> {
    Some(match (kind, meaning) {
        (Type::Scalar(_), Meaning::Text(text) | Meaning::Scalar(text) | Meaning::Double(text)) => {
            Value::from(text.clone())
        }
        (Type::Scalar(_), Meaning::Value(text)) => Value::from(there(text)),
        (Type::List(list), Meaning::Words(items)) => {
            let items = items.iter().map(|item| match value_of_type(list.item, item, there)? {
                Value::Text(text) => Some(text.into_owned()),
                _ => None,
            });
            Value::from(items.collect::<Option<Vec<_>>>()?.join(" "))
        }
        (Type::Enumeration(enumeration), Meaning::Text(text) | Meaning::Value(text)) => {
            let text = text.split(' ').map(there).collect::<Vec<_>>().join(" ");
            let is_known = enumeration.values.contains(&text.as_str()) || enumeration.flags;
            is_known.then(|| Value::from(text))?
        }
        (Type::Array(array), Meaning::List(items)) => {
            let item = |item: &Meaning| match item {
                Meaning::Nothing => array.nullable_items.then_some(Value::Nil),
                Meaning::Record(record) if !array.alternatives.is_empty() => chosen(array.alternatives, record, there),
                item => value_of_type(array.item, item, there),
            };
            Value::Array(items.iter().map(item).collect::<Option<_>>()?)
        }
        (Type::Structure(structure), Meaning::Record(record)) => match record.get(TYPE) {
            Some(Meaning::Text(name)) => {
                let name = there(name);
                let derived = structure.derived().iter().copied().find(|derived| type_name(derived.name) == name)?;
                let value = structure_value(derived, record, there)?;
                Value::OfType(Box::new(TypedValue { kind: Type::Structure(derived), value }))
            }
            _ => structure_value(structure, record, there)?,
        },
        (Type::Xml(_) | Type::DataSet(_), Meaning::Xml(text)) => Value::Xml(text.clone().into()),
        _ => return None,
    })
}

fn structure_value(structure: &'static Structure, record: &Record, there: Rename<'_>) -> Option<Value<'static>> {
    values(structure.members(), record, there).map(Value::Structure)
}

/// The values of members that mean what the record says. What it says nothing of is something; what is nowhere in it is left out.
pub(super) fn values(members: &'static [Member], record: &Record, there: Rename<'_>) -> Option<Vec<Value<'static>>> {
    let by_name: BTreeMap<String, &Meaning> = record.iter().map(|(name, meaning)| (there(name), meaning)).collect();
    let same = |name: &str| name.to_owned();
    let one = |(number, member): (usize, &'static Member)| match by_name.get(&key(member, &same)) {
        Some(meaning) => value(member, meaning, there),
        None => Some(super::samples::of_member(member, super::samples::FILLS[0], number)),
    };
    members.iter().enumerate().map(one).collect()
}

/// Whether the value is nothing or empty.
pub(super) fn is_nothing(meaning: &Meaning) -> bool {
    matches!(meaning, Meaning::Nothing) || matches!(meaning, Meaning::List(items) if items.is_empty())
}

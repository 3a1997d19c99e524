//! Values for samples: one of every type, and a result of every shape. They are the same every time.

use std::borrow::Cow;

use crate::operation::{
    DataSetType, DeclaredColumn, Member, Operation, Place, Presence, ResultShape, Role, Scalar, Structure, Type,
    XmlKind,
};
use crate::results::table::{ColumnType, Table};
use crate::results::{DataSet, Integers, Text, XmlDocument, declared_column};
use crate::value::content::Content;
use crate::value::message::{Message, SoapHeader};
use crate::value::{Chosen, TypedValue, Value};
use crate::xml;

/// How deep values nest: a type may hold itself.
const MAX_DEPTH: usize = 3;

/// How deep they nest where nothing may be left out.
const DEEPEST: usize = 3 * MAX_DEPTH;

/// An element that nobody declared.
const ELEMENT: &str = "<any xmlns=\"\">text</any>";

/// A parameter's value.
pub(crate) fn of_parameter(parameter: &Member) -> Value<'static> {
    match parameter.role {
        Some(Role::Username) => Value::from("user"),
        Some(Role::Password) => Value::from("password"),
        Some(Role::Key) if parameter.kind == Type::STRING => Value::from("key"),
        Some(Role::Token) if parameter.kind == Type::STRING => Value::from("token"),
        Some(Role::RowDelimiter) => Value::from(";"),
        Some(Role::ColumnDelimiter) => Value::from("|"),
        Some(Role::TextQualifier) => Value::from("'"),
        _ => of_member(parameter, 0),
    }
}

/// A header of a request or response.
pub(crate) fn of_header(header: &'static Member) -> SoapHeader {
    SoapHeader::new(header, of_member(header, 0))
}

/// The value of a member or parameter.
fn of_member(member: &Member, depth: usize) -> Value<'static> {
    // At the bottom, what may be left out is. What may not ends by itself, unless a service documents a type without an end.
    if depth > DEEPEST || (depth > MAX_DEPTH && may_be_left_out(member)) {
        return if member.presence == Presence::Nullable && !member.repeated { Value::Nil } else { Value::Null };
    }
    match member.place {
        Place::Choice(alternatives) if member.repeated => one_of_each(alternatives, depth),
        Place::Choice(alternatives) => {
            let place = if depth > MAX_DEPTH { first_that_ends(alternatives) } else { 0 };
            alternatives.get(place).map_or(Value::Null, |member| chosen(place, member, depth))
        }
        Place::AnyElements => Value::Array(vec![Value::Xml(Cow::Borrowed(ELEMENT))]),
        Place::AnyAttributes => Value::Attributes(vec![("{urn:sample}name".into(), "text".into())]),
        Place::Mixed => Value::Xml(Cow::Borrowed("text and <b xmlns=\"\">elements</b>")),
        Place::Element | Place::Attribute | Place::Text if member.repeated => {
            Value::Array(vec![of_type(member.kind, depth); 2])
        }
        Place::Element | Place::Attribute | Place::Text => of_type(member.kind, depth),
    }
}

/// Each alternative once.
fn one_of_each(alternatives: &'static [Member], depth: usize) -> Value<'static> {
    Value::Array(alternatives.iter().enumerate().map(|(place, member)| chosen(place, member, depth)).collect())
}

fn chosen(alternative: usize, member: &Member, depth: usize) -> Value<'static> {
    Value::Choice(Box::new(Chosen { alternative, value: of_member(member, depth) }))
}

/// The alternative whose values end after the fewest levels.
fn first_that_ends(alternatives: &[Member]) -> usize {
    let after = |levels| alternatives.iter().position(|member| ends(member, levels));
    (0..=MAX_DEPTH).find_map(after).unwrap_or_default()
}

/// Whether a value of the member needs no more levels than so many.
fn ends(member: &Member, levels: usize) -> bool {
    let all_end = |structure: &Structure, levels| {
        structure.members().iter().all(|member| may_be_left_out(member) || ends(member, levels))
    };
    match (member.place, member.kind, levels.checked_sub(1)) {
        (Place::Choice(alternatives), ..) => alternatives.iter().any(|member| ends(member, levels)),
        (_, Type::Structure(structure), Some(levels)) => all_end(structure, levels),
        (_, Type::Structure(_), None) => false,
        _ => true,
    }
}

fn may_be_left_out(member: &Member) -> bool {
    member.repeated || member.presence != Presence::Required
}

fn of_type(kind: Type, depth: usize) -> Value<'static> {
    match kind {
        Type::Scalar(scalar) => Value::from(of_scalar(scalar)),
        Type::Enumeration(enumeration) => Value::from(enumeration.values.first().copied().unwrap_or_default()),
        Type::Structure(structure) => of_structure(structure, depth),
        Type::Array(_) if depth >= MAX_DEPTH => Value::Array(Vec::new()),
        Type::Array(array) if array.alternatives.is_empty() => Value::Array(vec![of_type(array.item, depth + 1); 2]),
        Type::Array(array) => one_of_each(array.alternatives, depth + 1),
        Type::List(list) => of_type(list.item, depth),
        Type::Any => typed(Type::STRING, Value::from(of_scalar(Scalar::String))),
        Type::Xml(XmlKind::Content) => Value::Xml(Cow::Borrowed(ELEMENT)),
        Type::Xml(_) => content(&DataSet::new("NewDataSet").table(table(None, &[]))),
        Type::DataSet(declared) => content(&data_set(declared)),
    }
}

/// A value of the structure; where it is abstract, of the first one that is derived from it.
fn of_structure(structure: &'static Structure, depth: usize) -> Value<'static> {
    let filled = |structure: &'static Structure| {
        Value::Structure(structure.members().iter().map(|member| of_member(member, depth + 1)).collect())
    };
    if !structure.is_abstract {
        return filled(structure);
    }
    let derived = structure.derived().iter().copied().find(|derived| !derived.is_abstract);
    derived.map_or(Value::Null, |derived| typed(Type::Structure(derived), filled(derived)))
}

fn typed(kind: Type, value: Value<'static>) -> Value<'static> {
    Value::OfType(Box::new(TypedValue { kind, value }))
}

fn content(data_set: &DataSet) -> Value<'static> {
    let mut content = String::new();
    data_set.write_content(&mut content);
    Value::Xml(Cow::Owned(content))
}

const fn of_scalar(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::String | Scalar::NormalizedString | Scalar::Token => "text",
        Scalar::Boolean => "true",
        Scalar::Byte
        | Scalar::UnsignedByte
        | Scalar::Short
        | Scalar::UnsignedShort
        | Scalar::Int
        | Scalar::UnsignedInt
        | Scalar::Long
        | Scalar::UnsignedLong
        | Scalar::Integer
        | Scalar::NonNegativeInteger
        | Scalar::PositiveInteger => "1",
        Scalar::Float | Scalar::Double => "1.5",
        Scalar::Decimal => "12.50",
        Scalar::DateTime => "2026-01-31T13:45:00",
        Scalar::Date => "2026-01-31",
        Scalar::Time => "13:45:00",
        Scalar::Duration => "P1DT2H",
        Scalar::Base64Binary => "YmluYXJ5",
        Scalar::HexBinary => "62696E617279",
        Scalar::AnyUri => "http://example.com/",
        Scalar::Guid => "6f9619ff-8b86-d011-b42d-00c04fc964ff",
        Scalar::Char => "65",
        Scalar::Language => "en",
        Scalar::QName
        | Scalar::Name
        | Scalar::NcName
        | Scalar::NmToken
        | Scalar::NmTokens
        | Scalar::Id
        | Scalar::IdRef
        | Scalar::IdRefs
        | Scalar::Entity
        | Scalar::Entities
        | Scalar::Notation => "name",
        Scalar::GYear => "2026",
        Scalar::GYearMonth => "2026-01",
        Scalar::GMonth => "--01",
        Scalar::GMonthDay => "--01-31",
        Scalar::GDay => "---31",
        Scalar::NonPositiveInteger | Scalar::NegativeInteger => "-1",
    }
}

/// What an operation may return.
pub(crate) fn of_result(operation: &Operation) -> Content {
    match operation.result {
        ResultShape::None => Content::None,
        ResultShape::String => Content::String(Text::new("text")),
        ResultShape::Delimited => Content::String(Text::new(delimited(operation.columns))),
        ResultShape::DataSet => {
            Content::DataSet(DataSet::new("NewDataSet").table(table(operation.table, operation.columns)))
        }
        ResultShape::TypedDataSet(declared) => Content::DataSet(data_set(declared)),
        ResultShape::Xml => Content::Xml(document(operation)),
        ResultShape::Integers => Content::Integers(Integers::new(vec![1, 2])),
        ResultShape::Message => {
            let outputs = operation.outputs.iter().map(|output| of_member(output, 0)).collect();
            Content::Message(Box::new(Message::new(outputs)))
        }
    }
}

/// Two rows of the declared columns, or of two that stand for any.
fn delimited(columns: &[DeclaredColumn]) -> String {
    if columns.is_empty() {
        return "'a'|'b';'c'|'d'".to_owned();
    }
    let row: Vec<String> = columns.iter().map(|column| format!("'{}'", of_scalar(column.kind))).collect();
    let row = row.join("|");
    format!("{row};{row}")
}

/// A typed DataSet with a row in each table.
fn data_set(declared: &DataSetType) -> DataSet {
    let tables = declared.tables.iter().map(|one| table(one.name, one.columns));
    tables.fold(DataSet::new(declared.name).in_namespace(declared.namespace, ""), DataSet::table)
}

/// A row of the declared columns, or of two that stand for any.
fn table(name: Option<&str>, columns: &[DeclaredColumn]) -> Table {
    let table = Table::new(name.unwrap_or("Table"));
    if columns.is_empty() {
        let table = table.column("Name", ColumnType::String).column("Count", ColumnType::Int);
        return table.row([Some("text"), Some("1")]);
    }
    let table = columns.iter().fold(table, |table, column| table.with_column(declared_column(column)));
    let cells: Vec<Option<&str>> = columns.iter().map(|column| Some(of_scalar(column.kind))).collect();
    table.row(cells)
}

/// A document with a row of the declared columns, or with one that stands for any.
fn document(operation: &Operation) -> XmlDocument {
    let text = if operation.columns.is_empty() {
        "<document><item>text</item></document>".to_owned()
    } else {
        let row = xml::name::encode_local_name(operation.table.unwrap_or("Row"));
        let cells = operation.columns.iter().map(|column| {
            let name = xml::name::encode_local_name(column.name);
            format!("<{name}>{}</{name}>", of_scalar(column.kind))
        });
        format!("<document><{row}>{}</{row}></document>", cells.collect::<String>())
    };
    XmlDocument::parse(&text).unwrap_or_else(|_| XmlDocument::null())
}

#[cfg(test)]
mod tests {
    use super::*;

    static ENDLESS: Structure = Structure::new("Endless", &[NEXT]);
    const NEXT: Member = Member::new("Next", Type::Structure(&ENDLESS)).required();

    static NOT: Structure = Structure::new("Not", &[CONDITION]);
    static EXISTS: Structure = Structure::new("Exists", &[]);
    static CONDITIONS: [Member; 2] = [
        Member::new("Not", Type::Structure(&NOT)).required(),
        Member::new("Exists", Type::Structure(&EXISTS)).required(),
    ];
    const CONDITION: Member = Member::new("", Type::Any).choice(&CONDITIONS).required();

    #[test]
    fn a_type_without_an_end_is_followed_so_far_only() {
        let (mut value, mut levels) = (of_parameter(&NEXT), 0);
        while let Value::Structure(members) = value {
            value = members.into_iter().next().unwrap_or_default();
            levels += 1;
        }
        assert_eq!((value, levels), (Value::Null, DEEPEST + 1));
    }

    #[test]
    fn a_choice_ends_with_the_alternative_that_does() {
        let (mut value, mut chosen) = (of_parameter(&CONDITION), Vec::new());
        while let Value::Choice(choice) = value {
            chosen.push(choice.alternative);
            let Value::Structure(members) = choice.value else { panic!("{choice:?}") };
            value = members.into_iter().next().unwrap_or_default();
        }
        assert_eq!(chosen, [0, 0, 0, 0, 1]);
    }
}

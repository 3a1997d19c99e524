//! Requests and results with a value everywhere, made of descriptors: for tests that call every operation of a service.

use super::Mock;
use crate::operation::{
    DataSetType, Member, Operation, Place, Presence, ResultShape, Scalar, Service, Structure, Type, XmlKind,
};
use crate::results::table::{ColumnType, Table};
use crate::results::{DataSet, Integers, Text, XmlDocument, declared_column};
use crate::value::content::Content;
use crate::value::message::Message;
use crate::value::request::DynamicRequest;
use crate::value::{Chosen, TypedValue, Value};

/// How deep values nest: a type may hold itself.
const MAX_DEPTH: usize = 4;

/// An element of no namespace.
const ELEMENT: &str = "<sample xmlns=\"\">text</sample>";

impl Mock {
    /// A mock that responds to calls of each operation with a [sample](sample_result) of its result.
    pub fn with_samples(service: &'static Service) -> Self {
        let mock = Self::new(service);
        for operation in service.operations {
            mock.on_operation(operation.name, |_| Ok(sample_result(operation)));
        }
        mock
    }
}

/// A request with a value for each parameter. It is the same every time.
pub fn sample_request(operation: &'static Operation) -> DynamicRequest {
    let values = operation.parameters.iter().map(|parameter| of_member(parameter, 0)).collect();
    DynamicRequest::from_values(operation, values)
}

/// A result of the operation, with a value in each place of it. It is the same every time.
pub fn sample_result(operation: &Operation) -> Content {
    match operation.result {
        ResultShape::None => Content::None,
        ResultShape::String | ResultShape::Delimited => Content::String(Text::new("text")),
        ResultShape::DataSet => Content::DataSet(data_set()),
        ResultShape::TypedDataSet(declared) => Content::DataSet(typed_data_set(declared)),
        // The text is well-formed.
        ResultShape::Xml => Content::Xml(XmlDocument::parse("<sample>text</sample>").unwrap_or_default()),
        ResultShape::Integers => Content::Integers(Integers::new([1, 2])),
        ResultShape::Message => {
            let outputs = operation.outputs.iter().map(|output| of_member(output, 0)).collect();
            Content::Message(Box::new(Message::new(outputs)))
        }
    }
}

fn data_set() -> DataSet {
    let table = Table::new("Table").column("Name", ColumnType::String).column("Count", ColumnType::Int);
    DataSet::new("Sample").table(table.row([Some("text".to_owned()), Some("1".to_owned())]))
}

/// A row in each table.
fn typed_data_set(declared: &DataSetType) -> DataSet {
    let tables = declared.tables.iter().map(|table| {
        let made = Table::new(table.name.unwrap_or_default());
        let made = table.columns.iter().map(declared_column).fold(made, Table::with_column);
        made.row(table.columns.iter().map(|column| Some(of_scalar(column.kind))).collect::<Vec<_>>())
    });
    tables.fold(DataSet::new(declared.name).in_namespace(declared.namespace, ""), DataSet::table)
}

fn content(data_set: &DataSet) -> Value<'static> {
    let mut content = String::new();
    data_set.write_content(&mut content);
    Value::Xml(content.into())
}

fn of_member(member: &Member, depth: usize) -> Value<'static> {
    // At the bottom, what may be left out is; what may not ends by itself, as a type must.
    if depth > MAX_DEPTH && (member.repeated || member.presence != Presence::Required) {
        return if member.presence == Presence::Nullable && !member.repeated { Value::Nil } else { Value::Null };
    }
    let one = match member.place {
        Place::Element | Place::Attribute | Place::Text => of_type(member.kind, depth),
        Place::Choice(alternatives) => of_choice(alternatives, depth),
        Place::AnyElements => Value::Xml(ELEMENT.into()),
        Place::AnyAttributes => Value::Attributes(vec![("{urn:sample}name".into(), "text".into())]),
        Place::Mixed => Value::Xml("text".into()),
    };
    if member.repeated || member.place == Place::AnyElements { Value::Array(vec![one]) } else { one }
}

fn of_choice(alternatives: &'static [Member], depth: usize) -> Value<'static> {
    alternatives
        .first()
        .map_or(Value::Null, |first| Value::Choice(Box::new(Chosen { alternative: 0, value: of_member(first, depth) })))
}

fn of_type(kind: Type, depth: usize) -> Value<'static> {
    match kind {
        Type::Scalar(scalar) => Value::from(of_scalar(scalar)),
        Type::Enumeration(enumeration) => Value::from(enumeration.values.first().copied().unwrap_or_default()),
        Type::Structure(structure) => of_structure(structure, depth),
        Type::Array(_) if depth > MAX_DEPTH => Value::Array(Vec::new()),
        Type::Array(array) if array.alternatives.is_empty() => Value::Array(vec![of_type(array.item, depth + 1)]),
        Type::Array(array) => Value::Array(vec![of_choice(array.alternatives, depth + 1)]),
        Type::List(list) => of_type(list.item, depth),
        Type::Any => Value::OfType(Box::new(TypedValue { kind: Type::INT, value: of_type(Type::INT, depth) })),
        Type::Xml(XmlKind::Content) => Value::Xml(ELEMENT.into()),
        Type::Xml(_) => content(&data_set()),
        Type::DataSet(declared) => content(&typed_data_set(declared)),
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
    derived.map_or(Value::Null, |derived| {
        Value::OfType(Box::new(TypedValue { kind: Type::Structure(derived), value: filled(derived) }))
    })
}

fn of_scalar(scalar: Scalar) -> &'static str {
    match scalar {
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
        Scalar::NonPositiveInteger | Scalar::NegativeInteger => "-1",
        Scalar::Float | Scalar::Double | Scalar::Decimal => "1.5",
        Scalar::DateTime => "2026-01-31T13:45:00",
        Scalar::Date => "2026-01-31",
        Scalar::Time => "13:45:00",
        Scalar::Duration => "P1DT2H",
        Scalar::Base64Binary => "YmluYXJ5",
        Scalar::HexBinary => "62696E617279",
        Scalar::AnyUri => "https://www.example.com/",
        Scalar::QName => "name",
        Scalar::Guid => "6f9619ff-8b86-d011-b42d-00c04fc964ff",
        Scalar::Char => "65",
        Scalar::GYear => "2026",
        Scalar::GYearMonth => "2026-01",
        Scalar::GMonth => "--01",
        Scalar::GMonthDay => "--01-31",
        Scalar::GDay => "---31",
        // Texts to .NET.
        _ => "text",
    }
}

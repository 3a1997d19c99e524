//! Values of every type, made from descriptors: what both ends of a call must agree on.

use asmx_runtime::descriptors::{Enumeration, Place, Presence, Scalar, Structure, XmlKind};
use asmx_runtime::results::table::{ColumnType, Table};
use asmx_runtime::values::{Chosen, TypedValue};
use asmx_runtime::{DataSet, Member, Type, Value};

/// How deep values nest: a type may hold itself.
const MAX_DEPTH: usize = 4;

/// The value of a parameter, an output or a header. `number` makes those of one type differ. Everything that may be there is there.
#[must_use]
pub fn of_member(member: &Member, number: usize) -> Value<'static> {
    nested_member(member, number, 0)
}

fn nested_member(member: &Member, number: usize, depth: usize) -> Value<'static> {
    // At the greatest depth, members are left out if they may be absent.
    let may_be_absent = member.repeated || member.presence != Presence::Required;
    if depth > MAX_DEPTH && may_be_absent || depth > MAX_DEPTH + 2 && !member.kind.kind().is_value() {
        return if member.presence == Presence::Nullable && !member.repeated { Value::Nil } else { Value::Null };
    }
    let one = |number: usize| match member.place {
        // A server leaves out what is the default.
        Place::Element | Place::Attribute | Place::Text => match of_type(member.kind, number, depth) {
            Value::Text(text) if member.default == Some(&text) => of_type(member.kind, number + 1, depth),
            value => value,
        },
        Place::Choice(alternatives) => chosen(alternatives, number, depth),
        Place::AnyElements => {
            Value::Xml(format!("<other xmlns=\"urn:other\" a=\"{number}\"><b xmlns=\"\">t&amp;t</b></other>").into())
        }
        Place::AnyAttributes => Value::Attributes(vec![("{urn:other}some".into(), format!("<{number}>").into())]),
        Place::Mixed => Value::Xml(format!("one <b xmlns=\"\">{number}</b> three").into()),
    };
    if member.repeated || member.place == Place::AnyElements {
        let count = if member.repeated { 2 } else { 1 };
        Value::Array((number..number + count).map(one).collect())
    } else {
        one(number)
    }
}

fn chosen(alternatives: &'static [Member], number: usize, depth: usize) -> Value<'static> {
    let alternative = number.checked_rem(alternatives.len()).unwrap_or_default();
    let Some(member) = alternatives.get(alternative) else { return Value::Null };
    Value::Choice(Box::new(Chosen { alternative, value: nested_member(member, number, depth) }))
}

fn of_type(kind: Type, number: usize, depth: usize) -> Value<'static> {
    match kind {
        Type::Scalar(scalar) => Value::from(of_scalar(scalar, number)),
        Type::Enumeration(enumeration) => Value::from(of_enumeration(enumeration, number)),
        Type::Structure(structure) => of_structure(structure, number, depth),
        Type::Array(_) if depth > MAX_DEPTH => Value::Array(Vec::new()),
        Type::Array(array) if array.alternatives.is_empty() => {
            Value::Array((number..number + 3).map(|number| of_type(array.item, number, depth + 1)).collect())
        }
        Type::Array(array) => {
            Value::Array((number..number + 3).map(|number| chosen(array.alternatives, number, depth + 1)).collect())
        }
        Type::List(list) => {
            let items = (number..number + 2).map(|number| match of_type(list.item, number, depth) {
                Value::Text(text) => text.into_owned(),
                other => panic!("no item of a list: {other:?}"),
            });
            Value::from(items.collect::<Vec<_>>().join(" "))
        }
        Type::Any => {
            let kind = if number.is_multiple_of(2) { Type::INT } else { Type::STRING };
            Value::OfType(Box::new(TypedValue { kind, value: of_type(kind, number, depth) }))
        }
        Type::Xml(XmlKind::Content) => Value::Xml(format!("<x xmlns=\"\">{number}</x>").into()),
        Type::Xml(_) | Type::DataSet(_) => {
            let table = Table::new("Table").column("Name", ColumnType::String).column("Count", ColumnType::Int);
            let table = table.row([Some("a<b>".to_owned()), Some(number.to_string())]);
            let mut content = String::new();
            DataSet::new("Made").table(table).write_content(&mut content);
            Value::Xml(content.into())
        }
    }
}

/// A value of the type, or of one that is derived from it.
fn of_structure(structure: &'static Structure, number: usize, depth: usize) -> Value<'static> {
    let mut concrete: Vec<&'static Structure> = Vec::new();
    concrete.extend((!structure.is_abstract).then_some(structure));
    concrete.extend(structure.derived().iter().copied().filter(|derived| !derived.is_abstract));
    let Some(chosen) = number.checked_rem(concrete.len()).map(|number| concrete[number]) else { return Value::Null };
    let members = chosen.members().iter().zip(number..);
    let value = Value::Structure(members.map(|(member, number)| nested_member(member, number, depth + 1)).collect());
    if std::ptr::eq(chosen, structure) {
        value
    } else {
        Value::OfType(Box::new(TypedValue { kind: Type::Structure(chosen), value }))
    }
}

fn of_enumeration(enumeration: &'static Enumeration, number: usize) -> &'static str {
    number.checked_rem(enumeration.values.len()).map_or("", |number| enumeration.values[number])
}

fn of_scalar(scalar: Scalar, number: usize) -> &'static str {
    let among = |texts: &[&'static str]| texts[number % texts.len()];
    match scalar.base() {
        Scalar::String => among(&["Ann & Søren <Team>", " lead and trail ", "100% off + more? 😀", "é中文 ]]>"]),
        Scalar::Boolean => among(&["true", "false"]),
        Scalar::Byte => among(&["-128", "127"]),
        Scalar::UnsignedByte => "200",
        Scalar::Short => among(&["-32768", "7"]),
        Scalar::UnsignedShort => "65535",
        Scalar::Int => among(&["4711", "-5", "2147483647"]),
        Scalar::UnsignedInt => "4294967295",
        Scalar::Long => "9007199254740993",
        Scalar::UnsignedLong => "18446744073709551615",
        Scalar::Integer => "123456789012345678901234567890",
        Scalar::Float => "1.5",
        Scalar::Double => among(&["0.1", "-2.5"]),
        Scalar::Decimal => among(&["12.50", "-79228162514264337593543950335"]),
        Scalar::DateTime => among(&["2026-01-31T13:45:00", "2024-02-29T23:59:59.1234567"]),
        Scalar::Date => "2026-01-31",
        Scalar::Time => "13:45:00",
        Scalar::Duration => "P1DT2H",
        Scalar::Base64Binary => among(&["YmluYXJ5", "AAEC/f7/"]),
        Scalar::HexBinary => "62696E617279",
        Scalar::AnyUri => "http://example.com/?a=b&c=d",
        Scalar::QName => "{urn:q}local",
        Scalar::Guid => "6f9619ff-8b86-d011-b42d-00c04fc964ff",
        Scalar::Char => "65",
        Scalar::GYear => "2026",
        Scalar::GYearMonth => "2026-01",
        Scalar::GMonth => "--01",
        Scalar::GMonthDay => "--01-31",
        Scalar::GDay => "---31",
        Scalar::NonNegativeInteger | Scalar::PositiveInteger => "1",
        Scalar::NonPositiveInteger | Scalar::NegativeInteger => "-1",
        // Texts to .NET.
        _ => "text",
    }
}

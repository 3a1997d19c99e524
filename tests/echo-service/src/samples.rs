//! Values to call operations with: by role where a parameter has one, else by type. They are chosen to be hard to carry.

use asmx_runtime::descriptors::{Content, Place, Role, Scalar};
use asmx_runtime::values::{Chosen, TypedValue};
use asmx_runtime::{Member, Type, Value};

/// How deep arrays are filled: a structure may hold an array of itself.
const MAX_DEPTH: usize = 3;

/// Texts that are easily spoiled.
const TEXTS: [&str; 12] = [
    "Ann & Søren <Team>",
    "100% off + more? 😀",
    "  lead and trail  ",
    "MIME-Version: 1.0\r\n\r\n--b1\r\n\tHello]]>\r\n--b1--\r\n",
    "News: City = 'Oslo' AND Age >= 30",
    "a@example.com,\"Oslo, N\"\nb@example.com,  \n",
    "",
    "New\u{2028}Name \u{a0}\u{85}",
    "_x0020_ null 0123 <![CDATA[x]]>",
    "ReplyTo=a@example.com; ClickTrack=True",
    "&amp;&#65;%20+%2B",
    "é中文",
];

/// An element that nobody declared.
const XML: &str = "<other xmlns=\"urn:other\" a=\"b\">text</other>";

/// Texts and elements.
const MIXED: &str = "one <b xmlns=\"\">two</b> three";

/// The value of a parameter. `number` makes those of one type differ.
pub fn of_parameter(parameter: &Member, number: usize) -> Value<'static> {
    match parameter.role {
        Some(Role::RowDelimiter) => Value::from("\r\n"),
        Some(Role::ColumnDelimiter) => Value::from("|"),
        Some(Role::TextQualifier) => Value::from("\""),
        _ => of_member(parameter, number, 0),
    }
}

/// A value of a type. `number` makes those of one type differ.
pub fn of_type(kind: Type, number: usize) -> Value<'static> {
    nested(kind, number, 0)
}

fn of_member(member: &Member, number: usize, depth: usize) -> Value<'static> {
    let one = match member.place {
        Place::Element | Place::Attribute | Place::Text => match member.content {
            Some(Content::Xml) => Value::from("<a b=\"&lt;\">\u{fc}</a>"),
            Some(Content::Json) => Value::from("{\"a\": [1, \"\u{fc}\"]}"),
            None => nested(member.kind, number, depth),
        },
        Place::Choice(alternatives) => {
            let alternative = number.checked_rem(alternatives.len()).unwrap_or_default();
            let value = alternatives.get(alternative).map_or(Value::Null, |member| of_member(member, number, depth));
            Value::Choice(Box::new(Chosen { alternative, value }))
        }
        Place::AnyElements => Value::Xml(XML.into()),
        Place::AnyAttributes => Value::Attributes(vec![("{urn:other}some".into(), TEXTS[0].into())]),
        Place::Mixed => Value::Xml(MIXED.into()),
    };
    if member.repeated || member.place == Place::AnyElements { Value::Array(vec![one]) } else { one }
}

fn nested(kind: Type, number: usize, depth: usize) -> Value<'static> {
    match kind {
        Type::Scalar(scalar) => Value::from(of_scalar(scalar, number)),
        Type::Enumeration(enumeration) => {
            let name = enumeration.values.iter().copied().cycle().nth(number);
            Value::from(name.unwrap_or_default())
        }
        Type::Structure(structure) => {
            let members = (number..).zip(structure.members());
            Value::Structure(members.map(|(number, member)| of_member(member, number, depth + 1)).collect())
        }
        Type::Array(_) if depth >= MAX_DEPTH => Value::Array(Vec::new()),
        Type::List(list) => nested(list.item, number, depth),
        Type::Any => Value::OfType(Box::new(TypedValue { kind: Type::INT, value: nested(Type::INT, number, depth) })),
        Type::Xml(_) | Type::DataSet(_) => Value::Xml(XML.into()),
        Type::Array(array) => {
            Value::Array((number..number + 3).map(|number| nested(array.item, number, depth + 1)).collect())
        }
    }
}

fn of_scalar(scalar: Scalar, number: usize) -> &'static str {
    let among = |texts: &[&'static str]| texts.iter().copied().cycle().nth(number).unwrap_or_default();
    match scalar.base() {
        Scalar::String => among(&TEXTS),
        Scalar::Boolean => among(&["true", "false"]),
        Scalar::Byte => among(&["-128", "127"]),
        Scalar::UnsignedByte => among(&["200", "255"]),
        Scalar::Short => among(&["-32768", "7"]),
        Scalar::UnsignedShort => "65535",
        Scalar::Int => among(&["4711", "-5", "2147483647", "-2147483648"]),
        Scalar::UnsignedInt => "4294967295",
        Scalar::Long => among(&["9007199254740993", "-9223372036854775808"]),
        Scalar::UnsignedLong => "18446744073709551615",
        Scalar::Integer => "123456789012345678901234567890",
        Scalar::Float => "1.5",
        Scalar::Double => among(&["0.1", "-INF"]),
        Scalar::Decimal => among(&["12.50", "-79228162514264337593543950335"]),
        Scalar::DateTime => among(&["2026-01-31T13:45:00", "2024-02-29T23:59:59.1234567+02:00"]),
        Scalar::Date => "2026-01-31",
        Scalar::Time => "13:45:00",
        Scalar::Duration => "P1DT2H",
        Scalar::Base64Binary => "YmluYXJ5",
        Scalar::HexBinary => "62696E617279",
        Scalar::AnyUri => "http://example.com/?a=b&c=d",
        Scalar::QName => "{http://names.example/}name",
        Scalar::Guid => "6f9619ff-8b86-d011-b42d-00c04fc964ff",
        Scalar::Char => "65",
        // Texts to .NET.
        _ => "text",
    }
}

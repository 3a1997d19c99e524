//! Scalars: one type and one format for each, the one in which results have it.

use asmx_types::Scalar;
use serde_json::{Value as Json, json};

use super::direction::Direction;
use super::form::OpenApiStyle;

/// The schema of a scalar. `long` is the exception: results have it as a text, whose digits no reader loses, and generators of classes write
/// requests from a number.
pub(super) fn schema(scalar: Scalar, direction: Direction, style: OpenApiStyle) -> Json {
    match scalar.base() {
        Scalar::Boolean => json!({ "type": "boolean" }),
        Scalar::Byte => small(i8::MIN.into(), i8::MAX.into()),
        Scalar::Short => small(i16::MIN.into(), i16::MAX.into()),
        Scalar::Int => json!({ "type": "integer", "format": "int32" }),
        Scalar::UnsignedByte => small(0, u8::MAX.into()),
        Scalar::UnsignedShort => small(0, u16::MAX.into()),
        Scalar::UnsignedInt => json!({ "type": "integer", "format": "int64", "minimum": 0, "maximum": u32::MAX }),
        Scalar::Long => match (direction, style) {
            (Direction::Result, _) => json!({ "type": "string", "format": "int64" }),
            (Direction::Request, OpenApiStyle::Classes) => json!({ "type": "integer", "format": "int64" }),
            // A format would make a BigInt of it, which JSON cannot write.
            (Direction::Request, OpenApiStyle::Unions) => {
                json!({ "type": "string", "description": "An integer of 64 bits." })
            }
        },
        Scalar::Float => json!({ "type": "number", "format": "float" }),
        Scalar::Double => json!({ "type": "number", "format": "double" }),
        Scalar::Decimal => json!({ "type": "string", "format": "decimal" }),
        Scalar::Date => json!({ "type": "string", "format": "date" }),
        Scalar::Guid => json!({ "type": "string", "format": "uuid" }),
        Scalar::Base64Binary => json!({ "type": "string", "format": "byte" }),
        // Formats of dates and times demand a zone, which services leave out.
        scalar => match words(scalar) {
            "" => json!({ "type": "string" }),
            words => json!({ "type": "string", "description": words }),
        },
    }
}

fn small(minimum: i64, maximum: i64) -> Json {
    json!({ "type": "integer", "format": "int32", "minimum": minimum, "maximum": maximum })
}

/// The form of a text that no format of `OpenAPI` states.
const fn words(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::DateTime => "A date and time such as 2026-11-28T09:30:00, with or without a zone.",
        Scalar::Time => "A time of day such as 09:30:00.",
        Scalar::Duration => "A duration such as P1DT2H30M.",
        Scalar::Char => "One character.",
        Scalar::UnsignedLong => "An integer from 0 to 18446744073709551615.",
        Scalar::Integer => "An integer of any length.",
        Scalar::NonNegativeInteger => "An integer of any length, 0 or more.",
        Scalar::PositiveInteger => "An integer of any length, 1 or more.",
        Scalar::NonPositiveInteger => "An integer of any length, 0 or less.",
        Scalar::NegativeInteger => "An integer of any length, -1 or less.",
        Scalar::HexBinary => "Bytes in hexadecimal digits.",
        Scalar::QName => "A name as {namespace}local.",
        _ => "",
    }
}

/// The schema of a cell, by the name of its column's type.
pub(super) fn cell(type_name: &str) -> Json {
    let name = type_name.strip_prefix("xs:").unwrap_or(type_name);
    match Scalar::ALL.iter().find(|scalar| scalar.name() == name) {
        Some(scalar) => schema(*scalar, Direction::Result, OpenApiStyle::Classes),
        None => json!({}),
    }
}

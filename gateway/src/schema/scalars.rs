//! Scalars.

use asmx_types::Scalar;
use serde_json::{Value as Json, json};

/// Texts without the characters that XML cannot hold.
pub(super) const XML_TEXT: &str = r"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]*$";

pub(super) fn schema(scalar: Scalar) -> Json {
    match scalar.base() {
        Scalar::Boolean => json!({ "type": ["boolean", "string"] }),
        Scalar::Byte => integer(i8::MIN.into(), i8::MAX.into()),
        Scalar::Short => integer(i16::MIN.into(), i16::MAX.into()),
        Scalar::Int => json!({ "type": ["integer", "string"], "format": "int32" }),
        Scalar::Long => json!({ "type": ["integer", "string"], "format": "int64" }),
        Scalar::UnsignedByte => integer(0, u8::MAX.into()),
        Scalar::UnsignedShort => integer(0, u16::MAX.into()),
        Scalar::UnsignedInt => integer(0, u32::MAX.into()),
        Scalar::UnsignedLong => json!({ "type": ["integer", "string"], "minimum": 0 }),
        Scalar::Float => json!({ "type": ["number", "string"], "format": "float" }),
        Scalar::Double => json!({ "type": ["number", "string"], "format": "double" }),
        Scalar::Base64Binary => json!({ "type": "string", "contentEncoding": "base64" }),
        // Results have texts, and requests numbers of JSON, too.
        Scalar::Decimal => json!({ "type": ["string", "number"], "format": "decimal" }),
        Scalar::Integer => json!({ "type": ["string", "integer"] }),
        // A date-time of JSON Schema has a zone.
        _ => json!({ "type": "string" }),
    }
}

fn integer(minimum: i64, maximum: i64) -> Json {
    json!({ "type": ["integer", "string"], "minimum": minimum, "maximum": maximum })
}

/// The name and the schema of a scalar in requests: a text that fits is one that .NET reads. Numbers of a text are a little narrower than those
/// of the type; the others are written as numbers.
pub(super) fn exact(scalar: Scalar) -> (&'static str, Json) {
    let integer = |name, least: i64, most: i64, pattern: &str| {
        (name, json!({ "type": ["integer", "string"], "minimum": least, "maximum": most, "pattern": pattern }))
    };
    let text = |name, pattern: &str| (name, json!({ "type": "string", "pattern": pattern }));
    let number = |name, format, most: f64| {
        let pattern = r"^([+-]?[0-9]{1,15}(\.[0-9]{1,15})?([eE][+-]?[0-9])?|-?INF|NaN)$";
        let schema = json!({
            "type": ["number", "string"], "format": format, "minimum": -most, "maximum": most, "pattern": pattern,
        });
        (name, schema)
    };
    match scalar.base() {
        Scalar::Boolean => ("xs.boolean", json!({ "type": ["boolean", "string"], "pattern": "^(true|false|0|1)$" })),
        Scalar::Byte => integer("xs.byte", i8::MIN.into(), i8::MAX.into(), "^[+-]?[0-9]{1,2}$"),
        Scalar::Short => integer("xs.short", i16::MIN.into(), i16::MAX.into(), "^[+-]?[0-9]{1,4}$"),
        Scalar::Int => integer("xs.int", i32::MIN.into(), i32::MAX.into(), "^[+-]?[0-9]{1,9}$"),
        Scalar::Long => integer("xs.long", i64::MIN, i64::MAX, "^[+-]?[0-9]{1,18}$"),
        Scalar::UnsignedByte => integer("xs.unsignedByte", 0, u8::MAX.into(), "^[0-9]{1,2}$"),
        Scalar::UnsignedShort => integer("xs.unsignedShort", 0, u16::MAX.into(), "^[0-9]{1,4}$"),
        Scalar::UnsignedInt => integer("xs.unsignedInt", 0, u32::MAX.into(), "^[0-9]{1,9}$"),
        Scalar::UnsignedLong => (
            "xs.unsignedLong",
            json!({ "type": ["integer", "string"], "minimum": 0, "maximum": u64::MAX, "pattern": "^[0-9]{1,19}$" }),
        ),
        Scalar::Float => number("xs.float", "float", f32::MAX.into()),
        Scalar::Double => number("xs.double", "double", f64::MAX),
        Scalar::Decimal => text("xs.decimal", r"^[+-]?[0-9]{1,18}(\.[0-9]{1,9})?$"),
        Scalar::DateTime => text(
            "xs.dateTime",
            r"^(?!0000)[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,7})?(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9])?$",
        ),
        Scalar::Date => text(
            "xs.date",
            r"^(?!0000)[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))$",
        ),
        Scalar::Time => text("xs.time", r"^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,7})?$"),
        Scalar::Duration => text("xs.duration", "^-?P([0-9]{1,4}D)?T[0-9]{1,4}[HMS]$"),
        Scalar::Guid => text("xs.guid", "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"),
        Scalar::Char => text("xs.char", r"^[\u0020-\ud7ff]$"),
        Scalar::Base64Binary => (
            "xs.base64Binary",
            json!({
                "type": "string",
                "contentEncoding": "base64",
                "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}(==)?|[A-Za-z0-9+/]{3}=?)?$",
            }),
        ),
        Scalar::Integer => text("xs.integer", "^[+-]?[0-9]{1,40}$"),
        Scalar::QName => text("xs.QName", "^[A-Za-z_][A-Za-z0-9_.-]*$"),
        Scalar::HexBinary => text("xs.hexBinary", "^([0-9A-Fa-f]{2})*$"),
        _ => text("xs.string", XML_TEXT),
    }
}

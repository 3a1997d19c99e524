//! Scalars.

use asmx_types::Scalar;
use serde_json::{Value as Json, json};

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
        // A date-time of JSON Schema has a zone, so that an example states the form.
        Scalar::DateTime => json!({ "type": "string", "examples": ["2024-02-29T13:45:00"] }),
        Scalar::Date => json!({ "type": "string", "format": "date" }),
        Scalar::Time => json!({ "type": "string", "examples": ["13:45:00"] }),
        Scalar::Duration => json!({ "type": "string", "examples": ["PT1H30M"] }),
        _ => json!({ "type": "string" }),
    }
}

fn integer(minimum: i64, maximum: i64) -> Json {
    json!({ "type": ["integer", "string"], "minimum": minimum, "maximum": maximum })
}

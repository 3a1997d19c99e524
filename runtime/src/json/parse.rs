//! The one reader of JSON that callers write: parameters, headers, results of mocks.

use std::borrow::Cow;
use std::fmt;

use serde_core::Deserializer;
use serde_core::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Error, Map, Number, Value as Json};

use super::numbers::{MarkedString, mark_numbers};

/// Reads JSON. Its numbers keep their digits until a reader of parameters or results has them; [`number`](super::number) and
/// [`to_text`](super::to_text) show them. It takes no spare room: by themselves, growing arrays have room for four values, of 72 bytes each.
///
/// # Errors
///
/// The text is not JSON, or an object has two members of the same name. Lines and columns are those of the text.
pub fn parse(bytes: &[u8]) -> Result<Json, Error> {
    let Ok(text) = std::str::from_utf8(bytes) else { return exact(bytes) };
    match mark_numbers(text) {
        Ok(Cow::Borrowed(_)) => exact(bytes),
        // The error has positions of the text that the caller wrote.
        Ok(Cow::Owned(marked)) => exact(marked.as_bytes()).or_else(|error| exact(bytes).and(Err(error))),
        Err(MarkedString) => {
            exact(bytes)?;
            Err(Error::custom("a string begins with U+0000 before a number, which no service takes"))
        }
    }
}

/// The value of a text that is an array or an object of JSON, and may stand in its place.
#[must_use]
pub fn array_or_object(text: &str) -> Option<Json> {
    text.trim_start().starts_with(['[', '{']).then(|| parse(text.as_bytes()).ok()).flatten()
}

fn exact(bytes: &[u8]) -> Result<Json, Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = Exact.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

struct Exact;

impl<'de> DeserializeSeed<'de> for Exact {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Exact {
    type Value = Json;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value of JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Json, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(Exact)? {
            if array.is_empty() {
                array.reserve_exact(1);
            }
            array.push(item);
        }
        array.shrink_to_fit();
        Ok(array.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let mut all: Vec<(String, Json)> = Vec::new();
        while let Some(name) = members.next_key()? {
            if all.is_empty() {
                all.reserve_exact(1);
            }
            all.push((name, members.next_value_seed(Exact)?));
        }
        let count = all.len();
        let mut object = Map::with_capacity(count);
        object.extend(all);
        if object.len() < count {
            return Err(A::Error::custom("an object has two members of the same name"));
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{number, to_text};

    #[test]
    fn json_is_read_as_by_others() {
        for text in [
            r#"{"a":[1,-2,3.5,18446744073709551615,1.5e+300,"x\u0041",true,null,{}],"b":{"c":[[]]}}"#,
            r#"[{"a":"\ud83d\ude00"},12345678901234567890,-9223372036854775808,0.1,1e+16,-1.5]"#,
            "{\"a\":",
            "[1.50, 1e400]",
            "[1.50, 01]",
            "[1.50,\n 2.50 3]",
            "[1]]",
            "",
        ] {
            let expected = serde_json::from_str::<Json>(text).map_err(|error| error.to_string());
            assert_eq!(parse(text.as_bytes()).map_err(|error| error.to_string()), expected, "{text}");
        }
    }

    #[test]
    fn a_name_that_is_there_twice_is_an_error() {
        let error = parse(br#"{"a":1,"b":2,"a":3}"#).unwrap_err().to_string();
        assert_eq!(error, "an object has two members of the same name at line 1 column 19");
    }

    #[test]
    fn numbers_keep_their_digits() {
        for text in ["12.50", "0.1234567890123456789012345678", "79228162514264337593543950335", "-1E-10", "-0", "1.0"]
        {
            let value = parse(format!(r#"{{"12.50":[{text},"{text}"]}}"#).as_bytes()).unwrap();
            assert_eq!(number(&value["12.50"][0]).as_deref(), Some(text));
            assert_eq!((number(&value["12.50"][1]), value["12.50"][1].as_str()), (None, Some(text)));
            assert_eq!(to_text(&value), format!(r#"{{"12.50":[{text},"{text}"]}}"#));
        }
        let error = parse(br#"["\u000012.50"]"#).unwrap_err().to_string();
        assert_eq!(error, "a string begins with U+0000 before a number, which no service takes");
        assert_eq!(to_text(&parse(br#"["\u0000a", "\"\u000012.50"]"#).unwrap()), r#"["\u0000a","\"\u000012.50"]"#);
    }
}

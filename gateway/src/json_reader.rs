//! The one reader of JSON that callers write: parameters and headers.

use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value as Json};

/// Reads JSON. It takes no spare room: by themselves, growing arrays have room for four values, of 72 bytes each.
///
/// # Errors
///
/// The text is not JSON, or an object has two members of the same name.
pub fn read_json(bytes: &[u8]) -> Result<Json, serde_json::Error> {
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
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn json_is_read_as_by_others() {
        for text in [
            r#"{"a":[1,-2,3.5,18446744073709551615,1e400,"x\u0041",true,null,{}],"b":{"c":[[]]}}"#,
            r#"[{"a":"\ud83d\ude00"},123456789012345678901234567890]"#,
            "{\"a\":",
            "[1]]",
            "",
        ] {
            let expected = serde_json::from_str::<Json>(text).map_err(|error| error.to_string());
            assert_eq!(read_json(text.as_bytes()).map_err(|error| error.to_string()), expected, "{text}");
        }
    }

    #[test]
    fn a_name_that_is_there_twice_is_an_error() {
        let error = read_json(br#"{"a":1,"b":2,"a":3}"#).unwrap_err().to_string();
        assert_eq!(error, "an object has two members of the same name at line 1 column 19");
    }
}

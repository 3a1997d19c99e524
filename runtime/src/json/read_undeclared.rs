//! Reads content that a description does not declare: what a result holds of it, a request may state.

use serde_json::{Map, Value as Json};

use super::names::{REST, TYPE, VALUE, shown_name};
use super::read::Reader;
use super::rest::{self, extended};
use super::scalar_text::text;
use super::unreadable::{Reading, Unreadable};
use crate::operation::{InvalidValue, Structure, Type};
use crate::value::rest::{Content, TEXT_KEY, Untyped};
use crate::value::{Rest, Value};

impl Reader<'_> {
    /// Adds the undeclared content of an object to its structure.
    pub(super) fn with_rest(self, structure: &'static Structure, value: Value<'static>, json: &Json) -> Reading {
        if !self.is_open {
            return Err(Unreadable::undeclared(format!("{} does not declare it", shown_name(structure))).into());
        }
        let content = rest::content(json)?;
        match content.inside_of_member(structure.members()) {
            Some(name) => {
                let problem = InvalidValue::new(name, "name of undeclared content: it is a declared member");
                Err(Unreadable::of(problem).into())
            }
            None => Ok(extended(value, Rest { type_name: None, content })),
        }
    }

    /// Reads a text in the place of a structure.
    pub(super) fn text_of_structure(self, structure: &'static Structure, json: &Json) -> Reading {
        let Some(Value::Text(text)) = text(Type::STRING, json) else {
            return Err(Unreadable::new(json, structure.name).into());
        };
        if !self.is_open {
            return Err(Unreadable::undeclared(format!("{} is a structure, not a text", shown_name(structure))).into());
        }
        let content = Content(vec![(TEXT_KEY.into(), Untyped::Text(text.into()))]);
        Ok(extended(Value::Structure(Vec::new()), Rest { type_name: None, content }))
    }

    /// Reads a value of a type that no schema declares: a text, or undeclared content.
    pub(super) fn any_of_undeclared_type(name: &Json, object: &Map<String, Json>) -> Reading {
        let expected = "name of a type that the service declares, or `{namespace}name` of another";
        let type_name = rest::type_name(name).ok_or_else(|| Unreadable::new(name, expected).under(TYPE))?;
        if let Some(other) = object.keys().find(|key| ![TYPE, VALUE, REST].contains(&key.as_str())) {
            let expected = "member of a value whose type no schema declares: it has `$value` or `$rest`";
            return Err(Unreadable::new(&Json::from(other.as_str()), expected).into());
        }
        let value = match object.get(VALUE) {
            None => Value::Structure(Vec::new()),
            Some(json) => text(Type::STRING, json).ok_or_else(|| Unreadable::new(json, "text").under(VALUE))?,
        };
        let content = object.get(REST).map(rest::content).transpose();
        let content = content.map_err(|unreadable| unreadable.under(REST))?.unwrap_or_default();
        Ok(extended(value, Rest { type_name: Some(type_name.into()), content }))
    }
}

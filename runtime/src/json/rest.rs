//! Content that a description lacks, as JSON.

use std::collections::HashMap;

use serde_json::{Map, Value as Json};

use super::names::{REST, TYPE, VALUE};
use super::numbers::number;
use super::undeclared_secrets::Hiding;
use super::unreadable::Unreadable;
use crate::value::field::View;
use crate::value::rest::{Content, TEXT_KEY, TYPE_KEY, Untyped, XML_KEY};
use crate::value::{Extended, Rest, Value};

/// Adds the content to an object, as its last member, unless it is empty or left out.
pub(super) fn push_content(object: &mut Map<String, Json>, content: &Content, hiding: Hiding<'_>) {
    let Some(json) = (!content.0.is_empty()).then(|| json_of_content(content, hiding)) else { return };
    if json.as_object().is_some_and(|object| !object.is_empty()) {
        object.insert(REST.to_owned(), json);
    }
}

/// The value of `$rest`: content that a description lacks. `None` if there is none.
#[must_use]
pub fn undeclared(rest: &Rest) -> Option<Json> {
    (!rest.content.0.is_empty()).then(|| json_of_content(&rest.content, None))
}

/// A value of a type that no schema declares, where any type is expected.
pub(super) fn any(view: View<'_>, rest: &Rest, hiding: Hiding<'_>) -> Json {
    let mut object = Map::new();
    if let Some(name) = rest.type_name() {
        object.insert(TYPE.to_owned(), name.into());
    }
    if let View::Text(text) = view {
        object.insert(VALUE.to_owned(), text.as_ref().into());
    }
    push_content(&mut object, &rest.content, hiding);
    object.into()
}

/// An object by key. Values of one key are an array, at the place of the first.
fn json_of_content(content: &Content, hiding: Hiding<'_>) -> Json {
    let visible: Vec<_> = content.0.iter().filter(|(key, _)| !hiding.is_some_and(|hiding| hiding.hides(key))).collect();
    let mut counts: HashMap<&str, usize> = HashMap::with_capacity(visible.len());
    for (key, _) in &visible {
        *counts.entry(key).or_default() += 1;
    }
    let mut object = Map::with_capacity(counts.len());
    for (key, value) in visible {
        let value = json(value, hiding);
        match (counts.get(&**key), object.get_mut(&**key)) {
            (_, Some(Json::Array(values))) => values.push(value),
            (Some(count @ 2..), _) => {
                let mut values = Vec::with_capacity(*count);
                values.push(value);
                object.insert(key.to_string(), values.into());
            }
            _ => {
                object.insert(key.to_string(), value);
            }
        }
    }
    object.into()
}

/// The content in an object; an array is an element, or a text, for each item.
pub(super) fn content(json: &Json) -> Result<Content, Unreadable> {
    let object = json.as_object().ok_or_else(|| Unreadable::new(json, "object of undeclared content"))?;
    let mut content = Content(Vec::with_capacity(object.len()));
    for (key, json) in object {
        let mut push = |json: &Json| {
            let value = untyped(key, json).map_err(|unreadable| unreadable.under(key))?;
            content.0.push((key.as_str().into(), value));
            Ok(())
        };
        match json {
            Json::Array(items) => items.iter().try_for_each(push)?,
            json => push(json)?,
        }
    }
    Ok(content)
}

fn untyped(key: &str, json: &Json) -> Result<Untyped, Unreadable> {
    let is_text = key.starts_with('@') || [TEXT_KEY, TYPE_KEY, XML_KEY].contains(&key);
    if let Some(number) = number(json) {
        return Ok(Untyped::Text(number.into()));
    }
    Ok(match json {
        Json::String(text) => Untyped::Text(text.as_str().into()),
        Json::Bool(value) => Untyped::Text(value.to_string().into()),
        Json::Null if !is_text => Untyped::Nil,
        Json::Object(_) if !is_text => Untyped::Content(self::content(json)?),
        json => return Err(Unreadable::new(json, if is_text { "text" } else { "text or object" })),
    })
}

/// The name of a type in `{namespace}name`.
pub(super) fn type_name(json: &Json) -> Option<&str> {
    json.as_str().filter(|name| name.strip_prefix('{').is_some_and(|name| name.contains('}')))
}

fn json(value: &Untyped, hiding: Hiding<'_>) -> Json {
    match value {
        Untyped::Nil => Json::Null,
        Untyped::Text(text) => Json::from(&**text),
        Untyped::Content(content) => json_of_content(content, hiding),
    }
}

/// The value with undeclared content, beside what it has.
pub(super) fn extended(value: Value<'static>, rest: Rest) -> Value<'static> {
    match value {
        Value::Extended(mut extended) => {
            extended.rest.extend(rest);
            Value::Extended(extended)
        }
        value => Value::Extended(Box::new(Extended { value, rest })),
    }
}

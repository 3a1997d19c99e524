//! Content that a description lacks, as JSON.

use std::collections::HashMap;

use serde_json::{Map, Value as Json};

use super::names::{REST, TYPE, VALUE};
use crate::value::Rest;
use crate::value::field::View;
use crate::value::rest::{Content, Untyped};

/// Adds the content to an object, as its last member, unless it is empty.
pub(super) fn push_content(object: &mut Map<String, Json>, content: &Content) {
    if !content.0.is_empty() {
        object.insert(REST.to_owned(), json_of_content(content));
    }
}

/// A value of a type that no schema declares, where any type is expected.
pub(super) fn any(view: View<'_>, rest: &Rest) -> Json {
    let mut object = Map::new();
    if let Some(name) = rest.type_name() {
        object.insert(TYPE.to_owned(), name.into());
    }
    if let View::Text(text) = view {
        object.insert(VALUE.to_owned(), text.as_ref().into());
    }
    push_content(&mut object, &rest.content);
    object.into()
}

/// An object by key. Values of one key are an array, at the place of the first.
fn json_of_content(content: &Content) -> Json {
    let mut counts: HashMap<&str, usize> = HashMap::with_capacity(content.0.len());
    for (key, _) in &content.0 {
        *counts.entry(key).or_default() += 1;
    }
    let mut object = Map::with_capacity(counts.len());
    for (key, value) in &content.0 {
        let value = json(value);
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

fn json(value: &Untyped) -> Json {
    match value {
        Untyped::Nil => Json::Null,
        Untyped::Text(text) => Json::from(&**text),
        Untyped::Content(content) => json_of_content(content),
    }
}

//! Examples: the samples of `describe`, as the schemas write them.

use serde_json::{Map, Value as Json};

use super::schemas::COMPONENTS;

/// Longer examples are left out, in bytes.
const LONGEST: usize = 4_000;
/// The deepest level of an example.
const DEEPEST: usize = 12;

/// The components that schemas refer to.
pub(super) struct Examples<'a> {
    pub(super) components: &'a Map<String, Json>,
}

impl<'a> Examples<'a> {
    /// The sample with what its schema permits; `None` if it is too long, or lacks what the schema requires.
    pub(super) fn of(&self, schema: &'a Json, sample: &Json) -> Option<Json> {
        self.fitting(schema, sample, 0).filter(|example| example.to_string().len() <= LONGEST)
    }

    fn fitting(&self, schema: &'a Json, value: &Json, depth: usize) -> Option<Json> {
        if depth > DEEPEST {
            return None;
        }
        if let Some(schema) = self.referred(schema) {
            return self.fitting(schema, value, depth);
        }
        if let Some(alternatives) = schema.get("anyOf").and_then(Json::as_array) {
            return alternatives.iter().find_map(|schema| self.fitting(schema, value, depth));
        }
        if schema.get("const").is_some_and(|expected| expected != value) {
            return None;
        }
        if schema.get("enum").and_then(Json::as_array).is_some_and(|all| !all.contains(value)) {
            return None;
        }
        let (name, or_null) = match schema.get("type") {
            Some(Json::String(name)) => (name.as_str(), false),
            Some(Json::Array(names)) => (names.first().and_then(Json::as_str).unwrap_or_default(), true),
            _ if schema.get("allOf").is_some() => ("object", false),
            _ => return Some(value.clone()),
        };
        match (name, value) {
            (_, Json::Null) => or_null.then_some(Json::Null),
            ("boolean", Json::Bool(_)) | ("number", Json::Number(_)) | ("string", Json::String(_)) => {
                Some(value.clone())
            }
            ("integer", Json::Number(number)) => (!number.is_f64()).then(|| value.clone()),
            ("integer", Json::String(text)) => text.parse::<i64>().ok().map(Json::from),
            ("string", Json::Number(number)) => Some(number.to_string().into()),
            ("array", Json::Array(items)) => {
                let schema = schema.get("items")?;
                Some(items.iter().filter_map(|item| self.fitting(schema, item, depth + 1)).collect())
            }
            ("object", Json::Object(members)) => self.object(schema, members, depth),
            _ => None,
        }
    }

    fn object(&self, schema: &'a Json, members: &Map<String, Json>, depth: usize) -> Option<Json> {
        // A type that extends the declared one.
        let derived = schema.pointer("/discriminator/mapping").and_then(Json::as_object);
        let derived = derived.zip(members.get("$type").and_then(Json::as_str)).and_then(|(all, name)| all.get(name));
        let derived = derived.and_then(|reference| self.named(reference.as_str()?));
        let mut parts = Vec::new();
        self.parts(derived.unwrap_or(schema), &mut parts, 0);
        let known = |name: &str| parts.iter().find_map(|part| part.get("properties")?.get(name));
        let is_open = parts.iter().any(|part| part.get("additionalProperties") == Some(&Json::Bool(true)));
        let mut object = Map::new();
        for (name, value) in members {
            let value = match known(name) {
                Some(schema) => self.fitting(schema, value, depth + 1),
                None => is_open.then(|| value.clone()),
            };
            if let Some(value) = value {
                object.insert(name.clone(), value);
            }
        }
        let mut required = parts.iter().filter_map(|part| part.get("required")?.as_array()).flatten();
        required.all(|name| name.as_str().is_some_and(|name| object.contains_key(name))).then(|| object.into())
    }

    /// The objects that a schema consists of.
    fn parts(&self, schema: &'a Json, parts: &mut Vec<&'a Json>, depth: usize) {
        let schema = self.referred(schema).unwrap_or(schema);
        match schema.get("allOf").and_then(Json::as_array) {
            Some(all) if depth <= DEEPEST => all.iter().for_each(|member| self.parts(member, parts, depth + 1)),
            _ => parts.push(schema),
        }
    }

    fn referred(&self, schema: &Json) -> Option<&'a Json> {
        self.named(schema.get("$ref")?.as_str()?)
    }

    fn named(&self, reference: &str) -> Option<&'a Json> {
        self.components.get(reference.strip_prefix(COMPONENTS)?)
    }
}

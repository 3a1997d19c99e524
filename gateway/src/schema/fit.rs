//! Whether a value fits a schema of ours: every place that does not, in words.

use asmx_codegen::diagnostic::proposal;
use asmx_types::display::shown_line;
use serde_json::{Map, Value as Json};

/// A part of a value that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Misfit {
    /// `Order.Lines[2]`; empty for the value itself.
    pub(crate) place: String,
    /// What is wrong, without the value: it may be a secret at the wrong place.
    pub(crate) problem: String,
}

impl Misfit {
    pub(crate) fn sentence(&self) -> String {
        if self.place.is_empty() { self.problem.clone() } else { format!("`{}`: {}", self.place, self.problem) }
    }
}

/// The most misfits that are told.
const MOST: usize = 20;

/// The misfits of a value, in its order. `definitions` are by name, and references end with it.
pub(crate) fn misfits(schema: &Json, definitions: &Map<String, Json>, value: &Json) -> Vec<Misfit> {
    let mut found = Found { definitions, misfits: Vec::new() };
    found.compare(schema, value, &mut String::new());
    found.misfits
}

struct Found<'a> {
    definitions: &'a Map<String, Json>,
    misfits: Vec<Misfit>,
}

impl Found<'_> {
    fn compare(&mut self, schema: &Json, value: &Json, place: &mut String) {
        if self.misfits.len() >= MOST {
            return;
        }
        if let Some(reference) = schema.get("$ref").and_then(Json::as_str) {
            let definitions = self.definitions;
            let name = reference.rsplit('/').next().unwrap_or_default();
            if let Some(schema) = definitions.get(name) {
                self.compare(schema, value, place);
            }
            if let Some(members) = value.as_object() {
                self.required(schema, members, place);
            }
            return;
        }
        if let Some(alternatives) = schema.get("anyOf").and_then(Json::as_array) {
            return self.alternatives(alternatives, value, place);
        }
        if let Some(expected) = expected(schema, value) {
            return self.add(place, expected);
        }
        match value {
            Json::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let Some(schema) = schema.get("items") else { break };
                    inside(place, &format!("[{index}]"), |place| self.compare(schema, item, place));
                }
            }
            Json::Object(members) => self.members(schema, members, place),
            _ => {}
        }
    }

    fn members(&mut self, schema: &Json, members: &Map<String, Json>, place: &mut String) {
        let Some(properties) = schema.get("properties").and_then(Json::as_object) else { return };
        self.required(schema, members, place);
        for (name, value) in members {
            let known = properties.get(name).or_else(|| schema.get("additionalProperties"));
            inside(place, &dotted(name), |place| match known {
                Some(Json::Bool(false)) => {
                    let near = proposal(name, properties.keys().map(String::as_str));
                    self.add(place, format!("there is no such name{near}"));
                }
                // An absent element may be written as null.
                Some(_) if value.is_null() => {}
                Some(schema) => self.compare(schema, value, place),
                None => {}
            });
        }
        if schema.get("maxProperties").and_then(Json::as_u64).is_some_and(|most| members.len() as u64 > most) {
            self.add(place, "only one of its members may be there".to_owned());
        }
    }

    fn required(&mut self, schema: &Json, members: &Map<String, Json>, place: &mut String) {
        for name in schema.get("required").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str) {
            if members.get(name).is_none_or(Json::is_null) {
                inside(place, &dotted(name), |place| self.add(place, "it is missing".to_owned()));
            }
        }
    }

    /// A value that fits none of the alternatives is told the misfits of the nearest: the one with the fewest.
    fn alternatives(&mut self, alternatives: &[Json], value: &Json, place: &mut String) {
        let mut nearest: Option<Vec<Misfit>> = None;
        for schema in alternatives {
            let mut one = Found { definitions: self.definitions, misfits: Vec::new() };
            one.compare(schema, value, place);
            if one.misfits.is_empty() {
                return;
            }
            if nearest.as_ref().is_none_or(|known| one.misfits.len() < known.len()) {
                nearest = Some(one.misfits);
            }
        }
        self.misfits.extend(nearest.unwrap_or_default());
        self.misfits.truncate(MOST);
    }

    fn add(&mut self, place: &str, problem: String) {
        if self.misfits.len() < MOST {
            self.misfits.push(Misfit { place: shown_line(place).into_owned(), problem });
        }
    }
}

fn inside(place: &mut String, part: &str, then: impl FnOnce(&mut String)) {
    let length = place.len();
    let part = if length == 0 { part.trim_start_matches('.') } else { part };
    place.push_str(part);
    then(place);
    place.truncate(length);
}

fn dotted(name: &str) -> String {
    format!(".{name}")
}

/// The expectation that a value by itself does not meet.
fn expected(schema: &Json, value: &Json) -> Option<String> {
    if let Some(expected) = schema.get("const").filter(|expected| *expected != value) {
        return Some(format!("{expected} is expected"));
    }
    if let Some(values) = schema.get("enum").and_then(Json::as_array).filter(|values| !values.contains(value)) {
        let values: Vec<_> = values.iter().map(Json::to_string).collect();
        return Some(format!("one of {} is expected", values.join(", ")));
    }
    let names: Vec<&str> = match schema.get("type") {
        Some(Json::String(name)) => vec![name],
        Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).collect(),
        _ => return None,
    };
    let is_text_of = |text: &str| match names.first() {
        Some(&"integer") => text.trim().parse::<i128>().is_ok(),
        Some(&"number") => matches!(text.trim(), "INF" | "-INF" | "NaN") || text.trim().parse::<f64>().is_ok(),
        Some(&"boolean") => matches!(text.trim(), "true" | "false" | "1" | "0"),
        _ => true,
    };
    if !names.iter().any(|name| is_of(name, value)) || value.as_str().is_some_and(|text| !is_text_of(text)) {
        let names: Vec<_> =
            names.iter().enumerate().filter(|(index, name)| *index == 0 || **name != "string").collect();
        return Some(format!("{} is expected", names.iter().map(|(_, name)| **name).collect::<Vec<_>>().join(" or ")));
    }
    let bound = |key: &str| schema.get(key).and_then(Json::as_i64);
    let number = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
    match (number, bound("minimum"), bound("maximum")) {
        (Some(number), Some(least), _) if number < i128::from(least) => Some(format!("at least {least} is expected")),
        (Some(number), _, Some(most)) if number > i128::from(most) => Some(format!("at most {most} is expected")),
        _ => None,
    }
}

fn is_of(name: &str, value: &Json) -> bool {
    match value {
        Json::Null => name == "null",
        Json::Bool(_) => name == "boolean",
        // A whole number may be written as `1.0`.
        Json::Number(number) => {
            name == "number" || name == "integer" && number.as_f64().is_none_or(|number| number.fract() == 0.0)
        }
        Json::String(_) => name == "string",
        Json::Array(_) => name == "array",
        Json::Object(_) => name == "object",
    }
}

//! The arguments of the gateway's own tools: their schemas, and the check of each call by the same description.

use std::sync::Arc;

use asmx_runtime::json::array_or_object;
use asmx_types::near::{did_you_mean, similar};
use serde_json::{Map, Value as Json, json};

use crate::offer::misfit::Misfit;

/// An argument of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Argument {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) is_required: bool,
    pub(super) description: &'static str,
}

/// The kind of value that an argument has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    /// A position. Models write numbers as texts, too.
    Number,
    /// The parameters of an operation. Models write objects as their text, too.
    Parameters,
}

/// The arguments of a call that fit their tool. Null counts as absent.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Arguments {
    texts: Vec<(&'static str, String)>,
    pub(super) number: usize,
    pub(super) parameters: Map<String, Json>,
}

impl Arguments {
    /// The text of this name; empty if it is absent.
    pub(super) fn text(&self, name: &str) -> &str {
        self.texts.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
    }
}

/// The schema of a tool with these arguments.
pub(super) fn schema(known: &[Argument]) -> Arc<Map<String, Json>> {
    let property = |argument: &Argument| {
        let mut schema = match argument.kind {
            Kind::Text => json!({ "type": "string" }),
            Kind::Number => json!({ "type": "integer", "minimum": 0 }),
            Kind::Parameters => json!({ "type": "object" }),
        };
        if let Some(schema) = schema.as_object_mut() {
            schema.insert("description".to_owned(), argument.description.into());
        }
        (argument.name.to_owned(), schema)
    };
    let properties: Map<String, Json> = known.iter().map(property).collect();
    let required: Vec<&str> =
        known.iter().filter(|argument| argument.is_required).map(|argument| argument.name).collect();
    let schema =
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
    Arc::new(schema.as_object().cloned().unwrap_or_default())
}

/// Reads the arguments of a call, or names each that does not fit. An unknown one would be a value that the call silently lacks.
pub(super) fn read(known: &[Argument], arguments: Map<String, Json>) -> Result<Arguments, Vec<Misfit>> {
    let (mut fitting, mut misfits) = (Arguments::default(), Vec::new());
    let present: Vec<&str> =
        known.iter().map(|argument| argument.name).filter(|name| arguments.contains_key(*name)).collect();
    for (name, value) in arguments {
        let Some(argument) = known.iter().find(|argument| argument.name == name) else {
            let absent = known.iter().filter(|argument| !present.contains(&argument.name));
            misfits.push(Misfit::new(&name, &unknown(&name, &value, known, absent)));
            continue;
        };
        match (argument.kind, value) {
            (_, Json::Null) => {}
            (Kind::Text, Json::String(text)) => fitting.texts.push((argument.name, text)),
            (Kind::Number, value) => match number(&value) {
                Some(number) => fitting.number = number,
                None => misfits.push(Misfit::new(argument.name, "a number from 0 on is expected, such as `20`")),
            },
            (Kind::Parameters, value) => match parameters(value) {
                Some(parameters) => fitting.parameters = parameters,
                None => misfits.push(Misfit::new(argument.name, "an object with the parameters is expected")),
            },
            (Kind::Text, _) => misfits.push(Misfit::new(argument.name, "a text is expected")),
        }
    }
    for argument in known.iter().filter(|argument| argument.is_required && fitting.text(argument.name).is_empty()) {
        if !misfits.iter().any(|misfit| misfit.path == argument.name) {
            misfits.push(Misfit::new(argument.name, "it is missing"));
        }
    }
    if misfits.is_empty() { Ok(fitting) } else { Err(misfits) }
}

/// The problem of an unknown argument: the known ones that it resembles, or the only absent one of its kind.
fn unknown<'k>(name: &str, value: &Json, known: &[Argument], absent: impl Iterator<Item = &'k Argument>) -> String {
    let mut similar_names = similar(name, known.iter().map(|argument| argument.name));
    if similar_names.is_empty() {
        let of_kind: Vec<&str> =
            absent.filter(|argument| is_of(argument.kind, value)).map(|argument| argument.name).collect();
        similar_names = of_kind.into_iter().take(1).collect();
    }
    let question = did_you_mean(&similar_names);
    let proposal = if question.is_empty() {
        let names: Vec<String> = known.iter().map(|argument| format!("`{}`", argument.name)).collect();
        format!("the tool takes {}.", names.join(" and "))
    } else {
        question
    };
    let holder = known.iter().find(|argument| argument.kind == Kind::Parameters);
    let advice = holder.map(|argument| format!(" Parameters of the operation are members of `{}`.", argument.name));
    format!("there is no such argument; {proposal}{}", advice.unwrap_or_default())
}

const fn is_of(kind: Kind, value: &Json) -> bool {
    matches!(
        (kind, value),
        (Kind::Text, Json::String(_)) | (Kind::Number, Json::Number(_)) | (Kind::Parameters, Json::Object(_))
    )
}

fn number(value: &Json) -> Option<usize> {
    let number = value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())?;
    Some(usize::try_from(number).unwrap_or(usize::MAX))
}

fn parameters(value: Json) -> Option<Map<String, Json>> {
    let value = match value {
        Json::String(text) => array_or_object(&text)?,
        value => value,
    };
    if let Json::Object(parameters) = value { Some(parameters) } else { None }
}

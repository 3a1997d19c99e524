//! Parameters in a query.

use asmx_runtime::json;
use asmx_types::{Operation, Type};
use http::StatusCode;
use serde_json::{Map, Value as Json};

/// Which part of a result a caller wants. No parameter of .NET begins with `$`.
#[derive(Debug, Default)]
pub(super) struct Choices {
    /// `$table=NAME`: one of several tables, for CSV and lines.
    pub(super) table: Option<String>,
    /// `$format=csv`: the form, for callers that cannot set a header.
    pub(super) format: Option<String>,
    /// `$full=true`: the result with the SOAP headers of the response.
    pub(super) is_full: bool,
}

impl Choices {
    pub(super) fn of(query: &str) -> Self {
        let mut choices = Self::default();
        for (name, value) in pairs(query) {
            match name.as_str() {
                "$format" => choices.format = Some(value),
                "$table" => choices.table = Some(value),
                "$full" => choices.is_full = value == "true" || value == "1",
                _ => {}
            }
        }
        choices
    }
}

/// The parameters of an operation. A repeated name is an array.
pub(super) fn arguments(operation: &Operation, query: &str) -> Result<Map<String, Json>, (StatusCode, String)> {
    let mut arguments = Map::new();
    for (name, value) in pairs(query).filter(|(name, _)| !name.starts_with('$')) {
        let parameter = operation.parameters.iter().find(|parameter| parameter.name == name);
        let value = json::of_text(parameter.and_then(|parameter| parameter.content), &value);
        let is_array = parameter.is_some_and(|one| one.repeated || matches!(one.kind, Type::Array(_) | Type::List(_)));
        match arguments.get_mut(&name) {
            Some(Json::Array(items)) => items.push(value),
            Some(_) => return Err((StatusCode::BAD_REQUEST, format!("the parameter `{name}` is there twice"))),
            None if is_array => drop(arguments.insert(name, vec![value].into())),
            None => drop(arguments.insert(name, value)),
        }
    }
    Ok(arguments)
}

/// Names and values. Bytes that are no UTF-8 are replaced.
fn pairs(query: &str) -> impl Iterator<Item = (String, String)> {
    form_urlencoded::parse(query.as_bytes()).into_owned()
}

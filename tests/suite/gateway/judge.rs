//! A reader of JSON Schema apart from the gateway's, and values by a schema.

use serde_json::{Map, Value as Json, json};

/// The first place where a value does not fit a schema. `root` has what references lead to.
pub fn misfit(root: &Json, schema: &Json, value: &Json, place: &str) -> Option<String> {
    if let Some(reference) = schema.get("$ref").and_then(Json::as_str) {
        let known = root.pointer(reference.trim_start_matches('#'));
        let known = known.unwrap_or_else(|| panic!("{reference} leads nowhere"));
        let mut required =
            schema.get("required").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str);
        let missing = required.find(|name| value.get(name).is_none());
        let missing = missing.map(|name| format!("{place}: {value} has no {name}"));
        return missing.or_else(|| misfit(root, known, value, place));
    }
    if let Some(all) = schema.get("anyOf").and_then(Json::as_array) {
        let fits = |one: &Json| misfit(root, one, value, place).is_none();
        return if all.iter().any(fits) { None } else { Some(format!("{place}: {value} fits none of {all:?}")) };
    }
    let wrong = || Some(format!("{place}: {value} does not fit {schema}"));
    let names = match schema.get("type") {
        Some(Json::String(name)) => vec![name.as_str()],
        Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    };
    let name = match value {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(number) if number.is_f64() => "number",
        Json::Number(_) => "integer",
        Json::String(_) => "string",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
    };
    let is_named = names.contains(&name) || name == "integer" && names.contains(&"number");
    if !names.is_empty() && !is_named {
        return wrong();
    }
    if schema.get("const").is_some_and(|expected| expected != value)
        || schema.get("enum").and_then(Json::as_array).is_some_and(|all| !all.contains(value))
    {
        return wrong();
    }
    match value {
        Json::Array(items) => {
            let schema = schema.get("items")?;
            items.iter().enumerate().find_map(|(index, item)| misfit(root, schema, item, &format!("{place}[{index}]")))
        }
        Json::Object(members) => {
            let missing = schema.get("required").and_then(Json::as_array).into_iter().flatten();
            if missing.filter_map(Json::as_str).any(|name| !members.contains_key(name)) {
                return wrong();
            }
            let most = schema.get("maxProperties").and_then(Json::as_u64);
            if most.is_some_and(|most| members.len() as u64 > most) {
                return wrong();
            }
            members.iter().find_map(|(name, value)| {
                let place = format!("{place}.{name}");
                match schema.get("properties").and_then(|known| known.get(name)) {
                    Some(known) => misfit(root, known, value, &place),
                    None => match schema.get("additionalProperties") {
                        Some(Json::Bool(false)) => Some(format!("{place} is not in the schema")),
                        Some(known) => misfit(root, known, value, &place),
                        None => None,
                    },
                }
            })
        }
        _ => None,
    }
}

/// A value that fits the schema. A structure that holds itself ends after some levels.
pub fn sample(root: &Json, schema: &Json, depth: usize) -> Json {
    if let Some(reference) = schema.get("$ref").and_then(Json::as_str) {
        let mut known = root.pointer(reference.trim_start_matches('#')).unwrap();
        let mut value = sample(root, known, depth + 1);
        if schema.get("required").is_some() {
            known = known.pointer("/anyOf/0").unwrap_or(known);
            value["$type"] = known["properties"]["$type"]["const"].clone();
        }
        return value;
    }
    if let Some(all) = schema.get("anyOf").and_then(Json::as_array) {
        return sample(root, &all[0], depth + 1);
    }
    if let Some(value) = schema.get("const").or_else(|| schema.get("enum").and_then(|all| all.get(0))) {
        return value.clone();
    }
    let name = schema.get("type").and_then(|names| names.get(0).unwrap_or(names).as_str());
    match name {
        Some("boolean") => json!(true),
        Some("integer" | "number") => json!(7),
        Some("array") if depth > 6 => json!([]),
        Some("array") => schema.get("items").map_or(json!([]), |item| json!([sample(root, item, depth + 1)])),
        Some("object") => {
            let most = schema.get("maxProperties").and_then(Json::as_u64);
            let most = most.map_or(usize::MAX, |most| usize::try_from(most).unwrap());
            let required = schema.get("required").and_then(Json::as_array).cloned().unwrap_or_default();
            let properties = schema.get("properties").and_then(Json::as_object);
            let wanted = properties.into_iter().flatten().filter(|(name, _)| {
                // An empty DataSet is as good as any.
                let is_left_out = name.starts_with('$') || *name == "tables";
                required.iter().any(|known| known == name.as_str()) || depth <= 6 && !is_left_out
            });
            wanted
                .take(most)
                .map(|(name, schema)| (name.clone(), sample(root, schema, depth + 1)))
                .collect::<Map<_, _>>()
                .into()
        }
        _ => json!("text"),
    }
}

//! A reader of the schemas of `OpenAPI` apart from the gateway's, and values by a schema.

use serde_json::{Map, Value as Json, json};

/// The schema that a reference leads to. `root` is the document.
fn resolved<'a>(root: &'a Json, mut schema: &'a Json) -> &'a Json {
    while let Some(reference) = schema.get("$ref").and_then(Json::as_str) {
        schema = root.pointer(reference.trim_start_matches('#')).unwrap_or_else(|| panic!("{reference} leads nowhere"));
    }
    schema
}

/// The objects that a schema consists of, the base first.
fn parts<'a>(root: &'a Json, schema: &'a Json) -> Vec<&'a Json> {
    let schema = resolved(root, schema);
    match schema.get("allOf").and_then(Json::as_array) {
        Some(all) => all.iter().flat_map(|part| parts(root, part)).collect(),
        None => vec![schema],
    }
}

/// The component for the type that a value states.
fn declared_component<'a>(root: &'a Json, schema: &'a Json, value: &Json) -> Option<&'a Json> {
    let reference = schema.pointer("/discriminator/mapping")?.get(value.get("$type")?.as_str()?)?.as_str()?;
    root.pointer(reference.trim_start_matches('#'))
}

fn names(schema: &Json) -> Vec<&str> {
    match schema.get("type") {
        Some(Json::String(name)) => vec![name.as_str()],
        Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The groups of members of which one is there at most.
fn choices(schema: &Json) -> impl Iterator<Item = Vec<&str>> {
    let groups = schema.get("x-choices").and_then(Json::as_array).into_iter().flatten();
    groups.map(|group| group.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect())
}

/// The first place where a value does not fit a schema. Null fits every reference in place, as generators of classes have it.
pub fn misfit(root: &Json, schema: &Json, value: &Json, path: &str) -> Option<String> {
    if value.is_null() && schema.get("$ref").is_some() && !path.is_empty() {
        return None;
    }
    let schema = resolved(root, schema);
    if value.is_null() && schema.get("nullable") == Some(&Json::Bool(true)) {
        return None;
    }
    if let Some(all) = schema.get("anyOf").and_then(Json::as_array) {
        let fits = |alternative: &Json| {
            alternative.get("$ref").is_none_or(|_| !value.is_null()) && misfit(root, alternative, value, path).is_none()
        };
        return if all.iter().any(fits) { None } else { Some(format!("{path}: {value} fits none of {all:?}")) };
    }
    let wrong = || Some(format!("{path}: {value} does not fit {schema}"));
    let schema = declared_component(root, schema, value).unwrap_or(schema);
    let parts = parts(root, schema);
    let names: Vec<&str> = parts.iter().flat_map(|part| self::names(part)).collect();
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
            items.iter().enumerate().find_map(|(index, item)| misfit(root, schema, item, &format!("{path}[{index}]")))
        }
        Json::Object(members) => {
            let mut required = parts.iter().filter_map(|part| part.get("required")?.as_array()).flatten();
            if required.any(|name| !members.contains_key(name.as_str().unwrap())) {
                return wrong();
            }
            let bound = |key: &str| schema.get(key).and_then(Json::as_u64);
            let count = members.len() as u64;
            if bound("maxProperties").is_some_and(|most| count > most)
                || bound("minProperties").is_some_and(|least| count < least)
            {
                return wrong();
            }
            let is_twice = |group: &Vec<&str>| group.iter().filter(|name| members.contains_key(**name)).count() > 1;
            if parts.iter().any(|part| choices(part).any(|group| is_twice(&group))) {
                return wrong();
            }
            members.iter().find_map(|(name, value)| {
                let path = format!("{path}.{name}");
                let known: Vec<_> = parts.iter().filter_map(|part| part.get("properties")?.get(name)).collect();
                if !known.is_empty() {
                    return known.into_iter().find_map(|known| misfit(root, known, value, &path));
                }
                parts.iter().find_map(|part| match part.get("additionalProperties") {
                    Some(Json::Bool(false)) => Some(format!("{path} is not in the schema")),
                    Some(known) if known.is_object() => misfit(root, known, value, &path),
                    _ => None,
                })
            })
        }
        _ => None,
    }
}

/// A value that fits the schema, of a derived type where one is possible. A structure that holds itself ends after some levels.
pub fn sample(root: &Json, schema: &Json, depth: usize) -> Json {
    let depth = depth + usize::from(schema.get("$ref").is_some());
    let schema = resolved(root, schema);
    if let Some(all) = schema.get("anyOf").and_then(Json::as_array) {
        let alternative =
            if depth > 3 { all.first() } else { all.iter().rfind(|candidate| candidate.get("type").is_none()) };
        let alternative = alternative.unwrap();
        let mut value = sample(root, alternative, depth + 1);
        if let Some(name) = resolved(root, alternative).pointer("/properties/$type/const") {
            value.as_object_mut().unwrap().insert("$type".to_owned(), name.clone());
        }
        return value;
    }
    let mapping = schema.pointer("/discriminator/mapping").and_then(Json::as_object);
    let mut mapping = mapping.into_iter().flatten();
    let chosen = if depth > 3 { mapping.next() } else { mapping.last() };
    if let Some((name, component)) = chosen {
        let component = root.pointer(component.as_str().unwrap().trim_start_matches('#')).unwrap();
        let mut value = object(root, &parts(root, component), depth);
        value.insert("$type".to_owned(), name.clone().into());
        return value.into();
    }
    if let Some(value) = schema.get("const").or_else(|| schema.get("enum").and_then(|all| all.get(0))) {
        return value.clone();
    }
    let parts = parts(root, schema);
    match names(parts[0]).first().copied() {
        Some("boolean") => json!(true),
        Some("integer" | "number") => json!(7),
        Some("array") if depth > 6 => json!([]),
        Some("array") => schema.get("items").map_or(json!([]), |item| json!([sample(root, item, depth + 1)])),
        Some("object") => object(root, &parts, depth).into(),
        // Long integers are texts.
        _ => json!("7"),
    }
}

fn object(root: &Json, parts: &[&Json], depth: usize) -> Map<String, Json> {
    let mut object = Map::new();
    for schema in parts {
        let most = schema.get("maxProperties").and_then(Json::as_u64);
        let most = most.map_or(usize::MAX, |most| usize::try_from(most).unwrap());
        let required = schema.get("required").and_then(Json::as_array).cloned().unwrap_or_default();
        let properties = schema.get("properties").and_then(Json::as_object);
        let wanted = properties.into_iter().flatten().filter(|(name, _)| {
            // An empty DataSet is as good as any.
            let is_left_out = name.starts_with('$') || *name == "tables";
            let is_other = choices(schema).any(|group| group.contains(&name.as_str()) && group[0] != name.as_str());
            required.iter().any(|known| known == name.as_str()) || depth <= 6 && !is_left_out && !is_other
        });
        object.extend(wanted.take(most).map(|(name, schema)| (name.clone(), sample(root, schema, depth + 1))));
        let is_due = object.is_empty() && schema.get("minProperties").is_some();
        if let Some((name, schema)) = properties.into_iter().flatten().next().filter(|_| is_due) {
            object.insert(name.clone(), sample(root, schema, depth + 1));
        }
    }
    object
}

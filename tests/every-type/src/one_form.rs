//! Results in the form of the contracts, which were recorded before a type decided the kind of a value in JSON: a `long` is a number there, and an
//! object names its type only where that is not the declared one.

use asmx_runtime::descriptors::{Place, Scalar, Structure, XmlKind};
use asmx_runtime::json;
use asmx_runtime::{Member, Operation, Service, Type};
use serde_json::{Number, Value as Json};

/// The parts of a result.
#[must_use]
pub fn of_parts(service: &Service, parts: &[Member], mut result: Json) -> Json {
    members(service, parts, &mut result);
    result
}

/// The value of the only part, as GET and POST send it.
#[must_use]
pub fn of_value(service: &Service, operation: &Operation, result: Json) -> Json {
    let result = of_parts(service, operation.outputs, result);
    let Some(output) = operation.outputs.first() else { return Json::Null };
    let value = result.as_object().and_then(|parts| parts.values().next()).cloned().unwrap_or_default();
    match (&value, value.get("$mixed").or_else(|| value.get("$any").and_then(|all| all.get(0)))) {
        // A null of a value type comes as an empty element.
        (Json::Null, _) if !output.repeated && output.kind.kind().is_value() => Json::from(""),
        // A document is its root.
        (_, Some(xml)) if is_document(output.kind) => [("$inner".to_owned(), xml.clone())].into_iter().collect(),
        _ => value,
    }
}

fn is_document(kind: Type) -> bool {
    match kind {
        Type::Xml(kind) => kind == XmlKind::Content,
        Type::Structure(structure) => {
            structure.name.is_empty()
                && matches!(structure.members(), [member] if matches!(member.place, Place::Mixed | Place::AnyElements))
        }
        _ => false,
    }
}

fn members(service: &Service, all: &[Member], object: &mut Json) {
    for member in all {
        if let Place::Choice(alternatives) = member.place {
            match object.get_mut("$choice").and_then(Json::as_array_mut).filter(|_| member.repeated) {
                Some(items) => items.iter_mut().for_each(|item| members(service, alternatives, item)),
                None => members(service, alternatives, object),
            }
            continue;
        }
        let Some(value) = object.get_mut(json::key(member).as_ref()) else { continue };
        match value.as_array_mut().filter(|_| member.repeated) {
            Some(items) => items.iter_mut().for_each(|item| of_kind(service, member.kind, item)),
            None => of_kind(service, member.kind, value),
        }
    }
}

fn of_kind(service: &Service, kind: Type, value: &mut Json) {
    match kind {
        Type::Scalar(Scalar::Long | Scalar::UnsignedLong) => long(value),
        Type::Structure(declared) => structure(service, declared, value),
        Type::Array(array) => {
            for item in value.as_array_mut().into_iter().flatten() {
                if array.alternatives.is_empty() {
                    of_kind(service, array.item, item);
                } else {
                    members(service, array.alternatives, item);
                }
            }
        }
        Type::List(list) => {
            value.as_array_mut().into_iter().flatten().for_each(|item| of_kind(service, list.item, item));
        }
        Type::Any => any(service, value),
        _ => {}
    }
}

fn long(value: &mut Json) {
    let text = value.as_str().unwrap_or_default();
    let number = text.parse::<i64>().map(Number::from).or_else(|_| text.parse::<u64>().map(Number::from));
    if let Ok(number) = number {
        *value = Json::Number(number);
    }
}

/// An object of a family states its type, whichever it is.
fn structure(service: &Service, declared: &'static Structure, value: &mut Json) {
    let Some(object) = value.as_object_mut() else { return };
    let name = object.get("$type").and_then(Json::as_str).map(str::to_owned);
    assert_eq!(name.is_some(), declared.is_of_family(), "{}: {object:?}", declared.name);
    let all = [declared].into_iter().chain(declared.derived().iter().copied());
    let named = |structure: &&'static Structure| name == Some(json::type_key(Type::Structure(structure), service));
    let actual = all.into_iter().find(named).unwrap_or(declared);
    if std::ptr::eq(actual, declared) {
        object.shift_remove("$type");
    }
    members(service, actual.members(), value);
}

fn any(service: &Service, value: &mut Json) {
    let Some(name) = value.get("$type").and_then(Json::as_str).map(str::to_owned) else { return };
    let Some(kind) = service.named_types().find(|kind| json::type_key(*kind, service) == name) else { return };
    match (kind, value.get_mut("$value")) {
        (kind, Some(inner)) => of_kind(service, kind, inner),
        (Type::Structure(structure), None) => members(service, structure.members(), value),
        _ => {}
    }
}

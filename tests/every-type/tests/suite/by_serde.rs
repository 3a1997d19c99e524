//! JSON by `Serialize` and `Deserialize` of generated types is JSON by the feature `json`.

use asmx_runtime::descriptors::Messages;
use asmx_runtime::{Message, Operation, Service, Type, Value, json};
use every_type::{mirror, values};
use serde_json::{Map, Value as Json};

use crate::cases::{Set, Source};

/// Comparisons that were made, and those that failed.
#[derive(Default)]
struct Compared {
    /// The service that is compared.
    service: &'static str,
    /// Requests that were read, and requests that were refused.
    requests: [usize; 2],
    results: usize,
    wrong: Vec<String>,
}

impl Compared {
    /// Reads a request in both ways: the values are equal, or both refuse.
    fn request(&mut self, service: &'static Service, operation: &'static Operation, object: &Map<String, Json>) {
        let typed = typed_services::service(self.service);
        let by_json = match json::parameters(service, operation, object) {
            Ok(read) => typed.typed(&read.request).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let by_serde = typed.request_by_serde(operation.name, Json::Object(object.clone()));
        match (&by_json, &by_serde) {
            (Ok(one), Ok(other)) if one == other => self.requests[0] += 1,
            (Err(_), Err(_)) => self.requests[1] += 1,
            _ => self.wrong.push(format!("request {}: {by_json:?} and {by_serde:?} of {object:?}", operation.name)),
        }
    }

    /// Writes a typed result in both ways, and reads it again.
    fn result(&mut self, service: &'static Service, operation: &'static Operation, values: Vec<Value<'static>>) {
        let typed = typed_services::service(self.service);
        if operation.outputs.is_empty() {
            return;
        }
        let Ok(result) = typed.returned(operation.name, Message::new(values.clone())) else { return };
        let Some(by_serde) = typed.result_by_serde(operation.name, Message::new(values)) else { return };
        let mut by_json = json::Results::new(service).as_they_came().result(operation, &result);
        if let [output] = operation.outputs {
            if !is_generated(output.kind) {
                return;
            }
            let of_part = by_json.as_object().and_then(|parts| parts.values().next());
            by_json = of_part.cloned().unwrap_or(Json::Null);
        }
        self.results += 1;
        match by_serde {
            Ok(written) if written.json == by_json && written.again.values() == result.values() => {}
            Ok(written) => self.wrong.push(format!(
                "result of {}:\nby json {by_json}\nby serde {}\nvalues {:?}\nread {:?}",
                operation.name,
                written.json,
                result.values(),
                written.again.values()
            )),
            Err(error) => self.wrong.push(format!("result of {}: {error}", operation.name)),
        }
    }

    fn assert(self, requests: [usize; 2], results: usize) {
        let shown = self.wrong.join("\n\n");
        assert_eq!((self.requests, self.results, shown.as_str()), (requests, results, ""));
    }
}

/// Whether values of the type are of generated Rust types. JSON of the others is that of serde for Rust's own types.
fn is_generated(kind: Type) -> bool {
    match kind {
        Type::Structure(_) | Type::Enumeration(_) => true,
        Type::Array(array) => !array.alternatives.is_empty() || is_generated(array.item),
        Type::List(list) => is_generated(list.item),
        Type::Scalar(_) | Type::Any | Type::Xml(_) | Type::DataSet(_) => false,
    }
}

fn compared(set: Set) -> Compared {
    let mut compared = Compared::default();
    for case in set.cases() {
        let service = case.described(Source::Rust);
        compared.service = case.service;
        let Some(operation) = case.operation(Source::Rust) else { continue };
        let input = case.says("input").as_object().cloned().unwrap_or_default();
        compared.request(service, operation, &input);
        if let Ok(values) = mirror::values(service, operation.outputs, case.says("output")) {
            compared.result(service, operation, values);
        }
    }
    // Values of every member, whatever the cases hold.
    for name in set.services() {
        compared.service = name;
        let service = typed_services::service(name).descriptor();
        for operation in service.operations.iter().copied() {
            for seed in 0..3 {
                let made = |members: &'static [_]| members.iter().map(|one| values::of_member(one, seed)).collect();
                let request = mirror::request(operation, made(operation.parameters));
                if let Json::Object(object) = json_of_request(service, &request) {
                    compared.request(service, operation, &object);
                }
                compared.result(service, operation, made(operation.outputs));
            }
        }
    }
    compared
}

/// A request as JSON by the names of its parameters, whatever the style of its messages is.
fn json_of_request(service: &'static Service, request: &asmx_runtime::DynamicRequest) -> Json {
    let operation = asmx_runtime::Request::operation(request);
    let shown = Operation::new("shown", "", "", &[], operation.effect).outputs(operation.parameters);
    let shown = shown.messages(&Messages::PLAIN).leak();
    json::result(service, shown, &Message::new(request.values().to_vec()))
}

#[test]
fn every_case_has_the_json_of_the_feature() {
    compared(Set::Types).assert([1366, 0], 429);
}

#[test]
fn every_case_of_the_rarer_types_has_the_json_of_the_feature() {
    compared(Set::Mono).assert([483, 2], 310);
}

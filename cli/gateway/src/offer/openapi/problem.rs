//! Problems: responses without a result.

use asmx_types::Effect;
use serde_json::{Map, Value as Json, json};

use super::schemas::{array_of, reference_to};

/// The responses of a gateway without a result, each with its name among the components: status, name, description.
const READ: [(&str, &str, &str); 7] = [BAD_REQUEST, FAULT, TOO_MANY, NOT_UNDERSTOOD, NOT_SENT, NO_RESPONSE, OTHER];
/// As [`READ`], of operations that write or send: once sent, none has a status by which clients repeat.
const WRITE: [(&str, &str, &str); 5] = [BAD_REQUEST, FAULT, FAILED, NOT_SENT, OTHER];

const BAD_REQUEST: (&str, &str, &str) =
    ("400", "BadRequest", "The request does not fit the operation: `errors` names each place. Nothing was sent.");
const FAULT: (&str, &str, &str) = ("422", "Fault", "The service responded with a fault.");
const FAILED: (&str, &str, &str) = (
    "424",
    "Failed",
    "The request was sent, and there is no result. `outcome` says whether the operation was carried out; do not repeat an unknown one.",
);
const TOO_MANY: (&str, &str, &str) = ("429", "TooMany", "The service asks to come back later: see `Retry-After`.");
const NOT_UNDERSTOOD: (&str, &str, &str) =
    ("502", "NotUnderstood", "The service refused the request without a fault, or its response was not understood.");
const NOT_SENT: (&str, &str, &str) =
    ("503", "Unavailable", "The request was not sent, or the service cannot be reached: repeating is safe.");
const NO_RESPONSE: (&str, &str, &str) =
    ("504", "NoResponse", "The service did not respond in time, or its response broke off.");
const OTHER: (&str, &str, &str) =
    ("default", "Problem", "There is no result. `outcome` says whether the operation was carried out.");

/// The references to all problems of an operation, by status.
pub(super) fn of(effect: Effect) -> impl Iterator<Item = (String, Json)> {
    let all: &[_] = if effect == Effect::Read { &READ } else { &WRITE };
    all.iter()
        .map(|(status, name, _)| ((*status).to_owned(), json!({ "$ref": format!("#/components/responses/{name}") })))
}

/// The responses of the components that operations with these effects refer to.
pub(super) fn responses(effects: &[Effect]) -> Map<String, Json> {
    let mut responses = Map::new();
    for effect in effects {
        let all: &[_] = if *effect == Effect::Read { &READ } else { &WRITE };
        for (_, name, description) in all {
            let content = json!({ "application/problem+json": { "schema": reference_to("Problem") } });
            responses.insert((*name).to_owned(), json!({ "description": description, "content": content }));
        }
    }
    responses
}

/// The schemas of a problem.
pub(super) fn schemas() -> [(&'static str, Json); 3] {
    let text = json!({ "type": "string" });
    let status = json!({ "type": "integer", "format": "int32" });
    let problem = json!({
        "type": "object",
        "description": "RFC 9457, with the outcome of the operation.",
        "properties": {
            "title": text,
            "status": status,
            "detail": { "type": "string", "x-ms-primary-error-message": true },
            "operation": text,
            "outcome": {
                "type": "string",
                "x-extensible-enum": ["not sent", "refused", "unknown", "done"],
                "description": "Whether the operation was carried out: not sent, refused, unknown, or done.",
            },
            "service-status": { "type": "integer", "format": "int32", "description": "The status of the service's response." },
            "fault": reference_to("ProblemFault"),
            "errors": array_of(reference_to("ProblemError")),
            "result": { "description": "The result of a write or a send that has not the form that was asked for." },
        },
        "required": ["title", "status", "detail", "operation", "outcome"],
    });
    let fault = json!({
        "type": "object",
        "description": "The fault of the service.",
        "properties": {
            "code": { "type": ["string", "null"] },
            "subcode": text,
            "actor": text,
            "message": text,
            "detail": { "description": "The detail of the fault." },
        },
    });
    let error = json!({
        "type": "object",
        "description": "A part of the request that does not fit.",
        "properties": { "place": text, "problem": text },
        "required": ["place", "problem"],
    });
    [("Problem", problem), ("ProblemFault", fault), ("ProblemError", error)]
}

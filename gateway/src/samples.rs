//! Samples of requests and results, as JSON.

use asmx_runtime::{json, mock};
use asmx_types::{Operation, Service};
use serde_json::Value as Json;

/// Parameters with a value for each that an operation takes, to be filled in. Credentials and secrets are left out, because the settings of a
/// [`Target`](crate::Target) give them.
#[must_use]
pub fn sample_parameters(service: &Service, operation: &Operation) -> Json {
    json::Results::new(service).without_secrets().sample_request(operation)
}

/// A result with all its values, in the form of [`Target::call`](crate::Target::call) over SOAP.
#[must_use]
pub fn sample_result(service: &Service, operation: &Operation) -> Json {
    json::result(service, operation, &mock::sample_result(operation))
}

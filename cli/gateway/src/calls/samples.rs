//! Samples of requests and results, as JSON.

use asmx_runtime::{json, mock};
use asmx_types::{Member, Operation, Service};
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

/// Whether a sample lacks one of these parts of a message, because its required members alone have more than 10,000 values.
#[must_use]
pub fn lacks_a_sample(parts: &[Member]) -> bool {
    mock::lacks_a_sample(parts)
}

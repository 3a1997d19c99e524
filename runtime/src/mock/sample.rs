//! Requests and results with a value everywhere, made of descriptors: for tests that call every operation of a service.

use super::Mock;
use crate::call::samples;
use crate::operation::{Operation, Service};
use crate::value::message::Message;
use crate::value::request::DynamicRequest;

impl Mock {
    /// A mock that responds to calls of each operation with a [sample](sample_result) of its result.
    pub fn with_samples(service: &'static Service) -> Self {
        let mock = Self::new(service);
        for operation in service.operations {
            mock.on_operation(operation.name, |_| Ok(sample_result(operation)));
        }
        mock
    }
}

/// A request with a value for each parameter. It is the same every time.
pub fn sample_request(operation: &'static Operation) -> DynamicRequest {
    DynamicRequest::from_values(operation, operation.parameters.iter().map(samples::of_parameter).collect())
}

/// A result of the operation, with a value in each place of it. It is the same every time.
pub fn sample_result(operation: &Operation) -> Message {
    samples::of_result(operation)
}

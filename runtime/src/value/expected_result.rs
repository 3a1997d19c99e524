//! What is known of a result before it arrives.

use super::request::Request;
use crate::operation::Member;
use crate::results::Delimiters;

/// What a call states of its result before it arrives.
#[non_exhaustive]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExpectedResult {
    /// The delimiters that the request asks for.
    pub delimiters: Delimiters,
    /// The most records that the operation returns, if documented.
    pub record_limit: Option<u64>,
    /// The parts of the response.
    pub(crate) outputs: &'static [Member],
}

impl ExpectedResult {
    /// No limit of records, and these delimiters.
    pub fn new(delimiters: Delimiters) -> Self {
        Self { delimiters, ..Self::default() }
    }

    /// By `request` and its operation.
    pub fn of(request: &dyn Request) -> Self {
        let operation = request.operation();
        Self { delimiters: request.delimiters(), record_limit: operation.record_limit, outputs: operation.outputs }
    }
}

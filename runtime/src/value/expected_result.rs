//! What is known of a result before it arrives.

use super::request::Request;
use crate::results::Delimiters;

/// What a call states of its result before it arrives.
#[non_exhaustive]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExpectedResult {
    /// The delimiters that the request asks for.
    pub delimiters: Delimiters,
    /// The most records that the operation returns, if documented.
    pub record_limit: Option<u64>,
}

impl ExpectedResult {
    /// No limit of records, and these delimiters.
    pub fn new(delimiters: Delimiters) -> Self {
        Self { delimiters, record_limit: None }
    }

    /// By `request` and its operation.
    pub fn of(request: &dyn Request) -> Self {
        Self { delimiters: request.delimiters(), record_limit: request.operation().record_limit }
    }
}

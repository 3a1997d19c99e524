//! A target for callers that are not trusted: what they are offered, within which limits, and what they are told.

pub(crate) mod access;
pub(crate) mod audit;
pub(crate) mod body;
pub(crate) mod choice;
pub(crate) mod demand;
pub(crate) mod deviation;
pub(crate) mod gateway;
pub(crate) mod limits;
pub(crate) mod misfit;
pub(crate) mod mocked;
pub(crate) mod offload;
pub(crate) mod openapi;
pub(crate) mod refusal;
pub(crate) mod request;
pub(crate) mod result_form;
pub(crate) mod schema;
pub(crate) mod status;

//! Calls over HTTP with reqwest, or with a stack of the caller's own.

mod address;
mod bounded_body;
pub(crate) mod builder_http;
pub(crate) mod decoding;
mod environment_proxy;
mod failure;
mod frames;
pub(crate) mod http_handler;
pub(crate) mod http_service;
mod reqwest_service;

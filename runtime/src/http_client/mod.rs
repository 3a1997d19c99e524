//! Calls over HTTP with reqwest, or with a stack of the caller's own: settings, retries and time-outs, sockets.

mod address;
mod bounded_body;
mod builder_http;
mod connection;
mod failure;
mod frames;
mod http_handler;
mod http_service;
mod http_settings;
mod http_wire;
mod places;
mod reqwest_service;
mod retry;
mod sign_in;
mod under_layers;

#[cfg(test)]
mod tests;

pub use connection::http_client;
pub use failure::NothingSent;
pub use http_service::HttpService;
pub use sign_in::{basic_authorization, bearer_authorization, offered_schemes, redirect_target};

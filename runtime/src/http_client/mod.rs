//! Calls over HTTP with reqwest, or with a stack of the caller's own: settings, retries and time-outs, sockets.

mod address;
mod bounded_body;
mod builder_http;
mod environment_proxy;
mod failure;
mod frames;
mod http_handler;
mod http_service;
mod http_settings;
mod http_wire;
mod nothing_sent;
mod places;
mod reqwest_service;
mod retry;
mod stream_bounds;
#[cfg(feature = "rustls-tls")]
mod tls_provider;
#[cfg(not(feature = "rustls-tls"))]
#[path = "no_tls_provider.rs"]
mod tls_provider;
mod under_layers;

#[cfg(test)]
mod tests;

pub use http_service::HttpService;
pub use nothing_sent::NothingSent;

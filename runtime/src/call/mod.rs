//! Calls: handlers, requests with their settings, progress, bodies that arrive, samples.

pub(crate) mod body_stream;
#[cfg_attr(not(feature = "cookies"), path = "without_cookies.rs")]
pub(crate) mod cookies;
pub(crate) mod delimited_request;
pub(crate) mod delivery;
pub(crate) mod filling;
pub(crate) mod handler;
pub(crate) mod opener;
pub(crate) mod progress;
pub(crate) mod retry_policy;
mod sample_bounds;
pub(crate) mod samples;
pub(crate) mod service_request;

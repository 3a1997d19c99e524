//! Clients over any handler: settings, prepared calls, batches, observation.

pub(crate) mod attempt_runner;
pub mod batches;
#[cfg(feature = "blocking")]
mod blocking;
pub(crate) mod builder;
mod common_values;
#[cfg(feature = "client")]
pub(crate) mod decoding;
#[cfg(not(feature = "client"))]
#[path = "decoding_here.rs"]
pub(crate) mod decoding;
mod in_process;
pub mod observation;
pub(crate) mod prepared;
mod sent_headers;
pub(crate) mod service_client;
pub(crate) mod wire;
#[cfg(not(feature = "blocking"))]
mod without_blocking;

pub use builder::Builder;
pub use service_client::Client;

//! The client and the protocol from outside, on a scripted stack and on sockets: requests, retries, limits, refusals, displayed texts.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod addresses;
mod advice;
mod batches;
mod blocking;
mod client_certificates;
mod connections;
mod credential_places;
mod credentials;
mod crowds;
mod decoding_memory;
mod depth;
mod early_responses;
mod expansions;
mod headers;
mod hostile_servers;
mod http_versions;
mod kept_batches_memory;
mod late_certificates;
mod layers;
mod messages;
mod observed;
mod ports;
mod proxies;
mod refusals;
mod request_memory;
mod response_limits;
mod response_memory;
mod retries;
mod sent_once;
mod server_certificates;
mod servers;
mod shown;
mod sign_in;
mod streaming;

//! Calls over HTTP with reqwest, or with a stack of the caller's own: settings, retries and time-outs, sockets.

mod address;
mod bounded_body;
mod builder_http;
mod certificate_report;
mod connection;
#[cfg(feature = "rustls-tls")]
mod connector;
mod content_encoding;
mod failure;
mod frames;
mod http_clients;
mod http_handler;
mod http_service;
mod http_settings;
mod http_wire;
mod in_pieces;
#[cfg(not(feature = "rustls-tls"))]
mod no_tls;
mod permits;
#[cfg(feature = "pfx")]
mod pfx;
mod refusal;
mod reqwest_service;
mod retry;
mod sending;
mod sign_in;
mod sign_in_report;
#[cfg(feature = "rustls-tls")]
mod tls;
mod under_layers;
#[cfg(feature = "compression")]
mod unpacking;

#[cfg(test)]
mod tests;

pub use address::{credentials_may_go, is_same_server, is_this_machine};
pub use certificate_report::{CertificateMissing, ClientCertificateReport};
pub use connection::{direct_to_this_machine, http_client};
pub use content_encoding::{ask_for_encodings, unpacked};
pub use failure::{NothingSent, SignInFailed, failure_on_the_way, reason_of};
pub use http_clients::{Exchange, HttpClientError, HttpClients, RepeatedOverHttp1};
pub use http_service::HttpService;
#[cfg(feature = "pfx")]
pub use pfx::pem_of_pfx;
pub use sending::Sending;
pub use sign_in::{basic_authorization, bearer_authorization, with_report};
pub use sign_in_report::{SignInEnd, SignInProblem, SignInReport};
#[cfg(feature = "rustls-tls")]
pub use tls::{ClientCertificates, PemError, Tls};

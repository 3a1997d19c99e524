//! The promises of every decoder for any bytes: a result or an error, never a panic or a hang, and no result that
//! contradicts itself.
//!
//! One function for each decoder, with the name of its fuzz target. The same functions run under the fuzzer
//! (`tests/fuzz/`), in a seeded and time-bounded run on stable Rust (`tests/suite/seeded.rs`), and over the corpus made
//! from recorded exchanges ([`corpus`]).
#![forbid(unsafe_code)]
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    reason = "a broken promise is a panic here: that is how a fuzzer hears of it"
)]

mod comparisons;
pub mod corpus;
mod documents;
mod every_type;
mod fetched;
mod profiles;
mod requests;
mod responses;
mod selector;
mod specs;
mod streams;
mod values;
mod windows;
mod wsdl;

pub use comparisons::compared_request;
pub use documents::{data_set, delimited_text, xml_document};
pub use every_type::{every_type_request, every_type_response};
pub use fetched::fetched_names;
pub use profiles::profile;
pub use requests::{form_request, json_request, soap_request};
pub use responses::{bare_response, soap_response};
pub use specs::spec;
pub use streams::streamed_response;
pub use values::xsd_value;
pub use windows::{negotiate_reply, ntlm_challenge, server_certificate};
pub use wsdl::wsdl_document;

/// The check of one decoder.
pub type Check = fn(&[u8]);

/// Every check with the name of its fuzz target.
pub const CHECKS: &[(&str, Check)] = &[
    ("bare_response", bare_response),
    ("compared_request", compared_request),
    ("data_set", data_set),
    ("delimited_text", delimited_text),
    ("every_type_request", every_type_request),
    ("every_type_response", every_type_response),
    ("fetched_names", fetched_names),
    ("form_request", form_request),
    ("json_request", json_request),
    ("negotiate_reply", negotiate_reply),
    ("ntlm_challenge", ntlm_challenge),
    ("profile", profile),
    ("server_certificate", server_certificate),
    ("soap_response", soap_response),
    ("soap_request", soap_request),
    ("spec", spec),
    ("streamed_response", streamed_response),
    ("wsdl_document", wsdl_document),
    ("xml_document", xml_document),
    ("xsd_value", xsd_value),
];

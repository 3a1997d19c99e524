//! The generated client, its server half and the whole workspace: recorded exchanges, transports, pages, promises.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]
// A spec that deprecates an operation edits no test of it.
#![allow(deprecated)]

mod arrows;
mod browser;
mod call_example;
mod dependencies;
mod documentation_page;
mod documents;
mod errors;
mod gateway;
mod generated_code;
mod git_diff;
mod guide;
mod hostile;
mod interface;
mod mailing;
mod manifests;
mod measurements;
/// The client's own, whose tests need what is private there.
#[path = "../../generated-client/src/mime/mod.rs"]
pub mod mime;
mod mock;
mod new_crate;
mod other_sites;
mod promises;
mod recorded;
mod replay;
mod secrets;
mod security_page;
mod sentences;

mod spec_edit;
mod spec_edits;
mod test_programs;
mod tools;
mod transports;
mod wsdl_clients;
mod wsdl_document;

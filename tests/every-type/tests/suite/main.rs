//! Services with types of every kind, called and served by what their WSDL documents say; and descriptors that were made from documents
//! and specs.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod any_values;
mod by_serde;
mod cases;
mod client;
mod credentials;
mod generated;
mod listed;
mod made;
mod mock;
mod normal;
mod nulls;
mod requests;
mod samples;
mod server;
mod toolchains;
mod typed_data_sets;
mod xml_arrays;

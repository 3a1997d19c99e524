//! The second service: its code in process, its descriptors over the wire, clients of its WSDL document.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod codecs;
mod common_parameters;
mod data_sets;
mod declared_columns;
mod in_process;
mod long_circle;
mod messages;
mod roles;
mod same_names;
mod secrets;
mod serde_traits;
mod wsdl_clients;
mod zoo;

//! The XML reader against other readers and recorded messages, and the values of XML Schema types.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod xml_agreement;
mod xml_reader;
mod xsd_values;

//! SOAP 1.1 and 1.2: envelopes, headers, requests and faults.

pub(crate) mod decode_soap;
pub(crate) mod envelope;
pub(crate) mod foreign_namespace;
pub(crate) mod header;
mod parameters;
pub(crate) mod soap_fault;
pub(crate) mod soap_version;
mod unreadable;

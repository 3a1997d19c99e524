//! Requests that are no calls: documents are fetched, and servers are looked at.

pub(crate) mod doctor;
pub(crate) mod fetch;
pub(crate) mod requests;

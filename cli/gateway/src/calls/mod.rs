//! The target of calls, its settings and connections, a call in JSON, and its result.

pub(crate) mod address;
pub(crate) mod blocking;
pub(crate) mod call;
pub(crate) mod connections;
pub(crate) mod dry_run;
pub(crate) mod error;
pub(crate) mod find;
pub(crate) mod interruption;
#[cfg(feature = "server")]
pub(crate) mod memory;
#[cfg(feature = "server")]
pub(crate) mod metered;
pub(crate) mod raw;
pub(crate) mod row_stream;
pub(crate) mod samples;
pub(crate) mod setup;
pub(crate) mod sign_in;
pub(crate) mod target;
pub(crate) mod text;
pub(crate) mod words;

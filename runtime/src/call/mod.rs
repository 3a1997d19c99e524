//! What a call is: the erased seam, the request with its settings, what became of it; samples of both.

pub(crate) mod body_stream;
pub(crate) mod delimited_request;
pub(crate) mod delivery;
pub(crate) mod filling;
pub(crate) mod handler;
pub(crate) mod opener;
pub(crate) mod progress;
pub(crate) mod read_request;
pub(crate) mod retry_policy;
pub(crate) mod samples;
pub(crate) mod service_request;

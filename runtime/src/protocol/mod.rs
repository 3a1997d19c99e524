//! The four transports as pure functions over bytes, in both directions. Knows `http::Request` and `http::Response`, and no
//! sockets.

use std::sync::Arc;

use bytes::Bytes;

use crate::common::CommonValues;
use crate::content::Content;
use crate::error::Error;
use crate::fault::Fault;
use crate::handler::Call;
use crate::operation::{Operation, Service};
use crate::transport::Transport;

/// Where a service is, from a client's point of view.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// Address of the `.asmx` file: base URL and path.
    pub url: String,
    /// The service's XML namespace.
    pub namespace: Arc<str>,
}

//! A report about client certificates on the connections of a client.

use tower::BoxError;

/// Whether a client certificate is set, and asked for. A response has it in its extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClientCertificateReport {
    /// Whether the client has a certificate.
    pub is_set: bool,
    /// Whether a server asked for one at the beginning of a connection.
    pub was_requested: bool,
}

/// The error of a request to a server that asked for a client certificate and got none.
#[derive(Debug, thiserror::Error)]
#[error("the server asked for a client certificate, and none was set")]
pub struct CertificateMissing(#[source] pub(super) BoxError);

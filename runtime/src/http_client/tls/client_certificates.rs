//! Whether servers asked for a client certificate, and got one.
//!
//! Over TLS 1.3 a client has finished its part of the handshake before the server looks at the certificate that it asked for. A server that
//! wants one and got none ends the connection, often without a word, when the request may be on its way already. So such a connection waits a
//! little before its first request: if the server ends it meanwhile, nothing was sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustls::SignatureScheme;
use rustls::client::ResolvesClientCert;
use rustls::sign::CertifiedKey;
use tower::BoxError;

use crate::http_client::certificate_report::{CertificateMissing, ClientCertificateReport};

/// The time that a server has to look at a certificate that it did not get: as long as the connection took, within these bounds.
const SHORTEST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(1);

/// The outcomes of client certificates on the connections of one client. Clones share it.
#[derive(Debug, Clone)]
pub struct ClientCertificates(Arc<Resolver>);

/// The error of a connection whose server goes on without the certificate. Nothing was sent on it; another one takes the request.
#[derive(Debug, thiserror::Error)]
#[error("the server goes on without a client certificate")]
pub(in crate::http_client) struct SpokeFirst;

#[derive(Debug)]
struct Resolver {
    key: Option<Arc<CertifiedKey>>,
    was_requested: AtomicBool,
    /// Whether a server went on without the certificate that it asked for.
    is_accepted: AtomicBool,
}

impl ClientCertificates {
    pub(super) fn new(key: Option<Arc<CertifiedKey>>) -> Self {
        Self(Arc::new(Resolver { key, was_requested: AtomicBool::new(false), is_accepted: AtomicBool::new(false) }))
    }

    pub(super) fn resolver(&self) -> Arc<dyn ResolvesClientCert> {
        Arc::clone(&self.0) as _
    }

    /// The present state.
    #[must_use]
    pub fn report(&self) -> ClientCertificateReport {
        let was_requested = self.0.was_requested.load(Ordering::Relaxed);
        ClientCertificateReport { is_set: self.0.key.is_some(), was_requested }
    }

    fn is_missing(&self) -> bool {
        let report = self.report();
        report.was_requested && !report.is_set
    }

    /// The time to wait whether the server ends a connection which took so long to make, before a request is sent; `None` if no certificate is
    /// missing.
    #[must_use]
    pub fn wait(&self, took: Duration) -> Option<Duration> {
        let is_open = self.0.is_accepted.load(Ordering::Relaxed);
        (self.is_missing() && !is_open).then(|| took.clamp(SHORTEST, LONGEST))
    }

    /// Notes that the server goes on without a certificate.
    pub(in crate::http_client) fn accept(&self) {
        self.0.is_accepted.store(true, Ordering::Relaxed);
    }

    /// Whether a request of reqwest failed because its connection only showed that the server goes on without a certificate. It was not sent:
    /// send it again, on another connection.
    pub(in crate::http_client) fn goes_on(error: &(dyn std::error::Error + 'static)) -> bool {
        std::iter::successors(Some(error), |error| error.source()).any(<dyn std::error::Error>::is::<SpokeFirst>)
    }

    /// The error with its probable cause, if a certificate is missing.
    #[must_use]
    pub fn explained(&self, error: BoxError) -> BoxError {
        if self.is_missing() { CertificateMissing(error).into() } else { error }
    }
}

impl ResolvesClientCert for Resolver {
    fn resolve(&self, _: &[&[u8]], schemes: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        self.was_requested.store(true, Ordering::Relaxed);
        self.key.clone().filter(|certified| certified.key.choose_scheme(schemes).is_some())
    }

    fn has_certs(&self) -> bool {
        self.key.is_some()
    }
}

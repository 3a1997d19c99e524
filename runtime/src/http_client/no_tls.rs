//! Client certificates in a program without rustls: nothing is known about them.

use tower::BoxError;

use super::certificate_report::ClientCertificateReport;

/// There is no value.
#[derive(Debug, Clone)]
pub(super) enum ClientCertificates {}

impl ClientCertificates {
    pub(super) const fn report(&self) -> ClientCertificateReport {
        match *self {}
    }

    pub(super) fn explained(&self, _: BoxError) -> BoxError {
        match *self {}
    }

    pub(super) const fn goes_on(_: &(dyn std::error::Error + 'static)) -> bool {
        false
    }
}

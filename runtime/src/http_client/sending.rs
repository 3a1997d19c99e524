//! When a stack sends its request: a stack that signs in first says so, and the outcome of a call is exact.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use http::Request;

use crate::call::delivery::Handed;

/// Lets a stack of [`build_on`](crate::Builder::build_on) say when it sends a request. Without it a request counts as sent as soon as the stack
/// has it, so that a call whose time ends while the stack still signs in has an unknown outcome.
#[derive(Clone)]
pub struct Sending(Arc<Handed>);

impl Sending {
    pub(super) fn new(handed: Arc<Handed>) -> Self {
        Self(handed)
    }

    /// Takes it out of a request, which counts as unsent from now on. `None` if a layer has lost the extensions of the request.
    pub fn of(request: &mut Request<Bytes>) -> Option<Self> {
        let sending: Self = request.extensions_mut().remove()?;
        sending.0.not_sent();
        Some(sending)
    }

    /// Says that a step of a sign-in by `scheme` waits for its response, or with `None` that it has one. An attempt whose time ends meanwhile
    /// names the step in its error.
    pub fn signs_in(&self, scheme: Option<&'static str>) {
        self.0.signs_in(scheme);
    }

    /// Says that the request is sent now. Returns false if its attempt is over: it must not be sent then.
    #[must_use]
    pub fn begins(&self) -> bool {
        self.0.sending()
    }

    /// Says that the server refused the request before it did anything, as in the 401 of a handshake.
    pub fn was_not_executed(&self) {
        self.0.not_sent();
    }
}

impl fmt::Debug for Sending {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Sending").finish_non_exhaustive()
    }
}

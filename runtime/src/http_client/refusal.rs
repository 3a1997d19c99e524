//! Requests over HTTP/2 that a server has not processed.

use h2::Reason;

/// The reason of a server that has not processed a request over HTTP/2 (RFC 9113, 8.7): it refused the stream, wants HTTP/1.1, or ends the
/// connection and names an earlier request as its last.
pub(super) fn refusal(error: &(dyn std::error::Error + 'static)) -> Option<Reason> {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    let error = causes.find_map(|cause| cause.downcast_ref::<h2::Error>()).filter(|error| error.is_remote())?;
    let reason = error.reason()?;
    let is_refused = error.is_reset() && matches!(reason, Reason::REFUSED_STREAM | Reason::HTTP_1_1_REQUIRED);
    // h2 gives this error to requests behind the last one that the server names, and to no other.
    (is_refused || error.is_go_away()).then_some(reason)
}

/// Whether a server has not processed a request over HTTP/2 and wants it over HTTP/1.1.
pub(super) fn wants_http1(error: &(dyn std::error::Error + 'static)) -> bool {
    refusal(error) == Some(Reason::HTTP_1_1_REQUIRED)
}

//! Requests over HTTP/2 that a server has not processed.

use h2::Reason;

/// The reason of a server that has not processed a request over HTTP/2 (RFC 9113, 8.7): it refused the stream, wants HTTP/1.1, or ends the
/// connection and names an earlier request as its last.
pub(super) fn refusal(error: &(dyn std::error::Error + 'static)) -> Option<Reason> {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    let error = causes.find_map(|cause| cause.downcast_ref::<h2::Error>()).filter(|error| error.is_remote())?;
    let reason = error.reason()?;
    let is_unprocessed = match reason {
        Reason::REFUSED_STREAM | Reason::HTTP_1_1_REQUIRED => error.is_reset(),
        Reason::NO_ERROR => error.is_go_away(),
        _ => false,
    };
    is_unprocessed.then_some(reason)
}

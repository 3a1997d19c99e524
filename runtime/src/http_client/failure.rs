//! Failures of the HTTP stack as errors of a call, and whether its request was sent.

use std::time::Duration;

use tower::BoxError;

use super::certificate_report::CertificateMissing;
use super::refusal::refusal;
use super::sign_in_report::SignInProblem;
use crate::call::delivery::Delivery;
use crate::error::{Error, ErrorKind, Outcome, Sentence};
use crate::servers::{Advice, Asked, Came, FailedRequest, Reason, advice};

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Sent {
    /// The request was certainly not sent.
    No,
    Maybe,
    /// The HTTP client saw no request with the note of the attempt; a layer may have lost the note.
    Untold,
}

impl Sent {
    pub(crate) fn of(delivery: &Delivery) -> Self {
        match delivery.end() {
            true => Self::No,
            false if delivery.may_be_sent() => Self::Maybe,
            false => Self::Untold,
        }
    }
}

/// Notes an error that says that nothing was sent.
pub(super) fn noted<T>(result: Result<T, BoxError>, not_sent: impl FnOnce()) -> Result<T, BoxError> {
    result.inspect_err(|error| {
        let error = without_certificate(error);
        let is_unsent = error.downcast_ref::<Error>().is_some_and(|error| error.outcome() == Outcome::NotSent);
        let is_builder = error.downcast_ref().is_some_and(reqwest::Error::is_builder);
        if is_unsent
            || is_builder
            || error.is::<SignInFailed>()
            || is_unconnected(error.as_ref())
            || refusal(error.as_ref()).is_some()
        {
            not_sent();
        }
    })
}

/// The error of a failure of an HTTP stack on the way to `server`, in the sentences of a client. URLs are removed, because they may hold
/// credentials.
pub fn failure_on_the_way(error: impl Into<BoxError>, server: impl Into<Sentence>, asked: Asked<'_>) -> Error {
    named(error.into(), Sent::Maybe, &server.into(), asked)
}

/// The reason phrase of a response over HTTP/1.1, if it is not that of its status.
pub fn reason_of(extensions: &http::Extensions) -> Option<String> {
    let reason: &hyper::ext::ReasonPhrase = extensions.get()?;
    Some(Reason::of(reason.as_bytes()).0)
}

/// The error of a failure of the HTTP stack on the way to `server`. URLs are removed, because they may hold credentials.
pub(crate) fn named(error: BoxError, sent: Sent, server: &Sentence, asked: Asked<'_>) -> Error {
    let error = kind_of(error, sent, server, asked);
    if sent != Sent::No && error.outcome() == Outcome::NotSent { error.with_outcome(Outcome::Unknown) } else { error }
}

fn kind_of(error: BoxError, sent: Sent, server: &Sentence, asked: Asked<'_>) -> Error {
    let error = match error.downcast::<Error>() {
        Ok(named) => return *named,
        Err(other) => other,
    };
    let error = match error.downcast::<CertificateMissing>() {
        Ok(missing) => {
            let asked = Asked { lacks_certificate: true, ..asked };
            return advised(kind_of(missing.0, sent, server, asked), advice_for("", true, asked));
        }
        Err(other) => other,
    };
    let error = match error.downcast::<reqwest::Error>() {
        Ok(error) => return of_reqwest(*error, server, asked),
        Err(other) => other,
    };
    let error = match error.downcast::<SignInFailed>() {
        Ok(failed) => {
            let wait = failed.wait();
            let why = Sentence::from("signing in failed: ").and(failed.why);
            return Error::new(ErrorKind::Credentials, why).with_wait(wait);
        }
        Err(other) => other,
    };
    if is_unconnected(error.as_ref()) || sent == Sent::No && has_unconnected(error.as_ref()) {
        unconnected(server, error.as_ref(), asked).with_source(error)
    } else if error.is::<tower::timeout::error::Elapsed>() && sent != Sent::No {
        timed_out().with_source(error)
    } else {
        let failed = match sent {
            Sent::No => Error::new(ErrorKind::HeldBack, "a layer of the client held the request back"),
            Sent::Maybe => interrupted(server, error.as_ref(), asked),
            Sent::Untold => Error::new(
                ErrorKind::Interrupted,
                "a layer of the client failed, and it is not known whether it sent the request",
            ),
        };
        failed.with_source(error)
    }
}

type Dyn = dyn std::error::Error + 'static;

fn is_unconnected(error: &Dyn) -> bool {
    let is_unsent = |error: &reqwest::Error| error.is_connect() || is_canceled(error) || is_handshake_refused(error);
    error.is::<NothingSent>() || error.downcast_ref().is_some_and(is_unsent)
}

/// Whether the connection ended before it took the request.
fn is_canceled(error: &Dyn) -> bool {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    causes.any(|cause| cause.downcast_ref().is_some_and(hyper::Error::is_canceled))
}

/// Whether the server ended the handshake because of the client certificate. Over TLS 1.3 the client has finished its part before, and
/// learns it as a response. The server reads no request then (RFC 8446, 6.2).
#[cfg(feature = "rustls-tls")]
fn is_handshake_refused(error: &Dyn) -> bool {
    use rustls::AlertDescription as Alert;
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    causes.any(|cause| {
        let inner = cause.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        matches!(
            inner.and_then(|inner| inner.downcast_ref()),
            Some(rustls::Error::AlertReceived(
                Alert::CertificateRequired
                    | Alert::BadCertificate
                    | Alert::UnsupportedCertificate
                    | Alert::CertificateRevoked
                    | Alert::CertificateExpired
                    | Alert::CertificateUnknown
                    | Alert::UnknownCA
            ))
        )
    })
}

#[cfg(not(feature = "rustls-tls"))]
const fn is_handshake_refused(_: &Dyn) -> bool {
    false
}

/// The error that stands in a [`CertificateMissing`].
fn without_certificate(error: &BoxError) -> &BoxError {
    error.downcast_ref().map_or(error, |CertificateMissing(inner)| inner)
}

fn has_unconnected(error: &Dyn) -> bool {
    std::iter::successors(Some(error), |error| error.source()).any(is_unconnected)
}

fn of_reqwest(error: reqwest::Error, server: &Sentence, asked: Asked<'_>) -> Error {
    let error = error.without_url();
    // A time-out while connecting is a failure to connect.
    if is_unconnected(&error) {
        unconnected(server, &error, asked).with_source(error)
    } else if error.is_builder() {
        let message = "the address cannot be called";
        Error::new(ErrorKind::Configuration, message).with_outcome(Outcome::NotSent).with_source(error)
    } else if let Some(reason) = refusal(&error) {
        let message = Sentence::from("no connection to ").and(server.clone());
        let message = message.text(format!(": the server did not process the request over HTTP/2 ({reason:?})"));
        Error::new(ErrorKind::Connect, message).with_source(error)
    } else if error.is_timeout() {
        timed_out().with_source(error)
    } else {
        interrupted(server, &error, asked).with_source(error)
    }
}

/// The texts of an error and its causes.
fn texts(error: &Dyn) -> String {
    let texts = std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string);
    texts.collect::<Vec<_>>().join(": ")
}

fn advice_for(causes: &str, is_connected: bool, asked: Asked<'_>) -> Option<Advice> {
    advice(&FailedRequest::new(asked, Came::Nothing { causes, is_connected }))
}

fn advised(error: Error, advice: Option<Advice>) -> Error {
    match advice {
        Some(advice) => error.with_advice(advice.sentence),
        None => error,
    }
}

fn timed_out() -> Error {
    Error::new(ErrorKind::Timeout, "no response within the time that the HTTP client was given")
}

fn unconnected(server: &Sentence, error: &Dyn, asked: Asked<'_>) -> Error {
    let innermost = std::iter::successors(Some(error), |error| error.source()).last().unwrap_or(error).to_string();
    let advice = advice_for(&texts(error), false, asked);
    let stated = advice.as_ref().and_then(|advice| advice.cause);
    let cause = stated.map_or_else(|| cause(&innermost), str::to_owned);
    let message = Sentence::from("no connection to ").and(server.clone()).text(format!(": {cause}"));
    advised(Error::new(ErrorKind::Connect, message), advice)
}

fn cause(text: &str) -> String {
    let text = text.strip_prefix("failed to lookup address information: ").unwrap_or(text);
    let text = text.split_once(" (os error ").map_or(text, |(text, _)| text);
    let mut letters = text.chars();
    let is_word = letters.clone().nth(1).is_some_and(char::is_lowercase);
    letters
        .next()
        .filter(|_| is_word)
        .map_or_else(|| text.to_owned(), |first| first.to_lowercase().chain(letters).collect())
}

fn interrupted(server: &Sentence, error: &Dyn, asked: Asked<'_>) -> Error {
    let message = Sentence::from("the connection to ").and(server.clone());
    let message = message.text(" broke before the response was complete");
    advised(Error::new(ErrorKind::Interrupted, message), advice_for(&texts(error), true, asked))
}

/// The error by which a user's own HTTP stack reports that it could not connect, so that nothing was sent. The outcome of the call is then
/// [`NotSent`](crate::Outcome::NotSent), and a write may be retried. Other errors of such a stack have an unknown outcome.
#[derive(Debug, thiserror::Error)]
#[error("nothing was sent")]
pub struct NothingSent(#[source] BoxError);

impl NothingSent {
    /// Wraps a failure to connect. Do not use it for other failures: the call may be retried.
    pub fn new(error: impl Into<BoxError>) -> Self {
        Self(error.into())
    }
}

/// The error by which a user's own HTTP stack reports that it cannot sign in: credentials are missing, or what the server wants is refused.
/// The call was not sent, and no call is retried after it: repeated attempts lock accounts. The text is shown, so it must hold no secret.
#[derive(Debug, thiserror::Error)]
#[error("signing in failed: {why}")]
pub struct SignInFailed {
    why: Sentence,
    problem: Option<SignInProblem>,
}

impl SignInFailed {
    /// Says why, in words that a person can act on.
    pub fn new(why: impl Into<Sentence>) -> Self {
        Self { why: why.into(), problem: None }
    }

    /// The problem, if it is one of those that have a name.
    pub const fn problem(&self) -> Option<&SignInProblem> {
        self.problem.as_ref()
    }

    /// The time until another try makes sense, where it is known. It becomes [`Error::retry_after`].
    const fn wait(&self) -> Option<Duration> {
        match self.problem {
            Some(SignInProblem::Resting { wait, .. }) => Some(wait),
            _ => None,
        }
    }
}

impl From<SignInProblem> for SignInFailed {
    fn from(problem: SignInProblem) -> Self {
        Self { why: problem.to_string().into(), problem: Some(problem) }
    }
}

//! What a failure of the HTTP stack means for the operation.

use tower::BoxError;

use super::nothing_sent::NothingSent;
use crate::error::{Error, ErrorKind, Outcome};

/// Names a failure of the HTTP stack on the way to `server`; `handed_over` is whether the HTTP client had the request. What is not known to have
/// happened before anything was sent has an unknown outcome. URLs, which may hold credentials, are taken out.
pub(crate) fn named(error: BoxError, handed_over: bool, server: &str) -> Error {
    let error = match error.downcast::<Error>() {
        Ok(named) => return *named,
        Err(other) => other,
    };
    let error = match error.downcast::<reqwest::Error>() {
        Ok(error) => return of_reqwest(*error, server),
        Err(other) => other,
    };
    if error.is::<NothingSent>() {
        unconnected(server).with_source(error)
    } else if !handed_over {
        Error::new(ErrorKind::HeldBack, "a layer of the client held the request back").with_source(error)
    } else if error.is::<tower::timeout::error::Elapsed>() {
        timed_out().with_source(error)
    } else {
        interrupted(server).with_source(error)
    }
}

fn of_reqwest(error: reqwest::Error, server: &str) -> Error {
    let error = error.without_url();
    // A connection that was not made in time is one that was not made.
    if error.is_connect() {
        unconnected(server).with_source(error)
    } else if error.is_builder() {
        let message = "the address cannot be called";
        Error::new(ErrorKind::Configuration, message).with_outcome(Outcome::NotSent).with_source(error)
    } else if error.is_timeout() {
        timed_out().with_source(error)
    } else {
        interrupted(server).with_source(error)
    }
}

fn timed_out() -> Error {
    Error::new(ErrorKind::Timeout, "no response within the time that the HTTP client was given")
}

fn unconnected(server: &str) -> Error {
    Error::new(ErrorKind::Connect, format!("no connection to {server}"))
}

fn interrupted(server: &str) -> Error {
    Error::new(ErrorKind::Interrupted, format!("the connection to {server} broke before the response was complete"))
}

//! What a failure of the HTTP stack means for the operation.

use crate::error::{Error, ErrorKind};

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Names a failure of the HTTP stack. What is not known to have happened before anything was sent has an unknown outcome. URLs,
/// which may hold credentials, are taken out.
pub(super) fn named(error: BoxError) -> Error {
    let error = match error.downcast::<Error>() {
        Ok(named) => return *named,
        Err(other) => other,
    };
    match error.downcast::<reqwest::Error>() {
        Ok(error) => of_reqwest(*error),
        Err(other) => interrupted().with_source(other),
    }
}

fn of_reqwest(error: reqwest::Error) -> Error {
    let error = error.without_url();
    // A connection that was not made in time is one that was not made.
    if error.is_connect() {
        Error::new(ErrorKind::Connect, "no connection to the server").with_source(error)
    } else if error.is_builder() {
        Error::new(ErrorKind::Configuration, "the address cannot be called").with_source(error)
    } else if error.is_timeout() {
        Error::new(ErrorKind::Timeout, "no answer within the time that the HTTP client was given").with_source(error)
    } else {
        interrupted().with_source(error)
    }
}

fn interrupted() -> Error {
    Error::new(ErrorKind::Interrupted, "the connection broke before the answer was complete")
}

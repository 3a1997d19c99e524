//! Causes of a failure that show a secret: an HTTP stack of a user's own may name the URL.

use std::error::Error;
use std::fmt;

use crate::redaction::Redaction;

type Source = Box<dyn Error + Send + Sync>;

/// The same cause if neither it nor what caused it shows a secret; else the texts of them without secrets.
pub(super) fn of(source: Source, redaction: &Redaction) -> Source {
    match redacted(&*source, redaction) {
        (_, false) => source,
        (redacted, true) => Box::new(redacted),
    }
}

/// The texts of a cause that showed a secret.
struct RedactedSource {
    message: String,
    debug: String,
    source: Option<Box<RedactedSource>>,
}

/// The texts without secrets, and whether there were any.
fn redacted(error: &(dyn Error + 'static), redaction: &Redaction) -> (RedactedSource, bool) {
    let (message, debug) = (error.to_string(), format!("{error:?}"));
    let mut clean = RedactedSource { message: message.clone(), debug: debug.clone(), source: None };
    redaction.apply(&mut clean.message);
    redaction.apply(&mut clean.debug);
    let mut changed = clean.message != message || clean.debug != debug;
    if let Some(source) = error.source() {
        let (source, source_changed) = redacted(source, redaction);
        changed |= source_changed;
        clean.source = Some(Box::new(source));
    }
    (clean, changed)
}

impl fmt::Display for RedactedSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl fmt::Debug for RedactedSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.debug)
    }
}

impl Error for RedactedSource {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as &(dyn Error + 'static))
    }
}

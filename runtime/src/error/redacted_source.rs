//! Causes of a failure without secrets: the error of a user's own HTTP stack may contain the URL.

use std::error::Error;
use std::fmt;

use crate::redaction::{Redaction, SHOWN};
use crate::xml::shown_lines;

type Source = Box<dyn Error + Send + Sync>;

/// Returns the cause unchanged if its texts, and those of its own causes, are short and without secrets and control characters. Otherwise
/// returns a cause with redacted texts.
pub(super) fn of(source: Source, redaction: &Redaction) -> Source {
    match redacted(&*source, redaction) {
        (_, false) => source,
        (source, true) => Box::new(source),
    }
}

struct RedactedSource {
    message: String,
    debug: String,
    source: Option<Box<RedactedSource>>,
}

fn redacted(error: &(dyn Error + 'static), redaction: &Redaction) -> (RedactedSource, bool) {
    let texts = [error.to_string(), format!("{error:?}")];
    let [message, debug] = texts.each_ref().map(|text| shown_lines(&redaction.excerpt(text, SHOWN, true)).into_owned());
    let mut changed = texts != [message.as_str(), debug.as_str()];
    let source = error.source().map(|source| {
        let (source, source_changed) = redacted(source, redaction);
        changed |= source_changed;
        Box::new(source)
    });
    (RedactedSource { message, debug, source }, changed)
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

//! A finding of a diagnosis.

/// The advice for what the table of servers does not know.
pub(super) const UNKNOWN: &str = "ask the operators of the service";

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The subject: `connection`, `sign-in`.
    pub topic: &'static str,
    /// The observation.
    pub text: String,
    /// The advice; `None` if nothing is wrong.
    pub advice: Option<String>,
}

impl Finding {
    pub(super) fn fine(topic: &'static str, text: impl Into<String>) -> Self {
        Self { topic, text: text.into(), advice: None }
    }

    pub(super) fn wrong(topic: &'static str, text: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { topic, text: text.into(), advice: Some(advice.into()) }
    }
}

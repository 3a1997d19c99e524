//! The lints, each with a code that never changes its meaning.

use crate::codes::coded;

coded! {
    /// A kind of finding: what reads like a mistake in a spec that has none.
    ///
    /// The codes (`secret-not-marked`) are stable: a code keeps its meaning. Comments in specs name them to allow a finding.
    pub enum Lint;

    /// A value that is called like a password, key or token and is not marked as secret.
    SecretNotMarked = "secret-not-marked",
    /// An operation that is called like one that changes or sends something, with `effect="read"`.
    ReadNamedLikeWrite = "read-named-like-write",
    /// An operation that is called like one that only reads, with `effect="write"` or `effect="send"`.
    WriteNamedLikeRead = "write-named-like-read",
    /// An operation without documentation, or whose documentation only repeats its name.
    OperationWithoutWords = "operation-without-words",
    /// An operation that GET and POST cannot carry because of a parameter or of several outputs, and whose `transports` does not say so.
    NotOverGetAndPost = "not-over-get-and-post",
    /// A limit that does not say how many records it allows.
    LimitWithoutRecords = "limit-without-records",
    /// Two names in one place that differ only in upper and lower case.
    NamesDifferInCase = "names-differ-in-case",
    /// A deprecated operation whose reason names no other operation of the service.
    DeprecatedWithoutSuccessor = "deprecated-without-successor",
    /// A variant of an operation that has another effect than that operation.
    VariantWithOtherEffect = "variant-with-other-effect",
    /// A group or a type that nothing in the spec uses.
    NotUsed = "not-used",
    /// A comment that allows a lint where there is nothing to allow.
    AllowNotUsed = "allow-not-used",
    /// A comment that begins with `lint:` and does not allow a known lint with a reason.
    AllowNotUnderstood = "allow-not-understood",
}

impl Lint {
    /// Why it matters: one sentence.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::SecretNotMarked => "a value that is not marked as secret is shown in `Debug` texts, errors and logs",
            Self::ReadNamedLikeWrite => {
                "clients repeat a read after a failure: what changes or sends something would be done twice"
            }
            Self::WriteNamedLikeRead => {
                "clients do not repeat a write after a failure, so that a report fails which a second try would have returned"
            }
            Self::OperationWithoutWords => {
                "the documentation of the spec is all that callers of the generated client are told"
            }
            Self::NotOverGetAndPost => {
                "the operation is offered over SOAP only, and whoever reads the spec does not see it"
            }
            Self::LimitWithoutRecords => {
                "a number of records is known to programs, which can tell that a result may be cut off; words are for people only"
            }
            Self::NamesDifferInCase => "people and many tools take names that differ only in case for the same",
            Self::DeprecatedWithoutSuccessor => {
                "whoever gets the compiler's warning wants to know what to call instead"
            }
            Self::VariantWithOtherEffect => {
                "a variant does the same in another form: one of the two effects is probably wrong"
            }
            Self::NotUsed => "it reads as if the service had it, and no operation does",
            Self::AllowNotUsed => "the reason in it is not true any more, and it would hide the next finding",
            Self::AllowNotUnderstood => "a comment that is not understood allows nothing",
        }
    }
}

//! The lints, each with a code that never changes its meaning.

/// Declares the lints: variant, code, documentation and reason once, so that none can lack one of the four.
macro_rules! lints {
    ($($(#[doc = $doc:literal])+ $variant:ident = $text:literal: $reason:literal,)+) => {
        /// Something in a spec without mistakes that reads like one. The codes (`secret-not-marked`) are stable: a code keeps its meaning.
        #[non_exhaustive]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Lint {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Lint {
            /// Every lint, in the order in which they are documented.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The stable code, as messages and comments in specs show it (`secret-not-marked`).
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            /// Why it matters: one sentence.
            #[must_use]
            pub const fn reason(self) -> &'static str {
                match self {
                    $(Self::$variant => $reason,)+
                }
            }

            /// What it finds, in one sentence.
            pub(crate) const fn summary(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($doc),+).trim_ascii(),)+
                }
            }

            /// What is to be said of it beyond that, with examples: Markdown.
            pub(crate) const fn explanation(self) -> &'static str {
                match self {
                    $(Self::$variant => include_str!(concat!("../../explanations/", $text, ".md")),)+
                }
            }
        }
    };
}

lints! {
    /// A value that is called like a password, key or token and is not marked as secret.
    SecretNotMarked = "secret-not-marked":
        "a value that is not marked as secret is shown in `Debug` texts, errors and logs",
    /// An operation that is called like one that changes or sends something, with `effect="read"`.
    ReadNamedLikeWrite = "read-named-like-write":
        "clients repeat a read after a failure: what changes or sends something would be done twice",
    /// An operation that is called like one that only reads, with `effect="write"` or `effect="send"`.
    WriteNamedLikeRead = "write-named-like-read":
        "clients do not repeat a write after a failure, so that a report fails which a second try would have returned",
    /// An operation without documentation, or whose documentation only repeats its name.
    OperationWithoutWords = "operation-without-words":
        "the documentation of the spec is all that callers of the generated client are told",
    /// An operation that GET and POST cannot carry because of a parameter or of several outputs, and whose `transports` does not say so.
    NotOverGetAndPost = "not-over-get-and-post":
        "the operation is offered over SOAP only, and whoever reads the spec does not see it",
    /// A limit that does not say how many records it allows.
    LimitWithoutRecords = "limit-without-records":
        "a number of records is known to programs, which can tell that a result may be cut off; words are for people only",
    /// Two names in one place that differ only in upper and lower case.
    NamesDifferInCase = "names-differ-in-case":
        "people and many tools take names that differ only in case for the same",
    /// A deprecated operation whose reason names no other operation of the service.
    DeprecatedWithoutSuccessor = "deprecated-without-successor":
        "whoever gets the compiler's warning wants to know what to call instead",
    /// A variant of an operation that has another effect than that operation.
    VariantWithOtherEffect = "variant-with-other-effect":
        "a variant does the same in another form: one of the two effects is probably wrong",
    /// A group or a type that nothing in the spec uses.
    NotUsed = "not-used":
        "it reads as if the service had it, and no operation does",
    /// A comment that allows a lint where there is nothing to allow.
    AllowNotUsed = "allow-not-used":
        "the reason in it is not true any more, and it would hide the next finding",
    /// A comment that begins with `lint:` and does not allow a known lint with a reason.
    AllowNotUnderstood = "allow-not-understood":
        "a comment that is not understood allows nothing",
}

impl std::fmt::Display for Lint {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.as_str())
    }
}

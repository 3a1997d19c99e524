//! The kinds of change, each with a code that never changes its meaning.

/// Declares the kinds: variant, code and documentation once, so that none can lack one of the three.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $variant:ident = $text:literal,)+) => {
        /// A kind of change. The codes (`operation-removed`) are stable: a code keeps its meaning.
        #[non_exhaustive]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Kind {
            /// Every kind, in the order in which they are documented.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The stable code, as messages and configuration files show it (`operation-removed`).
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }
    };
}

kinds! {
    /// An operation that the old version has not.
    OperationAdded = "operation-added",
    /// An operation that the new version has not.
    OperationRemoved = "operation-removed",
}

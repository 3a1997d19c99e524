//! The macro that declares the codes of mistakes, lints and changes.

/// Declares an enumeration in which each variant has a code, and a page in `explanations` that is named after the code. A variant's
/// documentation is its summary.
macro_rules! coded {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident;

        $($(#[doc = $doc:literal])+ $variant:ident = $code:literal,)+
    ) => {
        $(#[$attribute])*
        #[non_exhaustive]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl $name {
            /// All of them, in the order in which they are documented.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The stable code, as messages show it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)+
                }
            }

            /// What it is, in one or two sentences.
            #[cfg(feature = "review")]
            pub(crate) const fn summary(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($doc),+).trim_ascii(),)+
                }
            }

            /// What is to be said of it beyond that, with examples: Markdown.
            #[cfg(feature = "review")]
            pub(crate) const fn explanation(self) -> &'static str {
                match self {
                    $(Self::$variant => include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/explanations/", $code, ".md")),)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }
    };
}

pub(crate) use coded;

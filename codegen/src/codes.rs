//! The macro that declares the codes of mistakes, lints and changes.

/// Declares an enumeration in which each variant has a stable code. A variant's documentation is its summary.
#[doc(hidden)]
#[macro_export]
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
            /// All codes, in the order of their documentation.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The stable code, as messages show it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)+
                }
            }

            /// A description in one or two sentences.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($doc),+).trim_ascii(),)+
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

//! The pages of codes: each mistake, lint and change has one in `explanations/`, named after its code.

use asmx_codegen::diagnostic::Code;

/// The page of a code.
macro_rules! page {
    ($code:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/explanations/", $code, ".md"))
    };
}

/// Declares an enumeration as the generator's macro does, in which each variant has a page.
macro_rules! coded {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident;

        $($(#[doc = $doc:literal])+ $variant:ident = $code:literal,)+
    ) => {
        asmx_codegen::coded! {
            $(#[$attribute])*
            pub enum $name;

            $($(#[doc = $doc])+ $variant = $code,)+
        }

        impl $name {
            /// Its page: Markdown.
            pub(crate) const fn explanation(self) -> &'static str {
                match self {
                    $(Self::$variant => $crate::codes::page!($code),)+
                }
            }
        }
    };
}

/// Gives each mistake its page.
macro_rules! pages_of_mistakes {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident;

        $($(#[doc = $doc:literal])+ $variant:ident = $code:literal,)+
    ) => {
        /// The page of a mistake: Markdown.
        pub(crate) const fn explanation(code: $name) -> &'static str {
            match code {
                $($name::$variant => page!($code),)+
                _ => "",
            }
        }
    };
}

asmx_codegen::codes!(pages_of_mistakes);

pub(crate) use {coded, page};

//! The page of each mistake, lint and change: a file in `explanations/`, named after its code.

use asmx_codegen::diagnostic::Code;

macro_rules! page {
    ($code:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/explanations/", $code, ".md"))
    };
}

/// Declares an enumeration like `asmx_codegen::coded!`, and requires a page for each variant.
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
            pub(crate) const fn explanation(self) -> &'static str {
                match self {
                    $(Self::$variant => $crate::codes::page!($code),)+
                }
            }
        }
    };
}

macro_rules! pages_of_mistakes {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident;

        $($(#[doc = $doc:literal])+ $variant:ident = $code:literal,)+
    ) => {
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

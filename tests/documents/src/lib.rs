//! The loans of a library: the service that the guide makes. Its documentation tests are the examples of the guide.
#![forbid(unsafe_code)]

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The visits of a park: the types that the guide shows.
pub mod park {
    include!(concat!(env!("OUT_DIR"), "/park.rs"));
}

/// The examples of the guide are compiled with the tests, and those that need no network are run: those of every page, as the build script
/// finds them.
#[cfg(doctest)]
mod guide {
    include!(concat!(env!("OUT_DIR"), "/guide.rs"));
}

/// A call of every operation of the first service, with every parameter that has a plain value.
#[cfg(doctest)]
#[doc = include_str!(concat!(env!("OUT_DIR"), "/calls.md"))]
struct Calls;

/// So are those of the README, and of the crates that have few of their own: a program of documentation tests for each would be linked.
#[cfg(doctest)]
mod crates {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../runtime/arrow/README.md")]
    struct Arrow;
    #[doc = include_str!("../../../cli/document/README.md")]
    struct Document;
    #[doc = include_str!("../../../cli/gateway/README.md")]
    struct Gateway;
    #[doc = include_str!("../../../runtime/types/README.md")]
    struct Types;
    #[doc = include_str!("../../../runtime/windows-auth/README.md")]
    struct WindowsAuth;
    #[doc = include_str!("../../../runtime/xml/README.md")]
    struct Xml;
    #[doc = concat!("```no_run\n", include_str!("../../../runtime/arrow/examples/nightly.rs"), "\n```")]
    struct Nightly;
}

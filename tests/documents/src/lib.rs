//! The loans of a library: the service that the guide makes. Its documentation tests are the examples of the guide.
#![forbid(unsafe_code)]

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The examples of the guide are compiled with the tests, and those that need no network are run.
#[cfg(doctest)]
mod guide {
    #[doc = include_str!("../../../docs/guide/first-call.md")]
    struct FirstCall;
    #[doc = include_str!("../../../docs/guide/transports.md")]
    struct Transports;
    #[doc = include_str!("../../../docs/guide/results.md")]
    struct Results;
    #[doc = include_str!("../../../docs/guide/streaming.md")]
    struct Streaming;
    #[doc = include_str!("../../../docs/guide/errors.md")]
    struct Errors;
    #[doc = include_str!("../../../docs/guide/credentials.md")]
    struct Credentials;
    #[doc = include_str!("../../../docs/guide/imports.md")]
    struct Imports;
    #[doc = include_str!("../../../docs/guide/watching.md")]
    struct Watching;
    #[doc = include_str!("../../../docs/guide/testing.md")]
    struct Testing;
    #[doc = include_str!("../../../docs/guide/serving.md")]
    struct Serving;
    #[doc = include_str!("../../../docs/guide/your-service.md")]
    struct YourService;
    #[doc = include_str!("../../../docs/guide/from-a-wsdl.md")]
    struct FromAWsdl;
    #[doc = include_str!("../../../docs/guide/spec-edits.md")]
    struct SpecEdits;
    #[doc = include_str!("../../../docs/guide/production.md")]
    struct Production;
}

/// So are those of the crates that have few of their own: a program of documentation tests for each would be linked.
#[cfg(doctest)]
mod crates {
    #[doc = include_str!("../../../arrow/README.md")]
    struct Arrow;
    #[doc = include_str!("../../../document/README.md")]
    struct Document;
}

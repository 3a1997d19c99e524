//! The code that specs become. The tests of the generator write these files (`INSTA_UPDATE=always`), and a diff of them shows what an edit of a spec or of the
//! generator does to code.
//!
//! Every lint for published code is denied: generated code must compile under each lint that a user may deny.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic, rustdoc::all)]

/// The e-mail service.
pub mod email_campaign {
    include!("email-campaign.rs");
}

/// A service whose messages are of every style: several outputs, headers, names and addresses of their own.
pub mod parcels {
    include!("parcels.rs");
}

/// A service with types of every shape.
pub mod zoo {
    include!("zoo.rs");
}

/// Operations with names that hurt, of a service with many more.
pub mod names {
    include!("names.rs");
}

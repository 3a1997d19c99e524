//! Shows what an edit of a spec of an ASP.NET `.asmx` web service changes, and for whom.
//!
//! * [`diff`](mod@diff) compares two versions of a service, and reports the changes for deployed clients, for people who compile against the
//!   generated code, and for people who implement the service.
//! * [`project`] finds the versions in files and commits, and reads the configuration of a project.
//! * [`lint`] finds probable mistakes, [`mod@format`] gives specs one layout, and [`explain`] explains each code.
//!
//! The command `asmx` (`cargo install --path cli` in a checkout) has a subcommand for each. The crate uses neither the network nor the clock. Only `project` reads files and runs git.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod codes;
pub mod diff;
pub mod explain;
pub mod format;
pub mod lint;
#[doc(hidden)]
pub mod matching;
pub mod project;
mod words;

pub use words::Words;

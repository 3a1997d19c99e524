//! What an edit of a spec of an ASP.NET `.asmx` web service means, and to whom.
//!
//! * [`diff`](mod@diff) compares two versions of a service, and says what changed for those who have deployed a client, who compile against the
//!   generated code, and who implement the service.
//! * [`review`] compares specs with a commit, and sees whether the other files of a pull request fit.
//! * [`lint`] finds what reads like a mistake, [`mod@format`] gives specs one layout, and [`explain`] has what each code means.
//!
//! The command `asmx` (`cargo install asmx`) has a subcommand for each. Nothing here uses the network or the clock. Only `review` reads files, and runs git.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod codes;
pub mod diff;
pub mod explain;
pub mod format;
pub mod lint;
#[doc(hidden)]
pub mod matching;
pub mod review;

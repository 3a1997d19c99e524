#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod address;
mod blocking;
mod call;
mod dry_run;
mod error;
mod find;
mod numbers;
mod setup;
mod target;
mod unsent;

pub use asmx_document::{Document, DocumentError};
pub use asmx_runtime::json::raw_headers;
pub use asmx_runtime::observation::CapturedExchange;
pub use asmx_runtime::{Credentials, Error, ErrorKind, Outcome};
pub use blocking::{wait, wait_unless_interrupted};
pub use call::{Answer, Call};
pub use dry_run::DryRun;
pub use error::{CallError, TargetError};
pub use numbers::with_numbers;
pub use setup::{Checks, Setup};
pub use target::Target;

//! Turns a one-page operation spec of an ASP.NET `.asmx` web service into typed Rust.
mod emit;
mod format;
pub mod model;
pub mod names;

pub use emit::{generate, generate_operation};

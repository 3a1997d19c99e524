//! Turns a one-page operation spec of an ASP.NET `.asmx` web service into typed Rust.
pub mod model;

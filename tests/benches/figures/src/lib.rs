//! Figures of the measuring tools. A tool prints a line for each figure ([`Figure`]); `measure record` takes these lines into the
//! table of `docs/MEASUREMENTS.md` ([`Document`]).

mod document;
mod figure;

pub use document::{Document, DocumentError};
pub use figure::{Figure, Goal};

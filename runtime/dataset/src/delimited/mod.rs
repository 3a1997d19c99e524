//! Delimited text: strings built of rows and cells, cut whole or as they arrive.

mod cutter;
mod delimited_text;
mod delimiters;
mod layout;
mod reader;
mod rows;

#[cfg(test)]
mod tests;

pub use delimited_text::DelimitedText;
pub use delimiters::{DelimiterError, DelimiterRole, Delimiters};
pub use layout::{DelimitedLayout, Header};
pub use reader::DelimitedReader;

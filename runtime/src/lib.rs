//! What every generated ASMX client and service shares: protocol, results, faults, client and server.

pub mod results;
pub mod xml;
pub mod xsd;

pub use results::{DataSet, DelimitedText, Delimiters, Integers, Text, XmlDocument};

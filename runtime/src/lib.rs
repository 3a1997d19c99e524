//! What every generated ASMX client and service shares: protocol, results, faults, client and server.

pub mod xml;
pub mod xsd;

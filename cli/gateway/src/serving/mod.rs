//! A gateway as a program: its interface over HTTP, and tools over standard input and output.

mod interface;
mod listen;

pub use interface::Interface;
pub use listen::{Listen, ListenError};

/// Offers the operations as tools of the Model Context Protocol over standard input and output, until the client ends.
///
/// # Errors
///
/// The client does not speak the protocol, or the system refuses what the program needs.
#[cfg(feature = "mcp")]
pub fn speak_mcp(gateway: crate::Gateway) -> std::io::Result<()> {
    crate::calls::blocking::wait_serving(crate::mcp::Mcp::new(gateway).speak())?.map_err(std::io::Error::other)
}

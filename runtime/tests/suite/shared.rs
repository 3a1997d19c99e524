//! Descriptors and sockets that several subjects share.

#![allow(dead_code, reason = "some features need a part of it")]

use std::io::Read;

use asmx_runtime::descriptors::OnContradiction;
use asmx_runtime::{Effect, Member, Operation};
use tokio::io::{AsyncRead, AsyncReadExt as _};

/// A read whose contradictions are errors.
pub const fn strict(name: &'static str, parameters: &'static [Member], outputs: &'static [Member]) -> Operation {
    Operation::new(name, "", "", parameters, Effect::Read).outputs(outputs).on_contradiction(OnContradiction::Error)
}

/// Reads a request up to the end of its envelope, or the part that arrived.
pub async fn request_of(stream: &mut (impl AsyncRead + Unpin)) -> String {
    let mut request = Vec::new();
    while !request.ends_with(b"Envelope>") && matches!(stream.read_buf(&mut request).await, Ok(1..)) {}
    String::from_utf8_lossy(&request).into_owned()
}

/// The same, without async.
pub fn request_from(mut stream: impl Read) -> String {
    let (mut request, mut chunk) = (Vec::new(), [0; 8192]);
    while !request.ends_with(b"Envelope>") {
        match stream.read(&mut chunk) {
            Ok(length @ 1..) => request.extend_from_slice(&chunk[..length]),
            _ => break,
        }
    }
    String::from_utf8_lossy(&request).into_owned()
}

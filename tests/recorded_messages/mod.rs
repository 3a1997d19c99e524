//! The recorded messages under `tests/fixtures`, cut into head and body: for the tests of several crates.

use std::path::{Path, PathBuf};

/// Where the recordings lie.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures")
}

/// The body of a recorded HTTP message.
pub(crate) fn body(message: &[u8]) -> &[u8] {
    let end = message.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    &message[end + 4..]
}

/// Every recorded message of a call that went well, with its path, in a stable order.
#[allow(dead_code, reason = "each test file uses what it needs")]
pub(crate) fn all() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = ["ops", "results", "types"].map(|group| folder().join(group)).to_vec();
    while let Some(current) = folders.pop() {
        for entry in std::fs::read_dir(current).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "response" || extension == "request") {
                let name = path.strip_prefix(folder()).expect("inside").to_string_lossy().replace('\\', "/");
                found.push((name, std::fs::read(path).expect("readable")));
            }
        }
    }
    found.sort();
    assert!(found.len() > 100, "the recordings are there");
    found
}

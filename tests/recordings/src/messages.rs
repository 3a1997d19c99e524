//! Recorded messages of every group, as they are and without their head.

use std::path::{Path, PathBuf};

/// The folder of the recordings: `tests/fixtures`.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures")
}

/// Length of the head of an HTTP message, with the empty line after it.
#[must_use]
pub fn head_length(message: &[u8]) -> Option<usize> {
    message.windows(4).position(|window| window == b"\r\n\r\n").map(|at| at + 4)
}

/// The body of a recorded HTTP message.
#[must_use]
pub fn body(message: &[u8]) -> &[u8] {
    &message[head_length(message).expect("a recorded message has a head")..]
}

/// Every recorded message of a call that went well, with its path, in a stable order.
#[must_use]
pub fn messages() -> Vec<(String, Vec<u8>)> {
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

//! The log of a program that serves: a line of JSON for each event, on standard error.

use std::io::{self, Write as _};

use serde_json::Value as Json;

/// Writes a line. The reader of the log may be gone; the program serves nevertheless.
pub(super) fn log_line(event: &Json) {
    // Standard error has no buffer: as it is formatted, each piece of the line would be a write of its own.
    let line = format!("{event}\n");
    let _ = io::stderr().write_all(line.as_bytes());
}

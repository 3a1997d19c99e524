//! Validation by `xmllint`, for tests of several crates.

use std::path::Path;
use std::process::{Command, Stdio};

/// Whether `xmllint` accepts a file; `None` where there is no xmllint.
pub fn validates(schema: &Path, file: &Path) -> Option<Result<(), String>> {
    let output = Command::new("xmllint")
        .args(["--nonet", "--noout", "--schema"])
        .args([schema, file])
        .stdin(Stdio::null())
        .output();
    let Ok(output) = output else {
        println!("skipped: xmllint is not installed (package libxml2-utils)");
        return None;
    };
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    Some(if output.status.success() { Ok(()) } else { Err(words) })
}

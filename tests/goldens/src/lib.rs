//! For tests: files that tests compare with and write, and the examples of pages.
//!
//! [`assert_current`] is the one comparison of a whole file, [`assert_generated`] that of generated code. [`markdown`] and [`frames`] read examples of pages and complete them to specs and WSDL
//! documents. [`mistakes`] has the examples that are wrong: those of the pages of codes, and further ones that only tests read.
#![forbid(unsafe_code)]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::pedantic,
    clippy::unwrap_used,
    missing_docs,
    reason = "for tests, which fail by panicking"
)]

pub mod examples;
pub mod frames;
pub mod markdown;
pub mod mistakes;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A path from the root of the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Compares the generated files of a service in `tests/generated` with those expected, as paths and texts. Returns false if some were written anew:
/// the crate of the program that runs was compiled of the old ones.
pub fn assert_generated(service: &str, files: impl IntoIterator<Item = (String, String)>) -> bool {
    let sources = repository("tests/generated/src");
    let (mut expected, mut are_current) = (BTreeSet::new(), true);
    for (path, text) in files {
        assert!(path.starts_with(service), "{path}");
        are_current &= assert_current(&sources.join(&path), &text);
        expected.insert(path);
    }
    for entry in fs::read_dir(sources.join(service)).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        if expected.contains(&format!("{service}/{name}")) {
            continue;
        }
        assert!(
            is_updating(),
            "{service}/{name} is generated no more. `INSTA_UPDATE=always cargo test --workspace` removes it"
        );
        fs::remove_file(sources.join(service).join(name)).unwrap();
        are_current = false;
    }
    are_current
}

fn is_updating() -> bool {
    std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always")
}

/// Compares a file with the expected text; `INSTA_UPDATE=always` writes it, as it writes snapshots. Returns false if it was written.
pub fn assert_current(path: &Path, text: &str) -> bool {
    let found = fs::read_to_string(path).unwrap_or_default();
    if found == text {
        return true;
    }
    if is_updating() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        // Other tests may read it meanwhile.
        let new = path.with_extension(format!("{}.new", std::process::id()));
        fs::write(&new, text).unwrap();
        fs::rename(new, path).unwrap();
        return false;
    }
    let differing = found.lines().zip(text.lines()).position(|(found, wanted)| found != wanted);
    let line = differing.unwrap_or_else(|| found.lines().count().min(text.lines().count()));
    panic!(
        "{} is not current from line {}: `{}` has to be `{}`. `INSTA_UPDATE=always cargo test --workspace` writes it",
        path.display(),
        line + 1,
        found.lines().nth(line).unwrap_or_default(),
        text.lines().nth(line).unwrap_or_default()
    );
}

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
    let (root, parts): (Vec<_>, Vec<_>) = files.into_iter().partition(|(path, _)| !path.contains('/'));
    let of_folder = parts.into_iter().map(|(path, text)| {
        let name = path.strip_prefix(service).and_then(|path| path.strip_prefix('/'));
        (name.unwrap_or_else(|| panic!("{path} is not of {service}")).to_owned(), text)
    });
    let are_current = assert_folder(&sources.join(service), of_folder);
    root.iter().fold(are_current, |are_current, (path, text)| assert_current(&sources.join(path), text) & are_current)
}

/// Compares a folder with the files that it is expected to have, as paths below it and texts. Returns false if some were written or removed.
pub fn assert_folder(folder: &Path, files: impl IntoIterator<Item = (String, String)>) -> bool {
    let (mut expected, mut are_current) = (BTreeSet::new(), true);
    for (path, text) in files {
        let path = folder.join(path);
        are_current &= assert_current(&path, &text);
        expected.insert(path);
    }
    for path in files_below(folder).into_iter().filter(|path| !expected.contains(path)) {
        let shown = path.display();
        assert!(is_updating(), "{shown} is made no more. `INSTA_UPDATE=always cargo test --workspace` removes it");
        fs::remove_file(path).unwrap();
        are_current = false;
    }
    are_current
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
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

//! The guide: what is generated of it is current, and it is a whole book.
#![allow(clippy::pedantic)]

mod book;
mod calls;
mod operations;
mod types;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The folder of the guide.
pub fn guide() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide")
}

/// The pages of the spec that are not current. Tests that read the guide ask this first, because `INSTA_UPDATE=always` writes
/// the pages.
pub fn stale() -> &'static [String] {
    static STALE: LazyLock<Vec<String>> =
        LazyLock::new(|| operations::files().iter().filter_map(|(name, text)| compared(name, text)).collect());
    &STALE
}

/// Compares a generated file with what it has to be; `INSTA_UPDATE=always` writes it. What is told is the first difference.
fn compared(name: &str, text: &str) -> Option<String> {
    let path = guide().join(name);
    let found = fs::read_to_string(&path).unwrap_or_default();
    if found == text {
        return None;
    }
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        return None;
    }
    let line = found.lines().zip(text.lines()).position(|(found, wanted)| found != wanted);
    let line = line.unwrap_or_else(|| found.lines().count().min(text.lines().count()));
    let at = |text: &str| text.lines().nth(line).unwrap_or_default().to_owned();
    Some(format!("{name}, line {}: `{}` has to be `{}`", line + 1, at(&found), at(text)))
}

#[test]
fn the_pages_of_the_operations_are_current() {
    let stale = stale();
    assert!(stale.is_empty(), "`INSTA_UPDATE=always cargo test --workspace` writes these: {stale:#?}");
}

#[test]
fn every_page_of_an_operation_belongs_to_one() {
    assert!(stale().is_empty());
    let pages: Vec<String> = operations::files().into_iter().map(|(name, _)| name).collect();
    for entry in fs::read_dir(guide().join("reference/operations")).unwrap() {
        let name = format!("reference/operations/{}", entry.unwrap().file_name().to_string_lossy());
        assert!(pages.contains(&name), "{name} is of no operation: remove it");
    }
}

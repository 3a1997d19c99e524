//! Specs and commands in the guide work, and its generated parts are current.
//!
//! The guide belongs to the workspace, not to this package; an unpacked package skips these tests.

mod blocks;
mod codes;
mod commands;
mod examples;
mod readme;
mod servers;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Two tests may write one chapter.
static WRITING: Mutex<()> = Mutex::new(());

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// `None` in an unpacked package.
fn guide() -> Option<PathBuf> {
    let folder = workspace().join("docs/guide");
    if folder.exists() {
        return Some(folder);
    }
    println!("skipped: {} is not here", folder.display());
    None
}

/// Handwritten chapters, as paths in the guide.
fn chapters(guide: &Path) -> Vec<String> {
    let mut chapters = Vec::new();
    for entry in fs::read_dir(guide).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            chapters.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    chapters.sort();
    chapters
}

/// Compares a generated file with the expected text; `INSTA_UPDATE=always` writes it, as it writes snapshots.
fn assert_current(path: &Path, text: &str) {
    let found = fs::read_to_string(path).unwrap_or_default();
    if found == text {
        return;
    }
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        return;
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

//! Specs and commands in the guide work, and its generated parts are current.
//!
//! The guide belongs to the workspace, not to this package; an unpacked package skips these tests.

mod blocks;
mod codes;
mod commands;
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

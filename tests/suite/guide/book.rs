//! The guide is a book: whole, in order, and readable without a network.

use std::collections::BTreeSet;
use std::fs;

use super::pages::{guide, pages, resolved, summary};
use crate::documents::{anchor, links};

#[test]
fn every_page_is_a_chapter() {
    let chapters = links(&summary());
    let listed: BTreeSet<String> = chapters.iter().cloned().collect();
    assert_eq!(chapters.len(), listed.len(), "a chapter is listed twice");
    assert_eq!(listed, pages().keys().cloned().collect(), "left: chapters of the summary; right: pages");
}

#[test]
fn a_link_stays_in_the_book_or_is_an_address() {
    let mut broken = Vec::new();
    for (page, text) in pages() {
        for link in links(text) {
            let (path, fragment) = link.split_once('#').unwrap_or((&link, ""));
            if path.starts_with("http://") || path.starts_with("https://") {
                continue;
            }
            let target = if path.is_empty() { Some(page.clone()) } else { resolved(page, path) };
            let exists = target.is_some_and(|target| {
                let Some(text) = pages().get(&target) else {
                    return fragment.is_empty() && guide().join(&target).is_file();
                };
                fragment.is_empty() || text.lines().any(|line| line.starts_with('#') && anchor(line) == fragment)
            });
            if !exists {
                broken.push(format!("{page}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "what is not in the book is named by its path, without a link: {broken:#?}");
}

#[test]
fn the_book_needs_no_network() {
    for (page, text) in pages() {
        let mut is_code = false;
        for line in text.lines() {
            if line.starts_with("```") {
                is_code = !is_code;
                continue;
            }
            let loads = ["<img", "<script", "<link", "<iframe", "<object", "<video", "](http"];
            let loaded = loads.iter().find(|tag| !is_code && line.contains(*tag));
            let is_picture = loaded.is_some_and(|tag| *tag != "](http" || line.contains("!["));
            assert!(!is_picture, "{page} loads something: {line}");
        }
    }
    let settings: toml::Table = fs::read_to_string(guide().join("book.toml")).unwrap().parse().unwrap();
    let html = settings["output"]["html"].as_table().unwrap();
    assert_eq!(settings["book"]["src"].as_str(), Some("."));
    assert_eq!(settings["build"]["create-missing"].as_bool(), Some(false));
    // Formulas come from a server, and so do results of examples.
    assert_eq!(html["mathjax-support"].as_bool(), Some(false));
    assert_eq!(html["playground"]["runnable"].as_bool(), Some(false));
    for setting in ["additional-css", "additional-js", "theme", "git-repository-url"] {
        assert!(!html.contains_key(setting), "{setting}: see that it loads nothing");
    }
}

#[test]
fn the_pictures_are_small_and_shown() {
    let mut bytes = 0;
    let all: String = pages().values().map(String::as_str).collect();
    let mut count = 0;
    for entry in fs::read_dir(guide().join("pictures")).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        bytes += entry.metadata().unwrap().len();
        if name != "make" {
            assert!(all.contains(&format!("pictures/{name})")), "no page shows {name}");
            count += 1;
        }
    }
    assert!(count >= 3, "{count} pictures");
    assert!(bytes < 300_000, "the pictures have {bytes} bytes together");
}

/// Blocks whose text is tried, and by what.
const TRIED: &[&str] = &[
    // Documentation tests of tests/documents.
    "rust",
    "rust,no_run",
    // This test.
    "toml",
    "json",
    // The tests of the command: specs, their Rust, commands and what they print.
    "xml",
    "rust,ignore",
    "sh",
    "sh fails",
    "text printed",
    "json printed",
    // Made by the tests.
    "http",
    // The sandbox's README, whose tests try it.
    "console",
    // The tests of the package of Python.
    "python",
];

#[test]
fn every_block_is_tried_or_says_why_not() {
    let mut untried = Vec::new();
    for (page, text) in pages().iter().filter(|(page, _)| !page.starts_with("reference/codes/")) {
        for (info, text) in blocks(text) {
            match info.as_str() {
                "toml" => drop(text.parse::<toml::Table>().unwrap_or_else(|error| panic!("{page}: {error}\n{text}"))),
                "json" => {
                    drop(
                        serde_json::from_str::<serde_json::Value>(&text)
                            .unwrap_or_else(|error| panic!("{page}: {error}\n{text}")),
                    );
                }
                info if info.starts_with("text in ") => {
                    let file = crate::documents::read(info.trim_start_matches("text in "));
                    assert!(text.lines().all(|line| file.lines().any(|file_line| file_line == line)), "{page}: {text}");
                }
                info if TRIED.contains(&info) => {}
                info => untried.push(format!("{page}: {info}")),
            }
        }
    }
    let is_excused = |line: &String| line.split_once(": ").is_some_and(|(_, info)| info.contains(" untried: "));
    assert!(untried.iter().all(is_excused), "{untried:#?}");
    assert_eq!(untried.len(), UNTRIED, "{untried:#?}");
}

/// How many blocks of the guide are not tried, each with its reason in the fence.
const UNTRIED: usize = 23;

/// Each block: the words behind its fence, and its text.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            if !is_code {
                blocks.push((info.to_owned(), String::new()));
            }
            is_code = !is_code;
        } else if is_code {
            let (_, block) = blocks.last_mut().unwrap();
            block.push_str(line);
            block.push('\n');
        }
    }
    blocks
}

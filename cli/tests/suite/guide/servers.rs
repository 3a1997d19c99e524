//! The page about services behind IIS has every row of the table of servers, with the sentence that the command shows.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use asmx::words::words;
use goldens::assert_current;
use test_servers::pages::examples;

use super::{WRITING, guide};

/// The sentence of each row, in the words of the command, from the first of its examples.
fn sentences() -> BTreeMap<String, String> {
    let mut sentences = BTreeMap::new();
    for example in examples() {
        let sentence = example.sentence(words);
        sentences.entry(example.name).or_insert(sentence);
    }
    sentences
}

/// A cell that begins with the name of a row, `<!-- name -->`, has its sentence.
#[test]
fn the_page_about_iis_has_the_sentence_of_every_row() {
    let Some(guide) = guide() else { return };
    let _writing = WRITING.lock();
    let (sentences, path) = (sentences(), guide.join("behind-iis.md"));
    let text = fs::read_to_string(&path).unwrap();
    let (mut current, mut named) = (String::new(), BTreeSet::new());
    for line in text.lines() {
        match line.split_once("<!-- ").and_then(|(before, after)| Some((before, after.split_once(" -->")?.0))) {
            Some((before, name)) if line.starts_with('|') => {
                let sentence = sentences.get(name).unwrap_or_else(|| panic!("{name} is no row"));
                assert!(!sentence.contains('|'), "{sentence}");
                writeln!(current, "{before}<!-- {name} --> {sentence} |").unwrap();
                named.insert(name);
            }
            _ => {
                current.push_str(line);
                current.push('\n');
            }
        }
    }
    let missing: Vec<&String> = sentences.keys().filter(|name| !named.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "rows that the page lacks: {missing:?}");
    assert_current(&path, &current);
}

//! The README, the map, CONTRIBUTING.md and the page of tests: they name rooms, tests and programs that exist, and the README shows a spec that is right.

use std::collections::BTreeSet;

use asmx_codegen::model::Operation;

use crate::documents::{files, read};
use crate::security_page::{has_test, quoted};
use crate::test_programs;

/// A block of a page in this language, the first of which is number 0.
fn block(page: &str, language: &str, number: usize) -> String {
    let fence = format!("\n```{language}\n");
    let rest = page.split(&fence).nth(number + 1).unwrap_or_else(|| panic!("no block {number} of {language}"));
    format!("{}\n", rest.split_once("\n```").unwrap().0)
}

/// The rows of the table below a heading, its own heading left out.
fn rows<'a>(page: &'a str, heading: &str) -> impl Iterator<Item = Vec<&'a str>> {
    let section = page.split(&format!("## {heading}\n")).nth(1).and_then(|rest| rest.split("\n## ").next());
    let section = section.unwrap_or_else(|| panic!("no heading {heading}"));
    let lines = section.split("\n\n").find(|block| block.starts_with("| ")).unwrap().lines().skip(2);
    lines.map(|line| line.trim_matches(['|', ' ']).split(" | ").collect())
}

#[test]
fn every_promise_names_tests_that_exist() {
    let page = read("tests/README.md");
    let mut count = 0;
    for row in rows(&page, "Promises") {
        let [promise, tests] = row.as_slice() else { panic!("{row:?}") };
        let (mut source, mut named) = (String::new(), 0);
        for word in quoted(tests) {
            if word.contains('/') {
                source = read(word);
            } else {
                assert!(has_test(&source, word), "{promise}: {word} is not a test");
                named += 1;
            }
        }
        assert!(named > 0, "{promise}: names no test");
        count += 1;
    }
    assert!(count > 35, "only {count} promises");
}

#[test]
fn every_test_program_is_named() {
    let page = read("tests/README.md");
    let named = rows(&page, "Test programs").flat_map(|row| {
        let programs = quoted(row[1]).map(|program| (row[0].trim_matches('`').to_owned(), program.to_owned()));
        programs.collect::<Vec<_>>()
    });
    let (named, programs) = (named.collect::<BTreeSet<_>>(), test_programs::programs());
    assert_eq!(named, programs, "left: programs of tests/README.md; right: those of the manifests");
}

#[test]
fn paths_that_the_map_the_decisions_and_this_page_name_exist() {
    let pages = files(&["md"]).into_iter().filter(|page| {
        ["CONTRIBUTING.md", "README.md", "tests/README.md"].contains(&page.as_str())
            || page.starts_with("docs/decisions/")
    });
    let (mut named, mut missing) = (0, Vec::new());
    for page in pages {
        let mut is_code = false;
        for line in read(&page).lines() {
            is_code ^= line.starts_with("```");
            let words = if is_code { "" } else { line };
            for word in quoted(words).filter(|word| word.contains('/')) {
                let is_path = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte));
                let is_of_the_reader = word == "target/guide" || word.starts_with("generated/");
                if is_path && !is_of_the_reader && !word.contains("CODE") && !word.starts_with("..") {
                    named += 1;
                    if !std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(word).exists() {
                        missing.push(format!("{page}: {word}"));
                    }
                }
            }
        }
    }
    assert!(missing.is_empty(), "no such files: {missing:#?}");
    assert!(named > 80, "only {named} paths");
}

#[test]
fn the_spec_of_the_readme_is_short_and_is_that_of_the_guide() {
    let excerpt = block(&read("README.md"), "xml", 0);
    assert!(excerpt.lines().count() <= 8, "{excerpt}");
    let [excerpt, full] = [excerpt, read("tests/documents/spec/library.xml")]
        .map(|text| asmx_codegen::load("library.xml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}")));
    assert_eq!((&excerpt.names.client, &excerpt.path, &excerpt.doc), (&full.names.client, &full.path, &full.doc));
    let [excerpt, full] = [&excerpt, &full].map(|service| &service.operations[0]);
    assert_eq!((&excerpt.name, &excerpt.outputs, &excerpt.doc), (&full.name, &full.outputs, &full.doc));
    let parameter = |operation: &Operation| {
        let first = &operation.parameters[0];
        (first.name.clone(), first.field.clone(), first.kind.clone())
    };
    assert_eq!(parameter(excerpt), parameter(full));
}

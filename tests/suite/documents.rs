//! Promises of the documents: links, citations, tables.

use std::fs;
use std::path::PathBuf;

/// The folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every file of the repository with one of these extensions, as a path from its root.
pub fn files(extensions: &[&str]) -> Vec<String> {
    let (root, mut folders, mut found) = (root(), vec![root()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|suffix| extensions.iter().any(|extension| suffix == *extension)) {
                found.push(path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

/// The targets of the links of a Markdown text, outside of code.
pub fn links(text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut links = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            let targets = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
            links.extend(targets.map(|(target, _)| target.to_owned()));
        }
    }
    links
}

/// How a page names the place of a heading.
pub fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let letters = heading.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    letters.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[test]
fn every_link_between_documents_leads_to_a_file_and_a_heading() {
    let documents = files(&["md"]);
    assert!(documents.iter().any(|document| document == "README.md"), "{documents:?}");
    let mut broken = Vec::new();
    for document in documents {
        let folder = root().join(&document).parent().unwrap().to_owned();
        for link in links(&read(&document)) {
            let (path, fragment) = link.split_once('#').unwrap_or((&link, ""));
            // Addresses in the network, and paths that rustdoc resolves.
            if path.contains("://") || path.contains("::") {
                continue;
            }
            let target = if path.is_empty() { root().join(&document) } else { folder.join(path) };
            let has_heading = || {
                fs::read_to_string(&target)
                    .unwrap()
                    .lines()
                    .any(|line| line.starts_with('#') && anchor(line) == fragment)
            };
            if !target.exists() || !(fragment.is_empty() || has_heading()) {
                broken.push(format!("{document}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere: {broken:#?}");
}

#[test]
fn the_readme_is_short() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 125, "README.md has {lines} lines: move some of it into the guide");
}

#[test]
fn the_service_of_the_guide_is_the_one_that_its_examples_are_compiled_with() {
    let chapter = read("docs/guide/your-service.md");
    let spec = chapter.split("```xml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(spec, read("tests/documents/spec/library.xml"));
    let include = "include!(concat!(env!(\"OUT_DIR\"), \"/library.rs\"));\n";
    assert!(chapter.contains(include) && read("tests/documents/src/lib.rs").contains(include));
}

/// The numbers behind `RULES.md, rule` in a text.
fn cited(text: &str) -> Vec<u32> {
    let citations = text.split("RULES.md, rule ").skip(1);
    let digits = citations.map(|rest| rest.split(|letter: char| !letter.is_ascii_digit()).next().unwrap());
    digits
        .map(|digits| digits.parse().unwrap_or_else(|_| panic!("no number after `RULES.md, rule`: `{digits}`")))
        .collect()
}

#[test]
fn the_rules_that_the_code_cites_stand_in_the_list_of_rules() {
    assert_eq!(cited("(docs/RULES.md, rule 17); docs/RULES.md, rule 3."), [17, 3]);
    let rules = read("docs/RULES.md");
    let numbers = rules.lines().filter_map(|line| line.split_once(". ")?.0.parse::<u32>().ok());
    let numbers: Vec<u32> = numbers.collect();
    assert_eq!(numbers, (1..=u32::try_from(numbers.len()).unwrap()).collect::<Vec<_>>(), "rules are numbered in order");
    let mut citations = 0;
    for file in files(&["rs"]).into_iter().filter(|file| file != "tests/suite/documents.rs") {
        let text = read(&file);
        for number in cited(&text) {
            citations += 1;
            assert!(numbers.contains(&number), "{file} cites rule {number}, and docs/RULES.md has none");
        }
        for line in text.lines() {
            let rule =
                line.split("rule ").nth(1).is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()));
            assert!(!rule || line.contains("docs/RULES.md, rule "), "{file} cites a rule without its document: {line}");
        }
    }
    assert!(citations >= 8, "only {citations} citations were found");
}

//! Every code has a page, and its examples give that code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use asmx_codegen::Code;
use asmx_import::Documents;
use asmx_review::diff::{self, Change, Kind, Version};
use asmx_review::explain::{self, Family};
use asmx_review::lint::{Lint, lint};
use goldens::assert_current;
use goldens::examples::{DOCUMENT, Example, examples};

/// Introduces the block with the output of `diff`.
const OUTPUT_TITLE: &str = "`asmx diff` reports:";

/// The documents of an example.
struct InMemory(BTreeMap<String, Vec<u8>>);

impl Documents for InMemory {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.0.get(name).cloned()
    }
}

#[test]
fn every_mistake_has_a_page() {
    let explained: BTreeSet<&str> =
        explain::all().map(|explanation| explanation.code).filter(|code| code.starts_with("ASMX")).collect();
    assert_eq!(explained, Code::ALL.iter().map(|code| code.as_str()).collect());
}

#[test]
fn every_lint_has_an_example_that_is_wrong_and_one_that_is_right() {
    let mut explained = 0;
    for explanation in explain::all().filter(|explanation| explanation.family == Family::Lints) {
        let examples = examples(explanation.text);
        let titles: Vec<&str> = examples.iter().map(|example| example.title.as_str()).collect();
        assert_eq!(titles, ["Wrong:", "Right:"], "{}", explanation.code);
        let found = |example: &Example| {
            lint("weather.xml", &example.spec()).unwrap_or_else(|mistakes| panic!("{}: {mistakes}", explanation.code))
        };
        let lints: BTreeSet<&str> = found(&examples[0]).iter().map(|finding| finding.code().as_str()).collect();
        assert!(lints.contains(explanation.code), "{}: the wrong example gives {lints:?}", explanation.code);
        if let Some(finding) = found(&examples[1]).first() {
            panic!("{}: the right example gives {finding}", explanation.code);
        }
        explained += 1;
    }
    assert_eq!(explained, Lint::ALL.len());
}

/// A comparison of two versions cannot give these kinds; tests of `diff --against` cover them.
const ONE_SIDED: [(&str, &str); 2] = [("service-added", "After:"), ("service-removed", "Before:")];

fn version(code: &str, example: &Example) -> Version {
    let name = format!("{code}, {}", example.title);
    let version = if example.is_document() {
        Version::load(&InMemory(example.documents(DOCUMENT)), DOCUMENT)
    } else {
        Version::read(&name, &example.spec())
    };
    version.unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[test]
fn every_change_has_an_edit_and_what_is_said_of_it_and_what_to_do_instead() {
    let (mut explained, mut wrong) = (0, Vec::new());
    for explanation in
        explain::all().filter(|explanation| Kind::ALL.iter().any(|kind| kind.as_str() == explanation.code))
    {
        let code = explanation.code;
        let examples = examples(explanation.text);
        let titles: Vec<&str> = examples.iter().map(|example| example.title.as_str()).collect();
        let versions: Vec<Version> = examples.iter().map(|example| version(code, example)).collect();
        explained += 1;
        if let Some((_, title)) = ONE_SIDED.iter().find(|(one_sided, _)| *one_sided == code) {
            assert_eq!(titles, [*title], "{code}");
            continue;
        }
        assert!(["Before:", "After:", "Instead:"].starts_with(&titles) && titles.len() > 1, "{code}: {titles:?}");
        let changes = |new: &Version| diff::diff(&versions[0], new).changes;
        let of_code = |changes: Vec<Change>| changes.into_iter().find(|change| change.kind.as_str() == code);
        let (after, instead) = (of_code(changes(&versions[1])), versions.get(2).and_then(|new| of_code(changes(new))));
        let Some(change) = after.filter(|_| instead.is_none()) else {
            wrong.push(format!("{code}: the edit does not give it, or what to do instead does"));
            continue;
        };
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../codegen/review/explanations/{code}.md"));
        assert_current(&page, &with_output(explanation.text, &told_of(&change)));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(explained, Kind::ALL.len());
}

#[test]
fn no_explanation_is_left_over() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/review/explanations");
    let files: BTreeSet<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let codes: BTreeSet<String> = explain::all().map(|explanation| format!("{}.md", explanation.code)).collect();
    let different: Vec<&String> = files.symmetric_difference(&codes).collect();
    assert!(different.is_empty(), "a file without a code, or the reverse: {different:?}");
    assert_eq!(codes.len(), explain::all().count(), "two codes are the same");
    assert!(explain::all().all(|explanation| explanation.summary.ends_with('.')), "a summary is a sentence");
}

#[test]
fn codes_are_found_in_any_case_and_misspelt_ones_are_guessed() {
    assert_eq!(explain::explain("asmx0101").unwrap().code, "ASMX0101");
    assert_eq!(explain::explain("ASMX9999"), None);
    assert!(explain::nearest_codes("asmx0199").iter().all(|code| code.starts_with("ASMX01")));
    assert_eq!(explain::nearest_codes("asmx0199").len(), 3);
    assert!(explain::nearest_codes("nothing like it").is_empty());
}

/// The output of `diff` for an edit: classes and version bump, the sentence, and the advice.
fn told_of(change: &Change) -> String {
    let classes: Vec<&str> = change.classes.iter().map(|class| class.as_str()).collect();
    let advice = if change.advice.is_empty() {
        String::new()
    } else {
        format!("help: {}\n", change.advice_in(&asmx::words::REVIEW))
    };
    format!("{}; {}\n{}\n{advice}", classes.join(", "), change.bump.as_str(), change.message)
}

/// An explanation with the output of `diff` inserted after its edit.
fn with_output(text: &str, output: &str) -> String {
    let block = format!("{OUTPUT_TITLE}\n\n```text\n{output}```\n");
    let without = match text.split_once(&format!("{OUTPUT_TITLE}\n\n```text\n")) {
        Some((before, rest)) => {
            format!("{before}{}", rest.split_once("```\n").map_or("", |(_, rest)| rest.trim_start_matches('\n')))
        }
        None => text.to_owned(),
    };
    match without.split_once("Instead:\n") {
        Some((before, instead)) => format!("{before}{block}\nInstead:\n{instead}"),
        None => format!("{}\n\n{block}", without.trim_end()),
    }
}

//! Specs with parts removed by hand: an update restores what the document declares, and reports every lost sentence.

use asmx::update;
use asmx::update::Missing;
use asmx_codegen::load;
use asmx_codegen::model::Service;
use asmx_import::{Import, spec_text};

use super::next_versions::{Chance, next_version, only};
use super::{imported, wire};
use crate::as_document::{SPECS, loaded};
use crate::models::same;

const EVERYTHING: &str = include_str!("../../../../tests/second-service/spec/everything.xml");

/// Appends a comment to each line that ends a tag.
fn commented(spec: &str) -> String {
    let (mut text, mut is_comment) = (String::new(), false);
    for (number, line) in spec.lines().enumerate() {
        is_comment |= line.trim_start().starts_with("<!--");
        text += line;
        // Not inside texts and tags.
        if line.ends_with('>') && number > 0 && !is_comment && !line.ends_with("</service>") {
            text.extend([" <!-- note ", &number.to_string(), ". -->"]);
        }
        is_comment &= !line.ends_with("-->");
        text.push('\n');
    }
    text
}

/// Updates an edited spec, if the edit left it valid.
fn brings_back(spec: &str, import: &Import) -> bool {
    if load("spec.xml", spec.as_bytes()).is_err() {
        return false;
    }
    let update =
        update("spec.xml", spec.as_bytes(), import, Missing::Remove).unwrap_or_else(|error| panic!("{error}\n{spec}"));
    let report = update.changes.to_string();
    let found = loaded(&update.text);
    // A spec may omit its namespace.
    let expected =
        Service { namespace: found.namespace.as_ref().and(import.service.namespace.clone()), ..import.service.clone() };
    same(&wire(&found), &wire(&expected), &format!("{report}\n{}", update.text));
    let again = asmx::update("spec.xml", update.text.as_bytes(), import, Missing::Remove).unwrap();
    assert_eq!(
        (again.text.as_str(), again.changes.all.len()),
        (update.text.as_str(), 0),
        "{report}\n{}",
        again.changes
    );
    for comment in spec.split("<!-- note ").skip(1).filter_map(|rest| rest.split(" -->").next()) {
        let comment = format!("<!-- note {comment} -->");
        assert!(update.text.contains(&comment) || report.contains(&comment), "{comment}\n{report}\n{}", update.text);
    }
    true
}

#[test]
fn next_versions_of_written_specs_lose_no_word_in_silence() {
    for spec in SPECS.iter().map(String::as_str).chain([EVERYTHING]) {
        let (service, spec) = (loaded(spec), commented(spec));
        for seed in 0..if cases::are_all() { 5 } else { 1 } {
            let mut chance = Chance::new(seed);
            let mut next = only(&service, |at| at == 0 || !chance.once_in(6));
            next_version(&mut next, &mut chance);
            assert!(brings_back(&spec, &imported(&next)));
        }
    }
}

/// The positions of attributes, from the blank before each.
fn attributes(text: &str) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for (at, _) in text.match_indices("=\"") {
        let start = text[..at].rfind([' ', '\n']).unwrap();
        let end = at + 2 + text[at + 2..].find('"').unwrap() + 1;
        all.push((start, end));
    }
    all
}

#[test]
fn an_attribute_that_was_taken_away_comes_back_if_the_wire_needs_it() {
    let mut tried = 0;
    for (spec, step) in [(EVERYTHING, 1), (&SPECS[1], 17), (&SPECS[4], 17)] {
        let (spec, import) = (commented(spec), imported(&loaded(spec)));
        for (start, end) in attributes(&spec).into_iter().step_by(cases::step(6) * step) {
            tried += usize::from(brings_back(&[&spec[..start], &spec[end..]].concat(), &import));
        }
    }
    assert!(tried > cases::of(40), "{tried}");
}

#[test]
fn a_line_that_was_taken_away_comes_back_if_the_wire_needs_it() {
    let mut tried = 0;
    for (spec, step) in [(EVERYTHING, 1), (&SPECS[0], 97), (&SPECS[1], 17), (&SPECS[4], 17)] {
        let (spec, import) = (commented(spec), imported(&loaded(spec)));
        let lines: Vec<&str> = spec.lines().collect();
        for line in (0..lines.len()).step_by(cases::step(6) * step) {
            let without: Vec<&str> = [&lines[..line], &lines[line + 1..]].concat();
            tried += usize::from(brings_back(&(without.join("\n") + "\n"), &import));
        }
    }
    assert!(tried > cases::of(40), "{tried}");
}

#[test]
fn lines_that_changed_places_go_back_if_the_wire_needs_it() {
    let mut tried = 0;
    let (spec, import) = (commented(EVERYTHING), imported(&loaded(EVERYTHING)));
    let lines: Vec<&str> = spec.lines().collect();
    for line in (1..lines.len()).step_by(cases::step(6)) {
        let mut swapped = lines.clone();
        swapped.swap(line - 1, line);
        tried += usize::from(brings_back(&(swapped.join("\n") + "\n"), &import));
    }
    assert!(tried > cases::of(20), "{tried}");
}

#[test]
fn the_name_that_a_spec_has_for_an_operation_stays() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/import/tests/fixtures/wsdl");
    let import = asmx_import::import_file(&folder.join("overloads.wsdl")).unwrap();
    let fresh = spec_text(&import.service);
    let start = fresh.find("<operation name=\"Original\"").unwrap();
    let (head, tail) = fresh[start..].split_once('>').unwrap();
    // As imported when the name of its input counted.
    let former = "<operation name=\"Renamed\" effect=\"read\" result=\"string\" transports=\"soap11\"";
    let tail = tail
        .split_once("<result")
        .map_or(tail.to_owned(), |(before, rest)| format!("{before}{}", rest.split_once("/>").unwrap().1.trim_start()));
    let former = format!("{}{former}>{tail}", &fresh[..start]);
    let update = update("spec.xml", former.as_bytes(), &import, Missing::Remove)
        .unwrap_or_else(|error| panic!("{head}\n{former}\n{error}"));
    assert_eq!((update.text, update.changes.all.len()), (former, 0), "{}", update.changes);
}

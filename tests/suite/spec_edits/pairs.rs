//! Comparisons of arbitrary services, and of several edits in a row.

use asmx_codegen::load;
use asmx_import::spec_text;
use asmx_review::diff::{Class, Difference, Version, diff};
use proptest::prelude::*;
use spec_edits::api::Api;
use spec_edits::models;
use spec_edits::{Row, rows, systematic};

use super::{code, messages, version};

/// Few cases, to keep the tests quick; `PROPTEST_CASES` overrides the number.
fn cases(default: u32) -> ProptestConfig {
    let asked = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() {
        asked
    } else {
        ProptestConfig { cases: cases::of(default), ..asked }
    }
}

fn drawn(seed: u64) -> Version {
    version("drawn.xml", &spec_text(&models::service(seed)))
}

/// The text with other white space between elements, with comments, and with reversed attributes.
fn written_otherwise(text: &str) -> String {
    let mut otherwise = String::new();
    let mut rest = text;
    let mut number = 0;
    while let Some(open) = rest.find('<') {
        let (before, from) = rest.split_at(open);
        otherwise.push_str(before);
        let close = end_of_tag(from);
        let (tag, after) = from.split_at(close + 1);
        otherwise.push_str(&reversed(tag));
        number += 1;
        // White space between elements has no meaning.
        let is_between = after.trim_start().starts_with('<') && tag.ends_with("/>");
        if is_between && number % 5 == 0 {
            otherwise.push_str("\n\n<!-- a comment -->\t");
        }
        rest = after;
    }
    otherwise + rest
}

/// The end of a tag. Quoted values may contain brackets.
fn end_of_tag(from: &str) -> usize {
    let mut quote = None;
    let found = from.char_indices().find(|(_, character)| {
        match (quote, *character) {
            (None, '"' | '\'') => quote = Some(*character),
            (Some(open), close) if open == close => quote = None,
            (None, '>') => return true,
            _ => {}
        }
        false
    });
    found.map_or(from.len() - 1, |(at, _)| at)
}

/// A tag with reversed attributes.
fn reversed(tag: &str) -> String {
    if tag.starts_with("</") || tag.starts_with("<?") || tag.starts_with("<!") {
        return tag.to_owned();
    }
    let (content, end) = match tag.strip_suffix("/>") {
        Some(content) => (content, "/>"),
        None => (tag.strip_suffix('>').unwrap_or(tag), ">"),
    };
    let mut attributes = Vec::new();
    let Some((name, mut rest)) = content.split_once(char::is_whitespace) else { return tag.to_owned() };
    while let Some(equals) = rest.find('=') {
        let quote = rest[equals + 1..].chars().next().unwrap_or('"');
        let close = equals + 2 + rest[equals + 2..].find(quote).unwrap_or(0);
        attributes.push(rest[..=close].trim());
        rest = &rest[close + 1..];
    }
    attributes.reverse();
    format!("{name}\n    {}{end}", attributes.join("\n    "))
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn a_service_equals_itself(seed: u64) {
        prop_assert_eq!(diff(&drawn(seed), &drawn(seed)), Difference::default());
    }

    #[test]
    fn another_layout_of_a_service_is_not_a_change(seed: u64) {
        let text = spec_text(&models::service(seed));
        let otherwise = written_otherwise(&text);
        prop_assert_ne!(&text, &otherwise);
        let (first, second) = (load("one.xml", text.as_bytes()).unwrap(), load("other.xml", otherwise.as_bytes()).unwrap());
        prop_assert_eq!(first, second);
        prop_assert_eq!(diff(&version("one.xml", &text), &version("other.xml", &otherwise)), Difference::default());
    }

    #[test]
    fn any_two_services_can_be_compared(old: u64, new: u64) {
        let (old, new) = (drawn(old), drawn(new));
        for change in diff(&old, &new).changes {
            prop_assert!(!change.classes.is_empty() && !change.message.is_empty(), "{:?}", change);
        }
    }

    #[test]
    fn the_report_of_any_small_edit_is_right(edit: prop::sample::Index) {
        let base = spec_edits::BASE;
        let edits = systematic::edits(base);
        let edit = edit.get(&edits);
        let edited = load("new.xml", edit.text.as_bytes());
        prop_assume!(edited.is_ok());
        let (old, new) = (load("old.xml", base.as_bytes()).unwrap(), edited.unwrap());
        let changes = diff(&version("old.xml", base), &version("new.xml", &edit.text)).changes;
        prop_assert_eq!(messages::wrong(&changes, &old, &new, &edit.same), Vec::<String>::new(), "{}", edit.words);
        let is_reported = changes.iter().any(|change| change.classes.contains(&Class::Rust));
        let removed = code::removed(&Api::of(&old).lines(), &Api::of(&new).lines());
        prop_assert_eq!(is_reported, !removed.is_empty(), "{}: {:?}", edit.words, removed);
    }

    /// Two edits need at least the version bump of the first one.
    #[test]
    fn several_edits_need_at_least_the_version_bump_of_each(first: prop::sample::Index, second: prop::sample::Index) {
        // Edits of the base, which pages do not have.
        let rows: Vec<Row> = rows::all().into_iter().filter(|row| row.number != 0).collect();
        let (first, second) = (first.get(&rows), second.get(&rows));
        let versions = first.then(second);
        prop_assume!(versions.is_some());
        let [base, after_first, after_both] = versions.unwrap();
        let (base, after_first, after_both) = (version("a.xml", &base), version("b.xml", &after_first), version("c.xml", &after_both));
        let total = diff(&base, &after_both).bump();
        let bumps = [diff(&base, &after_first).bump(), diff(&after_first, &after_both).bump()];
        prop_assert!(bumps.iter().all(|bump| total >= *bump), "{} then {}: {:?}, {:?}", first.name, second.name, total, bumps);
    }
}

//! Texts for people: documentation, limits, reasons why an operation is deprecated.

use std::collections::HashSet;

use roxmltree::Node;

use super::kind::Lint;
use super::subject::{Finding, Subject};
use asmx_codegen::diagnostic::{Source, quoted};
use asmx_codegen::read;

pub(super) fn look(subject: &Subject<'_>, source: &Source, root: Node<'_, '_>, found: &mut Vec<Finding>) {
    let names: HashSet<&str> = subject.operations().map(|(spec, _)| spec.name.value.as_str()).collect();
    for (spec, operation) in subject.operations() {
        let name = quoted(&spec.name.value);
        let wrong = if spec.doc.is_empty() {
            Some(format!("{name} has no documentation"))
        } else {
            let repeats_name = letters(&spec.doc.join(" ")) == letters(&operation.name);
            repeats_name.then(|| format!("the documentation of {name} only repeats its name"))
        };
        if let Some(message) = wrong {
            found.push(
                Lint::OperationWithoutWords
                    .at(spec.name.span, message)
                    .help("say what it does and what comes back: `<doc>…</doc>` as its first element"),
            );
        }
        if let Some(reason) = &spec.deprecated {
            let mut words = reason.value.split(|one: char| !one.is_alphanumeric() && !matches!(one, '_' | '-' | '.'));
            let is_other = |word: &str| {
                let word = word.trim_end_matches(['.', '-']);
                word != spec.name.value && names.contains(word)
            };
            if !words.any(is_other) {
                let message = format!("the reason why {name} is deprecated names no other operation of the service");
                found.push(
                    Lint::DeprecatedWithoutSuccessor
                        .at(reason.span, message)
                        .help("name the operation that replaces it"),
                );
            }
        }
    }
    // A limit in words has no other place in what was read.
    for limit in root.descendants().filter(|node| node.has_tag_name("limit") && node.attribute("records").is_none()) {
        let operation = limit.parent().and_then(|parent| parent.attribute("name")).unwrap_or_default();
        let message = format!("a limit of {} does not say how many records it allows", quoted(operation));
        found.push(
            Lint::LimitWithoutRecords
                .at(read::tag(source, limit), message)
                .help("add `records=\"…\"`, if it is a number of records"),
        );
    }
}

/// The letters and digits of a text, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

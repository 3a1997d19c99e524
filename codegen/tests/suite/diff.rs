//! What an edit of a spec does to people: what is found, and that nothing is overlooked.

use asmx_codegen::diff::{Change, Kind, Version, diff};

const SPEC: &str = include_str!("../diff/library.xml");

fn version(text: &str) -> Version {
    Version::read("library.xml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
}

/// The changes of an edit: each of the texts is replaced by the one beside it, and each must be there once.
fn edited(edits: &[(&str, &str)]) -> Vec<Change> {
    let mut text = SPEC.to_owned();
    for (old, new) in edits {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text = text.replace(old, new);
    }
    diff(&version(SPEC), &version(&text)).changes
}

/// `code classes [transports] [transports of new clients] step`
fn told(change: &Change) -> String {
    let names = |all: &[asmx_codegen::model::Transport]| all.iter().map(|one| one.name()).collect::<Vec<_>>().join(" ");
    let classes: Vec<String> = change.classes.iter().map(|class| format!("{class:?}").to_lowercase()).collect();
    format!(
        "{} {} [{}] [{}] {:?}",
        change.kind.as_str(),
        classes.join("+"),
        names(&change.transports),
        names(&change.transports_of_new_clients),
        change.step
    )
}

fn all(edits: &[(&str, &str)]) -> String {
    let changes = edited(edits);
    if std::env::var_os("SHOW").is_some() {
        for change in &changes {
            println!(
                "{}\n    {}\n    {} -> {}\n    {:?} {:?}",
                told(change),
                change.path,
                change.message,
                change.advice,
                change.old,
                change.new
            );
        }
    }
    changes.iter().map(told).collect::<Vec<_>>().join("\n")
}

#[test]
fn nothing_changed() {
    assert!(diff(&version(SPEC), &version(SPEC)).changes.is_empty());
    let formatted = SPEC.replace("\n", "\n  ");
    assert!(diff(&version(SPEC), &version(&formatted)).changes.is_empty());
}

#[test]
fn parameters() {
    for (edits, expected) in [(
        vec![("name=\"Limit\" type=\"int\"", "name=\"MaxRows\" type=\"int\"")],
        "parameter-renamed silent+wire+rust [soap11 soap12 get post] [soap11 soap12 get post] Major",
    )] {
        assert_eq!(all(&edits), expected);
    }
}

#[test]
fn every_kind_has_a_code_of_its_own() {
    let mut codes: Vec<&str> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), Kind::ALL.len());
    assert!(Kind::ALL.iter().all(|kind| kind.summary().ends_with('.')));
}

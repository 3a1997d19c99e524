//! Compares the reported outcome for clients with real messages.

use asmx_codegen::model::Service;
use asmx_review::diff::Change;
use spec_edits::wire::{Differences, Names, Version, differences};
use spec_edits::{rows, transports};

use super::{changes, named};

/// Differences for old clients at the new service, and for new clients at the old one.
fn observed(old: &Service, new: &Service, same: &[(String, String)]) -> (Differences, Differences) {
    let (old, new, names) = (Version::of(old), Version::of(new), Names(same));
    (differences(&old, &new, names, true), differences(&new, &old, names, false))
}

/// Wrong reports about messages, a line each.
pub fn wrong(changes: &[Change], old: &Service, new: &Service, same: &[(String, String)]) -> Vec<String> {
    let reported = transports(&named(changes, |change| &change.transports));
    let reported_of_new = transports(&named(changes, |change| &change.transports_of_new_clients));
    let (old, new) = observed(old, new, same);
    let mut wrong = Vec::new();
    if over(&old) != reported {
        wrong.push(format!("{reported} is reported; {old:?}"));
    }
    if over(&new) != reported_of_new {
        wrong.push(format!("{reported_of_new} is reported for new clients; {new:?}"));
    }
    wrong
}

fn over(differences: &Differences) -> String {
    transports(&differences.keys().copied().collect::<Vec<_>>())
}

/// A client does not read a header that the response lacks, so the values that both versions read are equal.
const UNCOMPARED: &str = "response-header-presence-changed";

#[test]
fn messages_are_read_differently_over_exactly_the_reported_transports() {
    let rows = rows::all();
    let wrong: Vec<String> = rows
        .iter()
        .filter(|row| row.name != UNCOMPARED)
        .step_by(cases::step(4))
        .flat_map(|row| {
            let (old, new) = row.models();
            let wrong = wrong(&changes(row), &old, &new, &row.same);
            wrong.into_iter().map(|wrong| format!("row {} {}: {wrong}", row.number, row.name))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_version_reads_its_own_messages_correctly() {
    let (base, _) = rows::all()[0].models();
    let (version, same) = (Version::of(&base), Version::of(&base));
    // The comparison must not skip equal operations here.
    assert_eq!(differences(&version, &version, Names(&[]), true), Differences::new());
    assert_eq!(differences(&version, &same, Names(&[]), false), Differences::new());
}

//! Bytes decide whether deployed clients meet something else.

use spec_edits::wire::{self, Differences, Names, Version, differences};
use spec_edits::{Row, rows, transports};

use super::{changes, named};

/// What old clients meet at the new service, and new clients at the old one.
fn met(row: &Row) -> (Differences, Differences) {
    let (old, new) = row.models();
    let (old, new) = (wire::Version::of(&old), wire::Version::of(&new));
    let names = Names(&row.same);
    (differences(&old, &new, names, true), differences(&new, &old, names, false))
}

fn over(differences: &Differences) -> String {
    transports(&differences.keys().copied().collect::<Vec<_>>())
}

#[test]
fn messages_mean_something_else_over_exactly_the_transports_that_are_said() {
    let mut wrong = Vec::new();
    for row in rows::all() {
        let changes = changes(&row);
        let said = transports(&named(&changes, |change| &change.transports));
        let said_of_new = transports(&named(&changes, |change| &change.transports_of_new_clients));
        let (old, new) = met(&row);
        if over(&old) != said {
            wrong.push(format!("row {} {}: {said} is said; {old:?}", row.number, row.name));
        }
        if over(&new) != said_of_new {
            wrong.push(format!("row {} {}: {said_of_new} is said of new clients; {new:?}", row.number, row.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn messages_of_one_version_mean_the_same_to_it() {
    let (base, _) = rows::all()[0].models();
    let (one, same) = (Version::of(&base), Version::of(&base));
    // Compared with itself, nothing is left out because it is equal.
    assert_eq!(differences(&one, &one, Names(&[]), true), Differences::new());
    assert_eq!(differences(&one, &same, Names(&[]), false), Differences::new());
}

//! Every kind of edit of a spec: its report, and its real effects.
#![allow(clippy::pedantic)]

mod behaviour;
mod code;
mod messages;
mod pairs;
mod reports;

use asmx_codegen::model::Transport;
use asmx_review::diff::{Change, Version, diff};
use spec_edits::Row;

fn changes(row: &Row) -> Vec<Change> {
    diff(&version("old.xml", &row.old()), &version("new.xml", &row.new_version())).changes
}

fn version(name: &str, text: &str) -> Version {
    Version::read(name, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// All transports of the changes, in the usual order.
fn named<'c>(changes: &'c [Change], transports: impl Fn(&'c Change) -> &'c [Transport]) -> Vec<Transport> {
    let named = |transport: &Transport| changes.iter().any(|change| transports(change).contains(transport));
    Transport::ALL.into_iter().filter(named).collect()
}

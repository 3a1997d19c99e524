//! What reports for people say of a change in the same words.

use crate::diff::{Affected, Position, ReportedChange, Step};
use asmx_codegen::model::Transport;

/// A place as people and editors write it.
pub(super) fn at(place: &Position) -> String {
    format!("{}:{}:{}", place.file, place.line, place.column)
}

/// The step that a change needs, whom it affects, and over which transports: one line.
pub(super) fn effect(reported: &ReportedChange) -> String {
    let change = &reported.change;
    let mut affected: Vec<String> = Vec::new();
    for one in &change.affects {
        let over = if *one == Affected::DeployedClients { over(&change.transports) } else { String::new() };
        affected.push(format!("{}{over}", one.in_a_sentence()));
    }
    if !change.transports_of_new_clients.is_empty() {
        affected.push(format!("new clients at an old service{}", over(&change.transports_of_new_clients)));
    }
    let step = match change.step {
        Step::None => "no step of the version",
        step => step.as_str(),
    };
    if affected.is_empty() { step.to_owned() } else { format!("{step}; affects {}", affected.join(", ")) }
}

/// The transports, in brackets; nothing of none.
fn over(transports: &[Transport]) -> String {
    let names: Vec<_> = transports.iter().map(|transport| transport.name()).collect();
    match names.len() {
        0 => String::new(),
        count if count == Transport::ALL.len() => " (every transport)".to_owned(),
        _ => format!(" ({})", names.join(", ")),
    }
}

/// The classes of a change, the most severe first.
pub(super) fn classes(reported: &ReportedChange) -> String {
    let words: Vec<_> = reported.change.classes.iter().map(|class| class.as_str()).collect();
    words.join(", ")
}

/// The lines to put into the configuration file, so that a change is accepted.
pub(super) fn acceptance(reported: &ReportedChange) -> [String; 4] {
    let change = &reported.change;
    [
        format!("# {} {}", change.kind.as_str(), asmx_types::shown::shown_line(&change.path)),
        "[[accepted]]".to_owned(),
        format!("fingerprint = \"{}\"", reported.fingerprint),
        "reason = \"\"  # say why".to_owned(),
    ]
}

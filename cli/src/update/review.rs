//! Decisions for a person after an update.

use std::collections::HashSet;

use asmx_codegen::model::{Member, Operation, Service};
use asmx_import::import::credentials::{owned, sentences};
use asmx_import::import::{LOOK_LIKE_READS, SEND_BY_NAME, is_send_by_name, looks_like_read};
use asmx_import::write::keys::encoded;

use super::merge::{EVERY_OPERATION, Model};

pub(super) fn to_review(old: &Service, model: &Model, becomes_imported: bool) -> Vec<String> {
    let known: HashSet<&str> = old.operations.iter().map(|operation| operation.name.as_str()).collect();
    let is_added = |operation: &&Operation| !known.contains(operation.name.as_str());
    let added: Vec<&Operation> = model.service.operations.iter().filter(is_added).collect();
    let mut notes: Vec<String> = model.notes.iter().map(|(name, note)| format!("{name}: {note}")).collect();
    let mut by_name = |sentence: &str, is_one: fn(&Operation) -> bool| {
        let names = added.iter().filter(|operation| is_one(operation)).map(|operation| encoded(&operation.name));
        let names: Vec<String> = names.collect();
        if !names.is_empty() {
            notes.push(format!("{sentence}: {}", names.join(", ")));
        }
    };
    by_name(SEND_BY_NAME, is_send_by_name);
    by_name(LOOK_LIKE_READS, looks_like_read);
    for operation in added.iter().filter(|_| model.service.areas.len() > 1) {
        if let Some(area) = model.service.areas.get(operation.area) {
            let name = encoded(&operation.name);
            notes.push(format!("{name} went into the area {} because of its position in the document", area.name));
        }
    }
    notes.extend(sentences(new_credentials(old, &model.service)));
    if becomes_imported {
        notes.push(
            "the spec is now marked imported=\"true\" because the document lacks documentation that other specs need: write the \
             documentation, then remove the attribute"
                .to_owned(),
        );
    }
    notes
}

/// New members, parameters and headers that the import considers credentials or secrets, with their owners.
fn new_credentials<'a>(old: &'a Service, new: &'a Service) -> Vec<(&'a str, &'a Member)> {
    let known: HashSet<(&str, &str)> =
        owned(old, EVERY_OPERATION).into_iter().map(|(owner, member)| (owner, member.name.as_str())).collect();
    // A former common parameter may now belong to each operation.
    let is_known = |owner: &str, name: &str| known.contains(&(owner, name)) || known.contains(&(EVERY_OPERATION, name));
    let is_new = |(owner, member): &(&str, &Member)| !is_known(owner, &member.name);
    owned(new, EVERY_OPERATION).into_iter().filter(is_new).collect()
}

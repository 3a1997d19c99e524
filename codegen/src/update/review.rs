//! What a person should look at after an update.

use super::merge::Model;
use crate::import::service::sounds_like_reading;

/// What a person should look at.
pub(super) fn to_review(model: &Model, becomes_imported: bool) -> Vec<String> {
    let added: Vec<&str> = model
        .service
        .operations
        .iter()
        .zip(&model.operations)
        .filter(|(_, origin)| origin.old.is_none())
        .map(|(operation, _)| operation.name.as_str())
        .collect();
    let mut notes: Vec<String> = model.notes.iter().map(|(name, note)| format!("{name}: {note}")).collect();
    let reads: Vec<&str> = added.iter().copied().filter(|name| sounds_like_reading(name)).collect();
    if !reads.is_empty() {
        notes.push(format!("effect=\"read\" by their names: {}", reads.join(", ")));
    }
    if model.service.areas.len() > 1 {
        for (operation, _) in
            model.service.operations.iter().zip(&model.operations).filter(|(_, one)| one.old.is_none())
        {
            if let Some(area) = model.service.areas.get(operation.area) {
                notes.push(format!("{} is in the area {} by its place in the document", operation.name, area.name));
            }
        }
    }
    let secrets = secrets(model);
    if !secrets.is_empty() {
        notes.push(format!("secret by their names: {}", secrets.join(", ")));
    }
    if becomes_imported {
        notes.push(
            "the spec says imported=\"true\" now, because the document leaves out what a spec of one's own needs: write the \
             documentation, and take the attribute away"
                .to_owned(),
        );
    }
    notes
}

/// Members and parameters that are new and that the import took for secrets.
fn secrets(model: &Model) -> Vec<String> {
    let mut secrets = Vec::new();
    for (operation, origin) in model.service.operations.iter().zip(&model.operations) {
        for (member, from) in operation.parameters.iter().zip(&origin.parameters) {
            if member.secret && from.is_none() {
                secrets.push(format!("{}.{}", operation.name, member.name));
            }
        }
    }
    secrets
}

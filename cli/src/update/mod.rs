//! Updates a spec that people have edited from a newer WSDL document.
//!
//! The document decides what is sent: names, types, presence, order. The spec keeps what people wrote: documentation, effects, roles, Rust names. The
//! update first merges the two models. Then it edits the text of the spec where the merged model differs from the old one, and nowhere else:
//! comments, groups and order stay. It reports what changed.

mod changes;
mod document;
mod edit;
mod groups;
mod losses;
pub(crate) mod members;
mod merge;
mod operations;
mod ports;
mod report;
mod roles;
mod text;
mod trees;
pub(crate) mod types;

use std::collections::HashSet;

use asmx_codegen::Spec;
use asmx_codegen::diagnostic::Diagnostics;
use asmx_codegen::model::{Operation, Service};
use asmx_codegen::read::xml;
use asmx_import::import::Import;
use asmx_import::write::keys::encoded;
use changes::NOT_IN_DOCUMENT;
pub use changes::{Change, Changes, Item, Outcome};
use text::Merge;

/// The fate of operations that the document does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Missing {
    /// Remove them, and report what was written about them.
    #[default]
    Remove,
    /// Keep them unchanged.
    Keep,
}

/// An updated spec.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Update {
    /// The new text; equal to the old text if nothing changed.
    pub text: String,
    /// The changes.
    pub changes: Changes,
}

/// Why a spec cannot be updated. `Display` gives the text for people.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum UpdateError {
    /// The spec has mistakes.
    #[error("{0}")]
    Mistakes(#[source] Diagnostics),
    /// The document has none of the spec's operations, so it describes another service.
    #[error(
        "error: the document has none of the operations of {spec}; it describes {document}, so import it into a spec of its own"
    )]
    OtherService {
        /// The service's name in the spec.
        spec: String,
        /// The service's name in the document.
        document: String,
    },
    /// The updated spec would have mistakes: what people wrote contradicts the document.
    #[error(
        "{0}\n\nerror: the merged spec would be invalid, so nothing was written; line numbers above refer to the merged text"
    )]
    Contradiction(#[source] Diagnostics),
    /// The updated spec would differ from the document. This is a defect of this crate.
    #[error(
        "error: the merged spec would differ from the document in {at}, so nothing was written; this is a defect of asmx, please report it"
    )]
    Unfaithful {
        /// The first difference.
        at: String,
    },
}

asmx_types::debug_is_a_sentence!(UpdateError);

/// Updates a spec from a newer document, already imported. Messages call the spec `name`.
///
/// The document decides what is sent. What people wrote stays: effects, roles, secret marks, documentation, columns, areas, Rust names, groups,
/// comments, and the order where it makes no difference to messages. The text changes only where the spec contradicts the document. An operation that
/// the document has but that cannot be imported stays unchanged.
///
/// # Errors
///
/// The spec has mistakes, the document describes another service, or the two contradict each other.
pub fn update(name: &str, spec: &[u8], import: &Import, missing: Missing) -> Result<Update, UpdateError> {
    let Spec { service: old, written: ast, source, .. } = Spec::read(name, spec).map_err(UpdateError::Mistakes)?;
    let document = &*document::with_former_names(&old, &import.service);
    let is_known = |operation: &Operation| old.operations.iter().any(|one| one.name == operation.name);
    if !document.operations.iter().any(is_known) {
        return Err(UpdateError::OtherService { spec: old.name, document: document.name.clone() });
    }
    let refused = import.report.operations.iter().filter(|entry| !entry.is_imported);
    let refused: HashSet<&str> =
        refused.flat_map(|entry| [Some(&entry.name), entry.alias.as_ref()]).flatten().map(String::as_str).collect();
    let is_retained = |name: &str| missing == Missing::Keep || refused.contains(name);
    let (new, retained) = document::with_retained(&old, document, is_retained);
    let model = merge::merge(&old, &new, text::common_headers(&ast));
    let mark = if spec.starts_with(b"\xEF\xBB\xBF") { "\u{FEFF}" } else { "" };
    let document = xml::parse(&source)
        .map_err(|mistake| UpdateError::Mistakes(Diagnostics::new(source.clone(), vec![*mistake])))?;
    let merge = Merge { spec: &ast, root: document.root_element(), old: &old, model: &model };
    let (mut text, mut changes) = merge.text(ast.imported);
    let mut updated = asmx_codegen::load(name, text.as_bytes());
    let becomes_imported = updated.is_err() && !ast.imported;
    if becomes_imported {
        // An imported spec may lack declarations that a spec of one's own needs.
        (text, changes) = merge.text(true);
        updated = asmx_codegen::load(name, text.as_bytes());
    }
    let updated = updated.map_err(UpdateError::Contradiction)?;
    if let Some(at) = difference(&updated, &model.service) {
        return Err(UpdateError::Unfaithful { at });
    }
    changes.to_review = report::to_review(&old, &model, becomes_imported);
    changes.to_review.extend(retained.into_iter().map(|name| {
        let why = if refused.contains(name.as_str()) {
            "the document has it, but it cannot be imported"
        } else {
            NOT_IN_DOCUMENT
        };
        format!("{} is unchanged: {why}", encoded(&name))
    }));
    Ok(Update { text: format!("{mark}{text}"), changes })
}

/// The first difference between two models, apart from how common parameters are stated.
fn difference(found: &Service, expected: &Service) -> Option<String> {
    let (found, expected) = (trees::apart(found), trees::apart(expected));
    if found == expected {
        return None;
    }
    let texts = (format!("{found:#?}"), format!("{expected:#?}"));
    let line = texts.0.lines().zip(texts.1.lines()).find(|(one, two)| one != two);
    let line = line.map_or_else(String::new, |(one, two)| format!(" ({} instead of {})", one.trim(), two.trim()));
    let operation = found.operations.iter().zip(&expected.operations).find(|(one, two)| one != two);
    let named = found.types.iter().zip(&expected.types).find(|(one, two)| one != two);
    let what = match (operation, named) {
        (_, Some((_, named))) => format!("the type {}", named.name),
        (Some((_, operation)), None) => format!("the operation {}", operation.name),
        (None, None) => "the service".to_owned(),
    };
    Some(what + &line)
}

//! A newer WSDL document into a spec that people have edited.
//!
//! What is sent comes from the document: names, types, presence, order. What people wrote about it comes from the spec: documentation, effects, roles,
//! Rust names. A model of both is made first. Then the text of the spec is changed where that model differs from the old one, and nowhere
//! else: comments, groups and order stay. The update tells what changed.

mod align;
mod carried;
mod changes;
mod edit;
mod former_names;
mod groups;
mod lost;
pub(crate) mod members;
mod merge;
mod operations;
mod ports;
mod results;
mod review;
mod roles;
mod tags;
mod text;
mod told;
mod trees;
pub(crate) mod types;

use std::collections::HashSet;

use asmx_codegen::diagnostic::Diagnostics;
use asmx_codegen::model::{Operation, Service};
use asmx_codegen::read::{self, xml};
use asmx_codegen::resolve;
use asmx_import::import::Import;
use asmx_import::write::keys::encoded;
use changes::NOT_THERE;
pub use changes::{Change, Changes, Item, Outcome};
use text::Merge;

/// What becomes of operations of the spec that the document does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Missing {
    /// They are taken out of the spec, and what was written about them is told.
    #[default]
    Remove,
    /// They stay as they are.
    Keep,
}

/// An updated spec.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Update {
    /// The text of the spec. If nothing changed it is the old text.
    pub text: String,
    /// What changed.
    pub changes: Changes,
}

/// Why a document cannot be taken into a spec. `Display` gives the text for people.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum UpdateError {
    /// The spec has mistakes.
    #[error("{0}")]
    Mistakes(#[source] Diagnostics),
    /// No operation of the spec is in the document: it is one of another service.
    #[error(
        "error: no operation of {spec} is in the document, which is that of {document}: import it into a spec of its own"
    )]
    OtherService {
        /// The service's name in the spec.
        spec: String,
        /// The service's name in the document.
        document: String,
    },
    /// The updated spec would have mistakes, which the spec has not: what people wrote does not go with the document.
    #[error(
        "{0}\n\nerror: the updated spec would be invalid, so nothing is changed: the lines above are those of the spec as it would be"
    )]
    Contradiction(#[source] Diagnostics),
    /// The updated spec would not say what the document says. This is a defect of this crate.
    #[error(
        "error: the updated spec would not say what the document says of {at}: this is a defect of asmx, and nothing is changed"
    )]
    Unfaithful {
        /// What it would say otherwise.
        at: String,
    },
}

asmx_types::debug_is_a_sentence!(UpdateError);

/// Updates a spec to a newer document, which was imported before. `name` is the name of the spec in messages.
///
/// What is sent follows the document. What people wrote stays: effects, roles, secret marks, documentation, columns, areas, Rust names, groups,
/// comments, and the order where it makes no difference to messages. The text changes only where the document says something else than the spec. An
/// operation that the document has and that cannot be imported stays as the spec says it.
///
/// # Errors
///
/// The spec has mistakes, the document is one of another service, or the two contradict one another.
pub fn update(name: &str, spec: &[u8], import: &Import, missing: Missing) -> Result<Update, UpdateError> {
    let read::Reading { source, service, mut mistakes } = read::read(name, spec);
    let resolved = service.map(|spec| (resolve::resolve(&spec, &mut mistakes), spec));
    let Some((old, ast)) = resolved.filter(|_| mistakes.is_empty()) else {
        return Err(UpdateError::Mistakes(Diagnostics::new(source, mistakes)));
    };
    let document = &*former_names::restored(&old, &import.service);
    let is_known = |operation: &Operation| old.operations.iter().any(|one| one.name == operation.name);
    if !document.operations.iter().any(is_known) {
        return Err(UpdateError::OtherService { spec: old.name, document: document.name.clone() });
    }
    let refused = import.report.operations.iter().filter(|entry| !entry.is_imported);
    let refused: HashSet<&str> =
        refused.flat_map(|entry| [Some(&entry.name), entry.alias.as_ref()]).flatten().map(String::as_str).collect();
    let is_kept = |name: &str| missing == Missing::Keep || refused.contains(name);
    let (new, carried) = carried::with_carried(&old, document, is_kept);
    let model = merge::merge(&old, &new, text::common_headers(&ast));
    let mark = if spec.starts_with(b"\xEF\xBB\xBF") { "\u{FEFF}" } else { "" };
    let document = xml::parse(&source)
        .map_err(|mistake| UpdateError::Mistakes(Diagnostics::new(source.clone(), vec![*mistake])))?;
    let merge = Merge { spec: &ast, root: document.root_element(), old: &old, model: &model };
    let (mut text, mut changes) = merge.text(ast.imported);
    let mut found = asmx_codegen::load(name, text.as_bytes());
    let becomes_imported = found.is_err() && !ast.imported;
    if becomes_imported {
        // What a document says need not be as in a spec of one's own.
        (text, changes) = merge.text(true);
        found = asmx_codegen::load(name, text.as_bytes());
    }
    let found = found.map_err(UpdateError::Contradiction)?;
    if let Some(at) = difference(&found, &model.service) {
        return Err(UpdateError::Unfaithful { at });
    }
    changes.to_review = review::to_review(&old, &model, becomes_imported);
    changes.to_review.extend(carried.into_iter().map(|name| {
        let why =
            if refused.contains(name.as_str()) { "the document has it and it cannot be imported" } else { NOT_THERE };
        format!("{} stays as it was: {why}", encoded(&name))
    }));
    Ok(Update { text: format!("{mark}{text}"), changes })
}

/// What differs between two models, whatever every operation takes by itself.
fn difference(found: &Service, expected: &Service) -> Option<String> {
    let (found, expected) = (trees::apart(found), trees::apart(expected));
    if found == expected {
        return None;
    }
    let shown = (format!("{found:#?}"), format!("{expected:#?}"));
    let line = shown.0.lines().zip(shown.1.lines()).find(|(one, two)| one != two);
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

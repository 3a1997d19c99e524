//! One operation: names and documentation come from the spec, messages from the document.

use std::collections::{HashMap, HashSet};

use asmx_codegen::emit::said_in_words;
use asmx_codegen::model::{DeclaredTable, Member, Namespace, Operation, PartMut, Role, Scalar, Type, Walk as _};
use asmx_import::import::rust_names;

use super::members::{Indexed, Overlay, describe, without_indices};

/// An operation before its common parameters are split off.
pub(super) struct Draft {
    /// Its list of parameters is empty.
    pub(super) operation: Operation,
    /// All parameters with their indices in the spec, common ones first.
    pub(super) parameters: Vec<Indexed>,
    /// The numbers of leading request and response headers that the spec has for all operations.
    pub(super) common_headers: (usize, usize),
    /// The index in the spec.
    pub(super) from: Option<usize>,
}

/// The source of an operation's documentation and names: its old version, or what the spec has for all.
pub(super) struct Source<'a> {
    pub(super) operation: Option<(usize, &'a Operation)>,
    pub(super) common: &'a [Member],
    /// The headers of requests and of responses that every operation of the spec has.
    pub(super) common_headers: (&'a [Member], &'a [Member]),
    pub(super) headers: &'a Headers<'a>,
}

/// Headers by wire name; operations share the header of one name.
pub(super) type Headers<'a> = HashMap<(&'a str, &'a Namespace), &'a Member>;

/// The document's operation with the spec's names and documentation. `common` are the document's common parameters.
pub(super) fn operation(source: &Source<'_>, new: &Operation, common: &[Member], overlay: &Overlay) -> Draft {
    let old = source.operation.map(|(_, old)| old);
    let own = old.map_or(&[][..], |old| &old.parameters);
    let known: Vec<Member> = source.common.iter().chain(own).cloned().collect();
    let parameters = common.iter().chain(&new.parameters).cloned().collect();
    let mut operation = old.map_or_else(|| unnamed(new), |old| merged(old, new, overlay));
    operation.parameters.clear();
    let (request, response) =
        old.map_or(source.common_headers, |old| (&old.messages.request_headers, &old.messages.response_headers));
    let messages = &mut operation.messages;
    let headers = |old: &[Member], common: &[Member], new: &mut Vec<Member>| {
        let merged = headers(old, std::mem::take(new), source.headers, overlay);
        let count = merged.iter().filter(|(_, from)| from.is_some_and(|from| from < common.len())).count();
        *new = without_indices(merged);
        count
    };
    let common_headers = (
        headers(request, source.common_headers.0, &mut messages.request_headers),
        headers(response, source.common_headers.1, &mut messages.response_headers),
    );
    let parameters = overlay.members(&known, parameters);
    Draft { operation, parameters, common_headers, from: source.operation.map(|(from, _)| from) }
}

fn unnamed(operation: &Operation) -> Operation {
    let mut operation = operation.clone();
    rust_names::forget_operation(&mut operation);
    operation
}

/// Parameters and headers are those of the document.
fn merged(old: &Operation, new: &Operation, overlay: &Overlay) -> Operation {
    Operation {
        name: old.name.clone(),
        names: old.names.clone(),
        area: old.area,
        doc: if old.doc.is_empty() { without_own_sentences(old, new) } else { old.doc.clone() },
        open: old.open || new.open,
        open_namespaces: if new.open { &new.open_namespaces } else { &old.open_namespaces }.clone(),
        effect: old.effect,
        limits: old.limits.clone(),
        variant_of: old.variant_of,
        undocumented: old.undocumented.clone(),
        deprecated: old.deprecated.clone(),
        on_contradiction: old.on_contradiction,
        rows: old.rows.clone(),
        ..with_outputs(old, new, overlay)
    }
}

/// Headers have no order, so those of the spec keep their positions. A new header has the annotations that it has in other operations.
fn headers(old: &[Member], new: Vec<Member>, all: &Headers<'_>, overlay: &Overlay) -> Vec<Indexed> {
    let mut headers = overlay.members(old, new);
    let mut fields: HashSet<String> = headers.iter().map(|(header, _)| header.field.clone()).collect();
    for (header, _) in headers.iter_mut().filter(|(_, from)| from.is_none()) {
        let Some(known) = all.get(&(header.name.as_str(), &header.namespace)) else { continue };
        header.facets.annotate_as(&known.facets);
        header.undocumented.clone_from(&known.undocumented);
        describe(&mut header.doc, &known.doc);
        if fields.insert(known.field.clone()) {
            header.field.clone_from(&known.field);
        }
    }
    headers.sort_by_key(|(_, from)| from.unwrap_or(usize::MAX));
    headers
}

/// The document's paragraphs without sentences that our exports make from other declarations.
fn without_own_sentences(old: &Operation, new: &Operation) -> Vec<String> {
    let ours = said_in_words(old);
    new.doc.iter().filter(|paragraph| !ours.contains(paragraph)).cloned().collect()
}

/// The new operation with the names and documentation that the spec gives its outputs, and with columns where it still has a table.
fn with_outputs(old: &Operation, new: &Operation, overlay: &Overlay) -> Operation {
    let outputs = overlay.only_members(&old.outputs, new.outputs.clone());
    let is_unchanged = undescribed(&outputs) == undescribed(&old.outputs);
    let mut operation = Operation { outputs, ..new.clone() };
    if operation.outputs.is_empty() {
        // An operation that returns nothing may document that.
        operation.result_doc.clone_from(&old.result_doc);
    }
    let can_be_delimited = operation.lone_output().is_some_and(|result| result.kind == Type::Scalar(Scalar::String));
    let role = Some(Role::Records).filter(|_| old.is_delimited() && can_be_delimited);
    operation.outputs.iter_mut().for_each(|result| result.role = role);
    let is_table = |result: &Member| operation.is_delimited() || matches!(result.kind, Type::Xml(_));
    // These types are reference types.
    let has_table = operation.usual_result(|_| false).is_some_and(is_table);
    let is_delimited = operation.is_delimited();
    let fits = |table: &DeclaredTable| is_unchanged || has_table && (table.name.is_none() || !is_delimited);
    operation.table = old.table.clone().filter(fits);
    operation
}

fn undescribed(members: &[Member]) -> Vec<Member> {
    let mut members = members.to_vec();
    members.walk_mut(&mut |part| {
        if let PartMut::Member(member) = part {
            member.forget_words();
        }
    });
    members
}

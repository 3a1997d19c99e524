//! One operation: names and documentation come from the spec, messages from the document.

use std::collections::{HashMap, HashSet};

use asmx_codegen::emit::said_in_words;
use asmx_codegen::model::{Member, Messages, Namespace, Operation, ResultForm, Role, Scalar, Type};
use asmx_codegen::names;
use asmx_codegen::resolve::free_field;
use asmx_import::import::rust_names;
use asmx_types::xml_name::encode_local_name;

use super::members::{Merged, Overlay, on_the_wire};

/// An operation before its common parameters are split off.
pub(super) struct Whole {
    /// Its list of parameters is empty.
    pub(super) operation: Operation,
    /// All parameters with their indices in the spec, common ones first.
    pub(super) parameters: Vec<Merged>,
    pub(super) request_headers: Vec<Merged>,
    pub(super) response_headers: Vec<Merged>,
    /// The index in the spec.
    pub(super) from: Option<usize>,
}

/// The source of an operation's documentation and names: its old version, or nothing.
pub(super) struct Words<'a> {
    pub(super) operation: Option<(usize, &'a Operation)>,
    pub(super) common: &'a [Member],
    /// The headers of requests and of responses that every operation of the spec has.
    pub(super) common_headers: (&'a [Member], &'a [Member]),
    pub(super) headers: &'a Headers<'a>,
}

/// Headers by wire name; operations share the header of one name.
pub(super) type Headers<'a> = HashMap<(&'a str, &'a Namespace), &'a Member>;

/// The document's operation with the spec's names and documentation. `common` are the document's common parameters.
pub(super) fn operation(words: &Words<'_>, new: &Operation, common: &[Member], overlay: &Overlay) -> Whole {
    let parameters: Vec<Member> = common.iter().chain(&new.parameters).cloned().collect();
    let Some((from, old)) = words.operation else {
        let mut operation = new.clone();
        rust_names::forget_operation(&mut operation);
        let messages = &mut operation.messages;
        return Whole {
            parameters: overlay.members(words.common, parameters),
            request_headers: headers(
                words.common_headers.0,
                std::mem::take(&mut messages.request_headers),
                words,
                overlay,
            ),
            response_headers: headers(
                words.common_headers.1,
                std::mem::take(&mut messages.response_headers),
                words,
                overlay,
            ),
            operation: Operation { parameters: Vec::new(), ..operation },
            from: None,
        };
    };
    let all: Vec<Member> = words.common.iter().chain(&old.parameters).cloned().collect();
    let operation = Operation {
        name: old.name.clone(),
        names: old.names.clone(),
        area: old.area,
        doc: if old.doc.is_empty() { without_our_words(old, new) } else { old.doc.clone() },
        parameters: Vec::new(),
        open: old.open || new.open,
        open_namespaces: if new.open { &new.open_namespaces } else { &old.open_namespaces }.clone(),
        effect: old.effect,
        limits: old.limits.clone(),
        variant_of: old.variant_of,
        undocumented: old.undocumented.clone(),
        deprecated: old.deprecated.clone(),
        on_contradiction: old.on_contradiction,
        messages: Messages { request_headers: Vec::new(), response_headers: Vec::new(), ..new.messages.clone() },
        ..with_outputs(old, new, overlay)
    };
    let messages = (&old.messages, &new.messages);
    Whole {
        operation,
        parameters: overlay.members(&all, parameters),
        request_headers: headers(&messages.0.request_headers, messages.1.request_headers.clone(), words, overlay),
        response_headers: headers(&messages.0.response_headers, messages.1.response_headers.clone(), words, overlay),
        from: Some(from),
    }
}

/// Headers have no order, so those of the spec keep their places. A new header takes what the spec says of it elsewhere.
fn headers(old: &[Member], new: Vec<Member>, words: &Words<'_>, overlay: &Overlay) -> Vec<Merged> {
    let mut headers = overlay.members(old, new);
    let mut fields: HashSet<String> = headers.iter().map(|(header, _)| header.field.clone()).collect();
    for (header, _) in headers.iter_mut().filter(|(_, from)| from.is_none()) {
        let Some(known) = words.headers.get(&(header.name.as_str(), &header.namespace)) else { continue };
        header.facets.annotate_as(&known.facets);
        header.undocumented.clone_from(&known.undocumented);
        if !known.doc.is_empty() {
            header.doc.clone_from(&known.doc);
        }
        if fields.insert(known.field.clone()) {
            header.field.clone_from(&known.field);
        }
    }
    headers.sort_by_key(|(_, from)| from.unwrap_or(usize::MAX));
    headers
}

/// The document's paragraphs without sentences that our exports make from other declarations.
fn without_our_words(old: &Operation, new: &Operation) -> Vec<String> {
    let ours = said_in_words(old);
    new.doc.iter().filter(|paragraph| !ours.contains(paragraph)).cloned().collect()
}

/// The outputs as parts, each with a field.
fn parts(operation: &Operation) -> Vec<Member> {
    let mut parts = operation.parts();
    if let (ResultForm::Word | ResultForm::Type, Some(result)) = (operation.result, parts.first_mut()) {
        result.field = free_field(names::member_name(&encode_local_name(&result.name)).unwrap_or_default(), &[]);
    }
    parts
}

/// The new operation with the outputs as the spec states them if the document declares equal ones, else as the document does.
fn with_outputs(old: &Operation, new: &Operation, overlay: &Overlay) -> Operation {
    let before = parts(old);
    let merged = overlay.only_members(&before, parts(new));
    if on_the_wire(&merged) == on_the_wire(&before) {
        return as_stated(old, new, merged);
    }
    let mut operation = new.clone();
    if new.result == ResultForm::Parts {
        operation.outputs = merged;
        return operation;
    }
    let Some((part, result)) = merged.into_iter().next().zip(operation.outputs.first_mut()) else { return operation };
    result.content = part.content;
    if part.content.is_some() {
        operation.result = ResultForm::Type;
    } else if new.result == ResultForm::Type {
        result.kind = part.kind;
    } else if old.is_delimited() && result.kind == Type::Scalar(Scalar::String) {
        result.role = Some(Role::Records);
    }
    operation.result_doc = part.doc;
    let is_delimited = operation.is_delimited();
    let is_word = new.result == ResultForm::Word;
    let has_table =
        is_delimited || is_word && operation.outputs.iter().any(|result| matches!(result.kind, Type::Xml(_)));
    operation.table = old.table.clone().filter(|table| has_table && (table.name.is_none() || !is_delimited));
    operation
}

/// The new operation with the outputs of the spec. The document's documentation stands where the spec has none.
fn as_stated(old: &Operation, new: &Operation, merged: Vec<Member>) -> Operation {
    let (outputs, result_doc) = match (old.result, merged.first()) {
        (ResultForm::Parts, _) => (merged, Vec::new()),
        (_, Some(part)) => (old.outputs.clone(), part.doc.clone()),
        // An operation that returns nothing may still document that.
        (_, None) => (Vec::new(), old.result_doc.clone()),
    };
    Operation { outputs, result: old.result, result_doc, table: old.table.clone(), ..new.clone() }
}

//! One operation: its names and documentation come from the spec, its messages from the document.

use std::collections::{HashMap, HashSet};

use asmx_codegen::emit::said_in_words;
use asmx_codegen::model::{
    Member, Messages, NamedType, Namespace, Operation, Presence, ResultKind, ResultShape, kinds,
};
use asmx_codegen::names;
use asmx_codegen::resolve::free_field;
use asmx_import::import::rust_names;
use asmx_types::xml_name::encode_local_name;

use super::members::{Merged, Overlay, on_the_wire};

/// An operation whose parameters are not yet told from those of every operation.
pub(super) struct Whole {
    /// Its own list of parameters is empty.
    pub(super) operation: Operation,
    /// All parameters, and the number of each among those that the spec has for it, the common ones first.
    pub(super) parameters: Vec<Merged>,
    pub(super) request_headers: Vec<Merged>,
    pub(super) response_headers: Vec<Merged>,
    /// The number that it has in the spec.
    pub(super) from: Option<usize>,
}

/// Where an operation gets its words from: itself as the spec has it, or nothing.
pub(super) struct Words<'a> {
    pub(super) operation: Option<(usize, &'a Operation)>,
    /// What every operation of the spec takes.
    pub(super) common: &'a [Member],
    /// The headers that every operation of the spec has, of requests and of responses.
    pub(super) common_headers: (&'a [Member], &'a [Member]),
    /// Every header of the spec.
    pub(super) headers: &'a Headers<'a>,
}

/// Headers by what they are called on the wire: one that several operations have is the same for all.
pub(super) type Headers<'a> = HashMap<(&'a str, &'a Namespace), &'a Member>;

/// The operation of the document with the words of the spec. `common` is what every operation of the document takes.
pub(super) fn operation(
    words: &Words<'_>,
    new: &Operation,
    common: &[Member],
    types: &[NamedType],
    overlay: &Overlay,
) -> Whole {
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
    let (result, outputs) = result(old, new, types, overlay);
    let operation = Operation {
        name: old.name.clone(),
        names: old.names.clone(),
        area: old.area,
        doc: if old.doc.is_empty() { without_our_words(old, new) } else { old.doc.clone() },
        parameters: Vec::new(),
        open: old.open || new.open,
        result,
        effect: old.effect,
        limits: old.limits.clone(),
        variant_of: old.variant_of,
        undocumented: old.undocumented.clone(),
        deprecated: old.deprecated.clone(),
        outputs,
        messages: Messages { request_headers: Vec::new(), response_headers: Vec::new(), ..new.messages.clone() },
        ..new.clone()
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

/// Headers have no order: those of the spec stay where they are. What the spec says of a header elsewhere holds for a new one too.
fn headers(old: &[Member], new: Vec<Member>, words: &Words<'_>, overlay: &Overlay) -> Vec<Merged> {
    let mut headers = overlay.members(old, new);
    let mut fields: HashSet<String> = headers.iter().map(|(header, _)| header.field.clone()).collect();
    for (header, _) in headers.iter_mut().filter(|(_, from)| from.is_none()) {
        let Some(known) = words.headers.get(&(header.name.as_str(), &header.namespace)) else { continue };
        (header.role, header.secret) = (known.role, known.secret);
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

/// What the document says of the operation, but for what our own documents say of what the spec says otherwise.
fn without_our_words(old: &Operation, new: &Operation) -> Vec<String> {
    let ours = said_in_words(old);
    new.doc.iter().filter(|paragraph| !ours.contains(paragraph)).cloned().collect()
}

/// The parts of a response, however its result is stated.
fn parts(operation: &Operation, types: &[NamedType]) -> Vec<Member> {
    let Some(kind) = operation.result.kind.typed() else {
        return operation.outputs.clone();
    };
    let usual = || format!("{}Result", operation.name);
    let name = operation.result.element.clone().unwrap_or_else(usual);
    let is_value = kind.kind(kinds(types)).is_value();
    let mut part = Member::element(&name, kind, Presence::Optional);
    part.presence = part.usual_presence(is_value);
    part.field = free_field(names::member_name(&encode_local_name(&name)).unwrap_or_default(), &[]);
    part.doc.clone_from(&operation.result.doc);
    vec![part]
}

/// The result as the spec states it if the document says the same of it, else as the document does.
fn result(old: &Operation, new: &Operation, types: &[NamedType], overlay: &Overlay) -> (ResultShape, Vec<Member>) {
    let before = parts(old, types);
    let merged = overlay.only_members(&before, parts(new, types));
    if on_the_wire(&merged) == on_the_wire(&before) {
        return with_documentation(old, merged);
    }
    if new.result.kind == ResultKind::Message {
        return (new.result.clone(), merged);
    }
    let Some(part) = merged.into_iter().next() else {
        return (new.result.clone(), Vec::new());
    };
    let is_delimited = old.result.kind == ResultKind::Delimited && new.result.kind == ResultKind::String;
    let kind = match &new.result.kind {
        _ if is_delimited => ResultKind::Delimited,
        ResultKind::Typed(_) => ResultKind::Typed(part.kind),
        kind => kind.clone(),
    };
    let has_table = matches!(kind, ResultKind::Delimited | ResultKind::DataSet | ResultKind::Xml);
    let table =
        old.result.table.clone().filter(|table| has_table && (table.name.is_none() || kind != ResultKind::Delimited));
    (ResultShape { kind, element: new.result.element.clone(), doc: part.doc, table }, Vec::new())
}

/// The result as it was, with what the document says in words where the spec says nothing.
fn with_documentation(old: &Operation, merged: Vec<Member>) -> (ResultShape, Vec<Member>) {
    if old.result.kind == ResultKind::Message {
        return (old.result.clone(), merged);
    }
    // What returns nothing may still be described.
    let doc = merged.into_iter().next().map_or_else(|| old.result.doc.clone(), |part| part.doc);
    (ResultShape { doc, ..old.result.clone() }, Vec::new())
}

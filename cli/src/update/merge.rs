//! The model of the updated spec: messages come from the document, Rust names and documentation from the spec.

use std::collections::{HashMap, HashSet};

use asmx_codegen::model::{Area, ArrayType, Member, Operation, Role, Service, Walk as _};
use asmx_import::import::rust_names;
use asmx_import::write::keys::encoded;
use asmx_review::matching::{self, Matching};

use super::members::{Indexed, Overlay, without_indices};
use super::operations::{self, Draft, Headers, Source};
use super::ports::Ports;
use super::roles::{self, Known};
use super::types;

/// The model, and the origin of its parts.
pub(super) struct Model {
    pub(super) service: Service,
    /// Pairs the spec's types with those of `service`.
    pub(super) types: Matching,
    /// Whether operations no longer share the common parameters; each then lists its own.
    pub(super) is_common_apart: bool,
    /// The number of leading request and response headers that all operations still share; `None` if some lack those of the spec.
    pub(super) common_headers: Option<(usize, usize)>,
    /// Messages for a person.
    pub(super) notes: Vec<String>,
}

impl Model {
    /// The number of a type of the spec in the model; an unused number if it is gone.
    pub(super) fn number_of(&self, old: usize) -> usize {
        number_of(&self.types, old)
    }
}

fn number_of(types: &Matching, old: usize) -> usize {
    types.new_number(old).unwrap_or(types.old_of.len() + old)
}

pub(super) const EVERY_OPERATION: &str = "every operation";

/// Merges the models of a spec and a document. `common_headers` are the numbers of request and response headers that the spec states for all
/// operations.
pub(super) fn merge(old: &Service, new: &Service, common_headers: (usize, usize)) -> Model {
    let new = types::sorted(old, new);
    let matching = matching::types(old, &new);
    let old_in_new = old.renumbered(&|number| number_of(&matching, number));
    let mut arrays = Vec::new();
    old_in_new.each_array(&mut |array| arrays.push(array));
    let overlay = Overlay::new(&new.types, arrays.into_iter().chain(&old_in_new.standalone_arrays));
    let mut types = types::merged(&old_in_new, &new, &matching, &overlay);

    let drafts = drafts(&old_in_new, &new, common_headers, &overlay);
    let common = common(&drafts, old.common.len(), new.common.len());
    let headers = shared_headers(&drafts);
    let ports = Ports::new(old, &new);
    let mut notes = roles::fit_members(&mut types);
    let known = Known::new(old);
    let mut operations: Vec<(Option<usize>, Operation)> = Vec::new();
    let mut shared: Option<Vec<Indexed>> = None;
    // Don't suggest a role for a common parameter if an operation's own parameter already has it.
    let of_own = drafts.iter().flat_map(|draft| &draft.parameters).filter(|(_, from)| from.is_some());
    let of_own: HashSet<Role> = of_own.filter_map(|(member, _)| member.role).collect();
    for draft in drafts {
        let Draft { mut operation, parameters: mut head, from, .. } = draft;
        let mut own = head.split_off(common.unwrap_or_default().min(head.len()));
        // All operations share the common parameters.
        known.settle(&mut head, of_own.clone());
        let misfits = roles::fit(head.iter_mut().map(|(member, _)| member));
        known.settle(&mut own, head.iter().filter_map(|(member, _)| member.role).collect());
        let mut all = head.clone();
        let mut all: Vec<&mut Member> = all.iter_mut().chain(&mut own).map(|(member, _)| member).collect();
        let misfits_of_own = roles::settle(&mut operation, &mut all);
        notes.extend(misfits_of_own.into_iter().map(|note| format!("{}: {note}", encoded(&operation.name))));
        if from.is_some() && shared.is_none() {
            notes.extend(misfits.into_iter().map(|note| format!("{EVERY_OPERATION}: {note}")));
            shared = Some(head);
        }
        operation.ports = ports.of(&operation, from.and_then(|from| old.operations.get(from)));
        operation.parameters = without_indices(own);
        operations.push((from, operation));
    }
    notes.extend(roles::fit_headers(operations.iter_mut().map(|(_, operation)| operation)));
    let mut service = Service {
        name: old.name.clone(),
        names: old.names.clone(),
        path: new.path.clone(),
        namespace: old.namespace.as_ref().and(new.namespace.clone()),
        doc: if old.doc.is_empty() { new.doc.clone() } else { old.doc.clone() },
        undocumented: old.undocumented.clone(),
        common: without_indices(shared.unwrap_or_default()),
        areas: Vec::new(),
        types,
        standalone_arrays: Vec::new(),
        operations: Vec::new(),
        ports: ports.all,
    };
    sort_into_areas(old, operations, &mut service, &mut notes);
    let arrays: Vec<ArrayType> = new.standalone_arrays.iter().map(|array| overlay.new_array(array.clone())).collect();
    service.set_standalone_arrays(&arrays);
    service.usual_wildcards();
    rust_names::complete(&mut service);
    Model { service, types: matching, is_common_apart: common.is_none(), common_headers: headers, notes }
}

/// The document's operations with the spec's names and documentation.
fn drafts(old: &Service, new: &Service, common_headers: (usize, usize), overlay: &Overlay) -> Vec<Draft> {
    let known: HashMap<&str, (usize, &Operation)> =
        old.operations.iter().enumerate().map(|one| (one.1.name.as_str(), one)).collect();
    let first = old.operations.first().map(|operation| &operation.messages);
    let request = first.and_then(|messages| messages.request_headers.get(..common_headers.0)).unwrap_or_default();
    let response = first.and_then(|messages| messages.response_headers.get(..common_headers.1)).unwrap_or_default();
    let messages = old.operations.iter().map(|operation| &operation.messages);
    let mut headers = Headers::new();
    for header in messages.flat_map(|one| one.request_headers.iter().chain(&one.response_headers)) {
        headers.entry((&header.name, &header.namespace)).or_insert(header);
    }
    let draft = |operation: &Operation| {
        let source = Source {
            operation: known.get(operation.name.as_str()).copied(),
            common: &old.common,
            common_headers: (request, response),
            headers: &headers,
        };
        operations::operation(&source, operation, &new.common, overlay)
    };
    new.operations.iter().map(draft).collect()
}

/// The number of leading parameters that all operations share; `None` if some lack those of the spec. `old` and `new` are the numbers in the spec and
/// in the document.
fn common(drafts: &[Draft], old: usize, new: usize) -> Option<usize> {
    let first = &drafts.iter().find(|draft| draft.from.is_some())?.parameters;
    let is_common = |(_, from): &Indexed| from.is_some_and(|from| from < old);
    let length = first.iter().rposition(is_common).map_or(0, |last| last + 1);
    let shares = |draft: &Draft, length: usize| {
        let heads = draft.parameters.get(..length).zip(first.get(..length));
        let is_equal = |(own, one): (&Indexed, &Indexed)| own.0 == one.0 && (draft.from.is_none() || own.1 == one.1);
        heads.is_some_and(|(own, head)| own.iter().zip(head).all(is_equal))
    };
    let has_others = |draft: &Draft| draft.from.is_some() && draft.parameters.iter().skip(length).any(is_common);
    if !drafts.iter().all(|draft| shares(draft, length) && !has_others(draft)) {
        return None;
    }
    // Common in the document, unknown to the spec.
    let added =
        first.get(length..new).filter(|added| !added.is_empty() && added.iter().all(|(_, from)| from.is_none()));
    Some(if added.is_some() && drafts.iter().all(|draft| shares(draft, new)) { new } else { length })
}

/// The numbers of leading headers that all operations still share; `None` if some lack those of the spec.
fn shared_headers(drafts: &[Draft]) -> Option<(usize, usize)> {
    fn shared(draft: &Draft) -> (Option<&[Member]>, Option<&[Member]>) {
        let (messages, (request, response)) = (&draft.operation.messages, draft.common_headers);
        (messages.request_headers.get(..request), messages.response_headers.get(..response))
    }
    let first = drafts.first()?;
    drafts.iter().all(|draft| shared(draft) == shared(first)).then_some(first.common_headers)
}

/// Sorts operations into areas in the spec's order; new ones follow their predecessors in the document.
fn sort_into_areas(
    old: &Service,
    operations: Vec<(Option<usize>, Operation)>,
    service: &mut Service,
    notes: &mut Vec<String>,
) {
    // The index of a known operation, and 0, 1 or 2 before it, for itself and after it.
    let mut position = (operations.iter().find_map(|(from, _)| *from).unwrap_or_default(), 0);
    let mut sorted: Vec<((usize, u8), Option<usize>, Operation)> = Vec::new();
    for (from, operation) in operations {
        match from {
            Some(from) => position = (from, 1),
            None if position.1 == 1 => position.1 = 2,
            None => {}
        }
        sorted.push((position, from, operation));
    }
    sorted.sort_by_key(|(position, ..)| *position);
    let mut areas: Vec<usize> = Vec::new();
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    for ((known, _), from, operation) in sorted {
        let area = old.operations.get(known).map_or(0, |operation| operation.area);
        if areas.last() != Some(&area) {
            areas.push(area);
        }
        numbers.extend(from.map(|from| (from, service.operations.len())));
        service.operations.push(Operation { area: areas.len() - 1, ..operation });
    }
    service.areas = areas.iter().filter_map(|number| old.areas.get(*number)).map(Area::clone).collect();
    for operation in &mut service.operations {
        let Some(original) = operation.variant_of.take() else { continue };
        operation.variant_of = numbers.get(&original).copied();
        if let (None, Some(original)) = (operation.variant_of, old.operations.get(original)) {
            let (name, original) = (encoded(&operation.name), encoded(&original.name));
            notes.push(format!("{name}: no longer a variant of {original}, which was removed"));
        }
    }
}

//! The model of the updated spec: messages come from the document, Rust names and documentation from the spec.

use std::collections::{BTreeMap, HashMap, HashSet};

use asmx_codegen::model::{Area, ArrayType, Member, NamedType, Operation, Role, Service, Walk as _};
use asmx_import::import::rust_names;
use asmx_import::write::keys::encoded;

use super::members::{Merged, Overlay};
use super::operations::{self, Headers, Whole, Words};
use super::ports::Ports;
use super::roles::{self, Known};
use super::types::{self, Numbers};

/// The model, and the origin of its parts.
pub(super) struct Model {
    pub(super) service: Service,
    /// The old number of each type.
    pub(super) numbers: Numbers,
    /// Whether operations no longer share the common parameters; each then lists its own.
    pub(super) is_common_apart: bool,
    /// The number of leading request and response headers that all operations still share; `None` if some lack those of the spec.
    pub(super) common_headers: Option<(usize, usize)>,
    /// Messages for a person, with the operation's name.
    pub(super) notes: Vec<(String, String)>,
}

pub(super) const EVERY: &str = "every operation";

/// A merged operation that is not yet sorted in.
struct Built {
    from: Option<usize>,
    operation: Operation,
}

/// Merges the models of a spec and a document. `common_headers` are the numbers of request and response headers that the spec states for all
/// operations.
pub(super) fn merge(old: &Service, new: &Service, common_headers: (usize, usize)) -> Model {
    let numbers = Numbers::new(old, new);
    let old_in_new = old.renumbered(&|number| numbers.of_old(number));
    let new = new.renumbered(&|number| numbers.of_document(number));
    // By new number, for lookups of kinds and names.
    let mut in_order: Vec<(usize, &NamedType)> =
        new.types.iter().enumerate().map(|(number, named)| (numbers.of_document(number), named)).collect();
    in_order.sort_by_key(|(number, _)| *number);
    let in_order: Vec<NamedType> = in_order.into_iter().map(|(_, named)| named.clone()).collect();
    let mut arrays = Vec::new();
    old_in_new.each_array(&mut |array| arrays.push(array));
    let overlay = Overlay::new(&in_order, arrays.into_iter().chain(&old_in_new.standalone_arrays));
    let mut types = types::merged(&old_in_new, &new, &numbers, &overlay);

    let wholes = wholes(old, &old_in_new, &new, common_headers, &overlay);
    let common = common(&wholes, old.common.len(), new.common.len());
    let headers = common_headers_of(&wholes, common_headers);
    let ports = Ports::new(old, &new);
    let mut notes = roles::fit_members(&mut types);
    let known = Known::new(old);
    let mut built: Vec<Built> = Vec::new();
    let mut shared: Option<Vec<Merged>> = None;
    // Don't suggest a role for a common parameter if an operation's own parameter already has it.
    let of_own = wholes.iter().flat_map(|whole| &whole.parameters).filter(|(_, from)| from.is_some());
    let of_own: HashSet<Role> = of_own.filter_map(|(member, _)| member.role).collect();
    for mut whole in wholes {
        let mut own = whole.parameters.split_off(common.unwrap_or_default().min(whole.parameters.len()));
        let mut head = std::mem::take(&mut whole.parameters);
        // All operations share the common parameters.
        known.settle(&mut head, of_own.clone());
        let misfits = roles::fit(head.iter_mut().map(|(member, _)| member));
        known.settle(&mut own, head.iter().filter_map(|(member, _)| member.role).collect());
        let mut all = head.clone();
        let mut all: Vec<&mut Member> = all.iter_mut().chain(&mut own).map(|(member, _)| member).collect();
        let told = roles::settle(&mut whole.operation, &mut all);
        notes.extend(told.into_iter().map(|note| (encoded(&whole.operation.name), note)));
        if whole.from.is_some() && shared.is_none() {
            notes.extend(misfits.into_iter().map(|note| (EVERY.to_owned(), note)));
            shared = Some(head);
        }
        built.push(finished(whole, own, old, &ports));
    }
    notes.extend(roles::fit_headers(built.iter_mut().map(|built| &mut built.operation)));
    let mut service = Service {
        name: old.name.clone(),
        names: old.names.clone(),
        path: new.path.clone(),
        namespace: old.namespace.as_ref().and(new.namespace.clone()),
        doc: if old.doc.is_empty() { new.doc.clone() } else { old.doc.clone() },
        undocumented: old.undocumented.clone(),
        common: only(shared.unwrap_or_default()),
        areas: Vec::new(),
        types,
        standalone_arrays: Vec::new(),
        operations: Vec::new(),
        ports: ports.all,
    };
    place(old, built, &mut service, &mut notes);
    let arrays: Vec<ArrayType> = new.standalone_arrays.iter().map(|array| overlay.new_array(array.clone())).collect();
    service.set_standalone_arrays(&arrays);
    service.usual_wildcards();
    rust_names::complete(&mut service);
    Model { service, numbers, is_common_apart: common.is_none(), common_headers: headers, notes }
}

/// The document's operations with the spec's names and documentation.
fn wholes(
    old: &Service,
    old_in_new: &Service,
    new: &Service,
    common_headers: (usize, usize),
    overlay: &Overlay,
) -> Vec<Whole> {
    let known: HashMap<&str, usize> =
        old.operations.iter().enumerate().map(|(number, operation)| (operation.name.as_str(), number)).collect();
    let first = old_in_new.operations.first().map(|operation| &operation.messages);
    let request = first.and_then(|messages| messages.request_headers.get(..common_headers.0)).unwrap_or_default();
    let response = first.and_then(|messages| messages.response_headers.get(..common_headers.1)).unwrap_or_default();
    let messages = || old_in_new.operations.iter().map(|operation| &operation.messages);
    let headers = messages().flat_map(|one| one.request_headers.iter().chain(&one.response_headers));
    let mut by_name = Headers::new();
    for header in headers {
        by_name.entry((&header.name, &header.namespace)).or_insert(header);
    }
    let whole = |operation: &Operation| {
        let from = known.get(operation.name.as_str()).copied();
        let words = Words {
            operation: from.and_then(|from| Some((from, old_in_new.operations.get(from)?))),
            common: &old_in_new.common,
            common_headers: (request, response),
            headers: &by_name,
        };
        operations::operation(&words, operation, &new.common, overlay)
    };
    new.operations.iter().map(whole).collect()
}

fn finished(whole: Whole, own: Vec<Merged>, old: &Service, ports: &Ports) -> Built {
    let Whole { mut operation, request_headers, response_headers, from, .. } = whole;
    operation.messages.request_headers = only(request_headers);
    operation.messages.response_headers = only(response_headers);
    operation.ports = ports.of(&operation, from.and_then(|from| old.operations.get(from)));
    operation.parameters = only(own);
    Built { from, operation }
}

fn only(merged: Vec<Merged>) -> Vec<Member> {
    merged.into_iter().map(|(member, _)| member).collect()
}

/// The number of leading parameters that all operations share; `None` if some lack those of the spec. `old` and `new` are the numbers in the spec and
/// in the document.
fn common(wholes: &[Whole], old: usize, new: usize) -> Option<usize> {
    let first = &wholes.iter().find(|whole| whole.from.is_some())?.parameters;
    let is_common = |(_, from): &Merged| from.is_some_and(|from| from < old);
    let length = first.iter().rposition(is_common).map_or(0, |last| last + 1);
    let head = first.get(..length)?;
    let same = |whole: &Whole, length: usize, head: &[Merged]| {
        whole.parameters.get(..length).is_some_and(|mine| {
            mine.iter().zip(head).all(|(mine, one)| mine.0 == one.0 && (whole.from.is_none() || mine.1 == one.1))
        })
    };
    let is_whole = |whole: &Whole| whole.from.is_none() || !whole.parameters.iter().skip(length).any(is_common);
    if !wholes.iter().all(|one| same(one, length, head) && is_whole(one)) {
        return (old == 0).then_some(0);
    }
    // Common in the document, unknown to the spec.
    let is_added = |(_, from): &Merged| from.is_none();
    let more = first.get(length..new).filter(|more| !more.is_empty() && more.iter().all(is_added));
    let head = first.get(..new).filter(|_| more.is_some());
    Some(head.filter(|head| wholes.iter().all(|one| same(one, new, head))).map_or(length, <[Merged]>::len))
}

/// The numbers of leading headers that all operations still share; `None` if some lack those of the spec.
fn common_headers_of(wholes: &[Whole], old: (usize, usize)) -> Option<(usize, usize)> {
    let count = |wholes: &[Whole], of: fn(&Whole) -> &Vec<Merged>, old: usize| {
        let first = of(wholes.iter().find(|whole| whole.from.is_some())?);
        let shared = |headers: &[Merged]| -> Vec<Merged> {
            headers.iter().filter(|(_, from)| from.is_some_and(|from| from < old)).cloned().collect()
        };
        let head = shared(first);
        wholes.iter().all(|whole| shared(of(whole)) == head).then_some(head.len())
    };
    let request = count(wholes, |whole| &whole.request_headers, old.0);
    let response = count(wholes, |whole| &whole.response_headers, old.1);
    request.zip(response)
}

/// Sorts operations into areas in the spec's order; new ones follow their predecessors in the document.
fn place(old: &Service, built: Vec<Built>, service: &mut Service, notes: &mut Vec<(String, String)>) {
    let mut kept: BTreeMap<usize, Built> = BTreeMap::new();
    let (mut before, mut behind): (HashMap<usize, Vec<Built>>, HashMap<usize, Vec<Built>>) = Default::default();
    let mut waiting = Vec::new();
    let mut last = None;
    for one in built {
        match (one.from, last) {
            (Some(from), _) => {
                before.insert(from, std::mem::take(&mut waiting));
                kept.insert(from, one);
                last = Some(from);
            }
            (None, Some(last)) => behind.entry(last).or_default().push(one),
            (None, None) => waiting.push(one),
        }
    }
    let mut areas: Vec<usize> = Vec::new();
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    for (from, one) in kept {
        if areas.last() != Some(&one.operation.area) {
            areas.push(one.operation.area);
        }
        let head = before.remove(&from).unwrap_or_default();
        let tail = behind.remove(&from).unwrap_or_default();
        numbers.insert(from, service.operations.len() + head.len());
        for one in head.into_iter().chain([one]).chain(tail) {
            service.operations.push(Operation { area: areas.len() - 1, ..one.operation });
        }
    }
    service.areas = areas.iter().filter_map(|number| old.areas.get(*number)).map(Area::clone).collect();
    for operation in &mut service.operations {
        let Some(original) = operation.variant_of.take() else { continue };
        operation.variant_of = numbers.get(&original).copied();
        if let (None, Some(original)) = (operation.variant_of, old.operations.get(original)) {
            let note = format!("no longer a variant of {}, which was removed", encoded(&original.name));
            notes.push((encoded(&operation.name), note));
        }
    }
}

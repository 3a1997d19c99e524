//! Prepares the document of an update: operations get the names of the spec, and those that the import lacks may stay.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use asmx_codegen::model::{Name, Namespace, Operation, Service, Style, Walk as _};
use asmx_review::matching::{self, Matcher};

use super::trees::apart;

/// The document's service, where a new operation gets the name of a spec operation that is gone and sends the same request. A request that several
/// of them send identifies none.
pub(super) fn with_former_names<'n>(old: &Service, new: &'n Service) -> Cow<'n, Service> {
    let namespace = new.namespace.as_deref().unwrap_or_default();
    let matcher = Matcher::new(&old.operations, &new.operations).by(|operation| Some(&operation.name));
    let by_name = matcher.found.clone();
    let matching = matcher.by(|operation| Some(Request::of(operation, namespace))).found;
    let mut service = Cow::Borrowed(new);
    for (from, to) in matching.pairs().filter(|(from, _)| by_name.new_number(*from).is_none()) {
        if let Some((former, operation)) = old.operations.get(from).zip(service.to_mut().operations.get_mut(to)) {
            rename(operation, &former.name, namespace);
        }
    }
    service
}

/// Identifies a request among those of a service.
#[derive(PartialEq, Eq, Hash)]
enum Request {
    Soap { action: String, elements: Vec<(String, String)> },
    Form(String),
}

impl Request {
    fn of(operation: &Operation, namespace: &str) -> Self {
        let messages = &operation.messages;
        if !operation.transports.over_soap() {
            return Self::Form(messages.location.clone().unwrap_or_else(|| operation.name.clone()));
        }
        let element = |name: &str, of: &Namespace| {
            let of = match of {
                Namespace::Service => namespace,
                Namespace::None => "",
                Namespace::Of(other) => other,
            };
            (of.to_owned(), name.to_owned())
        };
        let elements = match (&messages.request, messages.style) {
            (_, Style::Bare) => operation.parameters.iter().map(|one| element(&one.name, &one.namespace)).collect(),
            (Some(request), _) => vec![element(&request.name, &request.namespace)],
            (None, _) => vec![element(&operation.name, &Namespace::Service)],
        };
        let action = messages.action.clone().unwrap_or_else(|| default_action(&operation.name, namespace));
        Self::Soap { action, elements }
    }
}

fn default_action(name: &str, namespace: &str) -> String {
    let slash = if namespace.ends_with('/') { "" } else { "/" };
    format!("{namespace}{slash}{name}")
}

/// Renames an operation without changing its messages.
fn rename(operation: &mut Operation, name: &str, namespace: &str) {
    let before = std::mem::replace(&mut operation.name, name.to_owned());
    let renamed = |value: &mut Option<String>, default: &dyn Fn(&str) -> String| {
        let before = value.take().unwrap_or_else(|| default(&before));
        *value = Some(before).filter(|value| *value != default(name));
    };
    let messages = &mut operation.messages;
    renamed(&mut messages.action, &|name| default_action(name, namespace));
    if operation.transports.over_http() || messages.location.is_some() {
        renamed(&mut messages.location, &str::to_owned);
    }
    if messages.style == Style::Bare {
        return;
    }
    for (wrapper, suffix) in [(&mut messages.request, ""), (&mut messages.response, "Response")] {
        if suffix.is_empty() || !messages.one_way {
            let default = |name: &str| Name { name: format!("{name}{suffix}"), namespace: Namespace::Service };
            let before = wrapper.take().unwrap_or_else(|| default(&before));
            *wrapper = Some(before).filter(|wrapper| *wrapper != default(name));
        }
    }
}

/// The import, plus the operations of the spec that it lacks and that `is_retained` accepts, with the types that they need. Also returns their names.
pub(super) fn with_retained(
    old: &Service,
    new: &Service,
    is_retained: impl Fn(&str) -> bool,
) -> (Service, Vec<String>) {
    let known: HashSet<&str> = new.operations.iter().map(|operation| operation.name.as_str()).collect();
    let is_one = |name: &str| !known.contains(name) && is_retained(name);
    let mut retained = apart(old).operations;
    retained.retain(|operation| is_one(&operation.name));
    let names: Vec<String> = retained.iter().map(|operation| operation.name.clone()).collect();
    if names.is_empty() {
        return (new.clone(), names);
    }
    // The retained operations may not take the common parameters.
    let mut new = apart(new);
    for operation in &mut retained {
        operation.variant_of = None;
        let ports = operation.ports.iter().filter_map(|port| old.ports.get(*port));
        operation.ports = ports.filter_map(|port| new.ports.iter().position(|one| one.name == port.name)).collect();
    }
    let mut numbers: HashMap<usize, usize> = matching::types(old, &new).pairs().collect();
    let first = new.types.len();
    let mut needed = Vec::new();
    retained.each_named(&mut |number| needed.push(number));
    while let Some(number) = needed.pop() {
        let Some(one) = old.types.get(number).filter(|_| !numbers.contains_key(&number)) else { continue };
        numbers.insert(number, new.types.len());
        needed.extend(one.structure().and_then(|structure| structure.base));
        one.each_named(&mut |number| needed.push(number));
        new.types.push(one.clone());
    }
    let in_new = |number: usize| numbers.get(&number).copied().unwrap_or_default();
    new.types.get_mut(first..).unwrap_or_default().renumber(&in_new);
    retained.renumber(&in_new);
    new.operations.extend(retained);
    (new, names)
}

//! Finds operations that the spec calls by another name than the document, by the requests that they send.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use asmx_codegen::model::{Name, Namespace, Operation, Service, Style};

/// The document's service, where a new operation gets the name of a spec operation that is gone and sends the same request.
pub(super) fn restored<'n>(old: &Service, new: &'n Service) -> Cow<'n, Service> {
    let names = |service: &'n Service| service.operations.iter().map(|one| one.name.as_str()).collect::<HashSet<_>>();
    let known: HashSet<&str> = old.operations.iter().map(|one| one.name.as_str()).collect();
    let there = names(new);
    let namespace = new.namespace.as_deref().unwrap_or_default();
    let mut gone: HashMap<Sent, Option<&str>> = HashMap::new();
    for operation in old.operations.iter().filter(|one| !there.contains(one.name.as_str())) {
        let name = Some(operation.name.as_str());
        // A request that several operations send identifies none of them.
        gone.entry(Sent::of(operation, namespace)).and_modify(|name| *name = None).or_insert(name);
    }
    if gone.is_empty() {
        return Cow::Borrowed(new);
    }
    let mut service = new.clone();
    let mut is_new: HashMap<Sent, usize> = HashMap::new();
    let sent: Vec<Sent> = new.operations.iter().map(|operation| Sent::of(operation, namespace)).collect();
    for sent in &sent {
        *is_new.entry(sent.clone()).or_default() += 1;
    }
    for (operation, sent) in service.operations.iter_mut().zip(sent) {
        let former = gone.get(&sent).copied().flatten().filter(|_| is_new.get(&sent) == Some(&1));
        if let Some(former) = former.filter(|_| !known.contains(operation.name.as_str())) {
            rename(operation, former, namespace);
        }
    }
    Cow::Owned(service)
}

/// Identifies a request among those of a service.
#[derive(PartialEq, Eq, Hash, Clone)]
enum Sent {
    Soap { action: String, elements: Vec<(String, String)> },
    Form(String),
}

impl Sent {
    fn of(operation: &Operation, namespace: &str) -> Self {
        let messages = &operation.messages;
        if !operation.transports.soap11 && !operation.transports.soap12 {
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
        Self::Soap { action: action(operation, namespace), elements }
    }
}

fn usual_action(name: &str, namespace: &str) -> String {
    let slash = if namespace.ends_with('/') { "" } else { "/" };
    format!("{namespace}{slash}{name}")
}

fn action(operation: &Operation, namespace: &str) -> String {
    operation.messages.action.clone().unwrap_or_else(|| usual_action(&operation.name, namespace))
}

/// Renames an operation without changing its messages.
fn rename(operation: &mut Operation, name: &str, namespace: &str) {
    let before = std::mem::replace(&mut operation.name, name.to_owned());
    let renamed = |stated: &mut Option<String>, usual: &dyn Fn(&str) -> String| {
        let value = stated.take().unwrap_or_else(|| usual(&before));
        *stated = Some(value).filter(|value| *value != usual(name));
    };
    let messages = &mut operation.messages;
    renamed(&mut messages.action, &|name| usual_action(name, namespace));
    if operation.transports.over_http() || messages.location.is_some() {
        renamed(&mut messages.location, &str::to_owned);
    }
    if messages.style == Style::Bare {
        return;
    }
    for (wrapper, suffix) in [(&mut messages.request, ""), (&mut messages.response, "Response")] {
        if suffix.is_empty() || !messages.one_way {
            let usual = |name: &str| Name { name: format!("{name}{suffix}"), namespace: Namespace::Service };
            let stated = wrapper.take().unwrap_or_else(|| usual(&before));
            *wrapper = Some(stated).filter(|stated| *stated != usual(name));
        }
    }
}

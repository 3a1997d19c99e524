//! Groups of parameters: who uses them, and what they contain after an update.
//!
//! If parameters change equally for most users of a group, the group changes; the others list their parameters themselves. The innermost groups
//! are replaced first, so that a group that uses others is compared as the text states it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use asmx_codegen::elements::{Build, Element, XMLNode};
use asmx_codegen::read::ast::{self, Entry};
use asmx_codegen::resolve::needed_roles;
use roxmltree::Node;

use super::trees::{aligned, children, is_entry, operations_in, operations_mut};

/// A parameter, and its index in the old list.
type Parameter = (Element, Option<usize>);

/// The parameters of an operation, or the common ones.
struct List<'s> {
    entries: Vec<&'s Entry>,
    /// The parameters that the entries gave.
    old: Vec<Element>,
    new: Vec<Parameter>,
}

impl<'s> List<'s> {
    fn new(entries: impl IntoIterator<Item = &'s Entry>, old: Option<&Element>, new: Option<&Element>) -> Self {
        let parameters = |element: Option<&Element>| -> Vec<Element> {
            let all = element.into_iter().flat_map(Build::elements);
            all.filter(|one| is_entry(&one.name)).cloned().collect()
        };
        let (old, new) = (parameters(old), parameters(new));
        let partners = aligned(&old.iter().collect::<Vec<_>>(), &new.iter().collect::<Vec<_>>());
        Self { entries: entries.into_iter().collect(), old, new: new.into_iter().zip(partners).collect() }
    }

    /// The new positions of a range of old parameters, if they are contiguous.
    fn now(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let is_of_span = |(_, from): &Parameter| from.is_some_and(|from| span.contains(&from));
        let (first, last) = (self.new.iter().position(is_of_span)?, self.new.iter().rposition(is_of_span)?);
        let among = self.new.get(first..=last)?;
        among.iter().all(|one| one.1.is_none() || is_of_span(one)).then_some(first..last + 1)
    }

    fn request(&self, span: &Range<usize>) -> Option<Request> {
        let new = self.new.get(self.now(span)?)?.iter();
        let new = new.map(|(new, from)| (new.clone(), from.map(|from| from - span.start)));
        Some(Request { old: self.old.get(span.clone())?.to_vec(), new: new.collect() })
    }

    /// Replaces a range of old parameters by the group, and their new positions if the group has what the list needs.
    fn replace(&mut self, span: Range<usize>, group: &str, now: Option<Range<usize>>) {
        if self.old.get(span.clone()).is_none() {
            return;
        }
        for from in self.new.iter_mut().filter_map(|(_, from)| from.as_mut()) {
            *from = if *from < span.end { (*from).min(span.start) } else { *from + 1 - span.len() };
        }
        let used = Element::new("use").with("group", group);
        if let Some(now) = now {
            self.new.splice(now, [(used.clone(), Some(span.start))]);
        }
        self.old.splice(span, [used]);
    }

    fn parameters(&self) -> Vec<Element> {
        self.new.iter().map(|(element, _)| element.clone()).collect()
    }

    /// The groups that the list no longer uses.
    fn dropped(&self) -> Vec<String> {
        let uses = self.old.iter().filter(|one| one.name == "use" && self.new.iter().all(|(new, _)| new != *one));
        uses.filter_map(|one| one.attribute("group")).map(str::to_owned).collect()
    }
}

/// The parameters that one user needs from a group.
struct Request {
    old: Vec<Element>,
    new: Vec<Parameter>,
}

impl Request {
    fn is_unchanged(&self) -> bool {
        let before = self.old.iter().enumerate().map(|(position, old)| (old, Some(position)));
        self.new.iter().map(|(new, from)| (new, *from)).eq(before)
    }
}

enum Decision {
    Same,
    Changed(Request),
    /// Without users.
    Removed,
}

impl Decision {
    /// The need of most users; `None` without users.
    fn of(requests: Vec<Request>) -> Option<Self> {
        let mut changed: Vec<(usize, Request)> = Vec::new();
        let mut unchanged = 0;
        for request in requests {
            if request.is_unchanged() {
                unchanged += 1;
            } else if let Some((count, _)) = changed.iter_mut().find(|(_, known)| known.new == request.new) {
                *count += 1;
            } else {
                changed.push((1, request));
            }
        }
        match changed.into_iter().rev().max_by_key(|(count, _)| *count) {
            Some((count, request)) if count > unchanged => Some(Self::Changed(request)),
            _ => (unchanged > 0).then_some(Self::Same),
        }
    }

    fn serves(&self, request: &Request) -> bool {
        match self {
            Self::Same => request.is_unchanged(),
            Self::Changed(agreed) => agreed.new == request.new,
            Self::Removed => false,
        }
    }

    /// The group's element before and after; `None` if it is removed.
    fn group(self, node: Node<'_, '_>) -> (Element, Option<Element>) {
        let doc = children(node, "doc").next().map(|_| Element::new("doc"));
        let element = |role: Option<&str>| {
            let name = node.attribute("name").unwrap_or_default();
            Element::new("group").with("name", name).with_some("role", role).children(doc.clone())
        };
        let before = element(node.attribute("role"));
        match self {
            Self::Same => (before.clone(), Some(before)),
            Self::Removed => (before, None),
            Self::Changed(Request { old, new }) => {
                let has = |role: &str| new.iter().any(|(element, _)| element.attribute("role") == Some(role));
                let role = node.attribute("role").filter(|role| needed_roles(role).iter().all(|one| has(one.name())));
                let after = element(role).children(new.into_iter().map(|(element, _)| element));
                (before.children(old), Some(after))
            }
        }
    }
}

struct Groups<'s> {
    spec: &'s ast::Service,
    numbers: HashMap<&'s str, usize>,
    /// Groups that the lists already use instead of their parameters.
    replaced: HashSet<usize>,
}

impl<'s> Groups<'s> {
    fn used_by(&self, entry: &Entry) -> Option<usize> {
        let Entry::Use(name) = entry else { return None };
        self.numbers.get(name.value.as_str()).copied()
    }

    fn entries(&self, number: usize) -> &'s [Entry] {
        self.spec.groups.get(number).map(|group| group.entries.as_slice()).unwrap_or_default()
    }

    /// The maximum nesting of groups in a group.
    fn depth(&self, number: usize) -> usize {
        let used = self.entries(number).iter().filter_map(|entry| self.used_by(entry));
        used.map(|used| 1 + self.depth(used)).max().unwrap_or_default()
    }

    /// Adds the positions of a group's parameters in a list. `at` is the position of the first entry, then the one after the last.
    fn spans<'e>(
        &self,
        entries: impl IntoIterator<Item = &'e Entry>,
        group: usize,
        at: &mut usize,
        spans: &mut Vec<Range<usize>>,
    ) {
        for entry in entries {
            let Some(number) = self.used_by(entry).filter(|number| !self.replaced.contains(number)) else {
                *at += 1;
                continue;
            };
            let start = *at;
            self.spans(self.entries(number), group, at, spans);
            if number == group {
                spans.push(start..*at);
            }
        }
    }

    /// Decides about a group, and replaces its parameters in all lists. `is_retained` says whether the group stays without users.
    fn replace(&mut self, number: usize, name: &str, lists: &mut [List<'s>], is_retained: bool) -> Decision {
        let of_list = |list: &List<'_>| {
            let mut spans = Vec::new();
            self.spans(list.entries.iter().copied(), number, &mut 0, &mut spans);
            spans
        };
        let spans: Vec<Vec<Range<usize>>> = lists.iter().map(of_list).collect();
        let requests = lists.iter().zip(&spans).flat_map(|(list, spans)| spans.iter().map(|span| list.request(span)));
        let is_used = spans.iter().any(|spans| !spans.is_empty());
        let of_unused = if is_used || !is_retained { Decision::Removed } else { Decision::Same };
        let decision = Decision::of(requests.flatten().collect()).unwrap_or(of_unused);
        for (list, spans) in lists.iter_mut().zip(spans) {
            for span in spans.into_iter().rev() {
                let is_served = list.request(&span).is_some_and(|request| decision.serves(&request));
                let now = list.now(&span).filter(|_| is_served);
                list.replace(span, name, now);
            }
        }
        self.replaced.insert(number);
        decision
    }
}

/// Groups that were replaced by their parameters, by the name of the operation; `None` for the common parameters.
pub(super) type Dropped = HashMap<Option<String>, Vec<String>>;

/// Replaces parameters by groups in two trees: the old text's and the new text's. `before` is the old tree, with common parameters copied into
/// each operation if they `is_apart` now. `is_retained` says whether an unused group stays.
pub(super) fn contract(
    spec: &ast::Service,
    root: Node<'_, '_>,
    (base, theirs): (&mut Element, &mut Element),
    (before, is_apart): (&Element, bool),
    is_retained: impl Fn(Node<'_, '_>) -> bool,
) -> Dropped {
    let common = |tree: &Element| tree.elements().find(|one| one.name == "common").cloned();
    let of_all = if is_apart { spec.common.as_slice() } else { &[] };
    let operations = spec.areas.iter().flat_map(|area| &area.operations);
    let now: HashMap<Option<&str>, &Element> =
        operations_in(theirs).map(|operation| (operation.attribute("name"), operation)).collect();
    let lists = operations.clone().zip(operations_in(before)).map(|(operation, before)| {
        let now = now.get(&Some(operation.name.value.as_str())).copied();
        List::new(of_all.iter().chain(&operation.entries), Some(before), now)
    });
    let mut lists: Vec<List<'_>> = lists.collect();
    lists.push(List::new(&spec.common, common(base).as_ref(), common(theirs).as_ref()));

    let numbers = spec.groups.iter().enumerate().map(|(number, group)| (group.name.value.as_str(), number)).collect();
    let mut groups = Groups { spec, numbers, replaced: HashSet::new() };
    let mut nodes: Vec<(usize, Node<'_, '_>)> = children(root, "group").enumerate().collect();
    nodes.sort_by_cached_key(|(number, _)| groups.depth(*number));
    for (number, node) in nodes {
        let name = node.attribute("name").unwrap_or_default();
        let (before, after) = groups.replace(number, name, &mut lists, is_retained(node)).group(node);
        base.children.push(XMLNode::Element(before));
        theirs.children.extend(after.map(XMLNode::Element));
    }

    let mut dropped = Dropped::new();
    let of_common = lists.pop();
    let by_name: HashMap<&str, &List<'_>> =
        operations.map(|operation| operation.name.value.as_str()).zip(&lists).collect();
    for operation in operations_mut(theirs) {
        let name = operation.attribute("name").map(str::to_owned);
        if let Some(list) = name.as_deref().and_then(|name| by_name.get(name)) {
            put(operation, list.parameters());
            dropped.insert(name, list.dropped());
        }
    }
    for (operation, list) in operations_mut(base).zip(&lists) {
        put(operation, list.old.iter().skip(of_all.len()).cloned().collect());
    }
    if let Some(list) = of_common {
        for common in theirs.elements_mut().filter(|one| one.name == "common") {
            put(common, list.parameters());
            dropped.insert(None, list.dropped());
        }
        for common in base.elements_mut().filter(|one| one.name == "common") {
            put(common, list.old.clone());
        }
    }
    dropped
}

fn put(element: &mut Element, entries: Vec<Element>) {
    let is_one = |node: &XMLNode| node.as_element().is_some_and(|one| is_entry(&one.name));
    let all = &mut element.children;
    let first = all.iter().position(is_one).unwrap_or(all.len());
    all.retain(|node| !is_one(node));
    all.splice(first..first, entries.into_iter().map(XMLNode::Element));
}

//! Groups of parameters: who uses them, and what they contain after an update.
//!
//! If parameters change equally for all users of a group, the group changes. Otherwise the group keeps what most users need, and the others list
//! their parameters themselves.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use asmx_codegen::elements::{Build, Element, XMLNode};
use asmx_codegen::read::ast::{self, Entry};
use asmx_codegen::resolve::needed_roles;
use roxmltree::Node;

use super::align::{aligned, is_entry};
use super::trees::{children, operations_in, operations_mut};

/// A parameter, and its index in the old list.
type Parameter = (Element, Option<usize>);

/// Something that lists parameters: an operation, a group or the common parameters.
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
        let found = aligned(&old.iter().collect::<Vec<_>>(), &new.iter().collect::<Vec<_>>());
        Self { entries: entries.into_iter().collect(), old, new: new.into_iter().zip(found).collect() }
    }
}

/// The parameters that one entry gave.
struct Run<'s> {
    /// Index and name of the group that the entry uses.
    group: Option<(usize, &'s str)>,
    start: usize,
    length: usize,
    /// Their new position, if it is contiguous.
    now: Option<RangeInclusive<usize>>,
}

/// The parameters that one user needs from a group.
#[derive(Clone)]
struct Request {
    old: Vec<Element>,
    new: Vec<Parameter>,
}

impl Request {
    fn same(old: Vec<Element>) -> Self {
        let new = old.iter().cloned().enumerate().map(|(place, element)| (element, Some(place))).collect();
        Self { old, new }
    }

    fn is_as_before(&self) -> bool {
        let before = self.old.iter().enumerate().map(|(place, old)| (old, Some(place)));
        self.new.iter().map(|(new, from)| (new, *from)).eq(before)
    }
}

enum Fate {
    Same,
    Changed(Request),
    /// Without users.
    Gone,
}

/// Groups that were replaced by their parameters, by the name of the operation; `None` for the common parameters.
pub(super) type Left = HashMap<Option<String>, Vec<String>>;

pub(super) struct Groups<'s> {
    spec: &'s ast::Service,
    numbers: HashMap<&'s str, usize>,
    /// The number of parameters of each group.
    lengths: Vec<usize>,
    fates: Vec<Fate>,
}

impl<'s> Groups<'s> {
    fn of(&self, entry: &'s Entry) -> Option<(usize, &'s str)> {
        let Entry::Use(name) = entry else { return None };
        Some((*self.numbers.get(name.value.as_str())?, name.value.as_str()))
    }

    fn length(&self, entries: &'s [Entry]) -> usize {
        let of_group = |number: usize| self.spec.groups.get(number).map_or(0, |group| self.length(&group.entries));
        entries.iter().map(|entry| self.of(entry).map_or(1, |(number, _)| of_group(number))).sum()
    }

    /// The maximum nesting of groups, from some entries on.
    fn depth(&self, entries: &'s [Entry]) -> usize {
        let used = entries.iter().filter_map(|entry| self.spec.groups.get(self.of(entry)?.0));
        used.map(|group| 1 + self.depth(&group.entries)).max().unwrap_or_default()
    }

    /// Groups in an order where users come first.
    fn in_order(&self) -> Vec<usize> {
        let mut order: Vec<(usize, usize)> =
            self.spec.groups.iter().map(|group| self.depth(&group.entries)).enumerate().collect();
        order.sort_by_key(|(_, depth)| std::cmp::Reverse(*depth));
        order.into_iter().map(|(number, _)| number).collect()
    }

    fn runs(&self, list: &List<'s>) -> Vec<Run<'s>> {
        let mut places: HashMap<usize, usize> = HashMap::new();
        for (place, (_, from)) in list.new.iter().enumerate() {
            places.extend(from.map(|from| (from, place)));
        }
        let mut start = 0;
        let run = |entry: &&'s Entry| {
            let group = self.of(entry);
            let length = group.map_or(1, |(number, _)| self.lengths.get(number).copied().unwrap_or_default());
            let mine = start..start + length;
            let now: Vec<usize> = mine.clone().filter_map(|from| places.get(&from).copied()).collect();
            let now = now.iter().min().zip(now.iter().max()).map(|(first, last)| *first..=*last).filter(|now| {
                let among = list.new.get(now.clone()).unwrap_or_default();
                among.iter().all(|(_, from)| from.is_none_or(|from| mine.contains(&from)))
            });
            let run = Run { group, start, length, now };
            start += length;
            run
        };
        list.entries.iter().map(run).collect()
    }

    fn request(list: &List<'_>, run: &Run<'_>) -> Option<Request> {
        let old = list.old.get(run.start..run.start + run.length)?.to_vec();
        let new = list.new.get(run.now.clone()?)?.iter();
        Some(Request { old, new: new.map(|(new, from)| (new.clone(), from.map(|from| from - run.start))).collect() })
    }

    fn ask(&self, list: &List<'s>, requests: &mut [Vec<Request>]) {
        for run in self.runs(list) {
            let requests = run.group.and_then(|(group, _)| requests.get_mut(group));
            if let Some((requests, request)) = requests.zip(Self::request(list, &run)) {
                requests.push(request);
            }
        }
    }

    fn list(&self, number: usize, request: Request) -> List<'s> {
        let entries = self.spec.groups.get(number).map(|group| group.entries.as_slice()).unwrap_or_default();
        List { entries: entries.iter().collect(), old: request.old, new: request.new }
    }

    /// The parameters as a text would list them now, and the names of groups that it no longer uses.
    fn contracted(&self, list: &List<'s>) -> (Vec<Element>, Vec<String>) {
        let (mut served, mut left) = (HashMap::new(), Vec::new());
        for run in self.runs(list) {
            let Some((group, name)) = run.group else { continue };
            let is_served = |request: Request| match self.fates.get(group) {
                Some(Fate::Same) => request.is_as_before(),
                Some(Fate::Changed(wanted)) => wanted.new == request.new,
                Some(Fate::Gone) | None => false,
            };
            match run.now.clone().filter(|_| Self::request(list, &run).is_some_and(is_served)) {
                Some(now) => drop(served.insert(*now.start(), (*now.end(), name))),
                None => left.push(name.to_owned()),
            }
        }
        let (mut elements, mut at) = (Vec::new(), 0);
        while let Some((element, _)) = list.new.get(at) {
            let used = served.get(&at);
            elements.push(used.map_or_else(|| element.clone(), |(_, group)| a_use(group)));
            at = used.map_or(at, |(end, _)| *end) + 1;
        }
        (elements, left)
    }

    /// The parameters in the order of the text.
    fn as_stated(&self, list: &List<'s>) -> Vec<Element> {
        let stated = self.runs(list).into_iter().filter_map(|run| match run.group {
            Some((_, name)) => Some(a_use(name)),
            None => list.old.get(run.start).cloned(),
        });
        stated.collect()
    }

    /// Decides about each group. `users` are all lists; `stays` says whether an unused group stays.
    fn decide(&mut self, users: &[&List<'s>], stays: impl Fn(usize) -> bool) {
        let mut requests: Vec<Vec<Request>> = self.spec.groups.iter().map(|_| Vec::new()).collect();
        for list in users {
            self.ask(list, &mut requests);
        }
        let stated = self.spec.areas.iter().flat_map(|area| &area.operations).flat_map(|one| &one.entries);
        let stated = stated.chain(self.spec.groups.iter().flat_map(|group| &group.entries)).chain(&self.spec.common);
        let used: HashSet<usize> = stated.filter_map(|entry| self.of(entry)).map(|(number, _)| number).collect();
        self.fates = self.spec.groups.iter().map(|_| Fate::Same).collect();
        for number in self.in_order() {
            let asked = requests.get_mut(number).map(std::mem::take).unwrap_or_default();
            let is_used = used.contains(&number);
            let fate = wanted_most(asked).unwrap_or(if is_used || !stays(number) { Fate::Gone } else { Fate::Same });
            // Nested groups get the requests of this one.
            let length = self.lengths.get(number).copied().unwrap_or_default();
            let request = match &fate {
                Fate::Changed(request) => Some(request.clone()),
                Fate::Same => is_used.then(|| Request::same(vec![Element::new(""); length])),
                Fate::Gone => None,
            };
            if let Some(request) = request {
                self.ask(&self.list(number, request), &mut requests);
            }
            if let Some(slot) = self.fates.get_mut(number) {
                *slot = fate;
            }
        }
    }

    /// A group's element before and after; `None` if it is removed.
    fn group(&self, number: usize, node: Node<'_, '_>) -> (Element, Option<Element>) {
        let doc = children(node, "doc").next().map(|_| Element::new("doc"));
        let before = Element::new("group")
            .with("name", node.attribute("name").unwrap_or_default())
            .with_some("role", node.attribute("role"))
            .children(doc);
        match self.fates.get(number) {
            Some(Fate::Changed(request)) => {
                let role = node.attribute("role").unwrap_or_default();
                let has = |role: &str| request.new.iter().any(|(element, _)| element.attribute("role") == Some(role));
                let is_whole = needed_roles(role).iter().all(|role| has(role.name()));
                let after = if is_whole {
                    before.clone()
                } else {
                    {
                        let mut after = before.clone();
                        after.attributes.remove("role");
                        after
                    }
                };
                let list = self.list(number, request.clone());
                (before.children(self.as_stated(&list)), Some(after.children(self.contracted(&list).0)))
            }
            Some(Fate::Same) => (before.clone(), Some(before)),
            Some(Fate::Gone) | None => (before, None),
        }
    }
}

fn a_use(group: &str) -> Element {
    Element::new("use").with("group", group)
}

/// The most frequent request; `None` if there is none.
fn wanted_most(requests: Vec<Request>) -> Option<Fate> {
    let mut wanted: Vec<(usize, Request)> = Vec::new();
    let mut same = 0;
    for request in requests {
        if request.is_as_before() {
            same += 1;
        } else if let Some((count, _)) = wanted.iter_mut().find(|(_, known)| known.new == request.new) {
            *count += 1;
        } else {
            wanted.push((1, request));
        }
    }
    match wanted.into_iter().rev().max_by_key(|(count, _)| *count) {
        Some((count, request)) if count > same => Some(Fate::Changed(request)),
        _ => (same > 0).then_some(Fate::Same),
    }
}

/// Replaces parameters by groups in two trees: the old text's and the new text's. `told` is the old tree, with common parameters copied into each
/// operation if they `is_apart` now. `stays` says whether an unused group stays.
pub(super) fn contract(
    spec: &ast::Service,
    root: Node<'_, '_>,
    (base, theirs): (&mut Element, &mut Element),
    (told, is_apart): (&Element, bool),
    stays: impl Fn(Node<'_, '_>) -> bool,
) -> Left {
    let numbers = spec.groups.iter().enumerate().map(|(number, group)| (group.name.value.as_str(), number)).collect();
    let mut groups = Groups { spec, numbers, lengths: Vec::new(), fates: Vec::new() };
    groups.lengths = spec.groups.iter().map(|group| groups.length(&group.entries)).collect();

    let common = |tree: &Element| tree.elements().find(|one| one.name == "common").cloned();
    let of_all = if is_apart { spec.common.as_slice() } else { &[] };
    let stated: Vec<&ast::Operation> = spec.areas.iter().flat_map(|area| &area.operations).collect();
    let known: HashMap<&str, (&ast::Operation, &Element)> =
        stated.iter().zip(operations_in(told)).map(|(one, before)| (one.name.value.as_str(), (*one, before))).collect();
    let lists = operations_in(theirs).map(|element| {
        let (stated, before) = known.get(element.attribute("name")?)?;
        Some(List::new(of_all.iter().chain(&stated.entries), Some(before), Some(element)))
    });
    let lists: Vec<Option<List<'_>>> = lists.collect();
    let of_common = List::new(&spec.common, common(base).as_ref(), common(theirs).as_ref());
    let users: Vec<&List<'_>> = lists.iter().flatten().chain((!is_apart).then_some(&of_common)).collect();
    let nodes: Vec<Node<'_, '_>> = children(root, "group").collect();
    groups.decide(&users, |number| nodes.get(number).is_some_and(|node| stays(*node)));

    let mut left = Left::new();
    for (operation, list) in operations_mut(theirs).zip(lists) {
        if let Some(list) = list {
            let (entries, no_more) = groups.contracted(&list);
            put(operation, entries);
            left.insert(operation.attribute("name").map(str::to_owned), no_more);
        }
    }
    for (operation, stated) in operations_mut(base).zip(stated) {
        let list = List::new(&stated.entries, Some(operation), None);
        put(operation, groups.as_stated(&list));
    }
    for common in theirs.elements_mut().filter(|one| one.name == "common") {
        let (entries, no_more) = groups.contracted(&of_common);
        put(common, entries);
        left.insert(None, no_more);
    }
    for common in base.elements_mut().filter(|one| one.name == "common") {
        put(common, groups.as_stated(&of_common));
    }
    for (number, node) in nodes.into_iter().enumerate() {
        let (before, after) = groups.group(number, node);
        base.children.push(XMLNode::Element(before));
        theirs.children.extend(after.map(XMLNode::Element));
    }
    left
}

fn put(element: &mut Element, entries: Vec<Element>) {
    let is_one = |node: &XMLNode| node.as_element().is_some_and(|one| is_entry(&one.name));
    let all = &mut element.children;
    let first = all.iter().position(is_one).unwrap_or(all.len());
    all.retain(|node| !is_one(node));
    all.splice(first..first, entries.into_iter().map(XMLNode::Element));
}

//! The groups of a spec: which operations still use one, and what is in it then.
//!
//! If the parameters change in the same way for all operations that use a group, the group is changed. If not, the group keeps the parameters that
//! most of the operations have, and the other operations state theirs themselves.

use std::collections::HashMap;

use asmx_codegen::read::ast::{self, Entry};
use asmx_codegen::resolve::needed_roles;
use asmx_import::write::xml::Element;
use roxmltree::Node;

use super::edit::{Editor, Piece};
use super::lists::{List, Parameter, is_entry, list_of};

/// What somebody who uses a group wants of it.
struct Request {
    old: Vec<Element>,
    new: Vec<Parameter>,
}

impl Request {
    fn is_as_before(&self) -> bool {
        self.old.len() == self.new.len()
            && self
                .new
                .iter()
                .zip(&self.old)
                .enumerate()
                .all(|(place, (new, old))| new.1 == Some(place) && new.0 == *old)
    }
}

/// What becomes of a group.
enum Fate {
    /// It stays as it is.
    Same,
    /// It has other parameters.
    Changed { old: Vec<Element>, new: Vec<Parameter> },
    /// Nobody uses it any more.
    Gone,
}

/// The groups of a spec.
pub(super) struct Groups<'s> {
    spec: &'s ast::Service,
    numbers: HashMap<&'s str, usize>,
    /// How many parameters each has.
    lengths: Vec<usize>,
    fates: Vec<Fate>,
}

impl<'s> Groups<'s> {
    /// Finds what becomes of the groups. `nodes` are their elements, `users` all that list parameters, `is_known` tells whether a type is
    /// still there.
    pub(super) fn new(
        spec: &'s ast::Service,
        nodes: &[Node<'_, '_>],
        users: &[List<'_, '_>],
        is_known: impl Fn(Node<'_, '_>) -> bool,
    ) -> Self {
        let numbers: HashMap<&str, usize> =
            spec.groups.iter().enumerate().map(|(number, group)| (group.name.value.as_str(), number)).collect();
        let mut groups = Self { spec, numbers, lengths: Vec::new(), fates: Vec::new() };
        groups.lengths = (0..spec.groups.len()).map(|number| groups.length(number)).collect();
        let mut requests: Vec<Vec<Request>> = spec.groups.iter().map(|_| Vec::new()).collect();
        for user in users {
            groups.ask(user, &mut requests);
        }
        groups.fates = spec.groups.iter().map(|_| Fate::Same).collect();
        let is_used = groups.used();
        for number in groups.in_order() {
            let asked = requests.get_mut(number).map(std::mem::take).unwrap_or_default();
            let stays = || nodes.get(number).is_some_and(|node| is_known(*node));
            let is_used = is_used.get(number) == Some(&true);
            let fate = match decide(asked) {
                Some(fate) => fate,
                None if is_used || !stays() => Fate::Gone,
                None => Fate::Same,
            };
            if let (Fate::Changed { old, new }, Some(node)) = (&fate, nodes.get(number)) {
                groups.ask(&list_of(*node, old.clone(), new.clone()), &mut requests);
            } else if let (Fate::Same, Some(node), true) = (&fate, nodes.get(number), is_used) {
                // What it uses itself stays as it is for it.
                let old: Vec<Element> = vec![Element::new(""); groups.lengths.get(number).copied().unwrap_or_default()];
                groups.ask_for_same(*node, &old, &mut requests);
            }
            if let Some(slot) = groups.fates.get_mut(number) {
                *slot = fate;
            }
        }
        groups
    }

    fn length(&self, number: usize) -> usize {
        let entries = self.spec.groups.get(number).map(|group| group.entries.as_slice()).unwrap_or_default();
        entries
            .iter()
            .map(|entry| match entry {
                Entry::Param(_) => 1,
                Entry::Use(name) => self.numbers.get(name.value.as_str()).map_or(0, |number| self.length(*number)),
            })
            .sum()
    }

    /// Which groups anything uses.
    fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.spec.groups.len()];
        let operations = self.spec.areas.iter().flat_map(|area| &area.operations).flat_map(|one| &one.entries);
        let all = self.spec.groups.iter().flat_map(|group| &group.entries).chain(&self.spec.common).chain(operations);
        for entry in all {
            let Entry::Use(name) = entry else { continue };
            if let Some(slot) = self.numbers.get(name.value.as_str()).and_then(|number| used.get_mut(*number)) {
                *slot = true;
            }
        }
        used
    }

    /// The groups, each behind those that use it.
    fn in_order(&self) -> Vec<usize> {
        let uses = |number: usize| -> Vec<usize> {
            let entries = self.spec.groups.get(number).map(|group| group.entries.as_slice()).unwrap_or_default();
            let used = entries.iter().filter_map(|entry| match entry {
                Entry::Use(name) => self.numbers.get(name.value.as_str()).copied(),
                Entry::Param(_) => None,
            });
            used.collect()
        };
        let mut counts = vec![0_usize; self.spec.groups.len()];
        for used in (0..counts.len()).flat_map(uses) {
            if let Some(count) = counts.get_mut(used) {
                *count += 1;
            }
        }
        let mut ready: Vec<usize> =
            counts.iter().enumerate().filter(|(_, count)| **count == 0).map(|(at, _)| at).collect();
        let mut order = Vec::new();
        while let Some(number) = ready.pop() {
            order.push(number);
            for used in uses(number) {
                if let Some(count) = counts.get_mut(used) {
                    *count -= 1;
                    if *count == 0 {
                        ready.push(used);
                    }
                }
            }
        }
        order
    }

    /// How many parameters an element lists, and the group that it uses.
    fn covers(&self, node: Node<'_, '_>) -> (usize, Option<usize>) {
        if node.tag_name().name() != "use" {
            return (1, None);
        }
        let group = node.attribute("group").and_then(|name| self.numbers.get(name)).copied();
        (group.and_then(|number| self.lengths.get(number)).copied().unwrap_or_default(), group)
    }

    /// For each element that uses a group its number, where its parameters begin, and where they are now if they still stand together.
    fn runs(&self, list: &List<'_, '_>) -> Vec<Run> {
        let mut places: HashMap<usize, usize> = HashMap::new();
        for (place, (_, from)) in list.new.iter().enumerate() {
            places.extend(from.map(|from| (from, place)));
        }
        let mut start = 0;
        let mut runs = Vec::new();
        for (node, _) in &list.entries {
            let (length, group) = self.covers(*node);
            let now: Vec<usize> = (start..start + length).filter_map(|from| places.get(&from).copied()).collect();
            let (first, end) = (now.iter().min().copied(), now.iter().max().copied());
            let is_mine = |from: &Option<usize>| from.is_none_or(|from| (start..start + length).contains(&from));
            let now = first.zip(end).filter(|(first, end)| {
                list.new.get(*first..=*end).is_some_and(|run| run.iter().all(|(_, from)| is_mine(from)))
            });
            runs.push(Run { group, start, length, now });
            start += length;
        }
        runs
    }

    fn request(list: &List<'_, '_>, run: &Run) -> Option<(usize, Request)> {
        let (first, end) = run.now?;
        let old = list.old.get(run.start..run.start + run.length)?.to_vec();
        let new = list.new.get(first..=end)?;
        let new = new.iter().map(|(element, from)| (element.clone(), from.map(|from| from - run.start))).collect();
        Some((run.group?, Request { old, new }))
    }

    fn ask(&self, list: &List<'_, '_>, requests: &mut [Vec<Request>]) {
        for run in self.runs(list) {
            if let Some((group, request)) = Self::request(list, &run)
                && let Some(requests) = requests.get_mut(group)
            {
                requests.push(request);
            }
        }
    }

    fn ask_for_same(&self, node: Node<'_, '_>, old: &[Element], requests: &mut [Vec<Request>]) {
        let new = old.iter().enumerate().map(|(place, element)| (element.clone(), Some(place))).collect();
        self.ask(&list_of(node, old.to_vec(), new), requests);
    }

    /// Whether a group is still what somebody wants of it.
    fn serves(&self, group: usize, request: &Request) -> bool {
        match self.fates.get(group) {
            Some(Fate::Same) => request.is_as_before(),
            Some(Fate::Changed { new, .. }) => *new == request.new,
            Some(Fate::Gone) | None => false,
        }
    }

    /// What stands where a list of parameters is written. The second is the names of groups that it does not use any more although it
    /// takes parameters of them.
    pub(super) fn pieces<'a, 'i>(
        &self,
        list: &List<'a, 'i>,
        editor: &mut Editor<'_>,
    ) -> (Vec<Piece<'a, 'i>>, Vec<String>) {
        let mut starts: HashMap<usize, (usize, Piece<'a, 'i>)> = HashMap::new();
        let mut left = Vec::new();
        for ((node, is_here), run) in list.entries.iter().zip(self.runs(list)) {
            let Some((first, end)) = run.now else {
                left.extend(node.attribute("group").filter(|_| run.group.is_some()).map(str::to_owned));
                continue;
            };
            let piece = match (Self::request(list, &run), list.old.get(run.start), list.new.get(first)) {
                (Some((group, request)), ..) if self.serves(group, &request) => Some(if *is_here {
                    Piece::Old(*node)
                } else {
                    Piece::New(Element::new("use").with("group", node.attribute("group").unwrap_or_default()))
                }),
                (Some(_), ..) => {
                    left.extend(node.attribute("group").map(str::to_owned));
                    None
                }
                (None, Some(old), Some((new, _))) if *is_here => Some(if old == new {
                    Piece::Old(*node)
                } else {
                    Piece::Edited(*node, editor.element(*node, old, new))
                }),
                _ => None,
            };
            if let Some(piece) = piece {
                starts.insert(first, (end, piece));
            }
        }
        let mut pieces = Vec::new();
        let mut at = 0;
        while let Some((element, _)) = list.new.get(at) {
            if let Some((end, piece)) = starts.remove(&at) {
                pieces.push(piece);
                at = end + 1;
            } else {
                pieces.push(Piece::New(element.clone()));
                at += 1;
            }
        }
        (pieces, left)
    }

    /// The element of a group: nothing if nobody uses it any more.
    pub(super) fn group<'a, 'i>(
        &self,
        number: usize,
        node: Node<'a, 'i>,
        editor: &mut Editor<'_>,
    ) -> Option<Piece<'a, 'i>> {
        match self.fates.get(number)? {
            Fate::Same => Some(Piece::Old(node)),
            Fate::Gone => None,
            Fate::Changed { old, new } => {
                let (entries, _) = self.pieces(&list_of(node, old.clone(), new.clone()), editor);
                let doc = node.children().filter(|child| child.is_element() && !is_entry(*child)).map(Piece::Old);
                let role = node.attribute("role").unwrap_or_default();
                let has = |role: &str| new.iter().any(|(element, _)| element.get("role") == Some(role));
                let is_whole = needed_roles(role).iter().all(|role| has(role.name()));
                let before = Element::new("group")
                    .with("name", node.attribute("name").unwrap_or_default())
                    .with_some("role", node.attribute("role"));
                let after = if is_whole { before.clone() } else { before.clone().without("role") };
                let tag = editor.start_tag(node, &before, &after);
                let pieces = doc.chain(entries).collect();
                Some(Piece::Edited(node, editor.assemble(node, &tag, pieces)))
            }
        }
    }
}

/// The parameters that an element lists.
struct Run {
    group: Option<usize>,
    start: usize,
    length: usize,
    now: Option<(usize, usize)>,
}

/// What most want of a group; `None` if nobody wants anything.
fn decide(requests: Vec<Request>) -> Option<Fate> {
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
    let most = wanted.into_iter().rev().max_by_key(|(count, _)| *count);
    match most {
        Some((count, request)) if count > same => Some(Fate::Changed { old: request.old, new: request.new }),
        _ if same > 0 => Some(Fate::Same),
        _ => None,
    }
}

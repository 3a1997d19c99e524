//! Collects warnings while documents are read, and finds the operations that each affects.
//!
//! A construct that a spec cannot express gives one warning for each kind, however often documents use it.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use asmx_codegen::diagnostic::{Code, Diagnostic, Source, placed, question, quoted};
use asmx_codegen::locations::Location;

const MOST_NAMES: usize = 2;

/// The document, definition or operation that is being read. Warnings are attributed to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct Subject(pub(super) usize);

impl Subject {
    pub(super) const DOCUMENT: Self = Self(0);
}

/// A kind of construct that a spec cannot express: the warning's message, label and help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Loss([&'static str; 3]);

impl Loss {
    pub(super) const FACETS: Self = Self([
        "simple types with a name or with facets",
        "imported as their base types",
        "clients do not check the values, so check them yourself",
    ]);
    pub(super) const OCCURRENCES: Self = Self([
        "elements with a limited number of occurrences",
        "imported as once or any number of times, optional or not",
        "clients do not count them, so count them yourself",
    ]);
    pub(super) const TOGETHER: Self = Self([
        "elements that may only be left out together",
        "imported as elements that may each be left out",
        "send all of them or none",
    ]);
    pub(super) const WILDCARDS: Self = Self([
        "several wildcards in one type, or one that excludes a namespace which is not that of the type",
        "imported as one wildcard for any namespace",
        "send only what the document allows; clients do not check this",
    ]);
    pub(super) const TWINS: Self = Self([
        "elements or attributes of one name in a type and its bases",
        "imported, but JSON has one key for them, which fills the first and shows the last",
        "call these operations from Rust, or read `asmx call --format raw`",
    ]);
    pub(super) const FIXED: Self = Self([
        "fixed values, or array items with a default",
        "a fixed value is imported as a default; the default of an item is dropped",
        "send no other value than the fixed one",
    ]);
    pub(super) const RESTRICTIONS: Self = Self([
        "types that restrict the members of their bases",
        "imported with the members of their bases",
        "send only what the restriction allows",
    ]);
    pub(super) const BLOCKS: Self = Self([
        "`block` excludes derived types or substitute elements",
        "imported without `block`",
        "send values of the declared types",
    ]);
    pub(super) const KEYS: Self = Self([
        "values must be unique, or refer to others (`key`, `keyref`, `unique`)",
        "imported without the rule",
        "clients do not check this, so check it yourself",
    ]);
    pub(super) const SIMPLE_TYPES: Self = Self([
        "values of any simple type",
        "imported as text; the type that a value names by `xsi:type` is lost",
        "send texts",
    ]);
    pub(super) const FAULTS: Self = Self([
        "operations declare faults",
        "imported without the types of their details",
        "read the details of a fault as XML",
    ]);
    pub(super) const POLICIES: Self = Self([
        "policies with unknown assertions",
        "imported without them",
        "ask the service what they mean; clients ignore them",
    ]);
}

/// All constructs of one kind: the first names, the number of names, the first place, and the subjects.
#[derive(Debug, Default)]
pub(super) struct Losses {
    first_names: Vec<String>,
    names: HashSet<String>,
    first: Option<Location>,
    pub(super) subjects: Vec<Subject>,
}

impl Losses {
    pub(super) fn add(&mut self, name: &str, location: Location, subject: Subject) {
        if self.names.insert(name.to_owned()) && self.first_names.len() < MOST_NAMES {
            self.first_names.push(name.to_owned());
        }
        let order = |location: &Location| (location.source, location.span.start);
        if self.first.is_none_or(|first| order(&location) < order(&first)) {
            self.first = Some(location);
        }
        self.subjects.push(subject);
    }

    /// The warning, with the number of the document of the first place.
    pub(super) fn warning(&self, loss: Loss) -> Option<(usize, Diagnostic)> {
        let first = self.first?;
        let names: Vec<String> = self.first_names.iter().map(|name| quoted(name)).collect();
        let more = self.names.len().saturating_sub(MOST_NAMES);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let Loss([says, became, help]) = loss;
        let message = format!("{says}: {}{more}", names.join(", "));
        Some((first.source, Diagnostic::new(Code::NotImported, first.span, message).label(became).help(help).warning()))
    }
}

/// A bound for the list; nobody mends more.
const MOST: usize = 10_000;

const MOST_SEARCHES: usize = 100;

/// Bounds the search for affected operations.
const MOST_STEPS: usize = 1_000_000;

/// The warnings so far, and the graph from definitions to their users.
#[derive(Debug, Default)]
pub(super) struct Problems {
    list: RefCell<Vec<(Location, Subject, Diagnostic)>>,
    reported: RefCell<HashSet<(Location, Code)>>,
    losses: RefCell<BTreeMap<Loss, Losses>>,
    lost_places: RefCell<HashSet<(Location, Loss)>>,
    current: Cell<Subject>,
    /// Operation names by subject, without the document; `None` for a definition.
    operations: RefCell<Vec<Option<String>>>,
    used_by: RefCell<HashSet<(Subject, Subject)>>,
    searches: Cell<usize>,
}

impl Problems {
    /// Adds a subject; `operation` is the name if the subject is an operation.
    pub(super) fn subject(&self, operation: Option<&str>) -> Subject {
        let mut operations = self.operations.borrow_mut();
        operations.push(operation.map(str::to_owned));
        Subject(operations.len())
    }

    pub(super) fn about(&self, subject: Subject) -> Subject {
        self.current.replace(subject)
    }

    pub(super) fn uses(&self, subject: Subject) {
        let user = self.current.get();
        if user != Subject::DOCUMENT && user != subject {
            self.used_by.borrow_mut().insert((subject, user));
        }
    }

    /// The question for the candidates that are similar to a name, unless there were many questions already.
    pub(super) fn question<'n>(&self, name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<String> {
        self.searches.set(self.searches.get() + 1);
        let other_names = candidates.into_iter().filter(|candidate| *candidate != name);
        (self.searches.get() <= MOST_SEARCHES).then(|| question(name, other_names)).flatten()
    }

    /// Adds a warning, once per place and code: the message, the effect on the import, and what to do.
    pub(super) fn report(
        &self,
        (code, place): (Code, Location),
        message: impl Into<String>,
        (became, help): (impl Into<String>, impl Into<String>),
    ) {
        let mut list = self.list.borrow_mut();
        if list.len() < MOST && self.reported.borrow_mut().insert((place, code)) {
            let diagnostic = Diagnostic::new(code, place.span, message).label(became).help(help).warning();
            list.push((place, self.current.get(), diagnostic));
        }
    }

    pub(super) fn nameless(&self, location: Location, noun: &str, help: &str) {
        self.report((Code::MissingName, location), format!("{noun} without a name"), ("left out", help));
    }

    pub(super) fn defined_twice(&self, location: Location, name: &str) {
        self.report(
            (Code::DefinedTwice, location),
            format!("{} is defined twice", quoted(name)),
            ("left out; the first definition counts", "remove one of the two"),
        );
    }

    pub(super) fn undeclared_prefix(&self, written: &str, location: Location, became: &str) {
        let prefix = written.split(':').next().unwrap_or_default();
        let message = format!("the prefix {} is not declared", quoted(prefix));
        self.report(
            (Code::UndeclaredPrefix, location),
            message,
            (became, format!("declare it: `xmlns:{prefix}=\"…\"`")),
        );
    }

    /// Notes a construct that a spec cannot express, by its name.
    pub(super) fn lose(&self, loss: Loss, location: Location, name: &str) {
        if self.lost_places.borrow_mut().insert((location, loss)) {
            self.losses.borrow_mut().entry(loss).or_default().add(name, location, self.current.get());
        }
    }

    /// All warnings with their document numbers and affected operations.
    pub(super) fn finish(self) -> Vec<(usize, Diagnostic)> {
        let mut users: Vec<Vec<Subject>> = vec![Vec::new(); self.operations.borrow().len() + 1];
        for (used, user) in self.used_by.into_inner() {
            if let Some(of_used) = users.get_mut(used.0) {
                of_used.push(user);
            }
        }
        let operations: Vec<Option<String>> = std::iter::once(None).chain(self.operations.into_inner()).collect();
        let mut steps = MOST_STEPS;
        let kinds = self.losses.into_inner();
        let of_kinds: Vec<(usize, Option<String>, Diagnostic)> = kinds
            .iter()
            .filter_map(|(loss, losses)| {
                let (document, diagnostic) = losses.warning(*loss)?;
                let operations = affected(&losses.subjects, &users, &operations, &mut steps);
                Some((document, operations, diagnostic))
            })
            .collect();
        let list = self.list.into_inner().into_iter();
        list.map(|(location, subject, diagnostic)| {
            let mut affected = affected(&[subject], &users, &operations, &mut steps);
            // The message already names the operation.
            if operations.get(subject.0).and_then(Option::as_deref).is_some_and(|name| diagnostic.names(name)) {
                affected = None;
            }
            (location.source, affected, diagnostic)
        })
        // Encoded arrays that only encoded operations use are no loss: those operations are refused.
        .filter(|(_, affected, diagnostic)| affected.is_some() || diagnostic.code() != Code::EncodedArray)
        .chain(of_kinds)
        .map(|(document, affected, diagnostic)| (document, diagnostic.help_if(affected)))
        .collect()
    }
}

/// The help line that names the operations which use a subject, directly or indirectly.
fn affected(
    subjects: &[Subject],
    users: &[Vec<Subject>],
    operations: &[Option<String>],
    steps: &mut usize,
) -> Option<String> {
    let mut reached: HashSet<Subject> = subjects.iter().copied().collect();
    let mut waiting = subjects.to_vec();
    while let Some(next) = waiting.pop() {
        for user in users.get(next.0).into_iter().flatten() {
            *steps = steps.checked_sub(1)?;
            if reached.insert(*user) {
                waiting.push(*user);
            }
        }
    }
    let mut reached: Vec<Subject> = reached.into_iter().collect();
    reached.sort_unstable();
    let mut names: Vec<&str> = reached.iter().filter_map(|subject| operations.get(subject.0)?.as_deref()).collect();
    names.dedup();
    match names.as_slice() {
        [] => None,
        [first] => Some(format!("it affects the operation {}", quoted(first))),
        [first, second] => Some(format!("it affects the operations {} and {}", quoted(first), quoted(second))),
        [first, second, rest @ ..] => {
            Some(format!("it affects the operations {}, {} and {} more", quoted(first), quoted(second), rest.len()))
        }
    }
}

pub(super) fn in_order(sources: &[Arc<Source>], list: Vec<(usize, Diagnostic)>) -> Vec<Diagnostic> {
    let mut by_document: Vec<Vec<Diagnostic>> = sources.iter().map(|_| Vec::new()).collect();
    for (document, diagnostic) in list {
        if let Some(of_document) = by_document.get_mut(document) {
            of_document.push(diagnostic);
        }
    }
    sources.iter().zip(by_document).flat_map(|(source, list)| placed(Arc::clone(source), list)).collect()
}

//! The report of an import: the fate of every port, operation and type.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;

use asmx_codegen::NoSuchOperation;
use asmx_codegen::model::{NamedTypeKind, Service, Transport, Type};
use asmx_types::display::shown_line;

use super::bindings::Keys;
use super::contract::Contract;
use super::element::WSDL;
use super::operations::{Draft, Refused};
use super::ports::Port;
use super::proposals::{EffectWords, Proposal, api_words, proposals};
use super::types::Types;

/// The fate of everything in a document. `Display` gives plain text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The service's name.
    pub service: String,
    /// The documents that were read, main document first.
    pub documents: Vec<String>,
    /// Scheme and host of the first port that states both: the address of the service according to the document.
    pub host: Option<String>,
    /// Ports; bindings, if the document has no ports.
    pub ports: Vec<Entry>,
    /// In document order.
    pub operations: Vec<Entry>,
    /// Named types, in document order.
    pub types: Vec<Entry>,
    /// Decisions for a person: names suggest something that a WSDL document cannot declare.
    pub proposals: Vec<Proposal>,
}

/// The fate of one port, operation or type.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The name in the document. Overloads have the name of their input.
    pub name: String,
    /// The other name of an operation in the document: of its input, or the one that overloads share.
    pub alias: Option<String>,
    /// Whether it is in the model.
    pub is_imported: bool,
    /// The result, or the reason why it was left out, as a text for people.
    pub outcome: String,
    /// The reason why an operation was left out, or that [`Import::only`](super::Import::only) did not select a type; otherwise `None`.
    pub why: Option<String>,
    /// The transports over which an imported operation cannot be called although the document offers it there, with the reason of each.
    pub hindrances: Vec<(Transport, String)>,
    /// Further notes.
    pub notes: Vec<String>,
    /// The operation's name in the service, or the type's Rust name.
    item: Option<String>,
}

/// The outcome of what `Import::only` did not select.
const NOT_ASKED_FOR: &str = "not asked for";

impl Entry {
    fn imported(name: impl Into<String>, outcome: impl Into<String>) -> Self {
        let (name, outcome) = (name.into(), outcome.into());
        let (why, hindrances, notes) = (None, Vec::new(), Vec::new());
        Self { name, alias: None, is_imported: true, outcome, why, hindrances, notes, item: None }
    }

    /// An operation that was left out.
    fn operation_left_out(name: impl Into<String>, why: &str) -> Self {
        Self { why: Some(why.to_owned()), ..Self::left_out(name, format!("left out: {why}")) }
    }

    /// Whether `Import::only` did not select it.
    pub(super) fn is_unselected(&self) -> bool {
        self.why.as_deref() == Some(NOT_ASKED_FOR)
    }

    /// The notes and the hindrances, as texts for people.
    pub(super) fn remarks(&self) -> Vec<String> {
        let hindrances = self.hindrances.iter().map(|(transport, why)| format!("not over {}: {why}", transport.name()));
        self.notes.iter().cloned().chain(hindrances).collect()
    }

    fn left_out(name: impl Into<String>, outcome: impl Into<String>) -> Self {
        Self { is_imported: false, ..Self::imported(name, outcome) }
    }

    /// Leaves out an entry that `Import::only` did not select.
    fn leave_out(&mut self) {
        let left_out = Self::operation_left_out(std::mem::take(&mut self.name), NOT_ASKED_FOR);
        *self = Self { alias: self.alias.take(), ..left_out };
    }
}

/// A [`Report`] in the words of a front end. `Display` gives plain text.
#[derive(Debug, Clone, Copy)]
pub struct InWords<'a> {
    pub(super) report: &'a Report,
    words: EffectWords,
}

impl InWords<'_> {
    /// The proposals, as texts for people.
    pub(super) fn proposals(self) -> impl Iterator<Item = String> {
        self.report.proposals.iter().map(move |proposal| proposal.text(self.words))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.in_words(api_words).fmt(formatter)
    }
}

impl fmt::Display for InWords<'_> {
    /// A headline, then one line for each entry.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.report;
        report.headline(formatter)?;
        section(formatter, "Documents", report.documents.iter().map(|name| (name.as_str(), "", Vec::new())))?;
        for (title, entries) in [("Ports", &report.ports), ("Operations", &report.operations), ("Types", &report.types)]
        {
            let lines = entries.iter().map(|entry| (entry.name.as_str(), entry.outcome.as_str(), entry.remarks()));
            section(formatter, title, lines)?;
        }
        let proposals: Vec<String> = self.proposals().collect();
        section(formatter, "To review", proposals.iter().map(|proposal| (proposal.as_str(), "", Vec::new())))
    }
}

fn section<'a>(
    formatter: &mut fmt::Formatter<'_>,
    title: &str,
    lines: impl Iterator<Item = (&'a str, &'a str, Vec<String>)>,
) -> fmt::Result {
    let mut is_first = true;
    for (name, outcome, notes) in lines {
        if std::mem::take(&mut is_first) {
            writeln!(formatter, "\n{title}")?;
        }
        let separator = if outcome.is_empty() { "" } else { ": " };
        writeln!(formatter, "  {}{separator}{}", shown_line(name), shown_line(outcome))?;
        for note in notes {
            writeln!(formatter, "    {}", shown_line(&note))?;
        }
    }
    Ok(())
}

impl Report {
    /// The report in the words of a front end for stated effects. Its own `Display` has the words of the API of Rust.
    #[must_use]
    pub const fn in_words(&self, words: EffectWords) -> InWords<'_> {
        InWords { report: self, words }
    }

    pub(super) fn headline(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let imported = |entries: &[Entry]| entries.iter().filter(|entry| entry.is_imported).count();
        writeln!(
            formatter,
            "{}: {} of {} operations, {} of {} types, {} of {} ports",
            shown_line(&self.service),
            imported(&self.operations),
            self.operations.len(),
            imported(&self.types),
            self.types.len(),
            imported(&self.ports),
            self.ports.len()
        )
    }

    /// Adds to an error the operations that share the name in the document.
    pub(super) fn with_namesakes(&self, error: NoSuchOperation) -> NoSuchOperation {
        let named = self.operations.iter().filter(|entry| entry.alias.as_deref() == Some(error.pattern()));
        let mut sharing = named.filter_map(|entry| entry.item.as_deref()).peekable();
        if sharing.peek().is_none() {
            return error;
        }
        NoSuchOperation::shared(&self.service, sharing, error.pattern())
    }

    /// Leaves out entries that the service no longer has.
    pub(super) fn narrow(&mut self, service: &Service) {
        let operations: BTreeSet<&str> = service.operations.iter().map(|operation| operation.name.as_str()).collect();
        let types: BTreeSet<&str> = service.types.iter().map(|named| named.rust_name.as_str()).collect();
        for (entries, items) in [(&mut self.operations, operations), (&mut self.types, types)] {
            for entry in entries {
                if entry.item.as_deref().is_some_and(|item| !items.contains(item)) {
                    entry.leave_out();
                }
            }
        }
        self.proposals = proposals(service);
    }
}

pub(super) fn port_entries(
    contract: &Contract<'_>,
    ports: &[Port<'_>],
    drafts: &[Draft<'_>],
    refused: &[Refused],
) -> Vec<Entry> {
    let mut entries = Vec::new();
    let declared = contract.services.iter().flat_map(|service| service.all(WSDL, "port"));
    let mut elements = HashSet::new();
    for (number, port) in ports.iter().enumerate() {
        elements.insert(port.element.key());
        let count = drafts.iter().filter(|draft| draft.ports.contains(&number)).count();
        let text = format!("{} at {}, {}", port.transport, port.path, counted(count, "operation"));
        let left_out = refused.iter().filter(|operation| operation.transport == port.transport).count();
        let entry = if count == 0 && left_out > 0 {
            Entry::left_out(
                port.name.clone(),
                format!("{}: left out because none of its operations can be imported", port.transport),
            )
        } else {
            Entry::imported(port.name.clone(), text)
        };
        entries.push(entry);
    }
    for port in declared.filter(|port| !elements.contains(&port.key())) {
        entries.push(Entry::left_out(
            port.word("name").unwrap_or_default(),
            "left out because its binding cannot be called",
        ));
    }
    let bound: HashSet<_> = ports.iter().map(|port| port.binding.key()).collect();
    for binding in contract.bindings_in_order.iter().filter(|binding| !bound.contains(&binding.key())) {
        entries.push(Entry::left_out(
            binding.word("name").unwrap_or_default(),
            "left out because no port uses this binding",
        ));
    }
    entries
}

fn counted(number: usize, singular: &str) -> String {
    format!("{number} {singular}{}", if number == 1 { "" } else { "s" })
}

pub(super) fn operation_entries(
    contract: &Contract<'_>,
    keys: &Keys,
    (drafts, refused): (&[Draft<'_>], &[Refused]),
    ports: &[Port<'_>],
) -> Vec<Entry> {
    let mut reasons: BTreeMap<&str, Vec<&Refused>> = BTreeMap::new();
    for refusal in refused {
        reasons.entry(&refusal.key).or_default().push(refusal);
    }
    let mut entries = Vec::new();
    let mut listed = BTreeSet::new();
    for draft in drafts {
        listed.insert(draft.key.clone());
        let over: BTreeSet<Transport> =
            draft.ports.iter().filter_map(|port| ports.get(*port)).map(|port| port.transport).collect();
        let over: Vec<&str> = over.into_iter().map(Transport::name).collect();
        let renamed = if draft.name == draft.key { String::new() } else { format!("as {}, ", draft.name) };
        let mut notes = draft.notes.clone();
        notes.dedup();
        let refused = reasons.get(draft.key.as_str()).into_iter().flatten();
        let mut hindrances: Vec<_> = refused.map(|refused| (refused.transport, refused.why.clone())).collect();
        hindrances.dedup();
        let entry = Entry::imported(draft.key.clone(), format!("{renamed}over {}", over.join(" ")));
        entries.push(Entry { notes, hindrances, alias: draft.alias.clone(), item: Some(draft.name.clone()), ..entry });
    }
    for port_type in &contract.port_types_in_order {
        for operation in port_type.all(WSDL, "operation") {
            let (key, alias) = keys.of(operation);
            if !listed.insert(key.clone()) {
                continue;
            }
            let why = reasons.get(key.as_str()).and_then(|reasons| reasons.first());
            let why = why.map_or("no port offers it", |refused| refused.why.as_str());
            entries.push(Entry { alias, ..Entry::operation_left_out(key, why) });
        }
    }
    entries
}

pub(super) fn type_entries(types: &Types<'_>, service: &Service) -> Vec<Entry> {
    let entry = |(name, kind): (&str, &Type)| {
        let named = if let Type::Named(index) = kind { service.types.get(*index) } else { None };
        let item = named.map(|named| named.rust_name.clone());
        Entry { item, ..Entry::imported(name, became(kind, service)) }
    };
    types.known().map(entry).collect()
}

fn became(kind: &Type, service: &Service) -> String {
    match kind {
        Type::Scalar(scalar) => format!("{} without facets", scalar.name()),
        Type::Named(index) => service.types.get(*index).map_or_else(String::new, |named| {
            let (noun, count, part) = match &named.kind {
                NamedTypeKind::Enumeration(enumeration) if enumeration.flags => {
                    ("set", enumeration.values.len(), "value")
                }
                NamedTypeKind::Enumeration(enumeration) => ("enumeration", enumeration.values.len(), "value"),
                NamedTypeKind::Structure(structure) => ("structure", structure.members.len(), "member"),
                NamedTypeKind::DataSet(data_set) => ("DataSet", data_set.tables.len(), "table"),
            };
            format!("{noun} of {}, {}", counted(count, part), named.rust_name)
        }),
        Type::Array(array) if !array.alternatives.is_empty() => {
            format!("array of {}", counted(array.alternatives.len(), "alternative"))
        }
        Type::Array(array) => format!("array of {}", became_short(&array.item, service)),
        Type::List(item) => format!("list of {}", became_short(item, service)),
        Type::Any | Type::Xml(_) => became_short(kind, service),
    }
}

fn became_short(kind: &Type, service: &Service) -> String {
    match kind {
        Type::Scalar(scalar) => scalar.name().to_owned(),
        Type::Named(index) => service.types.get(*index).map(|named| named.name.clone()).unwrap_or_default(),
        Type::Array(array) => format!("arrays of {}", became_short(&array.item, service)),
        Type::List(item) => became_short(item, service),
        Type::Any => "any type".to_owned(),
        Type::Xml(kind) => kind.name().to_owned(),
    }
}

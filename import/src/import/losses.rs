//! Parts of a document that a spec cannot state: one warning for each kind, however often a document has it.

use std::collections::HashSet;

use asmx_codegen::diagnostic::{Code, Diagnostic, Span, quoted};

const MOST_NAMES: usize = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) document: usize,
    pub(super) span: Span,
}

/// What is being read when something is told: the document, a definition, or an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Subject(pub(super) usize);

impl Subject {
    pub(super) const DOCUMENT: Self = Self(0);
}

/// A kind of what is not carried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Loss {
    Facets,
    Occurrences,
    Together,
    Wildcards,
    Fixed,
    Restrictions,
    Blocks,
    Keys,
    SimpleTypes,
    Faults,
    Policies,
}

impl Loss {
    /// The warning's message, label and help.
    const fn words(self) -> [&'static str; 3] {
        match self {
            Self::Facets => [
                "simple types have names, or facets that restrict their values",
                "taken as the type that is restricted",
                "clients do not check the values: mind the facets yourself",
            ],
            Self::Occurrences => [
                "elements stand a certain number of times",
                "taken without the number: optional or not, once or any number of times",
                "clients do not count: mind the numbers yourself",
            ],
            Self::Together => [
                "elements may be left out only together",
                "each of them is taken as one that may be left out",
                "send all of them or none",
            ],
            Self::Wildcards => [
                "wildcards take elements or attributes of certain namespaces, or several wildcards stand in one type",
                "taken as one wildcard for any of them",
                "send what the document allows: clients do not look at the namespaces",
            ],
            Self::Fixed => [
                "values are fixed, or items of an array have a default",
                "a fixed value is taken as a default, the default of an item is left out",
                "send no other value than the fixed one",
            ],
            Self::Restrictions => [
                "types restrict the members of their bases",
                "the members are taken as the bases have them",
                "send only what the restriction leaves",
            ],
            Self::Blocks => [
                "`block` forbids values of derived types, or other elements in the place of one",
                "taken without `block`",
                "send values of the declared types",
            ],
            Self::Keys => [
                "values are unique, or refer to others (`key`, `keyref`, `unique`)",
                "taken without the rule",
                "clients do not check the values: mind the rule yourself",
            ],
            Self::SimpleTypes => [
                "values are of any simple type",
                "taken as text: the type that a value states with `xsi:type` is not kept",
                "send texts",
            ],
            Self::Faults => {
                ["operations declare faults", "their details stay XML", "read the details of a fault as XML"]
            }
            Self::Policies => [
                "policies assert what the importer does not know",
                "the assertion is ignored",
                "ask the service what it means: messages are sent without it",
            ],
        }
    }
}

/// All that is lost of one kind: the first names, how many there are, the first place, and what was being read.
#[derive(Debug, Default)]
pub(super) struct Lost {
    first_names: Vec<String>,
    names: HashSet<String>,
    first: Option<Place>,
    pub(super) subjects: Vec<Subject>,
}

impl Lost {
    pub(super) fn add(&mut self, name: &str, place: Place, subject: Subject) {
        if self.names.insert(name.to_owned()) && self.first_names.len() < MOST_NAMES {
            self.first_names.push(name.to_owned());
        }
        let order = |place: &Place| (place.document, place.span.start);
        if self.first.is_none_or(|first| order(&place) < order(&first)) {
            self.first = Some(place);
        }
        self.subjects.push(subject);
    }

    /// The number of the document where the first is, and what is told.
    pub(super) fn told(&self, loss: Loss) -> Option<(usize, Diagnostic)> {
        let first = self.first?;
        let names: Vec<String> = self.first_names.iter().map(|name| quoted(name)).collect();
        let more = self.names.len().saturating_sub(MOST_NAMES);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let [says, became, help] = loss.words();
        let message = format!("{says}: {}{more}", names.join(", "));
        Some((
            first.document,
            Diagnostic::new(Code::NotImported, first.span, message).label(became).help(help).warning(),
        ))
    }
}

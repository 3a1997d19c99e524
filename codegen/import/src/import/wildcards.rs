//! The namespaces of wildcards, as sets.

use asmx_codegen::model::{ProcessContents, Wildcard};

use super::element::Element;
use super::problems::Loss;
use super::types::Types;

/// The namespaces that a wildcard accepts; no namespace is `""`.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Namespaces<'a> {
    Any,
    /// Every namespace but this one, and not none.
    Other(&'a str),
    Listed(Vec<&'a str>),
}

/// A wildcard: one element, or the complete attribute wildcard of a type, which is those of its groups and its own.
pub(super) struct StatedWildcard<'a> {
    /// `None` if a spec has no words for the namespaces.
    namespaces: Option<Namespaces<'a>>,
    /// The wildcard itself, unless several were combined.
    only: Option<Element<'a>>,
    process: ProcessContents,
}

impl<'a> Namespaces<'a> {
    /// The meaning of the attribute `namespace`; `own` is the target namespace of the schema that has the wildcard.
    fn of(attribute: &'a str, own: &'a str) -> Self {
        match attribute.trim() {
            "##any" => Self::Any,
            "##other" => Self::Other(own),
            list => {
                let mut listed = Vec::new();
                for word in list.split_whitespace() {
                    let namespace = match word {
                        "##targetNamespace" => own,
                        "##local" => "",
                        uri => uri,
                    };
                    if !listed.contains(&namespace) {
                        listed.push(namespace);
                    }
                }
                Self::Listed(listed)
            }
        }
    }

    fn has(&self, namespace: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Other(excluded) => !namespace.is_empty() && namespace != *excluded,
            Self::Listed(listed) => listed.contains(&namespace),
        }
    }

    /// Attribute Wildcard Intersection of XML Schema; `None` if the two exclude different namespaces.
    fn intersection(self, other: Self) -> Option<Self> {
        Some(match (self, other) {
            (Self::Any, set) | (set, Self::Any) => set,
            (Self::Listed(listed), set) | (set, Self::Listed(listed)) => {
                Self::Listed(listed.into_iter().filter(|namespace| set.has(namespace)).collect())
            }
            (Self::Other(""), Self::Other(uri)) | (Self::Other(uri), Self::Other("")) => Self::Other(uri),
            (Self::Other(left), Self::Other(right)) => return (left == right).then_some(Self::Other(left)),
        })
    }

    /// The words of XML Schema in a type of this target namespace; `None` if there are none for another excluded namespace.
    /// The limits of a wildcard in the words of the type `at`.
    pub(super) fn in_words(&self, target: &str) -> Option<String> {
        let word = |namespace: &&'a str| match *namespace {
            "" => "##local",
            namespace if namespace == target => "##targetNamespace",
            namespace => namespace,
        };
        match self {
            Self::Any => Some("##any".to_owned()),
            Self::Other(excluded) => (*excluded == target).then(|| "##other".to_owned()),
            Self::Listed(listed) => Some(listed.iter().map(word).collect::<Vec<_>>().join(" ")),
        }
    }
}

impl StatedWildcard<'_> {
    /// With the wildcard of a further group. The first one says how to process.
    pub(super) fn with_group(first: Option<Self>, group: Self) -> Self {
        let process = first.as_ref().map_or(group.process, |first| first.process);
        Self { process, ..Self::both(first, group) }
    }

    /// With the wildcard that stands beside the references to groups. It says how to process.
    pub(super) fn with_own(groups: Option<Self>, own: Self) -> Self {
        let process = own.process;
        Self { process, ..Self::both(groups, own) }
    }

    fn both(first: Option<Self>, second: Self) -> Self {
        let Some(first) = first else { return second };
        let both = first.namespaces.zip(second.namespaces);
        Self {
            namespaces: both.and_then(|(first, second)| first.intersection(second)),
            only: None,
            process: second.process,
        }
    }
}

impl<'a> Types<'a> {
    /// The limits of a wildcard of elements, in words of the type that has it or refers to its group.
    pub(super) fn wildcard(&self, any: Element<'a>) -> Wildcard {
        self.in_words(any, &self.stated_wildcard(any))
    }

    pub(super) fn stated_wildcard(&self, any: Element<'a>) -> StatedWildcard<'a> {
        StatedWildcard { namespaces: Some(self.namespaces_of(any)), only: Some(any), process: process_of(any) }
    }

    fn namespaces_of(&self, any: Element<'a>) -> Namespaces<'a> {
        Namespaces::of(stated_in(any), self.schemas.namespace(any))
    }

    /// The limits of a wildcard in the words of the type `at`.
    pub(super) fn in_words(&self, at: Element<'a>, wildcard: &StatedWildcard<'a>) -> Wildcard {
        let outermost = self.open_groups.first().map_or(at, |group| group.reference);
        let target = self.schemas.namespace(outermost);
        // A document may have two words for no namespace: its own stay.
        let own = wildcard.only.filter(|only| self.schemas.namespace(*only) == target);
        let own = own.map(|only| stated_in(only).split_whitespace().collect::<Vec<_>>().join(" "));
        let words = own.or_else(|| wildcard.namespaces.as_ref().and_then(|namespaces| namespaces.in_words(target)));
        if words.is_none() {
            self.problems.lose(Loss::WILDCARDS, at.location(), &self.context);
        }
        Wildcard { namespaces: words, process: wildcard.process }
    }
}

/// The namespaces in the words of the document.
fn stated_in(any: Element<'_>) -> &str {
    any.attribute("namespace").unwrap_or("##any")
}

fn process_of(any: Element<'_>) -> ProcessContents {
    any.word("processContents").and_then(ProcessContents::named).unwrap_or_default()
}

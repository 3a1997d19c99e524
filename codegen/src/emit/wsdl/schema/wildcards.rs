//! The elements that wildcards accept. In XML Schema an element must match only one particle (Unique Particle Attribution). Beside optional
//! elements, a wildcard is therefore limited to other namespaces.

use super::Schemas;
use crate::emit::wsdl::element::Node;
use crate::model::{Member, Place, Service};

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wildcard {
    Any,
    /// The namespaces that this word of XML Schema denotes; none if it is empty.
    Of(&'static str),
    /// No wildcard.
    Nothing,
}

impl Wildcard {
    pub(super) fn node(self) -> Option<Node> {
        match self {
            Self::Any => Some(Node::schema("any")),
            Self::Of(namespaces) => Some(Node::schema("any").with("namespace", namespaces)),
            Self::Nothing => None,
        }
    }
}

/// The particles of a structure's bases and of structures that share a base with it.
#[derive(Default)]
pub(super) struct Family<'a> {
    others: Vec<&'a Member>,
    /// The number of wildcards in its bases.
    inherited: usize,
}

impl<'a> Family<'a> {
    /// The family of the structure with that index. It matters only if it has a wildcard.
    pub(super) fn of(service: &'a Service, index: usize) -> Self {
        let mut family = Self::default();
        if !service.structure(index).is_some_and(|structure| structure.members.iter().any(has_wildcard)) {
            return family;
        }
        let own = service.lineage(index);
        let root = own.last().map_or(index, |(root, _)| *root);
        let is_other = |other: &usize| *other != index && service.lineage(*other).iter().any(|(base, _)| *base == root);
        let others = (0..service.types.len()).filter(is_other).filter_map(|other| service.structure(other));
        family.others = others.flat_map(|other| &other.members).filter(|member| is_particle(member)).collect();
        let inherited = own.into_iter().skip(1).flat_map(|(_, base)| &base.members);
        family.inherited = inherited.filter(|member| has_wildcard(member)).count();
        family
    }
}

impl Schemas<'_> {
    /// The limits of the wildcard among `members`, in that schema.
    pub(super) fn wildcard(&self, schema: usize, members: &[&Member], family: &Family<'_>) -> Wildcard {
        let own: Vec<&Member> = members.iter().copied().filter(|member| is_particle(member)).collect();
        let previous = own.len().checked_sub(2).and_then(|index| own.get(index));
        let is_fixed = |previous: &&Member| {
            previous.place == Place::Element && !previous.repeated && !previous.presence.is_optional()
        };
        let is_last = own.last().is_some_and(|last| is_wildcard(last));
        if family.others.is_empty() && is_last && previous.is_none_or(is_fixed) {
            return Wildcard::Any;
        }
        let target = self.all.get(schema).map(|schema| schema.namespace.clone()).unwrap_or_default();
        let mut taken = Vec::new();
        let word = |member: &Member| match self.uri(&member.namespace) {
            namespace if namespace.is_empty() => "##local",
            namespace if namespace == target => "##targetNamespace",
            _ => "##other",
        };
        own.iter().chain(&family.others).for_each(|member| each_element(member, &mut |one| taken.push(word(one))));
        let mut free = ["##other", "##local", "##targetNamespace"].into_iter().filter(|word| !taken.contains(word));
        // If elements use all namespaces, the wildcard only marks the content as open.
        Wildcard::Of(free.nth(family.inherited).unwrap_or_default())
    }
}

fn is_particle(member: &Member) -> bool {
    matches!(member.place, Place::Element | Place::Choice(_)) || is_wildcard(member)
}

fn is_wildcard(member: &Member) -> bool {
    matches!(member.place, Place::AnyElements | Place::Mixed)
}

/// Whether a member is a wildcard, or a choice with one.
fn has_wildcard(member: &Member) -> bool {
    match &member.place {
        Place::Choice(alternatives) => alternatives.iter().any(has_wildcard),
        _ => is_wildcard(member),
    }
}

fn each_element(member: &Member, note: &mut dyn FnMut(&Member)) {
    match &member.place {
        Place::Element => note(member),
        Place::Choice(alternatives) => alternatives.iter().for_each(|alternative| each_element(alternative, note)),
        _ => {}
    }
}

//! The elements that wildcards accept. In XML Schema an element must match only one particle (Unique Particle Attribution). Beside optional
//! elements, a wildcard is therefore limited to other namespaces.

use super::Schemas;
use super::families::{Particles, has_wildcard, is_particle, is_wildcard};
use crate::emit::wsdl::element::Node;
use crate::model::{Member, Place};

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

impl Schemas<'_> {
    /// The limits of the wildcard among `members`, in that schema. `owner` is the structure that has them.
    pub(super) fn wildcard(&self, schema: usize, members: &[&Member], owner: Option<usize>) -> Wildcard {
        if !members.iter().any(|member| has_wildcard(member)) {
            return Wildcard::Nothing;
        }
        let mut own = Particles::default();
        for member in members {
            own.add(member, self.namespace);
        }
        let (inherited, family) = match owner.and_then(|owner| self.families.family(owner)) {
            Some((relation, family)) => (relation.inherited, family),
            None => (0, &own),
        };
        let mut particles = members.iter().rev().filter(|member| is_particle(member));
        let (last, previous) = (particles.next(), particles.next());
        let is_fixed = |previous: &&Member| {
            previous.place == Place::Element && !previous.repeated && !previous.presence.is_optional()
        };
        let is_last = last.is_some_and(|last| is_wildcard(last));
        if family.all == own.all && is_last && previous.is_none_or(is_fixed) {
            return Wildcard::Any;
        }
        let target = self.all.get(schema).map(|schema| schema.namespace.as_str()).unwrap_or_default();
        let words = ["##other", "##local", "##targetNamespace"];
        let mut free = words.into_iter().filter(|word| !family.has(word, target));
        // If elements use all namespaces, the wildcard only marks the content as open.
        Wildcard::Of(free.nth(inherited).unwrap_or_default())
    }
}

//! The elements and wildcards of structures that share a root.

use std::collections::HashMap;

use super::{Member, Place, Service};

/// The families of all structures. A family is a structure without a base and all that derive from it.
#[derive(Default)]
pub(crate) struct Families {
    /// By structure.
    structures: Vec<Relation>,
    /// By the root of the family.
    particles: HashMap<usize, Particles>,
}

#[derive(Clone, Copy)]
struct Relation {
    root: usize,
    /// The number of wildcards in its bases.
    inherited: usize,
}

/// The number of particles, and of the elements in each namespace among them.
#[derive(Default)]
struct Particles {
    all: usize,
    elements: HashMap<String, usize>,
}

impl Families {
    /// Reads each structure once. Only wildcards need families.
    pub(crate) fn of(service: &Service, own: &str) -> Self {
        let structures =
            || service.types.iter().enumerate().filter_map(|(index, named)| Some((index, named.structure()?)));
        if !structures().any(|(_, structure)| structure.members.iter().any(has_wildcard)) {
            return Self::default();
        }
        let mut families = Self { structures: relations(service), particles: HashMap::new() };
        for (index, structure) in structures() {
            let root = families.structures.get(index).map_or(index, |relation| relation.root);
            let particles = families.particles.entry(root).or_default();
            for member in &structure.members {
                particles.add(member, own);
            }
        }
        families
    }

    /// The namespaces of the wildcards among `members` that state none, in the words of XML Schema, where an element must match only one
    /// particle (Unique Particle Attribution). Beside optional elements they are therefore limited to other namespaces; none if the text is empty.
    ///
    /// `owner` is the structure that has the members, `target` the namespace of its schema, and `own` that of the service.
    pub(crate) fn usual_namespaces(
        &self,
        members: &[&Member],
        owner: Option<usize>,
        target: &str,
        own: &str,
    ) -> &'static str {
        let mut particles = Particles::default();
        for member in members {
            particles.add(member, own);
        }
        let (inherited, family) = match owner.and_then(|owner| self.family(owner)) {
            Some((relation, family)) => (relation.inherited, family),
            None => (0, &particles),
        };
        let mut ordered = members.iter().rev().filter(|member| is_particle(member));
        let (last, previous) = (ordered.next(), ordered.next());
        let is_fixed = |previous: &&Member| {
            previous.place == Place::Element && !previous.repeated && !previous.presence.is_optional()
        };
        let is_last = last.is_some_and(|last| is_wildcard(last));
        if family.all == particles.all && is_last && previous.is_none_or(is_fixed) {
            return "##any";
        }
        let mut free = ["##other", "##local", "##targetNamespace"].into_iter().filter(|word| !family.has(word, target));
        // If elements use all namespaces, the wildcard only marks the content as open.
        free.nth(inherited).unwrap_or_default()
    }

    /// The relation of a structure to its family, and the particles of the family.
    fn family(&self, structure: usize) -> Option<(Relation, &Particles)> {
        let relation = self.structures.get(structure).copied()?;
        Some((relation, self.particles.get(&relation.root)?))
    }
}

impl Particles {
    fn add(&mut self, member: &Member, own: &str) {
        if is_particle(member) {
            self.all += 1;
            each_element(member, &mut |element| {
                *self.elements.entry(element.namespace.uri(own).to_owned()).or_default() += 1;
            });
        }
    }

    /// Whether an element is in a namespace that the word denotes.
    fn has(&self, word: &str, target: &str) -> bool {
        match word {
            "##local" => self.elements.contains_key(""),
            "##targetNamespace" => !target.is_empty() && self.elements.contains_key(target),
            _ => self.elements.keys().any(|namespace| !namespace.is_empty() && namespace != target),
        }
    }
}

/// The root and the inherited wildcards of each structure.
fn relations(service: &Service) -> Vec<Relation> {
    let relation = |index| {
        let line = service.lineage(index);
        let inherited = line.iter().skip(1).flat_map(|(_, base)| &base.members).filter(|member| has_wildcard(member));
        Relation { root: line.last().map_or(index, |(root, _)| *root), inherited: inherited.count() }
    };
    (0..service.types.len()).map(relation).collect()
}

fn is_particle(member: &Member) -> bool {
    matches!(member.place, Place::Element | Place::Choice(_)) || is_wildcard(member)
}

fn is_wildcard(member: &Member) -> bool {
    matches!(member.place, Place::AnyElements | Place::Mixed)
}

/// Whether a member is a wildcard, or a choice with one.
pub(crate) fn has_wildcard(member: &Member) -> bool {
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

//! Sequences, choices, groups and wildcards: the elements of a type.

use std::collections::{HashMap, HashSet};

use asmx_codegen::diagnostic::{Code, quoted};
use asmx_codegen::model::{Member, Namespace, Place, Presence, Wildcard};

use super::element::Element;
use super::origins::Origins;
use super::problems::Loss;
use super::types::{OpenGroup, Types};

/// Maximum nesting of sequences, choices and groups.
pub(super) const DEEPEST: usize = 48;

#[derive(Clone, Copy)]
pub(super) struct Occurs {
    pub(super) optional: bool,
    pub(super) many: bool,
}

impl Occurs {
    pub(super) const ONCE: Self = Self { optional: false, many: false };

    /// Occurrence of a particle inside another one.
    pub(super) fn within(self, outer: Self) -> Self {
        Self { optional: self.optional || outer.optional, many: self.many || outer.many }
    }
}

/// The member with the presence and the occurrence of its particle.
pub(super) fn occurring(member: Member, presence: Presence, occurs: Occurs) -> Member {
    member.with(|facets| (facets.presence, facets.repeated) = (presence, occurs.many))
}

#[derive(Default)]
pub(super) struct Gathered<'a> {
    pub(super) members: Vec<Member>,
    pub(super) origins: Origins<'a>,
    by_name: HashMap<(Namespace, String), usize>,
    /// The names of elements, whatever their namespaces.
    names: HashSet<String>,
    pub(super) attributes: HashSet<(Namespace, String)>,
    any: Option<usize>,
}

impl<'a> Types<'a> {
    pub(super) fn particle(&mut self, particle: Element<'a>, outer: Occurs, into: &mut Gathered<'a>, depth: usize) {
        if !self.goes_on(particle, depth) {
            return;
        }
        let Some(own) = self.occurs(particle) else { return };
        let occurs = own.within(outer);
        match particle.local() {
            "element" => {
                let mut alternatives = Gathered::default();
                for member in self.elements(particle, occurs) {
                    self.add(member.with(|facets| facets.repeated = false), particle, &mut alternatives);
                }
                self.add_choice(alternatives, particle, occurs, into);
            }
            "any" => {
                let presence = presence(occurs.optional, false);
                let any = occurring(Member::unnamed(Place::AnyElements), presence, occurs);
                self.add_any(Member { wildcard: self.wildcard(particle), ..any }, particle, into);
            }
            "group" => self.in_group(particle, |types, group| {
                group.schema_children().for_each(|child| types.particle(child, occurs, into, depth + 1));
            }),
            "sequence" | "all" if occurs.many && particle.schema_children().nth(1).is_some() => {
                self.problems.report(
                    (Code::UnsupportedParticle, particle.location()),
                    "a sequence of several elements that repeats",
                    ("imported as these elements in any order", "send them in the order of the document"),
                );
                self.choice(particle, Occurs { optional: true, many: true }, into, depth);
            }
            "sequence" | "all" => {
                if occurs.optional && particle.schema_children().nth(1).is_some() {
                    self.problems.lose(Loss::TOGETHER, particle.location(), &self.context);
                }
                for child in particle.schema_children() {
                    self.particle(child, occurs, into, depth + 1);
                }
            }
            "choice" => self.choice(particle, occurs, into, depth),
            other => self.problems.report(
                (Code::UnsupportedContent, particle.location()),
                format!("{} is not allowed here", quoted(&format!("<{other}>"))),
                ("left out", "use an element, wildcard, sequence, choice or group"),
            ),
        }
    }

    fn choice(&mut self, choice: Element<'a>, occurs: Occurs, into: &mut Gathered<'a>, depth: usize) {
        let mut alternatives = Gathered::default();
        self.alternatives(choice, &mut alternatives, depth);
        self.add_choice(alternatives, choice, occurs, into);
    }

    pub(super) fn alternatives(&mut self, choice: Element<'a>, into: &mut Gathered<'a>, depth: usize) {
        if depth > DEEPEST {
            self.too_deep(choice.location());
            return;
        }
        for child in choice.schema_children() {
            if !self.goes_on(child, 0) {
                return;
            }
            if matches!(child.local(), "choice" | "sequence" | "all" | "group") {
                let Some(occurs) = self.occurs(child) else { continue };
                if occurs.optional || occurs.many {
                    self.problems.lose(Loss::OCCURRENCES, child.location(), &self.context);
                }
            }
            if matches!(child.local(), "sequence" | "all") && child.schema_children().nth(1).is_some() {
                let help = "send those that belong together only where the choice may repeat";
                self.problems.report(
                    (Code::UnsupportedParticle, child.location()),
                    "an alternative of several elements",
                    ("imported as one alternative for each element", help),
                );
            }
            match child.local() {
                "choice" | "sequence" | "all" => self.alternatives(child, into, depth + 1),
                "group" => self.in_group(child, |types, group| types.alternatives(group, into, depth + 1)),
                "element" => {
                    for member in self.elements(child, Occurs::ONCE) {
                        self.add(member, child, into);
                    }
                }
                _ => self.particle(child, Occurs::ONCE, into, depth + 1),
            }
        }
    }

    /// Adds alternatives: as a choice, or as a plain member if there is one.
    fn add_choice(&self, alternatives: Gathered<'a>, particle: Element<'a>, occurs: Occurs, into: &mut Gathered<'a>) {
        let mut members = alternatives.members;
        into.origins.append(alternatives.origins);
        if members.len() > 1 {
            let presence = presence(occurs.optional, false);
            into.members.push(occurring(Member::unnamed(Place::Choice(members)), presence, occurs));
        } else if let Some(only) = members.pop() {
            let occurs = Occurs { optional: only.presence.is_optional(), many: only.repeated }.within(occurs);
            if only.place == Place::AnyElements {
                let presence = presence(occurs.optional, false);
                self.add_any(occurring(only, presence, occurs), particle, into);
            } else {
                let presence = presence(occurs.optional, only.presence.is_nullable());
                self.add(occurring(only, presence, occurs), particle, into);
            }
        }
    }

    fn add(&self, member: Member, particle: Element<'a>, into: &mut Gathered<'a>) {
        let key = (member.namespace.clone(), member.name.clone());
        if let Some(first) = into.by_name.get(&key).and_then(|first| into.members.get_mut(*first)) {
            first.repeated = true;
            self.problems.report(
                (Code::MemberTwice, particle.location()),
                format!("a second element {} in one type", quoted(&member.name)),
                ("imported as one repeated element", "send them in the order of the document"),
            );
        } else {
            if member.place == Place::Element && !into.names.insert(member.name.clone()) {
                self.problems.lose(Loss::TWINS, particle.location(), &member.name);
            }
            into.origins.add(&member.name, particle);
            into.by_name.insert(key, into.members.len());
            into.members.push(member);
        }
    }

    /// Whether depth and budget allow to go on; reports if not.
    pub(super) fn goes_on(&mut self, at: Element<'a>, depth: usize) -> bool {
        let goes_on = depth <= DEEPEST && self.budget > 0;
        if goes_on {
            self.budget -= 1;
        } else {
            self.too_deep(at.location());
        }
        goes_on
    }

    /// Follows a group reference, unless it is already open.
    pub(super) fn in_group(&mut self, reference: Element<'a>, follow: impl FnOnce(&mut Self, Element<'a>)) {
        let written = quoted(reference.word("ref").unwrap_or_default());
        let name = self.schemas.reference(reference, "ref");
        let groups = if reference.local() == "group" { &self.schemas.groups } else { &self.schemas.attribute_groups };
        let Some(group) = name.and_then(|name| groups.get(&name).copied()) else {
            self.problems.report(
                (Code::UndefinedGroup, reference.location_of("ref")),
                format!("no schema defines the group {written}"),
                ("left out", "save the schema that defines it beside the document, and import it"),
            );
            return;
        };
        let key = group.key();
        if self.open_groups.iter().any(|open| open.definition == key) {
            self.problems.report(
                (Code::CyclicDefinition, reference.location_of("ref")),
                format!("the group {written} contains itself"),
                ("not followed again", "remove the reference"),
            );
            return;
        }
        self.open_groups.push(OpenGroup { reference, definition: key });
        follow(self, group);
        self.open_groups.pop();
    }

    /// Adds a wildcard; two in one type become one that any element fits.
    fn add_any(&self, any: Member, particle: Element<'a>, into: &mut Gathered<'a>) {
        if let Some(first) = into.any.and_then(|first| into.members.get_mut(first)) {
            first.repeated = true;
            first.wildcard = Wildcard::default();
            self.problems.lose(Loss::WILDCARDS, particle.location(), &self.context);
            return;
        }
        into.any = Some(into.members.len());
        into.members.push(any);
    }

    /// `None` if the particle may not occur.
    pub(super) fn occurs(&self, particle: Element<'a>) -> Option<Occurs> {
        let number = |name: &str| match particle.word(name) {
            None => Some(1),
            Some("unbounded") if name == "maxOccurs" => Some(u64::MAX),
            Some(text) => {
                let number = text.parse().ok();
                if number.is_none() {
                    self.problems.report(
                        (Code::InvalidOccurs, particle.location_of(name)),
                        format!("invalid number of occurrences {}", quoted(text)),
                        ("imported as 1", "write a whole number, or `unbounded` for `maxOccurs`"),
                    );
                }
                Some(number.unwrap_or(1))
            }
        };
        let (least, most) = (number("minOccurs")?, number("maxOccurs")?);
        if least > 1 || (most > 1 && most < u64::MAX) {
            let name = particle.word("name").or_else(|| particle.word("ref")).unwrap_or(&self.context);
            self.problems.lose(Loss::OCCURRENCES, particle.location(), name);
        }
        (most > 0).then_some(Occurs { optional: least == 0, many: most > 1 })
    }
}

pub(super) fn presence(is_optional: bool, is_nullable: bool) -> Presence {
    match (is_optional, is_nullable) {
        (false, false) => Presence::Required,
        (true, false) => Presence::Optional,
        (false, true) => Presence::Nullable,
        (true, true) => Presence::OptionalNullable,
    }
}

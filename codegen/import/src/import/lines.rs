//! Inheritance of structures: breaks circles, cuts chains that are too long, removes members that a restriction repeats, and reports names that
//! a structure has twice with those of its bases.

use std::collections::{BTreeSet, HashSet};
use std::mem::Discriminant;

use asmx_codegen::diagnostic::Code;
use asmx_codegen::graph::Graph;
use asmx_codegen::model::{Member, NamedType, Namespace, Place, Structure};

use super::problems::Loss;
use super::types::Types;

const DEEPEST_LINE: usize = 64;

impl Types<'_> {
    /// Breaks circles and long chains, and removes members that a restriction repeats.
    pub(super) fn settle_lines(&mut self) {
        let graph = graph(&self.named);
        for circle in graph.circles() {
            let Some((last, _)) = circle.last() else { continue };
            self.cut(*last, Code::CyclicDefinition, "a type is derived from itself");
        }
        // The number of ancestors of each type.
        let mut above = vec![0; self.named.len()];
        for index in graph.order().iter().copied() {
            let base = self.named.get(index).and_then(|named| named.structure()?.base);
            let mut height = base.and_then(|base| above.get(base)).map_or(0, |above| above + 1);
            if height > DEEPEST_LINE {
                self.cut(index, Code::DefinitionTooDeep, "a type has too many ancestors");
                height = 0;
            }
            if let Some(slot) = above.get_mut(index) {
                *slot = height;
            }
        }
        for index in std::mem::take(&mut self.restrictions) {
            let inherited: Vec<Member> = inherited(&self.named, index).cloned().collect();
            let mut changes = false;
            if let Some(structure) = self.named.get_mut(index).and_then(NamedType::structure_mut) {
                let is_other = |base: &Member| {
                    let own = structure.members.iter().find(|member| identity(member) == identity(base));
                    // A restriction keeps attributes that it does not repeat.
                    own.map_or(!is_attribute(base), |own| {
                        (&own.kind, &own.presence, own.repeated) != (&base.kind, &base.presence, base.repeated)
                    })
                };
                changes = inherited.iter().any(is_other);
                let inherited: HashSet<_> = inherited.iter().map(identity).collect();
                structure.members.retain(|member| !inherited.contains(&identity(member)));
            }
            if changes && let Some((location, subject)) = self.origins.get(index).copied() {
                let name = self.named.get(index).map(|named| named.name.clone()).unwrap_or_default();
                let before = self.problems.about(subject);
                self.problems.lose(Loss::RESTRICTIONS, location, &name);
                self.problems.about(before);
            }
        }
        self.report_twins();
    }

    /// Reports names that JSON cannot tell apart.
    fn report_twins(&self) {
        for (index, (named, (location, subject))) in self.named.iter().zip(&self.origins).enumerate() {
            let Some(structure) = named.structure() else { continue };
            let (mut own, mut twins) = (HashSet::new(), BTreeSet::new());
            for key in structure.members.iter().flat_map(keys) {
                if !own.insert(key) {
                    twins.insert(key);
                }
            }
            let of_bases = inherited(&self.named, index).take_while(|_| !own.is_empty()).flat_map(keys);
            twins.extend(of_bases.filter(|key| own.contains(key)));
            if twins.is_empty() {
                continue;
            }
            let names: Vec<&str> = twins.into_iter().map(|(_, name)| name).collect();
            let before = self.problems.about(*subject);
            self.problems.lose(Loss::TWINS, *location, &names.join(", "));
            self.problems.about(before);
        }
    }

    fn cut(&mut self, index: usize, code: Code, message: &str) {
        if let Some(structure) = self.named.get_mut(index).and_then(NamedType::structure_mut) {
            structure.base = None;
        }
        if let Some((location, subject)) = self.origins.get(index).copied() {
            let before = self.problems.about(subject);
            self.problems.report((code, location), message, ("imported without its base type", "check the bases"));
            self.problems.about(before);
        }
    }
}

pub(super) fn graph(types: &[NamedType]) -> Graph {
    let base = |named: &NamedType| named.structure().and_then(|structure| structure.base);
    Graph::new(types.iter().map(|named| base(named).into_iter().collect()).collect())
}

/// The members that a structure inherits.
pub(super) fn inherited(types: &[NamedType], index: usize) -> impl Iterator<Item = &Member> {
    let structure = |index: usize| types.get(index)?.structure();
    let base = move |derived: &&Structure| structure(derived.base?);
    std::iter::successors(structure(index), base).skip(1).take(DEEPEST_LINE).flat_map(|ancestor| &ancestor.members)
}

/// The keys of a member in JSON: whether it is an attribute, and its name. A choice that occurs once has those of its alternatives.
fn keys(member: &Member) -> Vec<(bool, &str)> {
    let (mut keys, mut waiting) = (Vec::new(), vec![member]);
    while let Some(member) = waiting.pop() {
        match &member.place {
            Place::Element => keys.push((false, member.name.as_str())),
            Place::Attribute => keys.push((true, member.name.as_str())),
            Place::Choice(alternatives) if !member.repeated => waiting.extend(alternatives),
            Place::Text | Place::Mixed | Place::Choice(_) | Place::AnyElements | Place::AnyAttributes => {}
        }
    }
    keys
}

fn is_attribute(member: &Member) -> bool {
    matches!(member.place, Place::Attribute | Place::AnyAttributes)
}

fn identity(member: &Member) -> (Discriminant<Place>, Namespace, String) {
    (std::mem::discriminant(&member.place), member.namespace.clone(), member.name.clone())
}

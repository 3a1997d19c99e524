//! Structures that are derived from one another: removes circles, derivations that are too long, and members that are stated again.

use std::collections::HashSet;
use std::mem::Discriminant;

use asmx_codegen::diagnostic::Code;
use asmx_codegen::model::{Member, NamedType, Namespace, Place};

use super::problems::Loss;
use super::types::Types;

pub(super) const DEEPEST_LINE: usize = 64;

impl Types<'_> {
    /// Cuts lines that lead back to themselves or are too long, and takes out what a restriction restates.
    pub(super) fn settle_lines(&mut self) {
        // How many structures are above each; `None` where that is not known yet.
        let mut above: Vec<Option<usize>> = vec![None; self.named.len()];
        for index in 0..self.named.len() {
            let mut line = Vec::new();
            let mut on_line = HashSet::new();
            let mut next = Some(index);
            let mut height = 0;
            while let Some(current) = next {
                if let Some(known) = above.get(current).copied().flatten() {
                    height = known + 1;
                    break;
                }
                if !on_line.insert(current) {
                    // The last one on the line leads back to an earlier one.
                    let last = line.last().copied().unwrap_or(current);
                    self.cut(last, Code::CyclicDefinition, "a type is derived from itself");
                    break;
                }
                line.push(current);
                next = self.base_of(current);
            }
            for current in line.into_iter().rev() {
                if height > DEEPEST_LINE {
                    self.cut(current, Code::DefinitionTooDeep, "types are derived from one another too many times");
                    height = 0;
                }
                if let Some(slot) = above.get_mut(current) {
                    *slot = Some(height);
                }
                height += 1;
            }
        }
        for index in std::mem::take(&mut self.restrictions) {
            let inherited = self.inherited(index);
            let mut changes = false;
            if let Some(structure) = self.named.get_mut(index).and_then(NamedType::structure_mut) {
                let is_other = |base: &Member| {
                    let own = structure.members.iter().find(|member| identity(member) == identity(base));
                    // Attributes that are not restated stay.
                    own.map_or(!is_attribute(base), |own| {
                        (&own.kind, &own.presence, own.repeated) != (&base.kind, &base.presence, base.repeated)
                    })
                };
                changes = inherited.iter().any(is_other);
                let inherited: HashSet<_> = inherited.iter().map(identity).collect();
                structure.members.retain(|member| !inherited.contains(&identity(member)));
            }
            if changes && let Some((place, subject)) = self.origins.get(index).copied() {
                let name = self.named.get(index).map(|named| named.name.clone()).unwrap_or_default();
                let before = self.problems.about(subject);
                self.problems.lose(Loss::Restrictions, place, &name);
                self.problems.about(before);
            }
        }
    }

    fn base_of(&self, index: usize) -> Option<usize> {
        self.named.get(index)?.structure()?.base
    }

    fn cut(&mut self, index: usize, code: Code, message: &str) {
        if let Some(structure) = self.named.get_mut(index).and_then(NamedType::structure_mut) {
            structure.base = None;
        }
        if let Some((place, subject)) = self.origins.get(index).copied() {
            let before = self.problems.about(subject);
            self.problems.tell(
                (code, place),
                message,
                ("taken without the type that it is derived from", "check the bases"),
            );
            self.problems.about(before);
        }
    }

    fn inherited(&self, index: usize) -> Vec<Member> {
        let mut inherited = Vec::new();
        let mut next = self.base_of(index);
        while let Some(base) = next {
            if let Some(structure) = self.named.get(base).and_then(NamedType::structure) {
                inherited.extend(structure.members.iter().cloned());
            }
            next = self.base_of(base);
        }
        inherited
    }
}

fn is_attribute(member: &Member) -> bool {
    matches!(member.place, Place::Attribute | Place::AnyAttributes)
}

/// What tells a member from others of its type.
fn identity(member: &Member) -> (Discriminant<Place>, Namespace, String) {
    (std::mem::discriminant(&member.place), member.namespace.clone(), member.name.clone())
}

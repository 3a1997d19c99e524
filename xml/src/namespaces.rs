//! Which prefix means which namespace while a document is read (Namespaces in XML 1.0).

use std::collections::HashMap;

/// The declarations in force, as indices into the tree's list of namespaces.
#[derive(Clone, Default)]
pub(super) struct Scope<'t> {
    /// Prefixes (empty: the default namespace) with what they are bound to, innermost last. `None` undeclares.
    bindings: Vec<(&'t str, Option<u32>)>,
    /// Per prefix the places of its bindings, innermost last: once there are so many that looking at each takes longer.
    places: Option<HashMap<&'t str, Vec<usize>>>,
    /// How many each open element declares.
    counts: Vec<usize>,
}

/// How many bindings are looked at one by one. Usual documents have a handful.
const FEW: usize = 16;

impl<'t> Scope<'t> {
    /// Enters an element that declares these prefixes.
    pub(super) fn enter(&mut self, declarations: &[(&'t str, Option<u32>)]) {
        let first = self.bindings.len();
        self.bindings.extend_from_slice(declarations);
        self.counts.push(declarations.len());
        let new = match &self.places {
            Some(_) => first,
            None if self.bindings.len() > FEW => 0,
            None => return,
        };
        let places = self.places.get_or_insert_default();
        for (place, (prefix, _)) in self.bindings.iter().enumerate().skip(new) {
            places.entry(prefix).or_default().push(place);
        }
    }

    /// Leaves the innermost element.
    pub(super) fn leave(&mut self) {
        for _ in 0..self.counts.pop().unwrap_or(0) {
            let Some((prefix, _)) = self.bindings.pop() else { return };
            let Some(all) = &mut self.places else { continue };
            if let Some(places) = all.get_mut(prefix) {
                places.pop();
                // Prefixes that are gone would add up to more than the document.
                if places.is_empty() {
                    all.remove(prefix);
                }
            }
        }
    }

    /// How many declarations are in force.
    pub(super) fn len(&self) -> usize {
        self.bindings.len()
    }

    /// Every binding, innermost first.
    pub(super) fn innermost_first(&self) -> impl Iterator<Item = (&'t str, Option<u32>)> {
        self.bindings.iter().rev().copied()
    }

    /// What `prefix` (empty: the default namespace) is bound to.
    pub(super) fn resolve(&self, prefix: &str) -> Option<u32> {
        let binding = match &self.places {
            None => self.bindings.iter().rev().find(|(declared, _)| *declared == prefix),
            Some(places) => places.get(prefix)?.last().and_then(|place| self.bindings.get(*place)),
        };
        binding.and_then(|(_, namespace)| *namespace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_binding_counts_however_many_there_are() {
        for others in [0, 1, FEW - 2, FEW - 1, FEW, 3 * FEW] {
            let names: Vec<String> = (0..others).map(|number| format!("p{number}")).collect();
            let mut scope = Scope::default();
            scope.enter(&[("", Some(1)), ("a", Some(2))]);
            let more: Vec<_> = names.iter().map(|name| (name.as_str(), Some(9))).collect();
            scope.enter(&more);
            scope.enter(&[("a", Some(3)), ("", None)]);
            assert_eq!((scope.resolve("a"), scope.resolve(""), scope.resolve("b")), (Some(3), None, None), "{others}");
            assert!(names.iter().all(|name| scope.resolve(name) == Some(9)));
            scope.leave();
            assert_eq!((scope.resolve("a"), scope.resolve("")), (Some(2), Some(1)), "{others}");
            scope.leave();
            assert!(names.iter().all(|name| scope.resolve(name).is_none()));
            scope.leave();
            assert_eq!((scope.resolve("a"), scope.resolve("")), (None, None), "{others}");
        }
    }
}

//! Which prefix means which namespace while a document is read (Namespaces in XML 1.0).

use std::collections::HashMap;

/// The declarations in force, as indices into the tree's list of namespaces.
#[derive(Default)]
pub(super) struct Scope<'t> {
    /// Per prefix (empty: the default namespace) the bindings, innermost last. `None` undeclares.
    bindings: HashMap<&'t str, Vec<Option<u32>>>,
    /// The prefixes that each open element declares, flat, with their number per element.
    declared: Vec<&'t str>,
    counts: Vec<usize>,
}

impl<'t> Scope<'t> {
    /// Enters an element that declares these prefixes.
    pub(super) fn enter(&mut self, declarations: &[(&'t str, Option<u32>)]) {
        for (prefix, namespace) in declarations {
            self.bindings.entry(prefix).or_default().push(*namespace);
            self.declared.push(prefix);
        }
        self.counts.push(declarations.len());
    }

    /// Leaves the innermost element.
    pub(super) fn leave(&mut self) {
        for _ in 0..self.counts.pop().unwrap_or(0) {
            if let Some(bindings) = self.declared.pop().and_then(|prefix| self.bindings.get_mut(prefix)) {
                bindings.pop();
            }
        }
    }

    /// What `prefix` (empty: the default namespace) is bound to.
    pub(super) fn resolve(&self, prefix: &str) -> Option<u32> {
        self.bindings.get(prefix)?.last().copied().flatten()
    }
}

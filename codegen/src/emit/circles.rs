//! Finds what leads back to itself, directly or through others.

use std::collections::BTreeMap;

use crate::graph::Graph;

/// A number for each node, the same for those that lead to one another. There may be thousands of nodes in one circle: what each of them
/// leads to is not kept.
pub(super) struct Circles<N> {
    numbers: BTreeMap<N, usize>,
    /// How many nodes have each number.
    lengths: BTreeMap<usize, usize>,
}

// Derived, it would ask for nodes with a default.
impl<N> Default for Circles<N> {
    fn default() -> Self {
        Self { numbers: BTreeMap::new(), lengths: BTreeMap::new() }
    }
}

impl<N: Copy + Ord> Circles<N> {
    /// Of these nodes, each of which leads to those that `next` gives.
    pub(super) fn of(nodes: &[N], next: impl Fn(N) -> Vec<N>) -> Self {
        let places: BTreeMap<N, usize> = nodes.iter().enumerate().map(|(place, node)| (*node, place)).collect();
        let targets = |node: &N| next(*node).iter().filter_map(|target| places.get(target).copied()).collect();
        let components = Graph::new(nodes.iter().map(targets).collect()).components();
        let numbers = nodes.iter().copied().zip(components).collect();
        Self { numbers, lengths: BTreeMap::new() }.counting(|_| true)
    }

    pub(super) fn number(&self, node: N) -> usize {
        self.numbers.get(&node).copied().unwrap_or_default()
    }

    /// Whether one leads to the other and the other to it, or is it.
    pub(super) fn are_in_one(&self, one: N, other: N) -> bool {
        one == other || self.numbers.get(&one).is_some_and(|number| self.numbers.get(&other) == Some(number))
    }

    /// The nodes of each circle, or one that is in none: each before those that lead to it.
    pub(super) fn innermost_first(&self) -> Vec<Vec<N>> {
        let mut circles: BTreeMap<usize, Vec<N>> = BTreeMap::new();
        for (node, number) in &self.numbers {
            circles.entry(*number).or_default().push(*node);
        }
        circles.into_values().rev().collect()
    }

    /// Counts only these nodes in the lengths of circles.
    pub(super) fn counting(mut self, counts: impl Fn(&N) -> bool) -> Self {
        self.lengths.clear();
        for (_, number) in self.numbers.iter().filter(|(node, _)| counts(node)) {
            *self.lengths.entry(*number).or_default() += 1;
        }
        self
    }

    /// How many nodes lead to it and are led to by it, itself included.
    pub(super) fn length(&self, node: N) -> usize {
        let number = self.numbers.get(&node);
        number.and_then(|number| self.lengths.get(number)).copied().unwrap_or_default()
    }
}

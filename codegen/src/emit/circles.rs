//! Finds what leads back to itself, directly or through others.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

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
        let edges: BTreeMap<N, Vec<N>> = nodes.iter().map(|node| (*node, next(*node))).collect();
        let mut back: BTreeMap<N, Vec<N>> = BTreeMap::new();
        for (node, next) in &edges {
            for target in next {
                back.entry(*target).or_default().push(*node);
            }
        }
        // Each after those that it leads to, circles apart: so the last one leads to all of its circle, and its circle is what leads to it.
        let mut order = Vec::new();
        let mut known = BTreeMap::new();
        for node in nodes {
            follow(&edges, *node, 0, &mut known, &mut order);
        }
        let mut numbers = BTreeMap::new();
        for (number, node) in order.iter().rev().enumerate() {
            follow(&back, *node, number, &mut numbers, &mut Vec::new());
        }
        let mut lengths = BTreeMap::new();
        for number in numbers.values() {
            *lengths.entry(*number).or_default() += 1;
        }
        Self { numbers, lengths }
    }

    /// The number of the circle in which it is.
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

/// Gives the number to everything that the node leads to and that has none, and adds it to `order` after what it leads to. Without
/// recursion: a line of types may be longer than the stack allows.
fn follow<N: Copy + Ord>(
    edges: &BTreeMap<N, Vec<N>>,
    node: N,
    number: usize,
    numbers: &mut BTreeMap<N, usize>,
    order: &mut Vec<N>,
) {
    let next = |node: N| edges.get(&node).map_or(&[][..], Vec::as_slice).iter();
    let mut is_new = |node: N| match numbers.entry(node) {
        Entry::Vacant(slot) => {
            slot.insert(number);
            true
        }
        Entry::Occupied(_) => false,
    };
    if !is_new(node) {
        return;
    }
    let mut path = vec![(node, next(node))];
    while let Some((node, targets)) = path.last_mut() {
        match targets.next() {
            Some(target) if is_new(*target) => path.push((*target, next(*target))),
            Some(_) => {}
            None => {
                order.push(*node);
                path.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Circles;

    #[test]
    fn nodes_of_one_circle_are_told_from_those_that_only_lead_to_it() {
        // 0 leads to the circle of 1, 2 and 3, that to 4, and 4 to the circle of 5 and 6; 7 leads to itself.
        let edges: [&[usize]; 8] = [&[1], &[2], &[3, 4], &[1, 2], &[5], &[6], &[5], &[7]];
        let nodes: Vec<usize> = (0..edges.len()).collect();
        let circles = Circles::of(&nodes, |node| edges.get(node).map_or_else(Vec::new, |next| next.to_vec()));
        let numbers = [0, 1, 1, 1, 2, 3, 3, 4];
        assert_eq!([0, 1, 5, 7].map(|node| circles.length(node)), [1, 3, 2, 1]);
        for one in 0..8 {
            for other in 0..8 {
                assert_eq!(circles.are_in_one(one, other), numbers.get(one) == numbers.get(other), "{one} and {other}");
            }
        }
    }

    #[test]
    fn circles_come_before_those_that_lead_to_them() {
        let edges: [&[usize]; 5] = [&[1, 3], &[2], &[1], &[], &[0]];
        let nodes: Vec<usize> = (0..edges.len()).collect();
        let circles = Circles::of(&nodes, |node| edges.get(node).map_or_else(Vec::new, |next| next.to_vec()));
        let order = circles.innermost_first();
        let at = |node| order.iter().position(|circle| circle.contains(&node)).unwrap();
        assert!(at(1) == at(2) && at(1) < at(0) && at(3) < at(0) && at(0) < at(4), "{order:?}");
        assert_eq!(order.len(), 4);
    }

    #[test]
    fn a_circle_of_many_nodes_that_all_lead_far_is_found_at_once() {
        // What each of them leads to would be ten thousand million pairs.
        let count = 100_000;
        let nodes: Vec<usize> = (0..count).collect();
        let circles = Circles::of(&nodes, |node| vec![(node + 1) % count, (node * 7) % count]);
        assert!(circles.are_in_one(0, count - 1) && circles.are_in_one(count / 2, 1));
    }
}

//! Directed graphs: an order of the nodes, circles, and which nodes share a circle.

use std::collections::BTreeMap;

/// Nodes by number, each with the nodes that it leads to. No function recurses, because a chain may be longer than the stack.
#[derive(Debug)]
pub struct Graph {
    edges: Vec<Vec<usize>>,
    order: Vec<usize>,
}

impl Graph {
    pub fn new(edges: Vec<Vec<usize>>) -> Self {
        let order = follow(&edges, |_, _| {});
        Self { edges, order }
    }

    /// All nodes. Each follows the nodes that it leads to, except in circles.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Each circle by its edges, as a node and the number of its edge.
    pub fn circles(&self) -> Vec<Vec<(usize, usize)>> {
        let mut circles = Vec::new();
        follow(&self.edges, |path, first| {
            let circle = path.iter().skip_while(|(node, _)| *node != first);
            circles.push(circle.map(|(node, next)| (*node, next.saturating_sub(1))).collect());
        });
        circles
    }

    /// The number of levels below each node, the node included. Circles are cut where they close.
    pub fn depths(&self) -> Vec<usize> {
        let mut depths = vec![0_usize; self.edges.len()];
        for node in &self.order {
            let targets = self.edges.get(*node).into_iter().flatten();
            let deepest = targets.filter_map(|target| depths.get(*target)).max().copied().unwrap_or_default();
            set(&mut depths, *node, deepest + 1);
        }
        depths
    }

    /// A number for each node. Nodes of one circle share a number; it is less than the numbers of other circles they lead to.
    pub fn components(&self) -> Vec<usize> {
        let mut back = vec![Vec::new(); self.edges.len()];
        for (node, targets) in self.edges.iter().enumerate() {
            for target in targets {
                if let Some(sources) = back.get_mut(*target) {
                    sources.push(node);
                }
            }
        }
        let mut numbers = vec![None; self.edges.len()];
        // The last node in the order leads to its whole circle, and all that leads to it is in its circle.
        for (number, node) in self.order.iter().rev().enumerate() {
            let mut waiting = vec![*node];
            while let Some(node) = waiting.pop() {
                if numbers.get(node) == Some(&None) {
                    set(&mut numbers, node, Some(number));
                    waiting.extend(back.get(node).into_iter().flatten());
                }
            }
        }
        numbers.into_iter().map(Option::unwrap_or_default).collect()
    }
}

/// A number for each node; nodes that lead to each other share it. A circle may have thousands of nodes, so the nodes that each one leads to
/// are not kept.
pub(crate) struct Circles<N> {
    numbers: BTreeMap<N, usize>,
}

// A derived implementation would require `N: Default`.
impl<N> Default for Circles<N> {
    fn default() -> Self {
        Self { numbers: BTreeMap::new() }
    }
}

impl<N: Copy + Ord> Circles<N> {
    /// `next` gives the nodes that a node leads to.
    pub(crate) fn of(nodes: &[N], next: impl Fn(N) -> Vec<N>) -> Self {
        let indices: BTreeMap<N, usize> = nodes.iter().enumerate().map(|(index, node)| (*node, index)).collect();
        let targets = |node: &N| next(*node).iter().filter_map(|target| indices.get(target).copied()).collect();
        let components = Graph::new(nodes.iter().map(targets).collect()).components();
        Self { numbers: nodes.iter().copied().zip(components).collect() }
    }

    pub(crate) fn are_in_one(&self, node: N, other: N) -> bool {
        node == other || self.numbers.get(&node).is_some_and(|number| self.numbers.get(&other) == Some(number))
    }

    /// The nodes of each circle, or a node alone. Each entry precedes the entries that lead to it.
    pub(crate) fn innermost_first(&self) -> Vec<Vec<N>> {
        let mut circles: BTreeMap<usize, Vec<N>> = BTreeMap::new();
        for (node, number) in &self.numbers {
            circles.entry(*number).or_default().push(*node);
        }
        circles.into_values().rev().collect()
    }
}

/// Follows every edge once, depth first. `closes` gets the path to each edge that leads back to a node of the path, and that node.
fn follow(edges: &[Vec<usize>], mut closes: impl FnMut(&[(usize, usize)], usize)) -> Vec<usize> {
    let mut states = vec![State::New; edges.len()];
    let mut order = Vec::with_capacity(edges.len());
    for start in 0..edges.len() {
        if states.get(start) != Some(&State::New) {
            continue;
        }
        let mut path: Vec<(usize, usize)> = vec![(start, 0)];
        set(&mut states, start, State::OnPath);
        while let Some((node, edge)) = path.last_mut() {
            let Some(target) = edges.get(*node).and_then(|targets| targets.get(*edge)).copied() else {
                set(&mut states, *node, State::Done);
                order.push(*node);
                path.pop();
                continue;
            };
            *edge += 1;
            match states.get(target) {
                Some(State::New) => {
                    set(&mut states, target, State::OnPath);
                    path.push((target, 0));
                }
                Some(State::OnPath) => closes(&path, target),
                Some(State::Done) | None => {}
            }
        }
    }
    order
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnPath,
    Done,
}

fn set<T>(of: &mut [T], node: usize, value: T) {
    if let Some(slot) = of.get_mut(node) {
        *slot = value;
    }
}

#[cfg(test)]
mod tests {
    use super::Graph;

    #[test]
    fn nodes_of_one_circle_have_one_number() {
        // 0 leads to the circle of 1, 2 and 3, that to 4, and 4 to the circle of 5 and 6; 7 leads to itself.
        let edges: [&[usize]; 8] = [&[1], &[2], &[3, 4], &[1, 2], &[5], &[6], &[5], &[7]];
        let numbers = Graph::new(edges.map(<[usize]>::to_vec).to_vec()).components();
        let circles = [0, 1, 1, 1, 2, 3, 3, 4];
        for node in 0..8 {
            for other in 0..8 {
                assert_eq!(numbers[node] == numbers[other], circles[node] == circles[other], "{node} and {other}");
            }
        }
    }

    #[test]
    fn circles_have_smaller_numbers_than_those_they_lead_to() {
        let edges: [&[usize]; 5] = [&[1, 3], &[2], &[1], &[], &[0]];
        let numbers = Graph::new(edges.map(<[usize]>::to_vec).to_vec()).components();
        assert!(numbers[1] > numbers[0] && numbers[3] > numbers[0] && numbers[0] > numbers[4], "{numbers:?}");
        assert_eq!(numbers[1], numbers[2]);
    }

    #[test]
    fn a_circle_of_many_nodes_that_all_lead_far_is_found_at_once() {
        // Guard against keeping what each node leads to: ten thousand million pairs.
        let count = 100_000;
        let numbers =
            Graph::new((0..count).map(|node| vec![(node + 1) % count, (node * 7) % count]).collect()).components();
        assert!(numbers.iter().all(|number| *number == numbers[0]));
    }
}

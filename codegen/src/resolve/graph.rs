//! Orders items so that each comes after those that it needs, and finds the circles, which have no such order.

/// The outcome of following every edge.
pub(super) struct Walk {
    /// Every node, after the nodes that its edges lead to, circles apart.
    pub(super) order: Vec<usize>,
    /// Each circle by its edges, as a node and the number of its edge.
    pub(super) circles: Vec<Vec<(usize, usize)>>,
}

impl Walk {
    /// How many levels each node has below it, itself included; circles count as if they were cut where they close.
    pub(super) fn depths(&self, edges: &[Vec<usize>]) -> Vec<usize> {
        let mut depths = vec![0_usize; edges.len()];
        for node in &self.order {
            let targets = edges.get(*node).into_iter().flatten();
            let deepest = targets.filter_map(|target| depths.get(*target)).max().copied().unwrap_or_default();
            if let Some(depth) = depths.get_mut(*node) {
                *depth = deepest + 1;
            }
        }
        depths
    }
}

/// Follows every edge once, without recursion. `edges` has for each node the nodes that it needs.
pub(super) fn walk(edges: &[Vec<usize>]) -> Walk {
    let mut state = vec![State::New; edges.len()];
    let mut order = Vec::with_capacity(edges.len());
    let mut circles = Vec::new();
    for start in 0..edges.len() {
        if state.get(start) != Some(&State::New) {
            continue;
        }
        // Each entry is a node and the number of the edge to follow next.
        let mut path: Vec<(usize, usize)> = vec![(start, 0)];
        set(&mut state, start, State::OnPath);
        while let Some((node, edge)) = path.last_mut() {
            let Some(target) = edges.get(*node).and_then(|targets| targets.get(*edge)).copied() else {
                set(&mut state, *node, State::Done);
                order.push(*node);
                path.pop();
                continue;
            };
            *edge += 1;
            match state.get(target) {
                Some(State::New) => {
                    set(&mut state, target, State::OnPath);
                    path.push((target, 0));
                }
                Some(State::OnPath) => {
                    let circle = path.iter().skip_while(|(node, _)| *node != target);
                    circles.push(circle.map(|(node, next)| (*node, next.saturating_sub(1))).collect());
                }
                Some(State::Done) | None => {}
            }
        }
    }
    Walk { order, circles }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnPath,
    Done,
}

fn set(states: &mut [State], node: usize, state: State) {
    if let Some(slot) = states.get_mut(node) {
        *slot = state;
    }
}

//! Which operation is a variant of which.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic, nearest_behind, quoted};
use crate::graph::Graph;
use crate::model::Operation;
use crate::read::ast;

pub(super) fn link(sources: &[&ast::Operation], operations: &mut [Operation], mistakes: &mut Vec<Diagnostic>) {
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, source) in sources.iter().enumerate() {
        by_name.entry(&source.name.value).or_insert(number);
    }
    let mut edges: Vec<Vec<usize>> = vec![Vec::new(); sources.len()];
    for ((source, operation), edge) in sources.iter().zip(operations).zip(&mut edges) {
        let Some(base) = &source.variant_of else {
            continue;
        };
        if let Some(number) = by_name.get(base.value.as_str()) {
            operation.variant_of = Some(*number);
            edge.push(*number);
            continue;
        }
        mistakes.push(
            Diagnostic::new(Code::UnknownVariant, base.span, format!("there is no operation {}", quoted(&base.value)))
                .help(
                    match nearest_behind(
                        mistakes,
                        &base.value,
                        by_name.keys().copied().filter(|name| *name != source.name.value),
                    ) {
                        Some(near) => format!("did you mean {}?", quoted(near)),
                        None => "only operations of this spec can be named: remove `variant-of`".to_owned(),
                    },
                ),
        );
    }
    for circle in Graph::new(edges).circles() {
        let mut places = circle.iter().filter_map(|(node, _)| sources.get(*node)?.variant_of.as_ref());
        let Some(first) = places.next() else { continue };
        let message = if circle.len() == 1 {
            format!("{} is a variant of itself", quoted(&first.value))
        } else {
            "operations are variants of one another in a circle".to_owned()
        };
        let mistake = Diagnostic::new(Code::CyclicVariants, first.span, message);
        let mistake = places.take(6).fold(mistake, |mistake, place| mistake.also(place.span, "by way of this"));
        mistakes.push(mistake.help("the one that was there first is a variant of none: remove its `variant-of`"));
    }
}

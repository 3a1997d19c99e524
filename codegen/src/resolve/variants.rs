//! Which operation is a variant of which.

use std::collections::BTreeMap;

use super::declared::Links;
use crate::diagnostic::{Code, Diagnostic, Span, nearest_behind, quoted};
use crate::model::Operation;
use crate::read::ast;

pub(super) fn link(sources: &[&ast::Operation], operations: &mut [Operation], mistakes: &mut Vec<Diagnostic>) {
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, source) in sources.iter().enumerate() {
        by_name.entry(&source.name.value).or_insert(number);
    }
    let mut edges: Vec<Vec<(usize, Span)>> = vec![Vec::new(); sources.len()];
    for ((source, operation), edge) in sources.iter().zip(operations).zip(&mut edges) {
        let Some(base) = &source.variant_of else {
            continue;
        };
        if let Some(number) = by_name.get(base.value.as_str()) {
            operation.variant_of = Some(*number);
            edge.push((*number, base.span));
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
    Links::new(edges).report_circles(
        |number| sources.get(number)?.variant_of.as_ref(),
        |place, names| {
            let message = match names {
                [one, _] => format!("{} is a variant of itself", quoted(one)),
                _ => "operations are variants of one another in a circle".to_owned(),
            };
            Diagnostic::new(Code::CyclicVariants, place, message)
        },
        "the one that was there first is a variant of none: remove its `variant-of`",
        mistakes,
    );
}

//! Effects of operations that contradict their names, or the operations that they are variants of.

use super::kind::Lint;
use super::subject::{Finding, Subject};
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::model::Effect;
use asmx_import::name_hints::{Verb, verb};

pub(super) fn look(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let sources: Vec<_> = subject.operations().map(|(spec, _)| spec).collect();
    for (spec, operation) in subject.operations() {
        let name = quoted(&spec.name.value);
        match (verb(&operation.name), operation.effect) {
            (Some(Verb::Writes), Effect::Read) => found.push(
                Lint::ReadNamedLikeWrite.at(spec.effect.span,
                    format!(
                        "{name} is called like an operation that changes or sends something, and its effect is `read`"
                    ),
                )
                .help("write `effect=\"write\"`, or `effect=\"send\"` if it sends messages"),
            ),
            (Some(Verb::Reads), Effect::Write | Effect::Send) => found.push(
                Lint::WriteNamedLikeRead.at(spec.effect.span,
                    format!(
                        "{name} is called like an operation that changes nothing, and its effect is {}",
                        quoted(&spec.effect.value)
                    ),
                )
                .help("write `effect=\"read\"`, if it changes nothing"),
            ),
            _ => {}
        }
        let original = operation.variant_of.and_then(|index| sources.get(index));
        if let Some(original) = original.filter(|original| original.effect.value != spec.effect.value) {
            let message = format!(
                "{name} is a variant of {} and has another effect: {}, not {}",
                quoted(&original.name.value),
                quoted(&spec.effect.value),
                quoted(&original.effect.value)
            );
            found.push(
                Lint::VariantWithOtherEffect
                    .at(spec.effect.span, message)
                    .also(original.effect.span, "the other effect")
                    .help("give both the same effect, or remove `variant-of`"),
            );
        }
    }
}

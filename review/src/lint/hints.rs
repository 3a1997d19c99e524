//! What names suggest, and the spec does not say.

use super::kind::Lint;
use super::subject::{Finding, Subject};
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::model::{Effect, Scalar};
use asmx_codegen::read::ast::{Flag, Param, Place};
use asmx_import::name_hints::{Verb, sounds_secret, verb};
use asmx_types::xml_name::decode_local_name;

/// Values that are called like secrets.
pub(super) fn secrets(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    for value in subject.values().into_iter().filter(|value| is_shown(value)) {
        let message = format!("{} is called like a secret and is not marked as one", quoted(&value.name.value));
        found.push(Lint::SecretNotMarked.at(value.name.span, message).help("add `secret=\"true\"`, if it is one"));
    }
}

/// Whether it is one text that is called like a secret, and would be shown.
fn is_shown(value: &Param) -> bool {
    let is_one = !Flag::is_set(value.array) && !Flag::is_set(value.list) && !Flag::is_set(value.repeated);
    let scalar = Scalar::ALL.iter().find(|scalar| scalar.name() == value.type_name.value);
    is_one
        && !Flag::is_set(value.secret)
        && matches!(value.place, Place::Element | Place::Attribute)
        && scalar.is_some_and(|scalar| sounds_secret(&decode_local_name(&value.name.value), *scalar))
}

/// Effects that contradict the name of an operation, or the operation that it is a variant of.
pub(super) fn effects(subject: &Subject<'_>, found: &mut Vec<Finding>) {
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

//! Operations: effects and secrets that names suggest, missing documentation, transports.

use std::collections::HashSet;

use super::kind::{Finding, Lint, Subject};
use asmx_codegen::diagnostic::{Span, quoted};
use asmx_codegen::locations::{member_label, operation_path};
use asmx_codegen::model::{self, Effect, Scalar, Transport, kinds};
use asmx_codegen::read::ast::{Param, Place};
use asmx_import::name_hints::{Verb, sounds_secret, verb};
use asmx_types::rules::Hindrance;
use asmx_types::xml_name::{decode_local_name, encode_local_name};

pub(super) fn secrets(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    for value in subject.values().into_iter().filter(|value| is_logged(value)) {
        let message =
            format!("the name {} suggests a secret, but the value is not marked as secret", quoted(&value.name.value));
        found.push(
            Lint::SecretNotMarked
                .at(value.name.span, message)
                .about(&value.name.value)
                .help("if it is secret, add `secret=\"true\"`"),
        );
    }
}

/// Whether the value is a single text with the name of a secret, and would be shown.
fn is_logged(value: &Param) -> bool {
    let is_set = |name: &str| value.attributes.is_set(name);
    let is_one = !["array", "list", "repeated"].into_iter().any(is_set);
    let scalar = Scalar::ALL.iter().find(|scalar| scalar.name() == value.type_name.value);
    is_one
        && !is_set("secret")
        && matches!(value.place, Place::Element | Place::Attribute)
        && scalar.is_some_and(|scalar| sounds_secret(&decode_local_name(&value.name.value), *scalar))
}

/// Effects that contradict the name of the operation, or the original of a variant.
pub(super) fn effects(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let sources: Vec<_> = subject.operations().map(|(spec, _)| spec).collect();
    for (spec, operation) in subject.operations() {
        let name = quoted(&spec.name.value);
        match (verb(&operation.name), operation.effect) {
            (Some(Verb::Writes), Effect::Read) => found.push(
                Lint::ReadNamedLikeWrite.at(spec.effect.span,
                    format!(
                        "the name {name} suggests that the operation changes or sends something, but its effect is `read`"
                    ),
                )
                .about(&spec.name.value)
                .help("write `effect=\"write\"`, or `effect=\"send\"` if it sends messages"),
            ),
            (Some(Verb::Reads), Effect::Write | Effect::Send) => found.push(
                Lint::WriteNamedLikeRead.at(spec.effect.span,
                    format!(
                        "the name {name} suggests that the operation only reads, but its effect is {}",
                        quoted(&spec.effect.value)
                    ),
                )
                .about(&spec.name.value)
                .help("if it changes nothing, write `effect=\"read\"`"),
            ),
            _ => {}
        }
        let original = operation.variant_of.and_then(|index| sources.get(index));
        if let Some(original) = original.filter(|original| original.effect.value != spec.effect.value) {
            let message = format!(
                "{name} is a variant of {}, but has the effect {} instead of {}",
                quoted(&original.name.value),
                quoted(&spec.effect.value),
                quoted(&original.effect.value)
            );
            found.push(
                Lint::VariantWithOtherEffect
                    .at(spec.effect.span, message)
                    .about(&spec.name.value)
                    .also(original.effect.span, "the other effect")
                    .help("give both the same effect, or remove `variant-of`"),
            );
        }
    }
}

pub(super) fn words(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let names: HashSet<&str> = subject.operations().map(|(spec, _)| spec.name.value.as_str()).collect();
    for (spec, operation) in subject.operations() {
        let name = quoted(&spec.name.value);
        let wrong = if spec.doc.is_empty() {
            Some(format!("{name} has no documentation"))
        } else {
            let repeats_name = letters(&spec.doc.join(" ")) == letters(&operation.name);
            repeats_name.then(|| format!("the documentation of {name} only repeats its name"))
        };
        if let Some(message) = wrong {
            found.push(
                Lint::OperationWithoutWords
                    .at(spec.name.span, message)
                    .about(&spec.name.value)
                    .help("add `<doc>…</doc>` as its first element: what the operation does and what it returns"),
            );
        }
        if let Some(reason) = &spec.deprecated {
            let mut words = reason
                .value
                .split(|character: char| !character.is_alphanumeric() && !matches!(character, '_' | '-' | '.'));
            let is_other = |word: &str| {
                let word = word.trim_end_matches(['.', '-']);
                word != spec.name.value && names.contains(word)
            };
            if !words.any(is_other) {
                let message = format!("the reason why {name} is deprecated does not name another operation");
                found.push(
                    Lint::DeprecatedWithoutSuccessor
                        .at(reason.span, message)
                        .about(&spec.name.value)
                        .help("name the operation that replaces it"),
                );
            }
        }
        for limit in spec.limits.iter().filter(|limit| limit.records.is_none()) {
            let message = format!("a limit of {name} has no number of records");
            found.push(
                Lint::LimitWithoutRecords
                    .at(limit.tag, message)
                    .about(&spec.name.value)
                    .help("if the number is known, add `records=\"…\"`"),
            );
        }
    }
}

fn letters(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

const HELP: &str = "if this is intended, write `transports=\"soap11 soap12\"`";

pub(super) fn transports(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let silent = || {
        subject
            .operations()
            .filter(|(spec, operation)| spec.transports.is_none() && !operation.transports.offers(Transport::HttpGet))
    };
    if silent().next().is_none() {
        return;
    }
    // A common parameter is reported once.
    if let Some((name, span, hindrance)) = hindered(subject, &subject.service.common, "common") {
        let message = format!("every operation takes {}, so no operation is offered over GET and POST", quoted(&name));
        found.push(
            Lint::NotOverGetAndPost
                .at(span, message)
                .about(name)
                .label(hindrance.to_string())
                .help("if this is intended, write `transports=\"soap11 soap12\"` for each operation"),
        );
        return;
    }
    for (spec, operation) in silent() {
        let name = quoted(&spec.name.value);
        let finding = |because: &str| {
            let message = format!("{name} is offered over SOAP only, because {because}");
            Lint::NotOverGetAndPost.at(spec.name.span, message).about(&spec.name.value)
        };
        found.push(
            match hindered(subject, &operation.parameters, &format!("{}/parameters", operation_path(&operation.name))) {
                Some((parameter, span, hindrance)) => {
                    let parameter =
                        if parameter.is_empty() { "one of its parameters".to_owned() } else { quoted(&parameter) };
                    finding(&format!("GET and POST cannot carry {parameter}")).also(span, hindrance.to_string())
                }
                None => finding("it has several outputs"),
            }
            .help(HELP),
        );
    }
}

/// The first of the parameters below a path that GET and POST cannot carry: its name in the spec, its place, and the reason.
fn hindered(subject: &Subject<'_>, members: &[model::Member], path: &str) -> Option<(String, Span, Hindrance)> {
    let named = kinds(&subject.service.types);
    let (member, hindrance) = members.iter().find_map(|member| Some((member, member.hindrance(named)?)))?;
    let location = subject.locations.get(&format!("{path}/{}", member_label(member)))?;
    Some((encode_local_name(&member.name).into_owned(), location.span, hindrance))
}

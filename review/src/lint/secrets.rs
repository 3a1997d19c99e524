//! Values that are called like secrets.

use super::kind::Lint;
use super::subject::{Finding, Subject};
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::model::Scalar;
use asmx_codegen::read::ast::{Flag, Param, Place};
use asmx_import::name_hints::sounds_secret;
use asmx_types::xml_name::decode_local_name;

pub(super) fn look(subject: &Subject<'_>, found: &mut Vec<Finding>) {
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

//! Texts that must not be shown: those of secret parameters and members.

use super::Value;
use super::declared::Declared;
use crate::operation::Member;

/// Adds the texts of a secret parameter, and those of secret members.
pub(crate) fn push_secrets(secrets: &mut Vec<String>, parameter: &Member, value: &Value<'_>) {
    if parameter.secret {
        secrets.extend(value.texts().into_iter().map(str::to_owned));
    } else {
        push_secrets_in(secrets, Declared::of_member(parameter, value));
    }
}

fn push_secrets_in(secrets: &mut Vec<String>, declared: Declared<'_>) {
    declared.visit(&mut |member, inner| match member {
        Some(member) if member.secret => secrets.extend(inner.value.texts().into_iter().map(str::to_owned)),
        _ => push_secrets_in(secrets, inner),
    });
}

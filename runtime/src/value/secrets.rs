//! Texts that must not be shown: those of secret parameters and members.

use super::declared::Declared;
use super::field::Field;
use crate::operation::Member;

/// Adds the texts of a secret parameter, and those of secret members.
pub(crate) fn push_secrets(secrets: &mut Vec<String>, parameter: &Member, field: &dyn Field) {
    push_declared(secrets, Some(parameter), Declared::of_member(parameter, field));
}

fn push_declared(secrets: &mut Vec<String>, member: Option<&Member>, declared: Declared<'_>) {
    if member.is_some_and(|member| member.secret) {
        declared.field.visit_texts(&mut |text| secrets.push(text.to_owned()));
    } else {
        declared.visit(&mut |member, inner| push_declared(secrets, member, inner));
    }
}

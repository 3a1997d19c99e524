//! Secret texts: which texts of a value are secret, and how the memory of values is wiped.

use std::borrow::Cow;

use secrecy::zeroize::Zeroize as _;

use super::Value;
use super::declared::Declared;
use super::field::Field;
use crate::operation::Member;

/// Adds the texts of a secret parameter and of secret members.
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

/// A value whose texts are zeroised when it is dropped.
#[derive(Clone)]
pub(crate) struct ZeroisedValue(pub(crate) Value<'static>);

impl Drop for ZeroisedValue {
    fn drop(&mut self) {
        zeroise(&mut self.0);
    }
}

/// Zeroises every text that the value owns.
pub(crate) fn zeroise(value: &mut Value<'static>) {
    match value {
        Value::Text(text) | Value::Xml(text) => zeroise_text(text),
        Value::Null | Value::Nil => {}
        Value::Array(items) | Value::Structure(items) => items.iter_mut().for_each(zeroise),
        Value::Choice(chosen) => zeroise(&mut chosen.value),
        Value::OfType(typed) => zeroise(&mut typed.value),
        Value::Attributes(attributes) => attributes.iter_mut().for_each(|(_, text)| zeroise_text(text)),
        Value::Extended(extended) => {
            zeroise(&mut extended.value);
            extended.rest.zeroise();
        }
    }
}

fn zeroise_text(text: &mut Cow<'static, str>) {
    if let Cow::Owned(text) = text {
        text.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_zeroised_at_every_depth() {
        let text = |text: &str| Value::from(text.to_owned());
        let mut value = Value::Structure(vec![text("a"), Value::Array(vec![text("b"), Value::Null]), Value::from("c")]);
        zeroise(&mut value);
        let wiped = Value::Structure(vec![text(""), Value::Array(vec![text(""), Value::Null]), Value::from("c")]);
        assert_eq!(value, wiped);
    }
}

//! Operations on complete fields: their values, their texts and equality.

use std::borrow::Cow;

use super::fill;
use super::{Field, View};
use crate::operation::{InvalidValue, Member, Type};
use crate::value::{Chosen, Extended, TypedValue, Value};

impl dyn Field + '_ {
    /// The value, at full depth.
    pub fn to_value(&self) -> Value<'_> {
        let value = self.declared_value();
        match self.rest() {
            Some(rest) => Value::Extended(Box::new(Extended { value, rest: rest.clone() })),
            None => value,
        }
    }

    fn declared_value(&self) -> Value<'_> {
        match self.view().with_text() {
            // `with_text` gives numbers, data sets and documents a text.
            View::Null | View::Integer(_) | View::DataSet(_) | View::Document(_) => Value::Null,
            View::Nil => Value::Nil,
            View::Text(text) => Value::Text(text),
            View::Items(count) => Value::Array((0..count).map(|index| self.inner_value(index)).collect()),
            View::Members => Value::Structure(self.members().map(|member| member.to_value()).collect()),
            View::Chosen(alternative) => Value::Choice(Box::new(Chosen { alternative, value: self.inner_value(0) })),
            View::OfType(kind) => Value::OfType(Box::new(TypedValue { kind, value: self.inner_value(0) })),
            View::Xml(xml) => Value::Xml(xml),
            View::Attributes(attributes) => Value::Attributes(attributes.to_vec()),
        }
    }

    fn inner_value(&self, index: usize) -> Value<'_> {
        self.inner(index).map_or(Value::Null, |inner| inner.to_value())
    }

    /// The inner fields in order: items of an array, or members of a structure.
    pub(crate) fn members(&self) -> impl Iterator<Item = &dyn Field> {
        (0..).map_while(|index| self.inner(index))
    }

    pub(crate) fn text(&self) -> Option<Cow<'_, str>> {
        match self.view().with_text() {
            View::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items as the text of a list, separated by blanks. `None` if an item is not a text, is empty or contains a blank.
    pub(crate) fn list_text(&self) -> Option<String> {
        let mut list = String::new();
        for item in self.members() {
            let text = item.text().filter(|text| !text.is_empty() && !text.contains(char::is_whitespace))?;
            if !list.is_empty() {
                list.push(' ');
            }
            list.push_str(&text);
        }
        Some(list)
    }

    pub(crate) fn visit_texts(&self, visitor: &mut dyn FnMut(&str)) {
        if let Some(rest) = self.rest() {
            rest.visit_texts(visitor);
        }
        match self.view().with_text() {
            View::Text(text) | View::Xml(text) => visitor(&text),
            View::Attributes(attributes) => attributes.iter().for_each(|(_, text)| visitor(text)),
            View::Items(_) | View::Members => self.members().for_each(|inner| inner.visit_texts(visitor)),
            View::Chosen(_) | View::OfType(_) => {
                self.inner(0).into_iter().for_each(|inner| inner.visit_texts(visitor));
            }
            View::Null | View::Nil | View::Integer(_) | View::DataSet(_) | View::Document(_) => {}
        }
    }

    pub(crate) fn all_text(&self) -> String {
        let mut all = String::new();
        self.visit_texts(&mut |text| all.push_str(text));
        all
    }

    /// Sets the field to a value of type `kind`.
    ///
    /// # Errors
    ///
    /// The value is not of the field's type. The error does not contain texts of secret members.
    pub fn set_value(&mut self, kind: Type, value: Value<'static>) -> Result<(), InvalidValue> {
        fill::of_type(self, kind, value)
    }

    /// Sets the field to the value of a parameter or member.
    ///
    /// # Errors
    ///
    /// As for [`set_value`](Self::set_value).
    pub fn set_member(&mut self, member: &Member, value: Value<'static>) -> Result<(), InvalidValue> {
        fill::of_member(self, member, value)
    }

    /// Whether both fields are equal. A number equals its text, and the items of a list equal its text.
    pub fn equals(&self, other: &dyn Field) -> bool {
        let pairs = |count: usize| {
            let pairs = (0..count).map(|index| (self.inner(index), other.inner(index)));
            let mut pairs = pairs.take_while(|(one, other)| one.is_some() || other.is_some());
            // Members that a structure leaves out at its end are null.
            let is_null = |field: Option<&dyn Field>| field.is_none_or(|field| field.view() == View::Null);
            pairs.all(|(one, other)| match one.zip(other) {
                Some((one, other)) => one.equals(other),
                None => is_null(one) && is_null(other),
            })
        };
        if self.rest() != other.rest() {
            return false;
        }
        match (self.view(), other.view()) {
            (View::Integer(number), View::Text(text)) | (View::Text(text), View::Integer(number)) => {
                itoa::Buffer::new().format(number) == text
            }
            (View::Items(_), View::Text(text)) => self.is_list(&text),
            (View::Text(text), View::Items(_)) => other.is_list(&text),
            (one, other) if one != other => false,
            (View::Items(count), _) => pairs(count),
            (View::Members, _) => pairs(usize::MAX),
            (View::Chosen(_) | View::OfType(_), _) => pairs(1),
            _ => true,
        }
    }

    /// Whether the items equal those in the text of a list.
    fn is_list(&self, text: &str) -> bool {
        let mut texts = text.split_ascii_whitespace();
        let same = self.members().all(|item| item.text().as_deref() == texts.next());
        same && texts.next().is_none()
    }
}

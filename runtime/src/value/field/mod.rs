//! The seam between a Rust value and the wire: what writes a value asks a field for one level of it, and what reads one leads the way
//! into a field. Nothing of this is compiled once per type, and no tree of values stands in between.

mod any_value;
mod containers;
mod field_type;
mod fill;
mod nillable;
mod of_value;
mod scalars;
mod setters;
mod xml;

use std::borrow::Cow;

pub use any_value::AnyValue;
pub use field_type::FieldType;
pub use nillable::Nillable;
pub use setters::{IntoText, IntoValue, SingleValue};
pub use xml::{Attributes, XmlFragment};

use super::{Chosen, TypedValue, Value};
use crate::operation::{InvalidValue, Member, Type};

/// A value that can be written and read: a field of a request or structure, or a whole structure.
pub trait Field: Send + Sync {
    /// What it holds, one level deep.
    fn view(&self) -> View<'_>;

    /// What is inside at that position: an item, a member in the order of the descriptor. Of [`View::Chosen`] and [`View::OfType`]
    /// there is one value inside, at 0.
    fn inside(&self, index: usize) -> Option<&dyn Field> {
        let _ = index;
        None
    }

    /// Becomes what is given.
    ///
    /// # Errors
    ///
    /// The value is not of the field's type. The field is then as it was.
    fn take(&mut self, given: Given<'_>) -> Result<(), InvalidValue>;

    /// Goes one step inside, to what stands there; `None` if the field has no such inside.
    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        let _ = step;
        None
    }

    /// Has room for so many more items, and for no more than those: an array of which the number of items is known.
    fn room(&mut self, more: usize) {
        let _ = more;
    }
}

/// What a field holds, one level deep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum View<'a> {
    /// Nothing is given.
    Null,
    /// Stated to be null, where that is another thing than not to be given.
    Nil,
    /// A scalar or an enumeration's value.
    Text(Cow<'a, str>),
    /// A whole number: the same as its text, which nobody has to make.
    Integer(i64),
    /// So many items of an array or a list, or occurrences of what is repeated.
    Items(usize),
    /// The members of a structure.
    Members,
    /// The alternative of a choice, by its position.
    Chosen(usize),
    /// A value of another type than its place declares.
    OfType(Type),
    /// XML: the content of an element, or an element that nobody declared. It declares every prefix that it uses.
    Xml(Cow<'a, str>),
    /// Attributes that nobody declared: `{namespace}name` with the text of each.
    Attributes(&'a [(Cow<'a, str>, Cow<'a, str>)]),
}

impl View<'_> {
    /// Whether there is no value.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null | Self::Nil)
    }

    /// The same with the text of a whole number: for what does not tell numbers from other texts.
    #[must_use]
    pub fn with_text(self) -> Self {
        match self {
            Self::Integer(number) => Self::Text(Cow::Owned(number.to_string())),
            other => other,
        }
    }
}

/// What is given to a field.
#[derive(Debug)]
pub enum Given<'a> {
    /// Nothing: a field that cannot be null gets its type's default, as ASMX reads an absent value.
    Absent,
    /// Null, stated as such: as nothing, where the two are not kept apart.
    Nil,
    /// The text of a scalar or enumeration, or of a list of those.
    Text(Cow<'a, str>),
    /// An array, whose items follow by [`Step::Item`].
    Items,
    /// A structure of so many members, which follow by [`Step::Member`]. A field that holds one already may keep what it is not given anew.
    Members(usize),
    /// XML: the content of an element, or an element that nobody declared.
    Xml(Cow<'a, str>),
    /// One more attribute that nobody declared: `{namespace}name` and its text.
    Attribute(Cow<'a, str>, Cow<'a, str>),
}

/// A step inside a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// To a new item behind the others.
    Item,
    /// To the member at that position of the descriptor.
    Member(usize),
    /// To the value of that alternative. One that was chosen before stays what it is, so that more occurrences can follow.
    Alternative(usize),
    /// To a value of that type, which is another than the place declares.
    OfType(Type),
}

impl dyn Field + '_ {
    /// The whole of it as a value.
    pub fn to_value(&self) -> Value<'_> {
        match self.view() {
            View::Null => Value::Null,
            View::Nil => Value::Nil,
            View::Text(text) => Value::Text(text),
            View::Integer(number) => Value::from(number),
            View::Items(count) => Value::Array((0..count).map(|index| self.value_inside(index)).collect()),
            View::Members => Value::Structure(self.members().map(|member| member.to_value()).collect()),
            View::Chosen(alternative) => Value::Choice(Box::new(Chosen { alternative, value: self.value_inside(0) })),
            View::OfType(kind) => Value::OfType(Box::new(TypedValue { kind, value: self.value_inside(0) })),
            View::Xml(xml) => Value::Xml(xml),
            View::Attributes(attributes) => Value::Attributes(attributes.to_vec()),
        }
    }

    fn value_inside(&self, index: usize) -> Value<'_> {
        self.inside(index).map_or(Value::Null, |inside| inside.to_value())
    }

    /// What is inside, from the first on: the items of an array, or the members of a structure.
    pub(crate) fn members(&self) -> impl Iterator<Item = &dyn Field> {
        (0..).map_while(|index| self.inside(index))
    }

    /// Its text, if it is a scalar or an enumeration's value.
    pub(crate) fn text(&self) -> Option<Cow<'_, str>> {
        match self.view().with_text() {
            View::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Its items as the text of a list, with blanks between them; `None` if one cannot stand there: it is no text, it is empty, or it holds
    /// a blank itself.
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

    /// Shows every text in it to `visitor`.
    pub(crate) fn visit_texts(&self, visitor: &mut dyn FnMut(&str)) {
        match self.view().with_text() {
            View::Text(text) | View::Xml(text) => visitor(&text),
            View::Attributes(attributes) => attributes.iter().for_each(|(_, text)| visitor(text)),
            View::Items(_) | View::Members => self.members().for_each(|inside| inside.visit_texts(visitor)),
            View::Chosen(_) | View::OfType(_) => {
                self.inside(0).into_iter().for_each(|inside| inside.visit_texts(visitor));
            }
            View::Null | View::Nil | View::Integer(_) => {}
        }
    }

    /// Every text in it, one behind the other.
    pub(crate) fn all_text(&self) -> String {
        let mut all = String::new();
        self.visit_texts(&mut |text| all.push_str(text));
        all
    }

    /// Becomes that value, which is of type `kind`.
    ///
    /// # Errors
    ///
    /// The value is not of the field's type. Texts of secret members are not in the error.
    pub fn set_value(&mut self, kind: Type, value: Value<'static>) -> Result<(), InvalidValue> {
        fill::of_type(self, kind, value)
    }

    /// Becomes the value of a parameter or member.
    ///
    /// # Errors
    ///
    /// As [`set_value`](Self::set_value).
    pub fn set_member(&mut self, member: &Member, value: Value<'static>) -> Result<(), InvalidValue> {
        fill::of_member(self, member, value)
    }

    /// Whether both hold the same: a number the same as its text, the items of a list the same as its text.
    pub fn equals(&self, other: &dyn Field) -> bool {
        let pairs = |count: usize| {
            let pairs = (0..count).map(|index| (self.inside(index), other.inside(index)));
            let mut pairs = pairs.take_while(|(one, other)| one.is_some() || other.is_some());
            pairs.all(|(one, other)| one.zip(other).is_some_and(|(one, other)| one.equals(other)))
        };
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

    /// Whether its items are those of the list that the text is.
    fn is_list(&self, text: &str) -> bool {
        let mut texts = text.split_ascii_whitespace();
        let same = self.members().all(|item| item.text().as_deref() == texts.next());
        same && texts.next().is_none()
    }
}

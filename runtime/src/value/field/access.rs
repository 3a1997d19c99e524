//! Access to fields, one level at a time.

use std::borrow::Cow;
use std::mem;

use asmx_dataset::{DataSet, XmlDocument};

use crate::operation::{InvalidValue, Type};
use crate::value::Rest;

/// A value that can be written and read: a field of a request or structure, or a whole structure.
pub trait Field: Send + Sync {
    /// The content, one level deep.
    fn view(&self) -> View<'_>;

    /// The inner field at a position: an item, or a member in the order of the descriptor. [`View::Chosen`] and [`View::OfType`] have one
    /// inner field, at 0.
    fn inner(&self, index: usize) -> Option<&dyn Field> {
        let _ = index;
        None
    }

    /// Takes a value.
    ///
    /// # Errors
    ///
    /// The value is not of the field's type. The field then stays unchanged.
    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue>;

    /// The inner field that a step leads to; `None` if there is none.
    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        let _ = step;
        None
    }

    /// The content that the description of the value lacks.
    fn rest(&self) -> Option<&Rest> {
        None
    }

    /// Adds content that the description of the value lacks. Fields of generated types drop it.
    fn add_rest(&mut self, rest: Rest) {
        drop(rest);
    }

    /// The DataSet or document in the field, created if absent. `None` for fields of other types.
    fn document_mut(&mut self) -> Option<DocumentMut<'_>> {
        None
    }

    /// Reserves room for `more` items or members and releases other spare room. Fields of fixed size ignore it.
    fn room(&mut self, more: usize) {
        let _ = more;
    }
}

/// The content of a field, one level deep.
#[derive(Debug, Clone, PartialEq)]
pub enum View<'a> {
    /// Absent.
    Null,
    /// Null (`xsi:nil`), where null differs from absent.
    Nil,
    /// The text of a scalar or an enumeration.
    Text(Cow<'a, str>),
    /// A whole number. It equals its text, which need not be made.
    Integer(i64),
    /// The number of items of an array or a list, or of occurrences of a repeated element.
    Items(usize),
    /// The members of a structure.
    Members,
    /// The position of the chosen alternative.
    Chosen(usize),
    /// A value of another type than its place declares.
    OfType(Type),
    /// XML: the content of an element, or an undeclared element. It declares every prefix that it uses.
    Xml(Cow<'a, str>),
    /// Undeclared attributes: `{namespace}name` with the text of each.
    Attributes(&'a [(Cow<'a, str>, Cow<'a, str>)]),
    /// A DataSet that is not null.
    DataSet(&'a DataSet),
    /// An XML document that is not null.
    Document(&'a XmlDocument),
}

impl View<'_> {
    /// Whether the field is absent or null.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null | Self::Nil)
    }

    /// Makes a whole number its text, and a DataSet or document its XML. Other views stay unchanged.
    #[must_use]
    pub fn with_text(self) -> Self {
        match self {
            Self::Integer(number) => Self::Text(Cow::Owned(number.to_string())),
            Self::DataSet(data_set) => {
                let mut content = String::new();
                data_set.write_content(&mut content);
                Self::Xml(Cow::Owned(content))
            }
            Self::Document(document) => Self::Xml(Cow::Owned(document.to_standalone())),
            other => other,
        }
    }
}

/// A value that is read and moved as one.
#[derive(Debug)]
pub enum DocumentMut<'a> {
    /// A DataSet.
    DataSet(&'a mut DataSet),
    /// An XML document.
    Document(&'a mut XmlDocument),
}

impl DocumentMut<'_> {
    /// Moves the value to another place; `false` if that place is of another type.
    pub(crate) fn move_to(self, target: DocumentMut<'_>) -> bool {
        match (self, target) {
            (Self::DataSet(from), DocumentMut::DataSet(to)) => *to = mem::take(from),
            (Self::Document(from), DocumentMut::Document(to)) => *to = mem::take(from),
            _ => return false,
        }
        true
    }
}

/// A value that is given to a field.
#[derive(Debug)]
pub enum Input<'a> {
    /// Absent. A field that cannot be null gets the default of its type, as ASMX reads an absent value.
    Absent,
    /// Null (`xsi:nil`). Fields that do not distinguish it take it as absent.
    Nil,
    /// The text of a scalar, an enumeration or a list of those.
    Text(Cow<'a, str>),
    /// XML: the content of an element, or an undeclared element.
    Xml(Cow<'a, str>),
    /// Another undeclared attribute: `{namespace}name` and its text.
    Attribute(Cow<'a, str>, Cow<'a, str>),
}

/// A step inside a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Makes the field an empty array, whose items follow by [`Item`](Self::Item).
    Items,
    /// Appends an item.
    Item,
    /// Makes the field a structure of that many members, which follow by [`Member`](Self::Member). An existing structure may keep the members
    /// that do not follow.
    Members(usize),
    /// Goes to the member at that position of the descriptor.
    Member(usize),
    /// Goes to the value of that alternative. If it is chosen already, its value stays, and more occurrences can follow.
    Alternative(usize),
    /// Goes to a value of that type, which differs from the declared one.
    OfType(Type),
}

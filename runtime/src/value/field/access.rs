//! What a field is asked for and given, one level at a time.

use std::borrow::Cow;
use std::mem;

use asmx_dataset::{DataSet, XmlDocument};

use crate::operation::{InvalidValue, Type};

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

    /// The DataSet or document that it holds, and begins to hold if there is none; `None` if it holds something else.
    fn whole(&mut self) -> Option<Whole<'_>> {
        None
    }

    /// Has room for so many more items or members, and for no more than those, if it has not room for all that there may be.
    fn room(&mut self, more: usize) {
        let _ = more;
    }
}

/// What a field holds, one level deep.
#[derive(Debug, Clone, PartialEq)]
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
    /// A DataSet that is not null.
    DataSet(&'a DataSet),
    /// An XML document that is not null.
    Document(&'a XmlDocument),
}

impl View<'_> {
    /// Whether there is no value.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null | Self::Nil)
    }

    /// A whole number as its text, a DataSet or document as its XML; anything else as it is.
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

/// A value that is read and moved as a whole.
#[derive(Debug)]
pub enum Whole<'a> {
    /// A DataSet.
    DataSet(&'a mut DataSet),
    /// An XML document.
    Document(&'a mut XmlDocument),
}

impl Whole<'_> {
    /// Moves it to another place; `false` if that is for something else.
    pub(crate) fn moved_to(self, place: Whole<'_>) -> bool {
        match (self, place) {
            (Self::DataSet(from), Whole::DataSet(to)) => *to = mem::take(from),
            (Self::Document(from), Whole::Document(to)) => *to = mem::take(from),
            _ => return false,
        }
        true
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
    /// XML: the content of an element, or an element that nobody declared.
    Xml(Cow<'a, str>),
    /// One more attribute that nobody declared: `{namespace}name` and its text.
    Attribute(Cow<'a, str>, Cow<'a, str>),
}

/// A step inside a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// To the array that it holds from now on, which is empty: its items follow by [`Item`](Self::Item).
    Items,
    /// To a new item behind the others.
    Item,
    /// To the structure of so many members that it holds from now on, which follow by [`Member`](Self::Member). One that is there already may
    /// keep what it is not given anew.
    Members(usize),
    /// To the member at that position of the descriptor.
    Member(usize),
    /// To the value of that alternative. One that was chosen before stays what it is, so that more occurrences can follow.
    Alternative(usize),
    /// To a value of that type, which is another than the place declares.
    OfType(Type),
}

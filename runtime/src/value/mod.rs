//! Values in lexical form: texts by position, typed by the descriptors beside them.

pub(crate) mod by_role;
pub(crate) mod common;
pub(crate) mod credential_places;
pub(crate) mod credentials;
pub(crate) mod debug_value;
pub(crate) mod declared;
pub(crate) mod deviation;
pub(crate) mod field;
pub(crate) mod headers;
pub(crate) mod message;
pub(crate) mod output;
pub(crate) mod request;
pub(crate) mod request_check;
pub(crate) mod rest;
pub(crate) mod result;
pub(crate) mod secrets;
pub(crate) mod soap_header;
pub(crate) mod typed_request;

mod typed;

pub use rest::Rest;
pub(crate) use typed::canonical_text;

use std::borrow::Cow;

use crate::operation::Type;

/// A value in lexical form. Scalars are their XSD text (`true`, `-5`, `2026-01-01T00:00:00`), so no information is lost. Absent, empty and the
/// empty array differ.
///
/// Two structures are equal when they differ only in null members behind the last one that is not null.
#[derive(Debug, Clone, Eq, Default)]
pub enum Value<'a> {
    /// Absent.
    #[default]
    Null,
    /// A scalar or an enumeration's value.
    Text(Cow<'a, str>),
    /// An array's items.
    Array(Vec<Value<'a>>),
    /// A structure's members, in the order of its descriptor. In a received structure the absent members at the end are left out.
    Structure(Vec<Value<'a>>),
    /// Null (`xsi:nil`), where null differs from absent.
    Nil,
    /// One of the alternatives of a choice.
    Choice(Box<Chosen<'a>>),
    /// A value of another type than its place declares: of a derived type, or of any type for `anyType`.
    OfType(Box<TypedValue<'a>>),
    /// XML: the content of an element, or an undeclared element. It declares every prefix that it uses.
    Xml(Cow<'a, str>),
    /// Undeclared attributes: `{namespace}name` with the text of each.
    Attributes(Vec<(Cow<'a, str>, Cow<'a, str>)>),
    /// A value with content that its description lacks.
    Extended(Box<Extended<'a>>),
}

/// One of the alternatives of a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen<'a> {
    /// The position of the alternative in the descriptor.
    pub alternative: usize,
    /// Its value.
    pub value: Value<'a>,
}

/// A value with content that its description lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extended<'a> {
    /// The declared part. Where any type is expected and the stated one is unknown: its text, or a structure without members.
    pub value: Value<'a>,
    /// The undeclared part.
    pub rest: Rest,
}

/// A value with its type. `Debug` hides the secrets that the type declares.
#[derive(Clone, PartialEq, Eq)]
pub struct TypedValue<'a> {
    /// The type, named by `xsi:type` on the wire.
    pub kind: Type,
    /// The value, of that type.
    pub value: Value<'a>,
}

impl Value<'_> {
    /// Whether it is absent or null.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null | Self::Nil)
    }

    /// The text of a scalar.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value with owned texts.
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::Null => Value::Null,
            Self::Nil => Value::Nil,
            Self::Text(text) => Value::Text(Cow::Owned(text.into_owned())),
            Self::Xml(text) => Value::Xml(Cow::Owned(text.into_owned())),
            Self::Array(items) => Value::Array(items.into_iter().map(Value::into_owned).collect()),
            Self::Structure(members) => Value::Structure(members.into_iter().map(Value::into_owned).collect()),
            Self::Choice(chosen) => {
                Value::Choice(Box::new(Chosen { alternative: chosen.alternative, value: chosen.value.into_owned() }))
            }
            Self::OfType(typed) => {
                Value::OfType(Box::new(TypedValue { kind: typed.kind, value: typed.value.into_owned() }))
            }
            Self::Attributes(attributes) => {
                let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
                Value::Attributes(attributes.into_iter().map(|(name, text)| (owned(name), owned(text))).collect())
            }
            Self::Extended(extended) => {
                Value::Extended(Box::new(Extended { value: extended.value.into_owned(), rest: extended.rest }))
            }
        }
    }

    /// A value with texts borrowed from this one.
    pub fn borrowed(&self) -> Value<'_> {
        match self {
            Self::Null => Value::Null,
            Self::Nil => Value::Nil,
            Self::Text(text) => Value::Text(Cow::Borrowed(text)),
            Self::Xml(text) => Value::Xml(Cow::Borrowed(text)),
            Self::Array(items) => Value::Array(items.iter().map(Value::borrowed).collect()),
            Self::Structure(members) => Value::Structure(members.iter().map(Value::borrowed).collect()),
            Self::Choice(chosen) => {
                Value::Choice(Box::new(Chosen { alternative: chosen.alternative, value: chosen.value.borrowed() }))
            }
            Self::OfType(typed) => {
                Value::OfType(Box::new(TypedValue { kind: typed.kind, value: typed.value.borrowed() }))
            }
            Self::Attributes(attributes) => Value::Attributes(
                attributes
                    .iter()
                    .map(|(name, text)| (Cow::Borrowed(name.as_ref()), Cow::Borrowed(text.as_ref())))
                    .collect(),
            ),
            Self::Extended(extended) => {
                let (value, rest) = (extended.value.borrowed(), extended.rest.clone());
                Value::Extended(Box::new(Extended { value, rest }))
            }
        }
    }
}

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) | (Self::Nil, Self::Nil) => true,
            (Self::Text(one), Self::Text(two)) | (Self::Xml(one), Self::Xml(two)) => one == two,
            (Self::Array(one), Self::Array(two)) => one == two,
            (Self::Structure(one), Self::Structure(two)) => {
                let (short, long) = if one.len() < two.len() { (one, two) } else { (two, one) };
                let (same, more) = long.split_at(short.len());
                same == short && more.iter().all(|member| matches!(member, Self::Null))
            }
            (Self::Choice(one), Self::Choice(two)) => one == two,
            (Self::OfType(one), Self::OfType(two)) => one == two,
            (Self::Attributes(one), Self::Attributes(two)) => one == two,
            (Self::Extended(one), Self::Extended(two)) => one == two,
            _ => false,
        }
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<'a, T: Into<Value<'a>>> From<Vec<T>> for Value<'a> {
    fn from(items: Vec<T>) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}

impl From<i32> for Value<'_> {
    fn from(number: i32) -> Self {
        Self::Text(Cow::Owned(number.to_string()))
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Self::Text(Cow::Owned(number.to_string()))
    }
}

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Self::Text(Cow::Borrowed(if value { "true" } else { "false" }))
    }
}

//! Values out of XML elements: parameters of a request, and typed results.

use std::borrow::Cow;

use super::scalar_text;
use super::value_element::ValueElement;
use super::values_left::ValuesLeft;
use super::write_value::MAX_NESTING;
use crate::fault::Exception;
use crate::operation::{ArrayType, Member, Presence, Scalar, Structure, Type};
use crate::value::{Value, canonical_text};
use crate::xml;
use crate::xsd::{Base64Binary, Lexical as _};

/// An element that is not of its type.
#[derive(Debug)]
pub(crate) struct Unreadable {
    /// Name of the element.
    pub(crate) element: String,
    /// Where it ends in the document's text, in bytes.
    pub(crate) end: usize,
    /// What is wrong.
    pub(crate) reason: Reason,
}

/// What is wrong with an element.
#[derive(Debug)]
pub(crate) enum Reason {
    /// Something else than text where only text may be. Genuine servers answer 400 without a body.
    NotOnlyText,
    /// Text that no base64 decoder reads. Genuine servers answer 400 without a body here, too.
    NotBase64,
    /// Text that is not of the type.
    Invalid(Exception),
    /// Elements nested deeper than any value may be.
    TooDeep,
    /// More values than a request may have.
    TooMany,
}

impl Unreadable {
    /// The element called `name` was just passed.
    fn new<'d>(name: &str, passed: &impl ValueElement<'d>, reason: Reason) -> Self {
        Self { element: name.to_owned(), end: passed.end(), reason }
    }

    /// The element is one value more than a request may have.
    pub(crate) fn too_many<'d>(element: &mut impl ValueElement<'d>) -> Self {
        passed(element.name(), element, Reason::TooMany)
    }

    /// What is wrong, for people.
    pub(crate) fn message(&self) -> String {
        match &self.reason {
            Reason::NotOnlyText => "there is something else than text in it".to_owned(),
            Reason::NotBase64 => "its text is not base64".to_owned(),
            Reason::Invalid(exception) => exception.message.clone(),
            Reason::TooMany => "there are more values than a request may have".to_owned(),
            Reason::TooDeep => format!("its values are nested deeper than {MAX_NESTING} levels"),
        }
    }
}

/// How `xsi:nil="true"` is read where the descriptor does not say that the value may be null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nil {
    /// As genuine servers read it: an empty string, an object with defaults, and no number.
    NotNull,
    /// As null.
    Null,
}

/// Reads elements of one namespace.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ValueReader<'a> {
    namespace: Option<&'a str>,
    nil: Nil,
    /// `None` is without a bound.
    left: Option<&'a ValuesLeft>,
    nesting: usize,
}

impl<'a> ValueReader<'a> {
    pub(crate) fn new(namespace: &'a str, nil: Nil) -> Self {
        Self { namespace: Some(namespace).filter(|namespace| !namespace.is_empty()), nil, left: None, nesting: 0 }
    }

    /// The same that reads no more values than are left.
    pub(crate) fn within(self, left: &'a ValuesLeft) -> Self {
        Self { left: Some(left), ..self }
    }

    /// Takes room for so many values; `false` if there is not so much left.
    fn take(&self, count: usize) -> bool {
        self.left.is_none_or(|left| left.take(count))
    }

    /// Whether `element` is the one called `name`.
    pub(crate) fn is<'d>(&self, element: &impl ValueElement<'d>, name: &str) -> bool {
        xml::name::is_encoding_of(element.name(), name) && self.owns(element)
    }

    /// Whether `element` is in the namespace of these values.
    pub(crate) fn owns<'d>(&self, element: &impl ValueElement<'d>) -> bool {
        element.namespace() == self.namespace
    }

    /// Reads a parameter or member from its element.
    pub(crate) fn parameter<'d>(
        &self,
        parameter: &Member,
        element: &mut impl ValueElement<'d>,
    ) -> Result<Value<'static>, Unreadable> {
        self.element(parameter.kind, parameter.presence == Presence::Nullable, element)
    }

    /// Reads the value of one element.
    pub(crate) fn element<'d>(
        &self,
        kind: Type,
        nullable: bool,
        element: &mut impl ValueElement<'d>,
    ) -> Result<Value<'static>, Unreadable> {
        let name = element.name();
        if !self.take(1) {
            return Err(Unreadable::too_many(element));
        }
        if element.is_nil() {
            return self.nil(kind, nullable, element);
        }
        match kind {
            // A newer service may know more values than its description: in an answer the text is kept.
            Type::Enumeration(_) if self.nil == Nil::Null => {
                let text = element.take_text().ok_or_else(|| Unreadable::new(name, element, Reason::NotOnlyText))?;
                Ok(Value::Text(Cow::Owned(text.into_owned())))
            }
            Type::Scalar(_) | Type::Enumeration(_) => {
                let text = element.take_text().ok_or_else(|| Unreadable::new(name, element, Reason::NotOnlyText))?;
                scalar(kind, text).map_err(|reason| Unreadable::new(name, element, reason))
            }
            Type::Structure(structure) => self.deeper(element)?.structure(structure, element),
            Type::Array(array) => self.deeper(element)?.array(array, element),
            Type::List(_) | Type::Any | Type::Xml(_) => {
                Err(passed(name, element, Reason::Invalid(scalar_text::conversion_failure(kind, ""))))
            }
        }
    }

    /// What an element with `xsi:nil` is.
    fn nil<'d>(
        &self,
        kind: Type,
        nullable: bool,
        element: &mut impl ValueElement<'d>,
    ) -> Result<Value<'static>, Unreadable> {
        if nullable {
            return Ok(Value::Null);
        }
        match kind {
            Type::Scalar(scalar) if scalar.is_reference() && self.nil == Nil::NotNull => {
                Ok(Value::Text(Cow::Borrowed("")))
            }
            Type::Scalar(scalar) if scalar.is_reference() => Ok(Value::Null),
            Type::Scalar(_) | Type::Enumeration(_) => {
                Err(passed(element.name(), element, Reason::Invalid(scalar_text::conversion_failure(kind, ""))))
            }
            Type::Structure(structure) if self.nil == Nil::NotNull => {
                if !self.take(structure.members().len()) {
                    return Err(Unreadable::too_many(element));
                }
                Ok(Value::blank_structure(structure))
            }
            Type::Structure(_) | Type::Array(_) | Type::List(_) | Type::Any | Type::Xml(_) => Ok(Value::Null),
        }
    }

    /// Members by name, in any order: of a repeated scalar the first counts, of a repeated array the last.
    fn structure<'d, E: ValueElement<'d>>(
        &self,
        structure: &Structure,
        element: &mut E,
    ) -> Result<Value<'static>, Unreadable> {
        if !self.take(structure.members().len()) {
            return Err(Unreadable::too_many(element));
        }
        let mut found: Vec<_> = structure.members().iter().map(|_| None).collect();
        element.take_children(|child| {
            let index = structure.members().iter().position(|member| self.is(child, member.name));
            if let Some((place, member)) =
                index.and_then(|index| Some((found.get_mut(index)?, structure.members().get(index)?)))
                && (place.is_none() || matches!(member.kind, Type::Array(_)))
            {
                *place = None;
                *place = Some(self.parameter(member, child));
            }
        });
        let mut members = Vec::with_capacity(structure.members().len());
        for (member, found) in structure.members().iter().zip(found) {
            members.push(found.unwrap_or_else(|| Ok(Value::absent(member)))?);
        }
        Ok(Value::Structure(members))
    }

    /// Items by name; anything else is passed over.
    fn array<'d, E: ValueElement<'d>>(&self, array: &ArrayType, element: &mut E) -> Result<Value<'static>, Unreadable> {
        let mut items = Ok(Vec::with_capacity(element.count_children(self.left.map_or(usize::MAX, ValuesLeft::count))));
        element.take_children(|item| {
            if let Ok(read) = &mut items
                && self.is(item, array.item_name)
            {
                match self.element(array.item, array.nullable_items, item) {
                    Ok(value) => read.push(value),
                    Err(unreadable) => items = Err(unreadable),
                }
            }
        });
        items.map(|mut items| {
            items.shrink_to_fit();
            Value::Array(items)
        })
    }

    fn deeper<'d>(self, element: &mut impl ValueElement<'d>) -> Result<Self, Unreadable> {
        if self.nesting == MAX_NESTING {
            return Err(passed(element.name(), element, Reason::TooDeep));
        }
        Ok(Self { nesting: self.nesting + 1, ..self })
    }
}

/// Passes over an element that is unreadable.
fn passed<'d>(name: &str, element: &mut impl ValueElement<'d>, reason: Reason) -> Unreadable {
    element.skip();
    Unreadable::new(name, element, reason)
}

/// White space of XML.
const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// The text of a scalar or an enumeration in canonical form.
fn scalar(kind: Type, text: Cow<'_, str>) -> Result<Value<'static>, Reason> {
    let owned = |text: Cow<'_, str>| Value::Text(Cow::Owned(text.into_owned()));
    let invalid = |text: &str| Reason::Invalid(scalar_text::conversion_failure(kind, text));
    match kind {
        Type::Scalar(Scalar::String) => Ok(owned(text)),
        Type::Scalar(Scalar::Base64Binary) => {
            // It may be most of the message, so there are never three of it.
            let mut text = text;
            if text.contains(BLANKS) {
                text.to_mut().retain(|character| !BLANKS.contains(&character));
            }
            let binary = Base64Binary::parse(&text).map_err(|_| Reason::NotBase64)?;
            drop(text);
            Ok(owned(binary.lexical()))
        }
        Type::Scalar(scalar) => match canonical_text(scalar, Cow::Borrowed(xml::trim_white_space(&text))) {
            Ok(canonical) => Ok(owned(canonical)),
            Err(_) => Err(invalid(&text)),
        },
        other => match Value::Text(Cow::Borrowed(&text)).canonical(other) {
            Ok(value) => Ok(value.into_owned()),
            Err(_) => Err(invalid(&text)),
        },
    }
}

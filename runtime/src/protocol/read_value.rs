//! Values out of XML elements: parameters of a request, and typed results.

use std::borrow::Cow;

use super::scalar_text;
use super::soap_version::XSI;
use super::write_value::MAX_NESTING;
use crate::fault::Exception;
use crate::operation::{ArrayType, Parameter, Presence, Scalar, Structure, Type};
use crate::value::Value;
use crate::xml::{self, Element};

/// An element that is not of its type.
#[derive(Debug)]
pub(super) struct Unreadable {
    /// Name of the element.
    pub(super) element: String,
    /// Where it ends in the document's text, in bytes.
    pub(super) end: usize,
    /// What is wrong.
    pub(super) reason: Reason,
}

/// What is wrong with an element.
#[derive(Debug)]
pub(super) enum Reason {
    /// Something else than text where only text may be. Genuine servers answer 400 without a body.
    NotOnlyText,
    /// Text that no base64 decoder reads. Genuine servers answer 400 without a body here, too.
    NotBase64,
    /// Text that is not of the type.
    Invalid(Exception),
    /// Elements nested deeper than any value may be.
    TooDeep,
}

impl Unreadable {
    fn new(element: Element<'_>, reason: Reason) -> Self {
        Self { element: element.name().to_owned(), end: element.span().end, reason }
    }

    /// What is wrong, for people.
    pub(super) fn message(&self) -> String {
        match &self.reason {
            Reason::NotOnlyText => "there is something else than text in it".to_owned(),
            Reason::NotBase64 => "its text is not base64".to_owned(),
            Reason::Invalid(exception) => exception.message.clone(),
            Reason::TooDeep => format!("its values are nested deeper than {MAX_NESTING} levels"),
        }
    }
}

/// How `xsi:nil="true"` is read where the descriptor does not say that the value may be null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nil {
    /// As genuine servers read it: an empty string, an object with defaults, and no number.
    NotNull,
    /// As null.
    Null,
}

/// Reads elements of one namespace.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValueReader<'a> {
    namespace: Option<&'a str>,
    nil: Nil,
    nesting: usize,
}

impl<'a> ValueReader<'a> {
    pub(super) fn new(namespace: &'a str, nil: Nil) -> Self {
        Self { namespace: Some(namespace).filter(|namespace| !namespace.is_empty()), nil, nesting: 0 }
    }

    /// Whether `element` is the one called `name`.
    pub(super) fn is(&self, element: Element<'_>, name: &str) -> bool {
        xml::name::is_encoding_of(element.name(), name) && self.owns(element)
    }

    /// Whether `element` is in the namespace of these values.
    pub(super) fn owns(&self, element: Element<'_>) -> bool {
        element.namespace() == self.namespace
    }

    /// Reads a parameter or member from its element, if there is one. Absent is null, or the default of a value type.
    pub(super) fn parameter(
        &self,
        parameter: &Parameter,
        element: Option<Element<'_>>,
    ) -> Result<Value<'static>, Unreadable> {
        match element {
            Some(element) => self.element(parameter.kind, parameter.presence == Presence::Nullable, element),
            None if parameter.presence == Presence::Required => Ok(parameter.kind.blank()),
            None => Ok(Value::Null),
        }
    }

    /// Reads the value of one element.
    pub(super) fn element(
        &self,
        kind: Type,
        nullable: bool,
        element: Element<'_>,
    ) -> Result<Value<'static>, Unreadable> {
        if is_nil(element) {
            return self.nil(kind, nullable, element);
        }
        match kind {
            Type::Scalar(Scalar::String) => Ok(Value::Text(Cow::Owned(only_text(element)?.into_owned()))),
            Type::Scalar(scalar) => {
                let text = only_text(element)?;
                let trimmed = Cow::Borrowed(xml::trim_white_space(&text));
                match scalar.canonical(trimmed) {
                    Ok(text) => Ok(Value::Text(Cow::Owned(text.into_owned()))),
                    Err(_) if scalar == Scalar::Base64Binary => Err(Unreadable::new(element, Reason::NotBase64)),
                    Err(_) => Err(invalid(kind, element, &text)),
                }
            }
            Type::Enumeration(_) => {
                let text = only_text(element)?;
                match kind.canonical(Value::Text(Cow::Borrowed(&text))) {
                    Ok(value) => Ok(value.into_owned()),
                    // A newer service may know more values than its description: in an answer the text is kept.
                    Err(_) if self.nil == Nil::Null => Ok(Value::Text(Cow::Owned(text.into_owned()))),
                    Err(_) => Err(invalid(kind, element, &text)),
                }
            }
            Type::Structure(structure) => self.deeper(element)?.structure(structure, element),
            Type::Array(array) => self.deeper(element)?.array(array, element),
        }
    }

    /// What an element with `xsi:nil` is.
    fn nil(&self, kind: Type, nullable: bool, element: Element<'_>) -> Result<Value<'static>, Unreadable> {
        if nullable {
            return Ok(Value::Null);
        }
        match kind {
            Type::Scalar(scalar) if scalar.is_reference() && self.nil == Nil::NotNull => {
                Ok(Value::Text(Cow::Borrowed("")))
            }
            Type::Scalar(scalar) if scalar.is_reference() => Ok(Value::Null),
            Type::Scalar(_) | Type::Enumeration(_) => Err(invalid(kind, element, "")),
            Type::Structure(structure) if self.nil == Nil::NotNull => Ok(structure.blank()),
            Type::Structure(_) | Type::Array(_) => Ok(Value::Null),
        }
    }

    /// Members by name, in any order: of a repeated scalar the first counts, of a repeated array the last.
    fn structure(&self, structure: &Structure, element: Element<'_>) -> Result<Value<'static>, Unreadable> {
        let mut found: Vec<Option<Element<'_>>> = vec![None; structure.members.len()];
        for child in element.elements().filter(|child| self.owns(*child)) {
            let index = structure.members.iter().position(|member| self.is(child, member.name));
            let Some((place, member)) =
                index.and_then(|index| Some((found.get_mut(index)?, structure.members.get(index)?)))
            else {
                continue;
            };
            if place.is_none() || matches!(member.kind, Type::Array(_)) {
                *place = Some(child);
            }
        }
        let members = structure.members.iter().zip(found);
        members.map(|(member, child)| self.parameter(member, child)).collect::<Result<_, _>>().map(Value::Structure)
    }

    /// Items by name; anything else is passed over.
    fn array(&self, array: &ArrayType, element: Element<'_>) -> Result<Value<'static>, Unreadable> {
        let items = element.elements().filter(|item| self.is(*item, array.item_name));
        items
            .map(|item| self.element(array.item, array.nullable_items, item))
            .collect::<Result<_, _>>()
            .map(Value::Array)
    }

    fn deeper(self, element: Element<'_>) -> Result<Self, Unreadable> {
        if self.nesting == MAX_NESTING {
            return Err(Unreadable::new(element, Reason::TooDeep));
        }
        Ok(Self { nesting: self.nesting + 1, ..self })
    }
}

/// Whether the element says that it is null.
pub(super) fn is_nil(element: Element<'_>) -> bool {
    element.attribute(Some(XSI), "nil").is_some_and(|nil| matches!(xml::trim_white_space(nil), "true" | "1"))
}

/// The text of an element that must hold nothing else.
pub(super) fn only_text(element: Element<'_>) -> Result<Cow<'_, str>, Unreadable> {
    if element.has_only_text() { Ok(element.text()) } else { Err(Unreadable::new(element, Reason::NotOnlyText)) }
}

fn invalid(kind: Type, element: Element<'_>, text: &str) -> Unreadable {
    Unreadable::new(element, Reason::Invalid(scalar_text::conversion_failure(kind, text)))
}

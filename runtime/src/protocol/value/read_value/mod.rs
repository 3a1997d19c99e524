//! Values out of XML elements: parameters of a request, and parts of a response.

mod any;
mod array;
pub(crate) mod capture;
mod deviations;
mod empty;
mod nothing;
mod scalar;
mod structure;
mod unreadable;

use std::borrow::Cow;
use std::collections::HashMap;

pub(crate) use deviations::Deviations;
pub(crate) use unreadable::{Reason, Unreadable};

use super::value_element::{ValueElement as _, take_texts};
use super::values_left::ValuesLeft;
use super::write_value::MAX_NESTING;
use crate::operation::{Member, Scalar, Type};
use crate::protocol::soap::soap_version::{XSD, XSI};
use crate::value::Value;
use crate::xml;
use crate::xml::PullReader;

/// How `xsi:nil="true"` and what is absent are read where the descriptor does not say that the value may be null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nil {
    /// As genuine servers read it: an empty string, an object with defaults, and no number.
    NotNull,
    /// As null.
    Null,
}

/// Reads elements of a service.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ValueReader<'a> {
    /// The service's namespace.
    namespace: &'a str,
    nil: Nil,
    /// `None` is without a bound.
    left: Option<&'a ValuesLeft>,
    nesting: usize,
    /// Whether the outermost members have no namespace, whatever their descriptors say (rpc/literal).
    unqualified: bool,
    /// Whether items of the outermost array may have any name.
    any_items: bool,
    /// Whether qualified names are read with their namespace, whatever their prefix.
    expands_names: bool,
    /// The types that a value of any type may say it is of.
    types: &'static [Type],
    /// Where what contradicts the descriptors is noted; if nowhere, what is not of its type is an error.
    deviations: Option<&'a Deviations>,
}

impl<'a> ValueReader<'a> {
    pub(crate) const fn new(namespace: &'a str, nil: Nil) -> Self {
        Self {
            namespace,
            nil,
            left: None,
            nesting: 0,
            unqualified: false,
            expands_names: false,
            any_items: false,
            types: &[],
            deviations: None,
        }
    }

    /// The same that reads no more values than are left.
    pub(crate) fn within(self, left: &'a ValuesLeft) -> Self {
        Self { left: Some(left), ..self }
    }

    /// The same that knows these types where any may be.
    pub(crate) fn types(self, types: &'static [Type]) -> Self {
        Self { types, ..self }
    }

    /// The same whose outermost members have no namespace.
    pub(crate) fn unqualified_parts(self) -> Self {
        Self { unqualified: true, ..self }
    }

    /// The same that takes every element in the outermost array for an item: over GET and POST items are called after their type.
    pub(crate) fn any_items(self) -> Self {
        Self { any_items: true, ..self }
    }

    /// The same that reads qualified names with their namespace, as messages have them.
    pub(crate) fn expanding_names(self, expands_names: bool) -> Self {
        Self { expands_names, ..self }
    }

    /// The same that notes what contradicts the descriptors, and reads it nevertheless.
    pub(crate) fn noting(self, deviations: &'a Deviations) -> Self {
        Self { deviations: Some(deviations), expands_names: true, ..self }
    }

    /// Takes room for so many values; `false` if there is not so much left.
    fn take(&self, count: usize) -> bool {
        self.left.is_none_or(|left| left.take(count))
    }

    /// Whether `element` is the one called `name` in `namespace`.
    pub(crate) fn is_named(element: &PullReader<'_>, name: &str, namespace: &str) -> bool {
        is_encoding(element.name(), name) && element.is_in(namespace)
    }

    /// Reads a parameter or member from its element; of a repeated one, one occurrence.
    pub(crate) fn parameter(
        &self,
        parameter: &Member,
        element: &mut PullReader<'_>,
    ) -> Result<Value<'static>, Unreadable> {
        let mut value = Value::Null;
        self.member_into(parameter, element, &mut value)?;
        Ok(value)
    }

    /// Reads the value of one element.
    pub(crate) fn element(
        &self,
        kind: Type,
        nullable: bool,
        element: &mut PullReader<'_>,
    ) -> Result<Value<'static>, Unreadable> {
        let mut value = Value::Null;
        self.value_into(kind, nullable, None, element, &mut value)?;
        Ok(value)
    }

    fn member_into(
        &self,
        member: &Member,
        element: &mut PullReader<'_>,
        place: &mut Value<'static>,
    ) -> Result<(), Unreadable> {
        self.value_into(member.kind, member.presence.is_nullable(), empty::of_empty(member), element, place)
    }

    /// Reads the value of one element into its place: made there, it need not be moved, of which there are millions.
    fn value_into(
        &self,
        kind: Type,
        nullable: bool,
        default: Option<&'static str>,
        element: &mut PullReader<'_>,
        place: &mut Value<'static>,
    ) -> Result<(), Unreadable> {
        if !self.take(1) {
            return Err(Unreadable::too_many(element));
        }
        if element.has_attributes() && element.is_nil() {
            *place = self.nil(kind, nullable, element)?;
            return Ok(());
        }
        match kind {
            Type::Scalar(_) | Type::Enumeration(_) | Type::List(_) => self.simple_into(kind, default, element, place),
            Type::Structure(structure) => self.deeper(element)?.structure_or_derived(structure, element, place),
            Type::Array(array) => self.deeper(element)?.array_into(array, element, place),
            Type::Any => self.deeper(element)?.any_into(element, place),
            Type::Xml(_) | Type::DataSet(_) => {
                *place = self.xml(element)?;
                Ok(())
            }
        }
    }

    /// Reads the next element if it is called so, of a simple type, and written plainly; `false` if not.
    #[inline]
    fn plain_value<'v>(
        &self,
        kind: Type,
        name: &str,
        namespace: &str,
        default: Option<&'static str>,
        element: &mut PullReader<'_>,
        place: impl FnOnce() -> Option<&'v mut Value<'static>>,
    ) -> Result<bool, Unreadable> {
        if !matches!(kind, Type::Scalar(_) | Type::Enumeration(_)) || matches!(kind, Type::Scalar(Scalar::QName)) {
            return Ok(false);
        }
        let Some(text) = element.plain_element(name, namespace) else { return Ok(false) };
        // Before there is a place for it, of which one more than there may be would double the room.
        if !self.take(1) {
            return Err(Unreadable::new(name, element, Reason::TooMany));
        }
        let Some(place) = place() else { return Ok(false) };
        if self.deviations.is_none() || !scalar::plain_into(kind, text, place) {
            self.text_into(kind, default, Cow::Borrowed(text), name, element, place)?;
        }
        Ok(true)
    }

    /// What is inside the element, as XML that stands by itself.
    fn xml(&self, element: &mut PullReader<'_>) -> Result<Value<'static>, Unreadable> {
        let name = element.name();
        let xml = capture::content(element, self.left);
        xml.map(|xml| Value::Xml(Cow::Owned(xml))).ok_or_else(|| Unreadable::new(name, element, Reason::TooMany))
    }

    /// The element itself, as XML that stands by itself.
    pub(crate) fn whole(&self, element: &mut PullReader<'_>) -> Result<String, Unreadable> {
        let name = element.name();
        capture::whole(element, self.left).ok_or_else(|| Unreadable::new(name, element, Reason::TooMany))
    }

    /// Reads the text of an element; `default` is what it is if it is empty.
    fn simple_into(
        &self,
        kind: Type,
        default: Option<&'static str>,
        element: &mut PullReader<'_>,
        place: &mut Value<'static>,
    ) -> Result<(), Unreadable> {
        let name = element.name();
        let is_name = matches!(kind, Type::Scalar(Scalar::QName));
        if self.deviations.is_some()
            && !is_name
            && let Some(text) = element.plain_text()
        {
            if scalar::plain_into(kind, text, place) {
                return Ok(());
            }
            return self.text_into(kind, default, Cow::Borrowed(text), name, element, place);
        }
        if is_name {
            // Its own declarations are gone when its text is there.
            let namespace_of = |prefix| element.namespace_of_prefix(prefix).map(str::to_owned);
            let own: HashMap<_, _> = element.own_declarations().map(|prefix| (prefix, namespace_of(prefix))).collect();
            let (text, _) = take_texts(element);
            let text = self.qualified(&text, &|prefix| match own.get(prefix) {
                Some(namespace) => namespace.as_deref(),
                None => element.namespace_of_prefix(prefix),
            });
            return self.text_into(kind, default, Cow::Owned(text), name, element, place);
        }
        let (text, is_only_text) = take_texts(element);
        if !is_only_text {
            match self.deviations {
                Some(deviations) => deviations.note(element, name, "holds something else than text"),
                None => return Err(Unreadable::new(name, element, Reason::NotOnlyText)),
            }
        }
        self.text_into(kind, default, text, name, element, place)
    }

    /// The value of a text that was just passed, in the element or attribute `name`.
    fn text_into(
        &self,
        kind: Type,
        default: Option<&'static str>,
        text: Cow<'_, str>,
        name: &str,
        element: &PullReader<'_>,
        place: &mut Value<'static>,
    ) -> Result<(), Unreadable> {
        *place = self
            .text_of(kind, default, text, name, element)
            .map_err(|reason| Unreadable::new(name, element, reason))?;
        Ok(())
    }

    /// The value of a text; `name` is the place that it stands in.
    fn text_of(
        &self,
        kind: Type,
        default: Option<&'static str>,
        text: Cow<'_, str>,
        name: &str,
        element: &PullReader<'_>,
    ) -> Result<Value<'static>, Reason> {
        if let Some(default) = default
            && xml::trim_white_space(&text).is_empty()
        {
            return Ok(Value::Text(Cow::Borrowed(default)));
        }
        match (self.deviations, kind) {
            (Some(deviations), _) => {
                let (value, is_valid) = scalar::as_it_came(kind, text);
                if !is_valid {
                    deviations.note(element, name, format_args!("is not of its type, {}", kind.name()));
                }
                Ok(value)
            }
            // A newer service may know more values than its description: in a response the text is kept.
            (None, Type::Enumeration(_)) if self.nil == Nil::Null => Ok(scalar::as_it_came(kind, text).0),
            (None, _) => scalar::checked(kind, text),
        }
    }

    /// A qualified name with its namespace instead of its prefix.
    fn qualified<'s>(&self, text: &str, namespace_of: &dyn Fn(&str) -> Option<&'s str>) -> String {
        let name = xml::trim_white_space(text);
        match name.split_once(':') {
            Some((prefix, local)) => match namespace_of(prefix) {
                // Prefixes that every envelope declares are kept where a value is one of generated code.
                Some(XSD | XSI) if !self.expands_names => name.to_owned(),
                Some(namespace) => format!("{{{namespace}}}{local}"),
                None => name.to_owned(),
            },
            None if self.expands_names && !name.is_empty() => match namespace_of("") {
                Some(namespace) => format!("{{{namespace}}}{name}"),
                None => name.to_owned(),
            },
            None => name.to_owned(),
        }
    }

    fn deeper(self, element: &mut PullReader<'_>) -> Result<Self, Unreadable> {
        if self.nesting == MAX_NESTING {
            return Err(Unreadable::passing(element, Reason::TooDeep));
        }
        Ok(Self { nesting: self.nesting + 1, unqualified: false, ..self })
    }
}

/// Whether the name of an element or attribute is that of a descriptor.
fn is_encoding(written: &str, name: &str) -> bool {
    // A name that may stand in XML is its own encoding, unless it looks like one.
    if xml::same(written.as_bytes(), name.as_bytes()) && !written.bytes().any(|byte| byte == b'_') {
        return true;
    }
    (written.len() >= name.len() && written.contains('_')) && xml::name::is_encoding_of(written, name)
}

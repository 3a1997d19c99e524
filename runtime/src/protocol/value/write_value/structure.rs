//! Writes structures: attributes into the start tag, the other members after it.

use std::borrow::Cow;

use super::names::expanded;
use super::tags::{MemberTags, Prefixes, Tag, is_in_start_tag};
use super::{Forbidden, Unwritable, ValueWriter, forbidden, list_of, text_of};
use crate::operation::{Member, Place, Scalar, Structure, Type};
use crate::value::Value;
use crate::value::field::{Field, View};
use crate::xml;
use crate::xml::name::encode_local_name;

static LEFT_OUT: Value<'static> = Value::Null;

impl ValueWriter<'_> {
    /// Writes the members that are not attributes.
    pub(super) fn members(
        &mut self,
        structure: &Structure,
        field: &dyn Field,
        tags: Option<&MemberTags>,
    ) -> Result<(), Unwritable> {
        let members = structure.members();
        if field.inner(members.len()).is_some() {
            return Err(Unwritable::new(format!("does not have the members of its type, {}", structure.name)));
        }
        for (index, member) in members.iter().enumerate() {
            if matches!(member.place, Place::Attribute | Place::AnyAttributes) {
                continue;
            }
            let inner = field.inner(index).unwrap_or(&LEFT_OUT);
            let Some(tag) = tags.and_then(|tags| tags.get(index)) else {
                self.parameter(member, inner).map_err(|unwritable| unwritable.under("."))?;
                continue;
            };
            // The fast path for nearly all members: a text in an element, in the namespace around it.
            if let Some((open, close)) = tag.around_plain()
                && std::ptr::eq(self.namespace_of(member), self.default)
            {
                let (view, mut digits) = (inner.view(), itoa::Buffer::new());
                if let Some(text) = text_of(&view, &mut digits)
                    && !(text.is_empty() && self.is_server())
                {
                    self.out.push_str(open);
                    self.text(text).map_err(|unwritable| unwritable.within(member).under("."))?;
                    self.out.push_str(close);
                    continue;
                }
            }
            self.member(tag, member, inner).map_err(|unwritable| unwritable.under("."))?;
        }
        Ok(())
    }

    /// Writes the members that are attributes. Returns the text of the structure if it is a qualified name, whose prefix the start tag may have
    /// to declare.
    pub(super) fn attributes(
        &mut self,
        structure: &Structure,
        field: &dyn Field,
        tags: Option<&MemberTags>,
        prefixes: &mut Prefixes,
    ) -> Result<Option<String>, Unwritable> {
        let members = structure.members();
        let mut text = None;
        let Some(tags) = tags else {
            for (index, member) in members.iter().enumerate().filter(|(_, member)| is_in_start_tag(member)) {
                let inner = field.inner(index).unwrap_or(&LEFT_OUT);
                self.in_start_tag(member, inner, &mut text, prefixes)?;
            }
            return self.qualified_text(text, prefixes);
        };
        for index in tags.in_start_tag() {
            let Some(member) = members.get(*index) else { continue };
            let inner = field.inner(*index).unwrap_or(&LEFT_OUT);
            let around = tags.get(*index).and_then(Tag::around_plain);
            let (view, mut digits) = (inner.view(), itoa::Buffer::new());
            match around.zip(text_of(&view, &mut digits)) {
                Some(((start, end), text)) => {
                    self.out.push_str(start);
                    self.attribute_content(text).map_err(|unwritable| unwritable.within(member).under("."))?;
                    self.out.push_str(end);
                }
                None => self.in_start_tag(member, inner, &mut text, prefixes)?,
            }
        }
        self.qualified_text(text, prefixes)
    }

    fn qualified_text(&mut self, text: Option<String>, prefixes: &mut Prefixes) -> Result<Option<String>, Unwritable> {
        text.map(|text| Ok(self.qualified(&text, prefixes)?.into_owned())).transpose()
    }

    /// Writes an attribute, or stores the text of the structure in `text`.
    #[inline(never)]
    fn in_start_tag(
        &mut self,
        member: &Member,
        field: &dyn Field,
        text: &mut Option<String>,
        prefixes: &mut Prefixes,
    ) -> Result<(), Unwritable> {
        if member.place == Place::Text {
            *text = field.text().map(Cow::into_owned);
            return Ok(());
        }
        self.attribute(member, field, prefixes).map_err(|unwritable| unwritable.within(member).under("."))
    }

    fn attribute(&mut self, member: &Member, field: &dyn Field, prefixes: &mut Prefixes) -> Result<(), Unwritable> {
        let view = field.view();
        let mut digits = itoa::Buffer::new();
        if let Some(text) = text_of(&view, &mut digits).filter(|_| member.place == Place::Attribute) {
            return if self.is_default(member, text) { Ok(()) } else { self.attribute_text(member, text, prefixes) };
        }
        match (member.place, view) {
            (Place::Attribute, View::Null | View::Nil)
                if member.must_be_given() && !self.unchecked && !self.is_server() =>
            {
                Err(Unwritable::new("is required and was not given"))
            }
            (_, View::Null | View::Nil) => Ok(()),
            (Place::AnyAttributes, View::Attributes(attributes)) => {
                for (name, text) in attributes {
                    let (namespace, local) = expanded(name).unwrap_or(("", name));
                    if !xml::is_name(local) {
                        return Err(Unwritable::new("contains an attribute with an invalid name"));
                    }
                    self.named_attribute(namespace, local, text, prefixes)?;
                }
                Ok(())
            }
            (Place::Attribute, view) => {
                let text = list_of(member.kind, field, &view)?;
                if self.is_default(member, &text) { Ok(()) } else { self.attribute_text(member, &text, prefixes) }
            }
            _ => Err(Unwritable::of_another_type(member.kind)),
        }
    }

    fn attribute_text(&mut self, member: &Member, text: &str, prefixes: &mut Prefixes) -> Result<(), Unwritable> {
        let namespace = member.namespace.uri(self.service);
        let name = encode_local_name(member.name);
        if matches!(member.kind, Type::Scalar(Scalar::QName)) {
            let text = self.qualified(text, prefixes)?;
            return self.named_attribute(namespace, &name, &text, prefixes);
        }
        self.named_attribute(namespace, &name, text, prefixes)
    }

    pub(super) fn named_attribute(
        &mut self,
        namespace: &str,
        name: &str,
        text: &str,
        prefixes: &mut Prefixes,
    ) -> Result<(), Unwritable> {
        let prefix = if namespace.is_empty() { "".into() } else { self.attribute_prefix(namespace, prefixes) };
        for part in [" ", &prefix, name, "=\""] {
            self.out.push_str(part);
        }
        self.escaped_attribute(text)?;
        self.out.push('"');
        Ok(())
    }

    #[inline]
    fn attribute_content(&mut self, text: &str) -> Result<(), Unwritable> {
        if xml::push_unescaped(self.out, text) { Ok(()) } else { self.escaped_attribute(text) }
    }

    #[inline(never)]
    fn escaped_attribute(&mut self, text: &str) -> Result<(), Unwritable> {
        if self.forbidden == Forbidden::Refuse {
            return xml::escape_allowed_attribute(self.out, text).map_err(|(at, character)| forbidden(at, character));
        }
        xml::escape_attribute(self.out, text);
        Ok(())
    }
}

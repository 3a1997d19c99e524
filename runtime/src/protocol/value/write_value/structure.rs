//! Structures: attributes in the start tag, the other members behind it.

use super::names::expanded;
use super::prefixes::Prefixes;
use super::{Forbidden, Unwritable, ValueWriter, forbidden, list_of, text_of};
use crate::operation::{Member, Place, Presence, Scalar, Structure, Type};
use crate::value::field::{Field, View};
use crate::xml;
use crate::xml::name::encode_local_name;

impl ValueWriter<'_> {
    /// Writes the members that are no attributes.
    pub(super) fn members(&mut self, structure: &'static Structure, field: &dyn Field) -> Result<(), Unwritable> {
        let members = structure.members();
        let tags = self.tags.of(structure);
        let mut tags = tags.iter().flat_map(|tags| tags.iter());
        for (index, member) in members.iter().enumerate() {
            let Some(inside) = field.inside(index) else { return Err(Self::has_other_members(structure)) };
            let written = match tags.next() {
                Some(tag) => self.member(tag, member, inside),
                None => self.parameter(member, inside),
            };
            written.map_err(|unwritable| unwritable.under("."))?;
        }
        if field.inside(members.len()).is_some() { Err(Self::has_other_members(structure)) } else { Ok(()) }
    }

    fn has_other_members(structure: &Structure) -> Unwritable {
        Unwritable::new(format!("has not the members of its type, {}", structure.name))
    }

    /// Writes the members that are attributes. Gives the text of the structure if it is a qualified name, for which the start tag may have
    /// to declare a prefix.
    pub(super) fn attributes(
        &mut self,
        structure: &'static Structure,
        field: &dyn Field,
        prefixes: &mut Prefixes,
    ) -> Result<Option<String>, Unwritable> {
        let mut text = None;
        for (index, member) in structure.members().iter().enumerate() {
            let inside = match member.place {
                Place::Attribute | Place::AnyAttributes => field.inside(index),
                Place::Text if matches!(member.kind, Type::Scalar(Scalar::QName)) => field.inside(index),
                _ => None,
            };
            let Some(inside) = inside else { continue };
            if member.place == Place::Text {
                text = inside.text();
                continue;
            }
            self.attribute(member, inside, prefixes).map_err(|unwritable| unwritable.under(member.name).under("."))?;
        }
        text.map(|text| Ok(self.qualified(&text, prefixes)?.into_owned())).transpose()
    }

    fn attribute(&mut self, member: &Member, field: &dyn Field, prefixes: &mut Prefixes) -> Result<(), Unwritable> {
        let view = field.view();
        let mut digits = itoa::Buffer::new();
        if let Some(text) = text_of(&view, &mut digits).filter(|_| member.place == Place::Attribute) {
            return if self.is_default(member, text) { Ok(()) } else { self.attribute_text(member, text, prefixes) };
        }
        match (member.place, view) {
            (Place::Attribute, View::Null | View::Nil)
                if member.presence == Presence::Required && !self.unchecked && !self.is_server() =>
            {
                Err(Unwritable::new("is required and was not given"))
            }
            (_, View::Null | View::Nil) => Ok(()),
            (Place::AnyAttributes, View::Attributes(attributes)) => {
                for (name, text) in attributes {
                    let (namespace, local) = expanded(name).unwrap_or(("", name));
                    if !xml::is_name(local) {
                        return Err(Unwritable::new("holds an attribute whose name is none"));
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

    fn named_attribute(
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
        if self.forbidden == Forbidden::Refuse {
            xml::escape_allowed_attribute(self.out, text).map_err(|(at, character)| forbidden(at, character))?;
        } else {
            xml::escape_attribute(self.out, text);
        }
        self.out.push('"');
        Ok(())
    }
}

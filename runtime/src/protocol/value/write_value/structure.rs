//! Structures: attributes in the start tag, the other members behind it.

use super::names::expanded;
use super::prefixes::Prefixes;
use super::{Forbidden, Unwritable, ValueWriter, forbidden, listed};
use crate::operation::{Member, Place, Presence, Scalar, Structure, Type};
use crate::value::Value;
use crate::xml;

impl ValueWriter<'_> {
    /// Writes the members that are no attributes.
    pub(super) fn members(&mut self, structure: &Structure, values: &[Value<'_>]) -> Result<(), Unwritable> {
        let members = structure.members();
        if members.len() != values.len() {
            return Err(Unwritable::new(format!("has not the members of its type, {}", structure.name)));
        }
        for (member, value) in members.iter().zip(values) {
            self.parameter(member, value).map_err(|unwritable| unwritable.under("."))?;
        }
        Ok(())
    }

    /// Writes the members that are attributes.
    pub(super) fn attributes(
        &mut self,
        members: &[Member],
        values: &[Value<'_>],
        prefixes: &mut Prefixes,
    ) -> Result<(), Unwritable> {
        for (member, value) in members.iter().zip(values) {
            match (member.place, value) {
                (Place::Attribute, Value::Null | Value::Nil)
                    if member.presence == Presence::Required && !self.unchecked && !self.is_server() =>
                {
                    let unwritable = Unwritable::new("is required and was not given");
                    return Err(unwritable.under(member.name).under("."));
                }
                (_, Value::Null | Value::Nil) => {}
                (Place::Attribute, Value::Text(text)) if self.is_default(member, text) => {}
                (Place::Attribute, Value::Text(text)) => {
                    self.attribute(member, text, prefixes)
                        .map_err(|unwritable| unwritable.under(member.name).under("."))?;
                }
                (Place::Attribute, Value::Array(items)) if matches!(member.kind, Type::List(_)) => {
                    self.attribute(member, &listed(items)?, prefixes)?;
                }
                (Place::AnyAttributes, Value::Attributes(attributes)) => {
                    for (name, text) in attributes {
                        let (namespace, local) = expanded(name).unwrap_or(("", name));
                        if !xml::is_name(local) {
                            return Err(Unwritable::new("holds an attribute whose name is none"));
                        }
                        self.named_attribute(namespace, local, text, prefixes)?;
                    }
                }
                (Place::Attribute | Place::AnyAttributes, _) => {
                    return Err(Unwritable::of_another_type(member.kind).under(member.name).under("."));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn attribute(&mut self, member: &Member, text: &str, prefixes: &mut Prefixes) -> Result<(), Unwritable> {
        let namespace = member.namespace.uri(self.service);
        let name = xml::name::encode_local_name(member.name);
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

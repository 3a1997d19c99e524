//! Reads attributes of structures.

use std::borrow::Cow;

use super::absent::MemberSet;
use super::problems::{Reason, Unreadable};
use super::scalar::OfText;
use super::{ValueReader, is_encoding};
use crate::operation::{Member, Namespace, Place, Scalar, Type};
use crate::protocol::soap::soap_version::{SoapVersion, XSI};
use crate::value::field::{Field, Input};
use crate::xml;
use crate::xml::PullReader;

impl ValueReader<'_> {
    /// Notes the attributes of a simple value.
    pub(super) fn no_attributes(&self, kind: Type, element: &PullReader<'_>) -> Result<(), Unreadable> {
        if self.deviations.is_none() || !matches!(kind, Type::Scalar(_) | Type::Enumeration(_) | Type::List(_)) {
            return Ok(());
        }
        for (namespace, local, value) in element.attributes() {
            let namespace = namespace.unwrap_or_default();
            if SoapVersion::of_namespace(Some(namespace)).is_none() {
                self.unknown_attribute(namespace, local, &value, element)?;
            }
        }
        Ok(())
    }

    fn unknown_attribute(
        &self,
        namespace: &str,
        local: &str,
        value: &str,
        element: &PullReader<'_>,
    ) -> Result<(), Unreadable> {
        let Some(deviations) = self.deviations else { return Ok(()) };
        if namespace == XSI || namespace == xml::XML_NAMESPACE {
            return Ok(());
        }
        let what = format_args!("has the attribute `{}`, which is not described", xml::shortened(local, 80));
        deviations.note(element, "", what);
        self.retain_attribute(namespace, local, value, element)
    }

    pub(super) fn attributes(
        &self,
        members: &'static [Member],
        set: &mut MemberSet,
        element: &PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let any_attributes = || members.iter().position(|member| member.place == Place::AnyAttributes);
        let mut next = 0;
        for (namespace, local, value) in element.attributes() {
            let namespace = namespace.unwrap_or_default();
            // Attributes of `xsi` and SOAP are not members.
            let is_said = || {
                namespace == XSI && matches!(local, "type" | "nil")
                    || SoapVersion::of_namespace(Some(namespace)).is_some()
            };
            if !namespace.is_empty() && is_said() {
                continue;
            }
            let is_one = |member: &Member| {
                matches!(member.place, Place::Attribute)
                    && is_encoding(local, member.name)
                    && match member.namespace {
                        Namespace::None => namespace.is_empty(),
                        Namespace::Service | Namespace::Of(_) => member.namespace.uri(self.namespace) == namespace,
                    }
            };
            let (before, after) = members.split_at_checked(next).unwrap_or((members, &[]));
            let found = after.iter().zip(next..).chain(before.iter().zip(0..)).find(|(member, _)| is_one(member));
            if let Some((member, index)) = found {
                next = index + 1;
                set.mark(index);
                let field = self.member_field(slot, index, false, element)?;
                let value = match member.kind {
                    Type::Scalar(Scalar::QName) => {
                        Cow::Owned(Self::qualified(&value, &|prefix| element.namespace_of_prefix(prefix)))
                    }
                    _ => value,
                };
                self.attribute_into(member, value, local, element, field)?;
            } else if let Some(index) = any_attributes() {
                if !self.take(1) {
                    return Err(Unreadable::new(element.name(), element, Reason::TooMany));
                }
                set.mark(index);
                let name = if namespace.is_empty() {
                    Cow::Borrowed(local)
                } else {
                    Cow::Owned(format!("{{{namespace}}}{local}"))
                };
                let field = self.member_field(slot, index, false, element)?;
                self.give(field, Input::Attribute(name, value), "", element)?;
            } else {
                self.unknown_attribute(namespace, local, &value, element)?;
            }
        }
        Ok(())
    }

    fn attribute_into(
        &self,
        member: &Member,
        value: Cow<'_, str>,
        name: &str,
        element: &PullReader<'_>,
        field: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let stated = OfText::new(member);
        let text = match value {
            Cow::Borrowed(text) if self.counts_as_written(member.kind, stated, text) => Cow::Borrowed(text),
            value => self
                .text_of(member.kind, stated, value, name, element)
                .map_err(|reason| Unreadable::new(element.name(), element, reason))?,
        };
        self.give(field, Input::Text(text), name, element)
    }
}

//! Names with namespaces: stated types, qualified names as values, prefixes.

use std::borrow::Cow;

use super::tags::{Prefixes, UNKNOWN_PREFIX};
use super::{Unwritable, ValueWriter};
use crate::operation::{Namespace, Type};
use crate::protocol::soap::soap_version::{XSD, XSI};
use crate::value::field::{Field, View};
use crate::xml;

impl<'a> ValueWriter<'a> {
    /// The stated type of a value, with the value. A type other than the declared one is written to the start tag.
    pub(super) fn stated_type<'v>(
        &mut self,
        declared: Type,
        field: &'v dyn Field,
        view: &View<'_>,
        prefixes: &mut Prefixes,
    ) -> Result<Option<(Type, &'v dyn Field, View<'v>)>, Unwritable> {
        let View::OfType(kind) = *view else { return Ok(None) };
        let inner = field.inner(0).ok_or_else(|| Unwritable::of_another_type(kind))?;
        let stated = Some((kind, inner, inner.view()));
        if kind == declared {
            return Ok(stated);
        }
        let (local, namespace) = match kind {
            Type::List(_) | Type::Any | Type::Xml(_) | Type::DataSet(_) => (String::new(), ""),
            kind => (kind.name(), self.uri(kind.namespace())),
        };
        if local.is_empty() {
            return Err(Unwritable::new("is of a type without a name, which `xsi:type` cannot state"));
        }
        let name = self.name_in(namespace, &xml::name::encode_local_name(&local), prefixes);
        for part in [" xsi:type=\"", &name, "\""] {
            self.out.push_str(part);
        }
        Ok(stated)
    }

    /// The written form of a qualified name. It is given as `{namespace}name`, or with a prefix that every envelope declares.
    pub(super) fn qualified<'t>(&mut self, text: &'t str, prefixes: &mut Prefixes) -> Result<Cow<'t, str>, Unwritable> {
        if let Some(known) = self.known_name(text) {
            return Ok(known);
        }
        let (namespace, local) = expanded(text).ok_or_else(|| Unwritable::new(UNKNOWN_PREFIX))?;
        if namespace.is_empty() {
            self.default_hinders = true;
            return Err(Unwritable::new(
                "is a name without a namespace, which would be read in the default namespace here",
            ));
        }
        Ok(Cow::Owned(self.name_in(namespace, local, prefixes)))
    }

    /// The written form of a qualified name that needs no declaration.
    pub(super) fn known_name<'t>(&self, text: &'t str) -> Option<Cow<'t, str>> {
        match expanded(text) {
            Some((namespace, local)) if namespace == self.default => Some(Cow::Borrowed(local)),
            Some((XSD, local)) => Some(Cow::Owned(format!("xsd:{local}"))),
            Some((XSI, local)) => Some(Cow::Owned(format!("xsi:{local}"))),
            Some(_) => None,
            None => has_known_prefix(text).then_some(Cow::Borrowed(text)),
        }
    }

    /// The name with its prefix. A new prefix is declared in the start tag.
    fn name_in(&mut self, namespace: &str, local: &str, prefixes: &mut Prefixes) -> String {
        match namespace {
            namespace if namespace == self.default => local.to_owned(),
            "" => local.to_owned(),
            XSD => format!("xsd:{local}"),
            XSI => format!("xsi:{local}"),
            namespace => format!("{}:{local}", self.prefix_of(namespace, prefixes)),
        }
    }

    /// The prefix of an attribute's name, with its colon; empty for no namespace.
    pub(super) fn attribute_prefix(&mut self, namespace: &str, prefixes: &mut Prefixes) -> Cow<'static, str> {
        match namespace {
            "" => Cow::Borrowed(""),
            xml::XML_NAMESPACE => Cow::Borrowed("xml:"),
            XSI => Cow::Borrowed("xsi:"),
            namespace => Cow::Owned(format!("{}:", self.prefix_of(namespace, prefixes))),
        }
    }

    fn prefix_of(&mut self, namespace: &str, prefixes: &mut Prefixes) -> String {
        let (prefix, is_new) = prefixes.of(namespace);
        if !is_new {
            return prefix;
        }
        for part in [" xmlns:", &prefix, "=\""] {
            self.out.push_str(part);
        }
        xml::escape_attribute(self.out, namespace);
        self.out.push('"');
        prefix
    }

    fn uri(&self, namespace: Namespace) -> &'a str {
        namespace.uri(self.service)
    }
}

/// Namespace and local name of `{namespace}name`.
pub(super) fn expanded(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('{')?.rsplit_once('}')
}

/// Whether the prefix of a qualified name is declared by every envelope.
fn has_known_prefix(name: &str) -> bool {
    name.split_once(':').is_none_or(|(prefix, _)| matches!(prefix, "xsd" | "xsi" | "xml"))
}

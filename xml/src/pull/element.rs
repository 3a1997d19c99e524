//! What a reader tells of the element whose start tag it read last: attributes and namespaces.

use std::borrow::Cow;

use super::state::{NO_NAMESPACE, PullReader, Written};
use crate::XML_NAMESPACE;
use crate::references::attribute_value;

impl<'t> PullReader<'t> {
    /// Whether the element has attributes; namespace declarations are none.
    #[must_use]
    pub fn has_attributes(&self) -> bool {
        !self.attributes.is_empty()
    }

    /// The value of the element's attribute with this namespace and local name. Asked for before the element's content.
    #[must_use]
    pub fn attribute(&self, namespace: Option<&str>, local: &str) -> Option<Cow<'t, str>> {
        let is_it = |attribute: &&Written<'_>| {
            namespace.is_some() == (attribute.namespace != NO_NAMESPACE)
                && attribute.local == local
                && self.uri(attribute.namespace) == namespace
        };
        self.attributes.iter().find(is_it).map(|attribute| self.counting(attribute))
    }

    /// The element's attributes in the order of the document: namespace, local name and value. Asked for before the element's content.
    pub fn attributes(&self) -> impl Iterator<Item = (Option<&str>, &'t str, Cow<'t, str>)> {
        let attributes = self.attributes.iter();
        attributes.map(|attribute| (self.uri(attribute.namespace), attribute.local, self.counting(attribute)))
    }

    /// The value of an attribute as it counts.
    fn counting(&self, attribute: &Written<'t>) -> Cow<'t, str> {
        if attribute.is_plain {
            return Cow::Borrowed(attribute.value);
        }
        // It was read before, to be checked.
        let value = attribute_value(self.text, 0, attribute.value, self.options.forbidden_references);
        value.map_or(Cow::Borrowed(""), |(value, _)| value)
    }

    /// What `prefix` (empty: the default namespace) is bound to here; `None` if it is not.
    #[must_use]
    pub fn namespace_of_prefix(&self, prefix: &str) -> Option<&str> {
        match prefix {
            "xml" => Some(XML_NAMESPACE),
            _ => self.uri(self.scope.resolve(prefix).unwrap_or(NO_NAMESPACE)),
        }
    }

    /// Every namespace declaration that applies here, as prefix (empty: the default namespace) and namespace.
    #[must_use]
    pub fn namespaces_in_scope(&self) -> Vec<(&'t str, String)> {
        let mut in_scope: Vec<(&'t str, String)> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for (prefix, namespace) in self.scope.innermost_first() {
            if seen.insert(prefix)
                && let Some(namespace) = self.uri(namespace.unwrap_or(NO_NAMESPACE))
            {
                in_scope.push((prefix, namespace.to_owned()));
            }
        }
        in_scope
    }

    /// The prefixes (empty: the default namespace) that the element declares itself. Asked for before the element's content.
    pub fn own_declarations(&self) -> impl Iterator<Item = &'t str> {
        let declares = self.open.last().is_some_and(|open| open.declares);
        let own = if declares { self.declared.as_slice() } else { &[] };
        own.iter().map(|(prefix, _)| *prefix)
    }

    /// Whether the element, whose start tag was read last, holds nothing but white space.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        let ahead = self.text.get(self.at..).unwrap_or_default();
        self.is_empty || ahead.trim_start_matches([' ', '\t', '\r', '\n']).starts_with("</")
    }
}

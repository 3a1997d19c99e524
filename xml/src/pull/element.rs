//! What a reader tells of the element whose start tag it read last: attributes and namespaces.

use std::borrow::Cow;

use super::state::{NO_NAMESPACE, PullReader, Written, XML};
use crate::references::attribute_value;
use crate::{XML_NAMESPACE, tree};

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
        self.declared().map(|(prefix, _)| prefix)
    }

    /// Whether the element, whose start tag was read last, holds nothing but white space.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        let ahead = self.text.get(self.at..).unwrap_or_default();
        self.is_empty || ahead.trim_start_matches([' ', '\t', '\r', '\n']).starts_with("</")
    }

    /// The element's name.
    pub(crate) fn place(&self) -> Place<'t> {
        let open = self.open.last();
        let (name, local) = open.map_or(("", ""), |open| (open.name, open.local()));
        Place { name, local, namespace: self.number(open.map_or(NO_NAMESPACE, |open| open.namespace)) }
    }

    /// The names of the element's attributes, with their values.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Place<'t>, Cow<'t, str>)> {
        self.attributes.iter().map(|attribute| {
            let Written { name, local, namespace, .. } = *attribute;
            (Place { name, local, namespace: self.number(namespace) }, self.counting(attribute))
        })
    }

    /// What the element declares itself: prefixes (empty: the default namespace) and namespaces, `None` for none.
    pub(crate) fn declared(&self) -> impl Iterator<Item = (&'t str, Option<Cow<'t, str>>)> {
        let declares = self.open.last().is_some_and(|open| open.declares);
        let own = if declares { self.declared.as_slice() } else { &[] };
        own.iter().map(|(prefix, index)| {
            let namespace = index.and_then(|index| self.namespaces.get(index as usize));
            (*prefix, namespace.map(|namespace| namespace.uri.clone()))
        })
    }

    fn number(&self, namespace: u32) -> Option<u32> {
        match namespace {
            NO_NAMESPACE => None,
            XML => Some(tree::XML),
            index => self.namespaces.get(index as usize).map(|namespace| namespace.number),
        }
    }

    /// Where the last end tag that was read begins.
    pub(crate) fn end_tag(&self) -> usize {
        self.end_tag
    }
}

/// A name as it is written, its local part, and the number of the declaration of its namespace.
pub(crate) struct Place<'t> {
    pub(crate) name: &'t str,
    pub(crate) local: &'t str,
    pub(crate) namespace: Option<u32>,
}

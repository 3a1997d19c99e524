//! Queries about the current element, whose start tag was read last, and about the text ahead of the reader.

use std::borrow::Cow;

use memchr::memmem;

use super::state::{Attribute, NO_NAMESPACE, PullReader, XML};
use crate::XML_NAMESPACE;
use crate::characters::attribute_value;

impl<'t> PullReader<'t> {
    /// Whether the element has attributes. Namespace declarations do not count.
    #[must_use]
    pub fn has_attributes(&self) -> bool {
        !self.attributes.is_empty()
    }

    /// The value of the element's attribute with this namespace and local name. Known until the element's content is
    /// read.
    #[must_use]
    pub fn attribute(&self, namespace: Option<&str>, local: &str) -> Option<Cow<'t, str>> {
        let is_it = |attribute: &&Attribute<'_>| {
            namespace.is_some() == (attribute.namespace != NO_NAMESPACE)
                && attribute.local == local
                && self.uri(attribute.namespace) == namespace
        };
        self.attributes.iter().find(is_it).map(|attribute| self.normalised(attribute))
    }

    /// The element's attributes in document order: namespace, local name and value. Known until the element's content
    /// is read.
    pub fn attributes(&self) -> impl Iterator<Item = (Option<&str>, &'t str, Cow<'t, str>)> {
        let attributes = self.attributes.iter();
        attributes.map(|attribute| (self.uri(attribute.namespace), attribute.local, self.normalised(attribute)))
    }

    /// The value with references and white space resolved.
    fn normalised(&self, attribute: &Attribute<'t>) -> Cow<'t, str> {
        if attribute.is_literal {
            return Cow::Borrowed(attribute.value);
        }
        // An error is impossible: the value was checked when the tag was read.
        let value = attribute_value(self.text, 0, attribute.value, self.options.forbidden_references);
        value.map_or(Cow::Borrowed(""), |(value, _)| value)
    }

    /// The namespace of `prefix` here (empty: the default namespace); `None` if it is undeclared.
    #[must_use]
    pub fn namespace_of_prefix(&self, prefix: &str) -> Option<&str> {
        match prefix {
            "xml" => Some(XML_NAMESPACE),
            _ => self.uri(self.scope.resolve(prefix).unwrap_or(NO_NAMESPACE)),
        }
    }

    /// The namespace declarations in force, nearest first: prefix (`None`: the default) and namespace, as [`Document::parse_part`](crate::Document::parse_part)
    /// takes them.
    #[must_use]
    pub fn declarations(&self) -> Vec<(Option<String>, String)> {
        let mut in_scope = Vec::new();
        let mut prefixes = std::collections::HashSet::new();
        for (prefix, namespace) in self.scope.innermost_first() {
            if prefixes.insert(prefix)
                && let Some(namespace) = self.uri(namespace.unwrap_or(NO_NAMESPACE))
            {
                in_scope.push(((!prefix.is_empty()).then(|| prefix.to_owned()), namespace.to_owned()));
            }
        }
        in_scope
    }

    /// The prefixes that the element itself declares (empty: the default namespace). Known until the element's
    /// content is read.
    pub fn own_declarations(&self) -> impl Iterator<Item = &'t str> {
        self.declared().map(|(prefix, _)| prefix)
    }

    /// Whether the element is empty or contains only white space.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        let ahead = self.text.get(self.at..).unwrap_or_default();
        self.is_empty || ahead.trim_start_matches([' ', '\t', '\r', '\n']).starts_with("</")
    }

    pub(crate) fn written_name(&self) -> WrittenName<'t> {
        let open = self.open.last();
        let (name, local) = open.map_or(("", ""), |open| (open.name, open.local()));
        WrittenName { name, local, namespace: self.number(open.map_or(NO_NAMESPACE, |open| open.namespace)) }
    }

    pub(crate) fn written_attributes(&self) -> impl Iterator<Item = (WrittenName<'t>, Cow<'t, str>)> {
        self.attributes.iter().map(|attribute| {
            let Attribute { name, local, namespace, .. } = *attribute;
            (WrittenName { name, local, namespace: self.number(namespace) }, self.normalised(attribute))
        })
    }

    /// The element's own declarations: prefixes (empty: the default namespace) and namespaces (`None`: undeclared).
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
            XML => Some(XML),
            index => self.namespaces.get(index as usize).map(|namespace| namespace.number),
        }
    }

    /// The start of the last end tag that was read.
    pub(crate) fn end_tag(&self) -> usize {
        self.end_tag
    }
}

/// A name as it is written, its local part, and the number of the declaration of its namespace.
pub(crate) struct WrittenName<'t> {
    pub(crate) name: &'t str,
    pub(crate) local: &'t str,
    pub(crate) namespace: Option<u32>,
}

impl PullReader<'_> {
    /// The most bytes of text ahead, up to the next element, comment or processing instruction.
    pub fn text_ahead(&self) -> usize {
        let ahead = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let mut length = 0;
        while let Some(text) = ahead.get(length..)
            && let Some(mark) = memchr::memchr(b'<', text)
        {
            length += mark;
            let section = text.get(mark..).filter(|markup| markup.starts_with(b"<![CDATA["));
            match section.and_then(|section| memmem::find(section, b"]]>")) {
                Some(end) => length += end,
                None => return length,
            }
        }
        ahead.len()
    }

    /// The number of child elements ahead, counted up to `most`.
    pub fn elements_ahead(&self, most: usize) -> usize {
        let content = self.text.get(self.at..).filter(|_| !self.is_empty).unwrap_or_default();
        let mut ahead = PullReader::of_content(content, self.options);
        let complete = (0..most).take_while(|_| ahead.pass_child()).count();
        // The last child may be incomplete.
        complete + usize::from(ahead.depth() > 1)
    }
}

//! Content that a description lacks, beside the value that it declares.

use std::collections::HashSet;
use std::fmt;

use secrecy::zeroize::Zeroize as _;

use crate::operation::{Member, Namespace, Place};

/// Content that a description lacks: a type that no schema declares, and unknown elements, attributes and text. The declared part of the value
/// stands beside it ([`Extended`](super::Extended)).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rest {
    /// The type that the value states, as `{namespace}name`, if no description declares it.
    pub(crate) type_name: Option<Box<str>>,
    pub(crate) content: Content,
}

/// The parts of an element in their order, by key: `@name` for an attribute, `$text` for a text among elements, otherwise the name of an
/// element. A name in another namespace than expected is `{namespace}name`.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Content(pub(crate) Vec<(Box<str>, Untyped)>);

/// An element or attribute whose type is unknown.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Untyped {
    /// `xsi:nil`
    Nil,
    Text(Box<str>),
    Content(Content),
}

/// The key of a text among elements.
pub(crate) const TEXT_KEY: &str = "$text";
/// The key of the type that an element states.
pub(crate) const TYPE_KEY: &str = "$type";
/// The key of XML that is nested too deep to be taken apart.
pub(crate) const XML_KEY: &str = "$inner";

/// The namespace of undeclared elements whose local name is enough: that of the members, or else that of their type.
pub(crate) fn own_namespace(members: &[Member], of_type: Namespace) -> Namespace {
    let elements = members.iter().flat_map(|member| match member.place {
        Place::Choice(alternatives) => alternatives,
        _ => std::slice::from_ref(member),
    });
    let mut elements = elements.filter(|member| member.place == Place::Element);
    elements.next().map_or(of_type, |member| member.namespace)
}

impl Rest {
    /// Whether nothing is undeclared.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.type_name.is_none() && self.content.0.is_empty()
    }

    /// The type that the value states, as `{namespace}name`, if no description declares it.
    #[must_use]
    pub fn type_name(&self) -> Option<&str> {
        self.type_name.as_deref()
    }

    pub(crate) fn extend(&mut self, more: Self) {
        self.type_name = more.type_name.or_else(|| self.type_name.take());
        self.content.0.extend(more.content.0);
    }

    pub(crate) fn visit_texts(&self, visitor: &mut dyn FnMut(&str)) {
        self.content.visit_texts(visitor);
    }

    pub(crate) fn zeroise(&mut self) {
        self.content.zeroise();
    }
}

impl Content {
    /// Adds a part inside of the elements `path`, which are around it. Parts in a row of one element are in one object.
    pub(crate) fn push<'n>(&mut self, path: impl Iterator<Item = &'n str>, key: Box<str>, value: Untyped) {
        let mut content = self;
        for name in path {
            let is_open = matches!(content.0.last(), Some((last, Untyped::Content(_))) if **last == *name);
            if !is_open {
                content.0.push((name.into(), Untyped::Content(Self::default())));
            }
            let Some((_, Untyped::Content(inner))) = content.0.last_mut() else { return };
            content = inner;
        }
        content.0.push((key, value));
    }

    /// The name of a declared element that has parts of its own, such as those inside of an array or beside the rows of a table. Written beside the
    /// element they would come a second time, without what is declared.
    pub(crate) fn inside_of_member(&self, members: &[Member]) -> Option<&str> {
        let mut parts = self.0.iter().filter(|(_, value)| matches!(value, Untyped::Content(_))).peekable();
        parts.peek()?;
        let elements = members.iter().filter(|member| member.place == Place::Element);
        let names: HashSet<&str> = elements.map(|member| member.name).collect();
        parts.map(|(name, _)| &**name).find(|name| names.contains(name))
    }

    fn visit_texts(&self, visitor: &mut dyn FnMut(&str)) {
        for (_, value) in &self.0 {
            match value {
                Untyped::Nil => {}
                Untyped::Text(text) => visitor(text),
                Untyped::Content(content) => content.visit_texts(visitor),
            }
        }
    }

    fn zeroise(&mut self) {
        for (_, value) in &mut self.0 {
            match value {
                Untyped::Nil => {}
                Untyped::Text(text) => text.zeroize(),
                Untyped::Content(content) => content.zeroise(),
            }
        }
    }
}

/// Names without values, which may be secret.
impl fmt::Debug for Content {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

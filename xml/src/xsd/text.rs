//! Types that are little more than their text.

use std::borrow::Cow;

use super::lexical::keeps_text;

/// `xs:anyURI`. Not checked further: genuine servers send relative and odd ones. The default is empty.
#[derive(Clone, Default)]
pub struct AnyUri {
    text: Cow<'static, str>,
}

keeps_text!(AnyUri, "anyURI", "any text is");

/// `xs:QName`: `{namespace}name`, as it is read from a message, or as written: a prefix, if any, and a local name. What a prefix means depends
/// on the element it stands in. The default is empty, which is no name.
#[derive(Clone, Default)]
pub struct QName {
    text: Cow<'static, str>,
}

keeps_text!(QName, "QName", "a name with at most one prefix is");

impl QName {
    /// The namespace, if the name is with its namespace.
    #[must_use]
    pub fn namespace(&self) -> Option<&str> {
        self.expanded().map(|(namespace, _)| namespace)
    }

    /// The prefix, if there is one.
    #[must_use]
    pub fn prefix(&self) -> Option<&str> {
        match self.expanded() {
            Some(_) => None,
            None => self.text.split_once(':').map(|(prefix, _)| prefix),
        }
    }

    /// The name without its namespace or prefix.
    #[must_use]
    pub fn local_name(&self) -> &str {
        let prefixed = || self.text.split_once(':').map_or(&*self.text, |(_, local)| local);
        self.expanded().map_or_else(prefixed, |(_, local)| local)
    }

    fn expanded(&self) -> Option<(&str, &str)> {
        self.text.strip_prefix('{')?.rsplit_once('}')
    }

    fn read(text: &str) -> Option<Self> {
        let name = Self { text: Cow::Owned(text.to_owned()) };
        let is_one = match name.expanded() {
            Some((_, local)) => crate::is_name(local) && !local.contains(':'),
            None => crate::split_qualified_name(text).is_some(),
        };
        is_one.then_some(name)
    }
}

impl AnyUri {
    #[allow(clippy::unnecessary_wraps, reason = "as other types, of which not every text is one")]
    fn read(text: &str) -> Option<Self> {
        Some(Self { text: Cow::Owned(text.to_owned()) })
    }
}

//! Types that are little more than their text.

use std::borrow::Cow;

use super::lexical::keeps_text;

/// `xs:anyURI`. Not checked further: genuine servers send relative and odd ones. The default is empty.
#[derive(Clone, Default)]
pub struct AnyUri {
    text: Cow<'static, str>,
}

keeps_text!(AnyUri, "anyURI", "any text is");

/// `xs:QName` as written: a prefix, if any, and a local name. What the prefix means depends on the element it stood in.
/// The default is empty, which is no name.
#[derive(Clone, Default)]
pub struct QName {
    text: Cow<'static, str>,
}

keeps_text!(QName, "QName", "a name with at most one prefix is");

impl QName {
    /// The prefix, if there is one.
    #[must_use]
    pub fn prefix(&self) -> Option<&str> {
        self.text.split_once(':').map(|(prefix, _)| prefix)
    }

    /// The name without its prefix.
    #[must_use]
    pub fn local_name(&self) -> &str {
        self.text.split_once(':').map_or(&*self.text, |(_, local)| local)
    }

    fn read(text: &str) -> Option<Self> {
        crate::split_qualified_name(text).map(|_| Self { text: Cow::Owned(text.to_owned()) })
    }
}

impl AnyUri {
    #[allow(clippy::unnecessary_wraps, reason = "as other types, of which not every text is one")]
    fn read(text: &str) -> Option<Self> {
        Some(Self { text: Cow::Owned(text.to_owned()) })
    }
}

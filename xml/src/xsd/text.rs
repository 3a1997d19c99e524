//! Types that are little more than their text.

use std::borrow::Cow;

use super::lexical::keeps_text;

/// `xs:anyURI`. Not checked further: genuine servers send relative and odd ones. The default is empty.
#[derive(Clone, Default)]
pub struct AnyUri {
    text: Cow<'static, str>,
}

keeps_text!(AnyUri, "anyURI", "any text is");

/// `xs:QName`: `{namespace}name`, as values are read whose namespace is known, or as written: a prefix, if any, and a local name. What a
/// prefix means depends on the element it stood in. The default is empty, which is no name.
///
/// ```
/// use asmx_xml::xsd::{Lexical as _, QName};
///
/// let name = QName::parse("{urn:shop}order")?;
/// assert_eq!((name.namespace(), name.prefix(), name.local_name()), (Some("urn:shop"), None, "order"));
/// assert_eq!(QName::parse("xsd:int")?.prefix(), Some("xsd"));
/// # Ok::<(), asmx_xml::xsd::InvalidText>(())
/// ```
#[derive(Clone, Default)]
pub struct QName {
    text: Cow<'static, str>,
}

keeps_text!(QName, "QName", "a name with at most one prefix, or with its namespace in braces, is");

impl QName {
    /// The namespace, if it is known: empty is none.
    #[must_use]
    pub fn namespace(&self) -> Option<&str> {
        in_braces(&self.text).map(|(namespace, _)| namespace)
    }

    /// The prefix, if there is one.
    #[must_use]
    pub fn prefix(&self) -> Option<&str> {
        let written = if self.text.starts_with('{') { None } else { self.text.split_once(':') };
        written.map(|(prefix, _)| prefix)
    }

    /// The name without its namespace or prefix.
    #[must_use]
    pub fn local_name(&self) -> &str {
        let parts = in_braces(&self.text).or_else(|| self.text.split_once(':'));
        parts.map_or(&*self.text, |(_, local)| local)
    }

    fn read(text: &str) -> Option<Self> {
        let is_name = match in_braces(text) {
            Some((_, local)) => crate::split_qualified_name(local).is_some_and(|(prefix, _)| prefix.is_none()),
            None => crate::split_qualified_name(text).is_some(),
        };
        is_name.then(|| Self { text: Cow::Owned(text.to_owned()) })
    }
}

/// `namespace` and `name` of `{namespace}name`.
fn in_braces(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('{')?.rsplit_once('}')
}

impl AnyUri {
    #[allow(clippy::unnecessary_wraps, reason = "as other types, of which not every text is one")]
    fn read(text: &str) -> Option<Self> {
        Some(Self { text: Cow::Owned(text.to_owned()) })
    }
}

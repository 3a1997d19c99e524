//! GUIDs, URIs and qualified names.

use std::borrow::Cow;

use asmx_types::lexical::{Reason, identifiers, trim_white_space};

use super::lexical::keeps_text;

/// A GUID, such as `0f8fad5b-d9cb-469f-a165-70867728950e`.
///
/// Accepts and keeps, as genuine servers do, braces or parentheses around it, missing dashes and capital letters.
/// [`Guid::hyphenated`] is the form that servers send. The default is the nil GUID.
#[derive(Clone)]
pub struct Guid {
    text: Cow<'static, str>,
    value: u128,
}

keeps_text!(Guid, "guid");

impl Guid {
    /// The 128 bits, in the order they are written.
    #[must_use]
    pub fn to_u128(&self) -> u128 {
        self.value
    }

    /// The usual form: lower-case, four dashes.
    #[must_use]
    pub fn hyphenated(&self) -> String {
        written(self.value)
    }
}

fn written(value: u128) -> String {
    let digits = format!("{value:032x}");
    let part = |range: std::ops::Range<usize>| digits.get(range).unwrap_or_default();
    format!("{}-{}-{}-{}-{}", part(0..8), part(8..12), part(12..16), part(16..20), part(20..32))
}

impl From<u128> for Guid {
    fn from(value: u128) -> Self {
        Self { text: Cow::Owned(written(value)), value }
    }
}

impl Default for Guid {
    fn default() -> Self {
        Self { text: Cow::Borrowed("00000000-0000-0000-0000-000000000000"), value: 0 }
    }
}

impl Guid {
    fn read(text: &str) -> Result<Self, Reason> {
        Ok(Self { value: identifiers::guid(text)?, text: Cow::Owned(trim_white_space(text).to_owned()) })
    }
}

/// `xs:anyURI`. Any text is accepted, because genuine servers send relative and malformed ones. The default is empty.
#[derive(Clone, Default)]
pub struct AnyUri {
    text: Cow<'static, str>,
}

keeps_text!(AnyUri, "anyURI");

/// `xs:QName`: `{namespace}name` as read from a message, or as written: a local name with or without a prefix, whose
/// meaning depends on the element. The default is empty, which is not a name.
#[derive(Clone, Default)]
pub struct QName {
    text: Cow<'static, str>,
}

keeps_text!(QName, "QName");

impl QName {
    /// The namespace, if the name has the form `{namespace}name`.
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
        identifiers::expanded(&self.text)
    }

    fn read(text: &str) -> Result<Self, Reason> {
        Ok(Self { text: Cow::Owned(identifiers::qualified_name(text)?.to_owned()) })
    }
}

impl AnyUri {
    #[allow(clippy::unnecessary_wraps, reason = "as other types, of which not every text is one")]
    fn read(text: &str) -> Result<Self, Reason> {
        Ok(Self { text: Cow::Owned(trim_white_space(text).to_owned()) })
    }
}

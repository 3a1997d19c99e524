//! GUIDs, URIs and qualified names.

use std::borrow::Cow;

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

keeps_text!(Guid, "guid", "it is written in hexadecimal digits, 8-4-4-4-12");

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
    fn read(text: &str) -> Option<Self> {
        let unwrapped = text
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'))
            .or_else(|| text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')));
        let groups: Vec<&str> = unwrapped.unwrap_or(text).split('-').collect();
        let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
        let well_formed = (lengths == [8, 4, 4, 4, 12] || (lengths == [32] && unwrapped.is_none()))
            && groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let value = u128::from_str_radix(&groups.concat(), 16).ok().filter(|_| well_formed)?;
        Some(Self { text: Cow::Owned(text.to_owned()), value })
    }
}

/// `xs:anyURI`. Any text is accepted, because genuine servers send relative and malformed ones. The default is empty.
#[derive(Clone, Default)]
pub struct AnyUri {
    text: Cow<'static, str>,
}

keeps_text!(AnyUri, "anyURI", "any text is allowed");

/// `xs:QName`: `{namespace}name` as read from a message, or as written: a local name with or without a prefix, whose
/// meaning depends on the element. The default is empty, which is not a name.
#[derive(Clone, Default)]
pub struct QName {
    text: Cow<'static, str>,
}

keeps_text!(QName, "QName", "a name with at most one prefix is expected");

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

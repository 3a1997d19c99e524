//! GUIDs.

use std::borrow::Cow;

use super::lexical::keeps_text;

/// A GUID, such as `0f8fad5b-d9cb-469f-a165-70867728950e`.
///
/// Braces or parentheses around it, a missing set of dashes and capital letters are accepted, as genuine servers do, and kept;
/// [`Guid::hyphenated`] is the form such a server would send. The default is the nil GUID.
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

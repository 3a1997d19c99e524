//! Results that are a string or an array of integers.

use std::fmt;

use asmx_types::display::{Shown, shown_lines};

/// A string that an operation returned: null, empty or a text, as sent. The default is null.
///
/// Most readers treat null as the empty text; [`Text::is_null`] tells them apart.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Text(Option<String>);

impl Text {
    /// A text, which may be empty.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(Some(text.into()))
    }

    /// Null.
    #[must_use]
    pub const fn null() -> Self {
        Self(None)
    }

    /// The text; empty for null.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_deref().unwrap_or_default()
    }

    /// Whether the text is null.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        self.0.is_none()
    }

    /// The text, or `None` for null.
    #[must_use]
    pub fn as_option(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// The text, or `None` for null.
    #[must_use]
    pub fn into_option(self) -> Option<String> {
        self.0
    }

    /// The text; empty for null.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0.unwrap_or_default()
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => out.write_str("Text(null)"),
            Some(text) => out.debug_tuple("Text").field(&Shown(text)).finish(),
        }
    }
}

impl fmt::Display for Text {
    /// For people: control characters except line breaks and tabs as escapes (`\u{1b}`). [`as_str`](Self::as_str) is the text as
    /// sent.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&shown_lines(self.as_str()))
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(Some(text))
    }
}

impl From<Option<String>> for Text {
    fn from(text: Option<String>) -> Self {
        Self(text)
    }
}

impl PartialEq<str> for Text {
    /// Null is unequal to every text, even to the empty one.
    fn eq(&self, other: &str) -> bool {
        self.0.as_deref() == Some(other)
    }
}

impl PartialEq<&str> for Text {
    /// Null is unequal to every text, even to the empty one.
    fn eq(&self, other: &&str) -> bool {
        self.0.as_deref() == Some(*other)
    }
}

/// An array of integers that an operation returned: null, empty or with items. The default is null.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Integers(Option<Vec<i32>>);

impl Integers {
    /// An array, which may be empty.
    #[must_use]
    pub fn new(items: impl Into<Vec<i32>>) -> Self {
        Self(Some(items.into()))
    }

    /// Null.
    #[must_use]
    pub const fn null() -> Self {
        Self(None)
    }

    /// The items; none for null.
    #[must_use]
    pub fn as_slice(&self) -> &[i32] {
        self.0.as_deref().unwrap_or_default()
    }

    /// Whether the array is null.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        self.0.is_none()
    }

    /// The items, or `None` for null.
    #[must_use]
    pub fn into_option(self) -> Option<Vec<i32>> {
        self.0
    }

    /// The items, for changes.
    #[doc(hidden)]
    pub const fn as_mut(&mut self) -> &mut Option<Vec<i32>> {
        &mut self.0
    }

    /// The items in order; none for null.
    pub fn iter(&self) -> std::slice::Iter<'_, i32> {
        self.as_slice().iter()
    }
}

impl fmt::Debug for Integers {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => out.write_str("Integers(null)"),
            Some(items) if items.len() <= 32 => out.debug_tuple("Integers").field(items).finish(),
            Some(items) => write!(out, "Integers({:?}… ({} items))", items.get(..32).unwrap_or_default(), items.len()),
        }
    }
}

impl From<Vec<i32>> for Integers {
    fn from(items: Vec<i32>) -> Self {
        Self(Some(items))
    }
}

impl From<Option<Vec<i32>>> for Integers {
    fn from(items: Option<Vec<i32>>) -> Self {
        Self(items)
    }
}

impl FromIterator<i32> for Integers {
    fn from_iter<I: IntoIterator<Item = i32>>(items: I) -> Self {
        Self(Some(items.into_iter().collect()))
    }
}

impl<'a> IntoIterator for &'a Integers {
    type Item = &'a i32;
    type IntoIter = std::slice::Iter<'a, i32>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

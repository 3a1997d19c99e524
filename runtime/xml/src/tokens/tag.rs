//! The inside of a start tag: a name, then attributes, each a name, `=` and a quoted value (XML 1.0 section 3.1).

use crate::characters;
use crate::error::{XmlError, XmlErrorKind};

/// A start tag or empty-element tag, cut into its parts. All positions are bytes of the document.
#[derive(Debug)]
pub struct Tag<'t> {
    /// The name, as written.
    pub name: &'t str,
    /// Its position.
    pub name_at: usize,
    rest: &'t str,
    rest_at: usize,
}

/// One attribute as written.
#[derive(Debug)]
pub struct RawAttribute<'t> {
    /// The name, as written.
    pub name: &'t str,
    /// Its position.
    pub name_at: usize,
    /// The text between the quotes.
    pub value: &'t str,
    /// The position of the value.
    pub value_at: usize,
}

impl<'t> Tag<'t> {
    /// Cuts `content`, the text between `<` and `>` (or `/>`), which begins at byte `at` of the document.
    pub fn new(content: &'t str, at: usize) -> Self {
        let length = content.bytes().position(characters::is_white_space).unwrap_or(content.len());
        let (name, rest) = content.split_at(length);
        Self { name, name_at: at, rest, rest_at: at + length }
    }

    /// The next attribute; `None` at the end of the tag.
    ///
    /// # Errors
    ///
    /// The text that follows is not an attribute.
    pub fn next_attribute(&mut self, document: &str) -> Result<Option<RawAttribute<'t>>, XmlError> {
        let fail = |at: usize, message: &str| Err(XmlError::at(document, at, XmlErrorKind::Malformed, message));
        let had_space = self.skip_white_space();
        if self.rest.is_empty() {
            return Ok(None);
        }
        if !had_space {
            return fail(self.rest_at, "white space is needed between attributes");
        }
        let name_at = self.rest_at;
        let length = self
            .rest
            .bytes()
            .position(|byte| byte == b'=' || characters::is_white_space(byte))
            .unwrap_or(self.rest.len());
        let name = self.advance(length);
        self.skip_white_space();
        if !self.rest.starts_with('=') {
            return fail(name_at, "an attribute without `=` and a value");
        }
        self.advance(1);
        self.skip_white_space();
        let Some(quote @ ('"' | '\'')) = self.rest.chars().next() else {
            return fail(self.rest_at, "an attribute value must be quoted");
        };
        self.advance(1);
        let value_at = self.rest_at;
        let Some(length) = self.rest.find(quote) else {
            return fail(value_at, "an attribute value without closing quote");
        };
        let value = self.advance(length);
        self.advance(1);
        Ok(Some(RawAttribute { name, name_at, value, value_at }))
    }

    fn skip_white_space(&mut self) -> bool {
        let length = self.rest.bytes().take_while(|byte| characters::is_white_space(*byte)).count();
        self.advance(length);
        length > 0
    }

    fn advance(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.rest_at += taken.len();
        taken
    }
}

/// Checks the text between `<?xml` and `?>` (XML 1.0 section 2.8), which begins at byte `at` of the document.
pub(crate) fn check_declaration(document: &str, content: &str, at: usize) -> Result<(), XmlError> {
    let mut parts = Tag { name: "", name_at: at, rest: content, rest_at: at };
    let mut expected: &[&str] = &["version", "encoding", "standalone"];
    let mut first = true;
    while let Some(part) = parts.next_attribute(document)? {
        let fail = |message: &str| Err(XmlError::at(document, part.name_at, XmlErrorKind::Malformed, message));
        let Some(position) = expected.iter().position(|name| *name == part.name) else {
            return fail("the XML declaration holds `version`, then `encoding`, then `standalone`, nothing else");
        };
        if first && position != 0 {
            return fail("the XML declaration starts with `version`");
        }
        first = false;
        expected = expected.get(position + 1..).unwrap_or_default();
        let valid = match part.name {
            "version" => part
                .value
                .strip_prefix("1.")
                .is_some_and(|minor| !minor.is_empty() && minor.bytes().all(|byte| byte.is_ascii_digit())),
            "encoding" => {
                part.value.starts_with(|first: char| first.is_ascii_alphabetic())
                    && part.value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
            }
            _ => matches!(part.value, "yes" | "no"),
        };
        if !valid {
            return fail(&format!("the XML declaration's `{}` is not valid", part.name));
        }
    }
    if first {
        return Err(XmlError::at(document, at, XmlErrorKind::Malformed, "the XML declaration lacks `version`"));
    }
    Ok(())
}

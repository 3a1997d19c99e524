//! Texts cut at their marks, without namespaces and without a check between the marks.
//! [`PullReader`](crate::pull::PullReader) needs a whole document; this reads texts that are still arriving, cuts
//! parts out of them, and finds the tokens that error messages are about. End tags are compared with start tags.

mod rows;
mod tag;

pub use rows::{Cut, FoundElement, Head, cut, local};
pub(crate) use tag::check_declaration;
pub use tag::{RawAttribute, Tag};

use memchr::{memchr, memchr2, memchr3, memmem};

use crate::characters::is_white_space;
use crate::shortened;

/// A reader of the tokens of a text.
#[derive(Debug)]
pub struct Tokens<'t> {
    text: &'t str,
    /// The start of the next token.
    at: usize,
    open: Vec<&'t str>,
    /// Whether end tags may close elements that begin before the text.
    is_part: bool,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// Its kind.
    pub kind: TokenKind,
    /// The whole token as written.
    pub text: &'t str,
    /// Its position in bytes.
    pub at: usize,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A start tag.
    Start,
    /// An empty-element tag.
    Empty,
    /// An end tag.
    End,
    /// Character data up to the next mark.
    Text,
    /// A reference: `&amp;`.
    Reference,
    /// A CDATA section.
    CData,
    /// A comment.
    Comment,
    /// A processing instruction, or the XML declaration.
    Instruction,
    /// The beginning of a document type declaration. Nothing is read behind it.
    DocumentType,
}

/// The reason why there is no next token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The position of the fault.
    pub at: usize,
    /// Whether more text could make it one.
    pub is_cut_off: bool,
    /// The message for people.
    pub message: String,
}

impl<'t> Token<'t> {
    /// The name in a tag, as written.
    #[must_use]
    pub fn name(&self) -> &'t str {
        let content = self.content();
        content.split(|letter: char| u8::try_from(letter).is_ok_and(is_white_space)).next().unwrap_or_default()
    }

    /// The text between its marks.
    #[must_use]
    pub fn content(&self) -> &'t str {
        let (before, after) = match self.kind {
            TokenKind::Start | TokenKind::Reference => (1, 1),
            TokenKind::Empty => (1, 2),
            TokenKind::End => (2, 1),
            TokenKind::Text => (0, 0),
            TokenKind::CData => (9, 3),
            TokenKind::Comment => (4, 3),
            TokenKind::Instruction => (2, 2),
            TokenKind::DocumentType => (self.text.len(), 0),
        };
        self.text.len().checked_sub(after).and_then(|end| self.text.get(before..end)).unwrap_or_default()
    }
}

impl<'t> Tokens<'t> {
    /// The tokens of a document from this place on.
    #[must_use]
    pub fn new(text: &'t str, at: usize) -> Self {
        Self { text, at, open: Vec::new(), is_part: false }
    }

    /// The tokens of a part of a document: end tags may close elements that begin before it.
    #[must_use]
    pub fn of_part(text: &'t str) -> Self {
        Self { is_part: true, ..Self::new(text, 0) }
    }

    /// The names of the elements that are open, outermost first, as written.
    #[must_use]
    pub fn open(&self) -> &[&'t str] {
        &self.open
    }

    /// The position of the next token in bytes.
    #[must_use]
    pub fn position(&self) -> usize {
        self.at
    }

    /// Reads the next token; `None` at the end.
    ///
    /// # Errors
    ///
    /// The text is not a token, or is an end tag that does not match.
    pub fn read(&mut self) -> Result<Option<Token<'t>>, Stopped> {
        let ahead = self.text.get(self.at..).unwrap_or_default();
        let Some(first) = ahead.as_bytes().first() else { return Ok(None) };
        let (kind, length) = match first {
            b'<' => self.markup(ahead)?,
            b'&' => (TokenKind::Reference, self.reference(ahead)?),
            _ => (TokenKind::Text, memchr2(b'<', b'&', ahead.as_bytes()).unwrap_or(ahead.len())),
        };
        let token = Token { kind, text: ahead.get(..length).unwrap_or_default(), at: self.at };
        match kind {
            TokenKind::Start => self.open.push(token.name()),
            TokenKind::End => self.close(token.content().trim_end_matches([' ', '\t', '\r', '\n']))?,
            _ => {}
        }
        self.at += length;
        Ok(Some(token))
    }

    fn stopped<T>(&self, is_cut_off: bool, message: impl Into<String>) -> Result<T, Stopped> {
        Err(Stopped { at: self.at, is_cut_off, message: message.into() })
    }

    /// Kind and length of the markup that begins with `<`.
    fn markup(&self, ahead: &str) -> Result<(TokenKind, usize), Stopped> {
        const SECTION: &str = "<![CDATA[";
        const DOCUMENT_TYPE: &str = "<!DOCTYPE";
        let up_to = |start: &str, end: &str, kind: TokenKind, what: &str| {
            let after = ahead.get(start.len()..).unwrap_or_default();
            match memmem::find(after.as_bytes(), end.as_bytes()) {
                Some(length) => Ok((kind, start.len() + length + end.len())),
                None => self.stopped(true, format!("{what} without `{end}`")),
            }
        };
        let begins = |mark: &str| ahead.get(..mark.len()).is_some_and(|ahead| ahead.eq_ignore_ascii_case(mark));
        if ahead.starts_with("</") {
            return up_to("</", ">", TokenKind::End, "an end tag");
        }
        if ahead.starts_with("<?") {
            return up_to("<?", "?>", TokenKind::Instruction, "a processing instruction");
        }
        if ahead.starts_with("<!--") {
            return up_to("<!--", "-->", TokenKind::Comment, "a comment");
        }
        if ahead.starts_with(SECTION) {
            return up_to(SECTION, "]]>", TokenKind::CData, "a CDATA section");
        }
        if begins(DOCUMENT_TYPE) {
            return Ok((TokenKind::DocumentType, DOCUMENT_TYPE.len()));
        }
        if ahead.starts_with("<!") {
            let may_become_one = ["<!--", SECTION, DOCUMENT_TYPE].iter().any(|mark| mark.starts_with(ahead));
            return self.stopped(may_become_one, "`<!` begins a comment (`<!--`) or a CDATA section (`<![CDATA[`)");
        }
        let Some(length) = tag_length(ahead.as_bytes()) else {
            return self.stopped(true, "a tag without `>`; a plain `<` is written `&lt;`");
        };
        let is_empty = length > b"</>".len() && ahead.as_bytes().get(length - 2) == Some(&b'/');
        Ok((if is_empty { TokenKind::Empty } else { TokenKind::Start }, length))
    }

    fn reference(&self, ahead: &str) -> Result<usize, Stopped> {
        let after = ahead.as_bytes().get(1..).unwrap_or_default();
        match memchr3(b';', b'<', b'&', after) {
            Some(length) if after.get(length) == Some(&b';') => Ok(length + b"&;".len()),
            end => self.stopped(end.is_none(), "`&` without `;`; a plain `&` is written `&amp;`"),
        }
    }

    fn close(&mut self, name: &str) -> Result<(), Stopped> {
        match self.open.last() {
            Some(open) if *open == name => {
                self.open.pop();
                Ok(())
            }
            Some(open) => {
                let (open, name) = (shortened(open, 40), shortened(name, 40));
                self.stopped(false, format!("`</{name}>` where `</{open}>` is expected"))
            }
            None if self.is_part => Ok(()),
            None => self.stopped(false, "an end tag without start tag"),
        }
    }
}

/// The length up to the first `>` outside of attribute values.
fn tag_length(ahead: &[u8]) -> Option<usize> {
    let mut length = 0;
    loop {
        let rest = ahead.get(length..)?;
        let found = memchr3(b'>', b'"', b'\'', rest)?;
        length += found + 1;
        match rest.get(found)? {
            b'>' => return Some(length),
            quote => length += memchr(*quote, ahead.get(length..)?)? + 1,
        }
    }
}

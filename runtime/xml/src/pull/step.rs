//! One step of a reader: the next tag, text, comment or processing instruction.

use std::borrow::Cow;

use memchr::memmem;

use super::attribute::check_declaration;
use super::state::{PullReader, equal_names};
use crate::bytes::marked_bytes::{self, ByteSet};
use crate::characters::{self, awaits_second_half, check_characters, normalise_line_ends, resolve};
use crate::error::XmlErrorKind;
use crate::options::ForbiddenReferences;
use crate::{is_name, shortened};

const OUTSIDE: &str = "text outside the root element";
const SECTION: &str = "<![CDATA[";
const COMMENT: &str = "<!--";
const DOCUMENT_TYPE: &str = "<!DOCTYPE";

/// The XML declaration of nearly all messages, which is compared as a whole.
const USUAL_DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>";

pub(crate) enum PullStep<'t> {
    Start,
    End,
    Text(Cow<'t, str>),
    Other,
}

impl<'t> PullReader<'t> {
    /// Reads the next step; `None` at the end of the document or at its first fault.
    pub(crate) fn step(&mut self) -> Option<PullStep<'t>> {
        if self.fault.is_some() || self.at == self.text.len() && !self.is_empty {
            return None;
        }
        let at = self.at;
        let step = self.read();
        if step.is_none() {
            self.at = at;
            if self.fault.is_none() {
                return self.fail(at, "not well-formed");
            }
        }
        step
    }

    fn read(&mut self) -> Option<PullStep<'t>> {
        if self.is_empty {
            self.is_empty = false;
            self.end_tag = self.at;
            return self.close();
        }
        let ahead = self.text.as_bytes().get(self.at..)?;
        match ahead {
            [b'<', b'/', ..] => self.end(),
            [b'<', b'!', ..] => self.declaration_or_comment(),
            [b'<', b'?', ..] => self.processing_instruction(),
            [b'<', ..] => self.start().map(|()| PullStep::Start),
            [b'&', ..] => self.reference(),
            _ => self.character_data(),
        }
    }

    pub(super) fn close(&mut self) -> Option<PullStep<'t>> {
        let open = self.open.pop()?;
        if open.declares {
            self.scope.leave();
            self.namespaces.truncate(open.namespaces_around as usize);
            self.default = open.default_around;
        }
        self.attributes.clear();
        Some(PullStep::End)
    }

    fn end(&mut self) -> Option<PullStep<'t>> {
        let Some(open) = self.open.last() else { return self.fail(self.at, "an end tag without start tag") };
        let name = open.name;
        let bytes = self.text.as_bytes();
        let mut at = self.at + b"</".len();
        if !bytes.get(at..at + name.len()).is_some_and(|written| equal_names(written, name.as_bytes())) {
            return self.other_end(name);
        }
        at += name.len();
        while bytes.get(at).copied().is_some_and(characters::is_white_space) {
            at += 1;
        }
        if bytes.get(at) != Some(&b'>') {
            return self.other_end(name);
        }
        self.end_tag = self.at;
        self.at = at + 1;
        self.close()
    }

    /// An end tag that is not the one of `open`.
    #[cold]
    fn other_end(&mut self, open: &str) -> Option<PullStep<'t>> {
        let ahead = self.text.get(self.at + b"</".len()..)?;
        let Some((name, _)) = ahead.split_once('>') else { return self.cut_off("an end tag without `>`") };
        let (open, name) = (shortened(open, 40), shortened(name, 40));
        self.fail(self.at, &format!("`</{name}>` where `</{open}>` is expected"))
    }

    /// Character data up to the next mark. Outside the root only white space is allowed.
    fn character_data(&mut self) -> Option<PullStep<'t>> {
        let Some(run) = run(self.text, self.at) else { return self.refused_data() };
        let text = self.text.get(self.at..run.end)?;
        if self.open.is_empty() && !characters::is_only_white_space(text) {
            return self.refused_data();
        }
        self.at = run.end;
        Some(if self.open.is_empty() {
            PullStep::Other
        } else if run.has_carriage_returns {
            PullStep::Text(normalise_line_ends(text))
        } else {
            PullStep::Text(Cow::Borrowed(text))
        })
    }

    /// The fault of character data: a forbidden character, `]]>`, or its place outside the root.
    #[cold]
    fn refused_data(&mut self) -> Option<PullStep<'t>> {
        let data = self.text.get(self.at..)?.split(['<', '&']).next()?;
        if self.open.is_empty() {
            let space = data.len() - data.trim_start_matches([' ', '\t', '\r', '\n']).len();
            return self.fail(self.at + space, OUTSIDE);
        }
        self.checked(check_characters(self.text, self.at, data))?;
        self.fail(self.at + data.find("]]>")?, "`]]>` in text; write `]]&gt;`")
    }

    fn reference(&mut self) -> Option<PullStep<'t>> {
        const UNENDED: &str = "`&` without `;`; a plain `&` is written `&amp;`";
        let ahead = self.text.get(self.at + 1..)?;
        let Some(length) = memchr::memchr3(b';', b'&', b'<', ahead.as_bytes()) else { return self.cut_off(UNENDED) };
        let body = ahead.get(..length)?;
        if ahead.as_bytes().get(length) != Some(&b';') {
            return self.fail(self.at, UNENDED);
        }
        if self.open.is_empty() {
            return self.fail(self.at, OUTSIDE);
        }
        let mut second = 0;
        let resolved = match body {
            "amp" => Cow::Borrowed("&"),
            "lt" => Cow::Borrowed("<"),
            "gt" => Cow::Borrowed(">"),
            "quot" => Cow::Borrowed("\""),
            "apos" => Cow::Borrowed("'"),
            body => {
                let (after, forbidden) = (ahead.get(length + 1..)?, self.options.forbidden_references);
                let resolved = match resolve(self.text, self.at, body, after, forbidden) {
                    Err(error) if forbidden == ForbiddenReferences::KeepAndFlag && awaits_second_half(body, after) => {
                        return self.cut_off(error.message());
                    }
                    resolved => self.checked(resolved)?,
                };
                self.has_forbidden_references |= resolved.forbidden;
                second = resolved.second;
                Cow::Owned(resolved.character.to_string())
            }
        };
        self.at += b"&;".len() + length + second;
        Some(PullStep::Text(resolved))
    }

    /// A comment or a CDATA section, which begin with `<!`.
    fn declaration_or_comment(&mut self) -> Option<PullStep<'t>> {
        let ahead = self.text.get(self.at..)?;
        if let Some(after) = ahead.strip_prefix(SECTION) {
            let Some(length) = memmem::find(after.as_bytes(), b"]]>") else {
                return self.cut_off("a CDATA section without `]]>`");
            };
            if self.open.is_empty() {
                return self.fail(self.at, OUTSIDE);
            }
            let content = after.get(..length)?;
            self.checked(check_characters(self.text, self.at + SECTION.len(), content))?;
            self.at += SECTION.len() + length + b"]]>".len();
            return Some(PullStep::Text(normalise_line_ends(content)));
        }
        let Some(after) = ahead.strip_prefix(COMMENT) else { return self.other_declaration(ahead) };
        // Two hyphens must end the comment.
        let Some((content, end)) = memmem::find(after.as_bytes(), b"--").and_then(|at| after.split_at_checked(at))
        else {
            return self.cut_off("a comment without `-->`");
        };
        let content_at = self.at + COMMENT.len();
        self.checked(check_characters(self.text, content_at, content))?;
        match end.as_bytes() {
            [b'-', b'-', b'>', ..] => {}
            [b'-', b'-'] => return self.cut_off("a comment without `-->`"),
            [b'-', b'-', b'-', b'>', ..] => return self.fail(self.at, "a comment that ends in `--->`"),
            _ => return self.fail(content_at + content.len(), "`--` in a comment"),
        }
        self.pass(COMMENT.len() + content.len() + b"-->".len())
    }

    /// `ahead` begins with `<!`, and is not a comment or a CDATA section.
    #[cold]
    fn other_declaration(&mut self, ahead: &str) -> Option<PullStep<'t>> {
        const MESSAGE: &str = "`<!` begins a comment (`<!--`) or a CDATA section (`<![CDATA[`)";
        let begins = ahead.get(..DOCUMENT_TYPE.len());
        if begins.is_some_and(|begins| begins.eq_ignore_ascii_case(DOCUMENT_TYPE)) {
            return self.fail_as(XmlErrorKind::Doctype, self.at, "a document type declaration is not accepted");
        }
        if [COMMENT, SECTION, DOCUMENT_TYPE].iter().any(|mark| mark.starts_with(ahead)) {
            return self.cut_off(MESSAGE);
        }
        self.fail(self.at, MESSAGE)
    }

    fn processing_instruction(&mut self) -> Option<PullStep<'t>> {
        if self.at == self.start && self.text.get(self.at..).is_some_and(|text| text.starts_with(USUAL_DECLARATION)) {
            self.at += USUAL_DECLARATION.len();
            return Some(PullStep::Other);
        }
        let target_at = self.at + b"<?".len();
        let after = self.text.get(target_at..)?;
        let Some(length) = memmem::find(after.as_bytes(), b"?>") else {
            return self.cut_off("a processing instruction without `?>`");
        };
        let content = after.get(..length)?;
        let target = content.split([' ', '\t', '\r', '\n']).next()?;
        if target == "xml" {
            if self.at != self.start {
                return self.fail(self.at, "the XML declaration may only stand at the very start");
            }
            let declaration = self.text.get(..target_at + length)?;
            self.checked(check_declaration(declaration, target_at + target.len()))?;
            self.at += b"<??>".len() + length;
            return Some(PullStep::Other);
        }
        if !is_name(target) {
            return self.fail(target_at, "a processing instruction needs a name without colon as its target");
        }
        if target.eq_ignore_ascii_case("xml") {
            return self.fail(target_at, "the target `xml` is reserved");
        }
        self.checked(check_characters(self.text, target_at, content))?;
        self.pass(b"<??>".len() + length)
    }

    /// Passes a comment or a processing instruction, which count as nodes inside the root.
    fn pass(&mut self, length: usize) -> Option<PullStep<'t>> {
        if !self.open.is_empty() {
            self.spend(1, self.at)?;
        }
        self.at += length;
        Some(PullStep::Other)
    }

    pub(super) fn has_root(&self) -> bool {
        !self.open.is_empty() || self.end_tag > 0
    }
}

/// A run of character data up to the next `<` or `&`.
pub(super) struct Run {
    pub(super) end: usize,
    /// Carriage returns count as line feeds.
    pub(super) has_carriage_returns: bool,
}

/// The bytes that are checked one by one before the search by blocks.
const SHORT: usize = 64;

/// Finds the end of the character data that begins at `start`; `None` if it has a forbidden character or `]]>`.
#[inline]
pub(super) fn run(text: &str, start: usize) -> Option<Run> {
    let ahead = text.as_bytes().get(start..)?;
    let short = ahead.get(..SHORT).unwrap_or(ahead);
    // The usual case: a short text without special bytes.
    match short.iter().position(|byte| is_special(*byte)) {
        Some(length) if matches!(ahead.get(length), Some(b'<' | b'&')) => {
            Some(Run { end: start + length, has_carriage_returns: false })
        }
        _ => long_run(ahead).map(|(length, has_carriage_returns)| Run { end: start + length, has_carriage_returns }),
    }
}

/// Length of the character data, and whether it has a carriage return.
#[inline(never)]
fn long_run(ahead: &[u8]) -> Option<(usize, bool)> {
    let length = memchr::memchr2(b'<', b'&', ahead).unwrap_or(ahead.len());
    let mut has_carriage_returns = false;
    let checked = marked_bytes::try_each::<Special, ()>(ahead.get(..length)?, |found| {
        has_carriage_returns |= ahead.get(found) == Some(&b'\r');
        if is_allowed_at(ahead, found) { Ok(()) } else { Err(()) }
    });
    checked.ok().map(|()| (length, has_carriage_returns))
}

/// Whether the special byte at `at` is allowed in character data. `]]>` and forbidden characters are not.
fn is_allowed_at(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at..) {
        Some([b']', b']', b'>', ..] | [0xEF, 0xBF, 0xBE | 0xBF, ..]) => false,
        Some([b']' | b'\r' | 0xEF, ..]) => true,
        _ => false,
    }
}

/// Bytes of character data that need a check, without the marks that end it.
struct Special;

impl ByteSet for Special {
    fn mark(byte: u8) -> u8 {
        let is_control = u8::from(byte < b' ') & u8::from(byte != b'\t') & u8::from(byte != b'\n');
        is_control | u8::from(byte == b']') | u8::from(byte == 0xEF)
    }
}

fn is_special(byte: u8) -> bool {
    SPECIAL.get(usize::from(byte)).copied().unwrap_or_default()
}

byte_table! {
    /// The bytes of [`Special`], and the marks that end character data.
    static SPECIAL: bool = |byte| byte < b' ' && !matches!(byte, b'\t' | b'\n') || matches!(byte, b'<' | b'&' | b']' | 0xEF);
}

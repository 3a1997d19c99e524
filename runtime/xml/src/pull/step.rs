//! One step of a reader: the next tag, text, comment or processing instruction.

use std::borrow::Cow;

use memchr::memmem;

use super::state::{PullReader, same};
use crate::bytes::marked_bytes::{self, ByteSet};
use crate::characters::{self, check_characters, normalise_line_ends, resolve};
use crate::is_name;
use crate::tokens::check_declaration;

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
        if self.has_failed || self.at == self.text.len() && !self.is_empty {
            return None;
        }
        let at = self.at;
        let step = self.read();
        if step.is_none() {
            // `finish` looks for the fault from here.
            (self.has_failed, self.at) = (true, at);
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
        let name = self.open.last()?.name;
        let bytes = self.text.as_bytes();
        let mut at = self.at + b"</".len();
        if !same(bytes.get(at..at + name.len())?, name.as_bytes()) {
            return None;
        }
        at += name.len();
        while bytes.get(at).copied().is_some_and(characters::is_white_space) {
            at += 1;
        }
        if bytes.get(at) != Some(&b'>') {
            return None;
        }
        self.end_tag = self.at;
        self.at = at + 1;
        self.close()
    }

    /// Character data up to the next mark. Outside the root only white space is allowed.
    fn character_data(&mut self) -> Option<PullStep<'t>> {
        let run = run(self.text, self.at)?;
        let text = self.text.get(self.at..run.end)?;
        if self.open.is_empty() && !characters::is_only_white_space(text) {
            return None;
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

    fn reference(&mut self) -> Option<PullStep<'t>> {
        let ahead = self.text.get(self.at + 1..)?;
        let length = memchr::memchr3(b';', b'&', b'<', ahead.as_bytes())?;
        let body = ahead.get(..length)?;
        if self.open.is_empty() || ahead.as_bytes().get(length) != Some(&b';') {
            return None;
        }
        let mut second = 0;
        let resolved = match body {
            "amp" => Cow::Borrowed("&"),
            "lt" => Cow::Borrowed("<"),
            "gt" => Cow::Borrowed(">"),
            "quot" => Cow::Borrowed("\""),
            "apos" => Cow::Borrowed("'"),
            body => {
                let after = ahead.get(length + 1..)?;
                let resolved = resolve(self.text, self.at, body, after, self.options.forbidden_references).ok()?;
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
        if let Some(after) = ahead.strip_prefix("<![CDATA[") {
            let content = after.get(..memmem::find(after.as_bytes(), b"]]>")?)?;
            if self.open.is_empty() || check_characters(self.text, self.at, content).is_err() {
                return None;
            }
            self.at += b"<![CDATA[".len() + content.len() + b"]]>".len();
            return Some(PullStep::Text(normalise_line_ends(content)));
        }
        let after = ahead.strip_prefix("<!--")?;
        // Two hyphens must end the comment.
        let content = after.get(..memmem::find(after.as_bytes(), b"--")?)?;
        if !after.get(content.len()..)?.starts_with("-->") || check_characters(self.text, self.at, content).is_err() {
            return None;
        }
        self.at += b"<!--".len() + content.len() + b"-->".len();
        self.beside()
    }

    fn processing_instruction(&mut self) -> Option<PullStep<'t>> {
        if self.at == self.start && self.text.get(self.at..).is_some_and(|text| text.starts_with(USUAL_DECLARATION)) {
            self.at += USUAL_DECLARATION.len();
            return Some(PullStep::Other);
        }
        let after = self.text.get(self.at + b"<?".len()..)?;
        let content = after.get(..memmem::find(after.as_bytes(), b"?>")?)?;
        let target = content.split([' ', '\t', '\r', '\n']).next()?;
        if target == "xml" {
            let is_first = self.at == self.start;
            if !is_first
                || check_declaration(self.text, content.get(target.len()..)?, self.at + b"<?xml".len()).is_err()
            {
                return None;
            }
            self.at += b"<??>".len() + content.len();
            return Some(PullStep::Other);
        }
        let is_valid = is_name(target)
            && !target.eq_ignore_ascii_case("xml")
            && check_characters(self.text, self.at, content).is_ok();
        if !is_valid {
            return None;
        }
        self.at += b"<??>".len() + content.len();
        self.beside()
    }

    /// Comments and processing instructions inside the root count as nodes.
    fn beside(&mut self) -> Option<PullStep<'t>> {
        if !self.open.is_empty() {
            self.spend(1)?;
        }
        Some(PullStep::Other)
    }

    pub(super) fn has_root(&self) -> bool {
        !self.open.is_empty() || self.end_tag > 0
    }

    pub(super) fn spend(&mut self, amount: usize) -> Option<()> {
        self.budget = self.budget.checked_sub(amount)?;
        Some(())
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
        _ => looked_through(ahead)
            .map(|(length, has_carriage_returns)| Run { end: start + length, has_carriage_returns }),
    }
}

/// Length of the character data, and whether it has a carriage return.
#[inline(never)]
fn looked_through(ahead: &[u8]) -> Option<(usize, bool)> {
    let length = memchr::memchr2(b'<', b'&', ahead).unwrap_or(ahead.len());
    let mut has_carriage_returns = false;
    let checked = marked_bytes::try_each::<Special, ()>(ahead.get(..length)?, |found| {
        has_carriage_returns |= ahead.get(found) == Some(&b'\r');
        if may_stand(ahead, found) { Ok(()) } else { Err(()) }
    });
    checked.ok().map(|()| (length, has_carriage_returns))
}

/// Whether the special byte at `at` is allowed in character data. `]]>` and forbidden characters are not.
fn may_stand(bytes: &[u8], at: usize) -> bool {
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

/// The bytes of [`Special`], and the marks that end character data.
static SPECIAL: [bool; 256] = special();

#[allow(clippy::indexing_slicing, reason = "evaluated when compiled")]
const fn special() -> [bool; 256] {
    let mut special = [false; 256];
    let mut byte = 0_u8;
    while byte < b' ' {
        special[byte as usize] = !matches!(byte, b'\t' | b'\n');
        byte += 1;
    }
    special[b'<' as usize] = true;
    special[b'&' as usize] = true;
    special[b']' as usize] = true;
    special[0xEF] = true;
    special
}

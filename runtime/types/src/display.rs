//! Texts for people: what a server sent, errors with their causes, documentation without marks.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::fmt::Write;

/// Whether a terminal or an editor obeys the character instead of showing it: control characters (C0, DEL, C1), marks
/// that turn the direction of writing, separators of lines and paragraphs.
#[must_use]
pub fn is_obeyed(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{206F}')
}

/// `text` on one line: every character that [is obeyed](is_obeyed), line breaks and tabs included, is written as Rust writes it
/// (`\n`, `\u{1b}`).
#[must_use]
pub fn shown_line(text: &str) -> Cow<'_, str> {
    escaped(text, |_, _| false)
}

/// `text` with its lines: as [`shown_line`], but line breaks (`\n`, `\r\n`) and tabs stay.
#[must_use]
pub fn shown_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |character, rest| matches!(character, '\n' | '\t') || character == '\r' && rest.starts_with('\n'))
}

/// Passes text on to another writer as [`shown_line`] changes it: for `Display` of errors that quote a server's text.
#[derive(Debug)]
pub struct OneLine<W>(pub W);

impl<W: Write> Write for OneLine<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write_str(&shown_line(text))
    }
}

/// The first `most` characters of a text, with `…` for the rest.
#[must_use]
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most).and_then(|(end, _)| text.get(..end)) {
        Some(start) => Cow::Owned(format!("{start}…")),
        None => Cow::Borrowed(text),
    }
}

/// The first `most` names in backticks, and how many more there are.
#[must_use]
pub fn listed(names: &[impl AsRef<str>], most: usize) -> String {
    let (listed, more) = names.split_at_checked(most).unwrap_or((names, &[]));
    let listed = listed.iter().map(|name| format!("`{}`", shown_line(name.as_ref()))).collect::<Vec<_>>().join(", ");
    if more.is_empty() { listed } else { format!("{listed} and {} more", more.len()) }
}

/// Shows a text in `Debug` form, cut after 120 characters.
pub struct Shown<'t>(pub &'t str);

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(120) {
            None => write!(out, "{:?}", self.0),
            Some((at, _)) => {
                let start = self.0.get(..at).unwrap_or_default();
                write!(out, "{start:?}… ({} bytes)", self.0.len())
            }
        }
    }
}

/// Writes an error and its causes as a sentence: `cannot listen: address in use`. A cause that the sentence contains
/// already is left out. Public errors use it for `Debug`, because a program whose `main` returns an error prints its
/// `Debug`.
///
/// # Errors
///
/// Those of the formatter.
pub fn write_sentence(error: &dyn Error, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut sentence = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let text = cause.to_string();
        // The system adds its error number to its message.
        let words = text.split(" (os error").next().unwrap_or_default().trim().to_lowercase();
        if !sentence.to_lowercase().contains(&words) {
            sentence.push_str(": ");
            sentence.push_str(&shown_lines(&text));
        }
        source = cause.source();
    }
    formatter.write_str(&sentence)
}

/// Implements `Debug` of error types by [`write_sentence`](crate::display::write_sentence).
#[doc(hidden)]
#[macro_export]
macro_rules! debug_is_a_sentence {
    ($($error:ty),+) => {$(
        impl ::std::fmt::Debug for $error {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::display::write_sentence(self, formatter)
            }
        }
    )+};
}

fn escaped(text: &str, stays: impl Fn(char, &str) -> bool) -> Cow<'_, str> {
    let mut escaped = String::new();
    let mut rest_start = 0;
    for (at, character) in text.char_indices().filter(|(_, character)| is_obeyed(*character)) {
        let end = at + character.len_utf8();
        if stays(character, text.get(end..).unwrap_or_default()) {
            continue;
        }
        escaped.push_str(text.get(rest_start..at).unwrap_or_default());
        // Writing to a String cannot fail.
        let _ = match character {
            '\n' | '\r' | '\t' => write!(escaped, "{}", character.escape_default()),
            other => write!(escaped, "{}", other.escape_unicode()),
        };
        rest_start = end;
    }
    if rest_start == 0 {
        return Cow::Borrowed(text);
    }
    escaped.push_str(text.get(rest_start..).unwrap_or_default());
    Cow::Owned(escaped)
}

/// The documentation of a descriptor as plain text. Generated code holds it as Markdown: backticks around names, a
/// backslash before characters that would be marks. An empty line separates paragraphs.
pub fn plain_text(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    for line in markdown.trim().lines() {
        if !text.is_empty() {
            text.push('\n');
        }
        push_line(&mut text, line.trim());
    }
    text
}

fn push_line(text: &mut String, line: &str) {
    let (mut characters, mut is_code, mut is_address) = (line.chars(), false, false);
    while let Some(character) = characters.next() {
        match character {
            '`' => is_code = !is_code,
            '\\' if !is_code => text.extend(characters.next()),
            '<' if !is_code && characters.as_str().starts_with("http") => is_address = true,
            '>' if is_address => is_address = false,
            other => text.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBEYED: &str = "a\0\u{7}\u{1b}[31m\u{7f}\u{85}\u{9b}\u{61c}\u{200e}\u{2028}\u{2029}\u{202e}\u{2066}z";

    #[test]
    fn control_characters_are_escaped() {
        let shown = r"a\u{0}\u{7}\u{1b}[31m\u{7f}\u{85}\u{9b}\u{61c}\u{200e}\u{2028}\u{2029}\u{202e}\u{2066}z";
        assert_eq!((shown_line(OBEYED).as_ref(), shown_lines(OBEYED).as_ref()), (shown, shown));
        assert_eq!(shown_line("a\r\n\tb\rc"), r"a\r\n\tb\rc");
        assert_eq!(shown_lines("a\r\n\tb\rc\r"), "a\r\n\tb\\rc\\r");
        assert!(matches!(shown_line("größer \u{1F600} a\u{200d}b"), Cow::Borrowed(_)));
        // `Debug` of a text escapes them too.
        assert!(!format!("{OBEYED:?}").chars().any(is_obeyed));
    }

    #[test]
    fn a_cause_is_written_once() {
        #[derive(Debug)]
        struct Failed(std::io::Error);
        impl fmt::Display for Failed {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("no connection to `a:1`: connection refused")
            }
        }
        impl Error for Failed {
            fn source(&self) -> Option<&(dyn Error + 'static)> {
                Some(&self.0)
            }
        }
        struct Shown(Failed);
        impl fmt::Debug for Shown {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_sentence(&self.0, formatter)
            }
        }
        let shown = |cause: &str| format!("{:?}", Shown(Failed(std::io::Error::other(cause.to_owned()))));
        assert_eq!(shown("Connection refused (os error 111)"), "no connection to `a:1`: connection refused");
        assert_eq!(shown("No route"), "no connection to `a:1`: connection refused: No route");
    }

    #[test]
    fn a_shortened_text_ends_in_an_ellipsis() {
        assert_eq!((shortened("äöü", 3), shortened("äöü", 2)), (Cow::Borrowed("äöü"), Cow::Owned("äö…".to_owned())));
    }

    #[test]
    fn documentation_becomes_plain_text() {
        assert_eq!(plain_text(" The `DataSet` of a `Job_ID`.\n"), "The DataSet of a Job_ID.");
        assert_eq!(plain_text(" a \\[b\\] \\<c\\> 5 \\* 4 \\\\ `a\\b<c>`\n"), "a [b] <c> 5 * 4 \\ a\\b<c>");
        assert_eq!(plain_text(" see <http://example.org/a_b>.\n"), "see http://example.org/a_b.");
        assert_eq!(plain_text("a <b> of a text that is plain"), "a <b> of a text that is plain");
        assert_eq!(plain_text(" One.\n\n Two.\n"), "One.\n\nTwo.");
        assert_eq!(plain_text(""), "");
    }
}

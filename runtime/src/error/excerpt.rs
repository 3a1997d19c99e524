//! The readable beginning of a response.

use bytes::Bytes;

use crate::redaction::Redaction;
use crate::xml::is_obeyed;

const SHOWN: usize = 500;

const READ: usize = 8 * 1024;

/// The beginning of `body` as text, without secrets. White space and control characters become single spaces. `None` if the text is empty.
/// `whole`: the body is complete.
pub(super) fn of(body: &Bytes, whole: bool, redaction: &Redaction) -> Option<String> {
    let read = body.get(..READ).unwrap_or(body);
    // A byte order mark decides the encoding. Zero bytes are removed, which makes two-byte text without a mark readable.
    let text = encoding_rs::UTF_8.decode(read).0.replace('\0', "");
    let words = text.split(|letter: char| letter.is_whitespace() || is_obeyed(letter)).filter(|word| !word.is_empty());
    let line = words.collect::<Vec<_>>().join(" ");
    let shown = redaction.shown(&line, SHOWN, whole && read.len() == body.len());
    (!shown.is_empty()).then_some(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt_of(body: &[u8], whole: bool) -> Option<String> {
        of(&Bytes::copy_from_slice(body), whole, &Redaction::of_secrets(&["s<cret"]))
    }

    fn excerpt(body: &[u8]) -> Option<String> {
        excerpt_of(body, true)
    }

    #[test]
    fn text_is_shown_on_one_line_without_secrets() {
        assert_eq!(excerpt(b""), None);
        assert_eq!(excerpt(b" \r\n\t"), None);
        let page = b"<html>\r\n  <p>s<cret s&lt;cret s%3Ccret</p>\x1B";
        assert_eq!(excerpt(page).unwrap(), "<html> <p>[redacted] [redacted] [redacted]</p>");
        assert_eq!(excerpt(b"a\xFFb").unwrap(), "a\u{FFFD}b");
    }

    #[test]
    fn two_byte_text_hides_no_secret() {
        let wide: Vec<u8> = "is s<cret".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(excerpt(&wide).unwrap(), "is [redacted]");
        let marked: Vec<u8> = [0xFF, 0xFE].into_iter().chain(wide).collect();
        assert_eq!(excerpt(&marked).unwrap(), "is [redacted]");
    }

    #[test]
    fn long_bodies_are_cut_and_no_secret_is_cut_in_two() {
        let long = "é".repeat(600);
        assert_eq!(excerpt(long.as_bytes()).unwrap(), format!("{}…", "é".repeat(500)));
        // The page is white space and a secret, and the cut is inside the secret.
        let mut page = vec![b' '; READ - 4];
        page.extend_from_slice(b"s<cret and more");
        assert_eq!(excerpt(&page).unwrap(), "[redacted]");
        // The cut of an excerpt is inside the secret.
        let page = "x".repeat(SHOWN - 4) + "s<cret and more";
        assert_eq!(excerpt(page.as_bytes()).unwrap(), "x".repeat(SHOWN - 4) + "[redacted]…");
        assert_eq!(
            (excerpt(b"said s%3cc").unwrap(), excerpt_of(b"said s%3cc%7", false).unwrap()),
            ("said s%3cc".to_owned(), "said [redacted]".to_owned())
        );
    }

    #[test]
    fn what_a_terminal_obeys_is_not_shown() {
        assert_eq!(excerpt("a\u{1b}[2Jb\u{9b}c\u{202e}d\u{7}".as_bytes()).unwrap(), "a [2Jb c d");
    }
}

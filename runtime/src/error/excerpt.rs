//! The readable part of a response.

use bytes::Bytes;

use crate::page::{Page, is_page, one_line, without_hidden};
use crate::redaction::{Redaction, SHOWN as MARKUP};

const SHOWN: usize = 500;

const READ: usize = 8 * 1024;

/// The bytes of a page that are looked through for text: style sheets may stand before it.
const PAGE: usize = 64 * 1024;

/// The beginning of `body` as text, or the text of a page, without secrets. White space and control characters become single spaces. `None` if
/// the text is empty. `is_complete`: the body is complete.
pub(super) fn of(body: &Bytes, is_complete: bool, redaction: &Redaction) -> Option<String> {
    let page = text_of(body, PAGE);
    if is_page(&page) {
        return of_page(&page, is_complete && body.len() <= PAGE, redaction)
            .or_else(|| of_text(body, is_complete, redaction));
    }
    of_text(body, is_complete, redaction)
}

fn of_text(body: &Bytes, is_complete: bool, redaction: &Redaction) -> Option<String> {
    let line = one_line(&text_of(body, READ));
    let excerpt = redaction.excerpt(&line, SHOWN, is_complete && body.len() <= READ);
    (!excerpt.is_empty()).then_some(excerpt)
}

fn of_page(page: &str, is_complete: bool, redaction: &Redaction) -> Option<String> {
    let markup = without_hidden(page, MARKUP);
    let is_cut = !is_complete || markup.chars().count() == MARKUP;
    // A secret may hold a tag, which the page does not show, and a tag may stand in a secret: hence before and after.
    let text = Page::of(&redaction.excerpt(&markup, MARKUP, !is_cut)).text();
    let excerpt = redaction.excerpt(&text, SHOWN, true);
    (!excerpt.is_empty()).then_some(excerpt)
}

/// A byte order mark decides the encoding. Zero bytes are removed, which makes two-byte text without a mark readable.
fn text_of(body: &Bytes, most: usize) -> String {
    encoding_rs::UTF_8.decode(body.get(..most).unwrap_or(body)).0.replace('\0', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt_of(body: &[u8], is_complete: bool) -> Option<String> {
        of(&Bytes::copy_from_slice(body), is_complete, &Redaction::of_secrets(&["s<cret"]))
    }

    fn excerpt(body: &[u8]) -> Option<String> {
        excerpt_of(body, true)
    }

    #[test]
    fn text_is_shown_on_one_line_without_secrets() {
        assert_eq!(excerpt(b""), None);
        assert_eq!(excerpt(b" \r\n\t"), None);
        let text = b"<note>\r\n  <x>s<cret s&lt;cret s%3Ccret</x>\x1B";
        assert_eq!(excerpt(text).unwrap(), "<note> <x>[redacted] [redacted] [redacted]</x>");
        assert_eq!(excerpt(b"a\xFFb").unwrap(), "a\u{FFFD}b");
    }

    #[test]
    fn two_byte_text_hides_no_secret() {
        let wide: Vec<u8> = "is s<cret".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(excerpt(&wide).unwrap(), "is [redacted]");
        let bytes: Vec<u8> = [0xFF, 0xFE].into_iter().chain(wide).collect();
        assert_eq!(excerpt(&bytes).unwrap(), "is [redacted]");
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

    #[test]
    fn a_page_is_shown_without_markup_style_and_secrets() {
        let style = "p { color: red } ".repeat(2000);
        let page = format!(
            "<html><head><title>Oh &amp; no</title><style>{style}</style></head><body><h1>Oh &amp; no</h1><p>s<cret, s&lt;cret, s%3Ccret, \
             s&<b>lt;</b>cret, s<wbr>&lt;c<i>ret"
        );
        let expected = "Oh & no; [redacted], [redacted], [redacted], [redacted], [redacted]";
        assert_eq!(excerpt(page.as_bytes()).unwrap(), expected);
        let long = format!("<html><p>{}s<cret", "é".repeat(497));
        assert_eq!(excerpt(long.as_bytes()).unwrap(), format!("{}[re…", "é".repeat(497)));
        assert_eq!(excerpt(b"<html><p>").unwrap(), "<html><p>");
        let cut = format!("<html><p>said{}s%3cc", " ".repeat(MARKUP - 19));
        assert_eq!(excerpt(format!("{cut}ret</p>").as_bytes()).unwrap(), "said [redacted]");
    }
}

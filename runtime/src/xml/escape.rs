//! Writing character data and attribute values so that a parser gives back exactly what was written.

use std::fmt::Write as _;

use super::characters;

/// Appends `text` as element content: `&`, `<`, `>` escaped, a carriage return as `&#xD;` (a parser would turn a raw one into a
/// line feed), and characters that XML 1.0 forbids as numeric references.
///
/// Genuine ASMX servers write such references, though the document is then not well-formed: whether that is wanted is the
/// caller's decision, taken before with [`first_forbidden_character`](super::first_forbidden_character).
pub fn escape_text(out: &mut String, text: &str) {
    escape(out, text, |character| matches!(character, '\r'));
}

/// Appends `text` as an attribute value between double quotes: as [`escape_text`], and also `"`, tab and line feed, which a
/// parser would otherwise turn into blanks.
pub fn escape_attribute(out: &mut String, text: &str) {
    escape(out, text, |character| matches!(character, '\r' | '\n' | '\t' | '"'));
}

fn escape(out: &mut String, text: &str, also: impl Fn(char) -> bool) {
    let needs_escape =
        |character: char| matches!(character, '&' | '<' | '>') || also(character) || !characters::is_allowed(character);
    let mut rest = text;
    while let Some(at) = rest.find(needs_escape) {
        let (plain, tail) = rest.split_at(at);
        out.push_str(plain);
        let mut tail = tail.chars();
        match tail.next() {
            Some('&') => out.push_str("&amp;"),
            Some('<') => out.push_str("&lt;"),
            Some('>') => out.push_str("&gt;"),
            Some('"') => out.push_str("&quot;"),
            Some(character) => {
                // Writing to a String cannot fail.
                let _ = write!(out, "&#x{:X};", u32::from(character));
            }
            None => {}
        }
        rest = tail.as_str();
    }
    out.push_str(rest);
}

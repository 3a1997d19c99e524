//! The sessions that ASP.NET keeps in addresses if callers have no cookies: `/(S(…))/shop.asmx`, `/(A(…)S(…)F(…))/shop.asmx`, and
//! `/(…)/shop.asmx` of its version 1.1. Each id is as secret as the cookie that it replaces.

use std::borrow::Cow;
use std::ops::Range;

pub const REDACTED: &str = "[redacted]";

/// The brackets of a segment, in addresses and in the texts that repeat them.
const OPENINGS: [&[u8]; 5] = [b"(", b"%28", b"%2528", b"&#40;", b"&#x28;"];
const CLOSINGS: [&[u8]; 5] = [b")", b"%29", b"%2529", b"&#41;", b"&#x29;"];
const SLASHES: [&[u8]; 4] = [b"/", b"%2f", b"%2F", b"\\/"];

/// The mark of a cut text.
const CUT: &[u8] = "…".as_bytes();

/// The letters of an id of version 1.1.
const OLD_ID: usize = 24;

/// A segment that holds ids.
#[derive(Debug, Default, PartialEq, Eq)]
struct Segment {
    /// From its opening bracket to its closing one.
    range: Range<usize>,
    ids: Vec<Range<usize>>,
}

/// The text with `[redacted]` for each id of a session in it.
pub fn with_sessions_redacted(text: &str) -> Cow<'_, str> {
    replaced(text, ids(text.as_bytes()), REDACTED)
}

/// The address, or a text with addresses, without the segments that hold a session. A server begins a new session at such an address.
pub fn without_sessions(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let segments = segments(bytes).into_iter().map(|Segment { range, .. }| {
        let before = bytes.get(..range.start).unwrap_or_default();
        let after = bytes.get(range.end..).unwrap_or_default();
        match SLASHES.iter().find(|slash| before.ends_with(slash)) {
            Some(slash) => range.start - slash.len()..range.end,
            None => range.start..range.end + prefix(after, &SLASHES).unwrap_or(0),
        }
    });
    replaced(text, segments, "")
}

/// The ids in a text.
pub fn ids(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    segments(text).into_iter().flat_map(|segment| segment.ids)
}

fn replaced<'a>(text: &'a str, ranges: impl IntoIterator<Item = Range<usize>>, by: &str) -> Cow<'a, str> {
    let (mut out, mut end) = (String::new(), 0);
    for range in ranges {
        out.push_str(text.get(end..range.start).unwrap_or_default());
        out.push_str(by);
        end = range.end;
    }
    if end == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(end..).unwrap_or_default());
    Cow::Owned(out)
}

fn segments(text: &[u8]) -> Vec<Segment> {
    let (mut found, mut at) = (Vec::new(), 0);
    let starts = |letter: &u8| matches!(letter, b'(' | b'%' | b'&');
    while let Some(next) = text.get(at..).and_then(|rest| rest.iter().position(starts)).map(|next| at + next) {
        let segment = segment(text, next).or_else(|| old_segment(text, next));
        at = segment.as_ref().map_or(next + 1, |segment| segment.range.end.max(next + 1));
        found.extend(segment);
    }
    found
}

/// The segment of groups such as `S(…)` at `start`.
fn segment(text: &[u8], start: usize) -> Option<Segment> {
    let rest = |at: usize| text.get(at..).unwrap_or_default();
    let mut at = start + prefix(rest(start), &OPENINGS)?;
    let mut ids = Vec::new();
    loop {
        // Of an anonymous caller, a session, a sign-in, and the mark that cookies were tried, which is no secret.
        let group = *rest(at).first().filter(|letter| b"asfxASFX".contains(letter))?;
        let begin = at + 1 + prefix(rest(at + 1), &OPENINGS)?;
        let (end, next) = value(text, begin)?;
        if !group.eq_ignore_ascii_case(&b'x') {
            ids.push(begin..end);
        }
        at = next;
        if let Some(closing) = prefix(rest(at), &CLOSINGS) {
            at += closing;
            break;
        }
        if is_cut(rest(at)) {
            break;
        }
    }
    (!ids.is_empty()).then_some(Segment { range: start..at, ids })
}

/// The end of the value of a group, and the end of the group. A cut text may end in it.
fn value(text: &[u8], begin: usize) -> Option<(usize, usize)> {
    let mut end = begin;
    loop {
        let rest = text.get(end..).unwrap_or_default();
        if let Some(closing) = prefix(rest, &CLOSINGS) {
            return (end > begin).then_some((end, end + closing));
        }
        if is_cut(rest) {
            return (end > begin).then_some((end, end));
        }
        let letter = *rest.first()?;
        if letter.is_ascii_whitespace() || b"<>\"'/?#".contains(&letter) || prefix(rest, &OPENINGS).is_some() {
            return None;
        }
        end += 1;
    }
}

fn old_segment(text: &[u8], start: usize) -> Option<Segment> {
    let begin = start + prefix(text.get(start..)?, &OPENINGS)?;
    let end = begin + OLD_ID;
    let is_segment = SLASHES.iter().any(|slash| text.get(..start).is_some_and(|before| before.ends_with(slash)));
    let is_id = text.get(begin..end)?.iter().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit());
    let closing = prefix(text.get(end..)?, &CLOSINGS)?;
    (is_segment && is_id).then(|| Segment { range: start..end + closing, ids: std::iter::once(begin..end).collect() })
}

fn is_cut(rest: &[u8]) -> bool {
    rest.is_empty() || rest.starts_with(CUT)
}

/// The length of the one that the text begins with.
fn prefix(text: &[u8], any: &[&[u8]]) -> Option<usize> {
    any.iter().find(|one| text.starts_with(one)).map(|one| one.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_redacted_and_other_brackets_stay() {
        for (text, redacted, without) in [
            ("/(S(abc))/shop.asmx", "/(S([redacted]))/shop.asmx", "/shop.asmx"),
            (
                "http://h/v/(A(x-1)S(y_2)F(z~3))/shop.asmx?WSDL",
                "http://h/v/(A([redacted])S([redacted])F([redacted]))/shop.asmx?WSDL",
                "http://h/v/shop.asmx?WSDL",
            ),
            ("/(X(1)S(abc))/shop.asmx", "/(X(1)S([redacted]))/shop.asmx", "/shop.asmx"),
            ("/(s(abc))", "/(s([redacted]))", ""),
            ("(S(abc))/shop.asmx", "(S([redacted]))/shop.asmx", "shop.asmx"),
            ("%2F%28S%28a%2Bb%29%29%2Fshop.asmx", "%2F%28S%28[redacted]%29%29%2Fshop.asmx", "%2Fshop.asmx"),
            ("?u=%252F%2528F%2528ab%2529%2529", "?u=%252F%2528F%2528[redacted]%2529%2529", "?u=%252F"),
            ("/&#40;S&#40;abc&#41;&#41;/", "/&#40;S&#40;[redacted]&#41;&#41;/", "/"),
            ("/(0123456789abcdefghijklmn)/a /(S(b))/a", "/([redacted])/a /(S([redacted]))/a", "/a /a"),
            // Cut.
            ("to /(S(abc", "to /(S([redacted]", "to "),
            ("to /(S(abc)…", "to /(S([redacted])…", "to …"),
            ("to `/(A(x)S(abc…` is", "to `/(A([redacted])S([redacted]…` is", "to `…` is"),
            // No segments.
            ("/(X(1))/a", "/(X(1))/a", "/(X(1))/a"),
            ("f(a(b), c) (S()) (S(a b)) (S(<)) (0123456789abcdefghijklmn)", "", ""),
            ("/(S((S((S((", "", ""),
            ("", "", ""),
        ] {
            let expected = |changed| if redacted.is_empty() { text } else { changed };
            assert_eq!(with_sessions_redacted(text), expected(redacted));
            assert_eq!(without_sessions(text), expected(without), "{text}");
        }
    }
}

//! Limits the number of attributes and namespaces before parsing, because the parser's time grows with their square and cube.

use crate::diagnostic::Span;

/// The most attributes of an element, including namespace declarations.
const MOST_ATTRIBUTES: usize = 512;

/// The most namespace declarations in scope at one place.
const MOST_NAMESPACES: usize = 256;

/// The most namespaces of all elements that declare one, including those already in scope.
const MOST_IN_ALL: usize = 20_000_000;

/// The first tag beyond a limit. Malformed XML is left to the parser.
pub(super) fn too_much(text: &str) -> Option<Span> {
    let mut scopes: Vec<usize> = Vec::new();
    let mut in_all = 0_usize;
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find('<')).map(|found| at + found) {
        let rest = text.get(start..)?;
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">"), ("</", ">")]
            .into_iter()
            .find(|(begin, _)| rest.starts_with(begin));
        if let Some((begin, end)) = skipped {
            if begin == "</" {
                scopes.pop();
            }
            at = start + begin.len() + rest.get(begin.len()..)?.find(end)? + end.len();
            continue;
        }
        let tag = Tag::of(rest)?;
        let holding = scopes.last().copied().unwrap_or_default() + tag.namespaces;
        in_all = in_all.saturating_add(if tag.namespaces > 0 { holding } else { 0 });
        if tag.attributes > MOST_ATTRIBUTES || holding > MOST_NAMESPACES || in_all > MOST_IN_ALL {
            let name = rest
                .find(|character: char| character.is_whitespace() || matches!(character, '>' | '/'))
                .unwrap_or(rest.len());
            return Some(Span::new(start + 1, start + name));
        }
        if !tag.is_empty {
            scopes.push(holding);
        }
        at = start + tag.length;
    }
    None
}

struct Tag {
    attributes: usize,
    namespaces: usize,
    is_empty: bool,
    /// Up to the byte after it.
    length: usize,
}

impl Tag {
    /// The tag at the beginning of the text; `None` if it is not closed.
    fn of(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let mut tag = Self { attributes: 0, namespaces: 0, is_empty: false, length: 0 };
        let mut quote = None;
        let mut word = 0;
        for (at, byte) in bytes.iter().copied().enumerate() {
            match (quote, byte) {
                (Some(open), _) => {
                    if byte == open {
                        quote = None;
                    }
                }
                (None, b'"' | b'\'') => {
                    quote = Some(byte);
                    // The next attribute may follow a value without a blank.
                    word = at + 1;
                }
                (None, b'=') => {
                    tag.attributes += 1;
                    let name = text.get(word..at).unwrap_or_default();
                    tag.namespaces += usize::from(name.trim_start_matches(['"', '\'']).starts_with("xmlns"));
                }
                (None, b'>') => {
                    tag.is_empty = at > 0 && bytes.get(at - 1) == Some(&b'/');
                    tag.length = at + 1;
                    return Some(tag);
                }
                (None, _) if byte.is_ascii_whitespace() => {
                    // Blanks may precede `=`.
                    if bytes.get(at + 1).is_some_and(|next| !next.is_ascii_whitespace() && *next != b'=') {
                        word = at + 1;
                    }
                }
                (None, _) => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::format_collect, reason = "texts of tests are short")]

    use super::*;

    fn declarations(count: usize) -> String {
        (0..count).map(|n| format!(" xmlns:a{n} = 'u{n}'")).collect()
    }

    #[test]
    fn usual_documents_are_within_the_limits() {
        let many: String =
            (0..5_000).map(|n| format!("<b xmlns:c='d{n}' e='>'/><!-- <x> --><![CDATA[<y>]]>")).collect();
        for text in
            [format!("<a{}>{many}</a>", declarations(200)), "<a b='".to_owned(), "<a><".to_owned(), "<!--".to_owned()]
        {
            assert_eq!(too_much(&text), None, "{text:.80}");
        }
    }

    #[test]
    fn the_place_of_the_first_excess_is_reported() {
        assert_eq!(too_much(&format!("<r><abc{}/></r>", declarations(257))), Some(Span::new(4, 7)));
        let nested: String = (0..300).map(|n| format!("<a xmlns:b{n}='c'>")).collect();
        assert!(too_much(&nested).is_some());
        let attributes: String = (0..600).map(|n| format!(" a{n}=\"\"")).collect();
        assert_eq!(too_much(&format!("<a{attributes}>")), Some(Span::new(1, 2)));
        let close: String = (0..600).map(|n| format!("a{n}='>'")).collect();
        assert!(too_much(&format!("<a {close}>")).is_some());
        let each = format!("<a{}>{}</a>", declarations(250), "<b xmlns='c'/>".repeat(90_000));
        assert!(too_much(&each).is_some());
    }
}

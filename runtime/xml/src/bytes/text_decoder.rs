//! Decoding the text of an element as it arrives.

use super::examine::examine;
use crate::characters::{self, awaits_second_half, resolve};
use crate::error::{XmlError, XmlErrorKind};
use crate::options::ForbiddenReferences;

/// The longest reference. Usual ones are ten bytes at most.
const LONGEST_REFERENCE: usize = 4096;

/// Decodes the text and CDATA of an element by the rules of whole documents: references, line ends, forbidden
/// characters.
#[derive(Debug)]
pub struct TextDecoder {
    forbidden: ForbiddenReferences,
    in_cdata: bool,
}

/// The reason why decoding stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// More text is needed.
    Waiting,
    /// An end tag follows.
    EndTag,
    /// An element, a comment or a processing instruction follows.
    Other,
}

impl TextDecoder {
    /// A decoder that has read nothing yet.
    pub fn new(forbidden: ForbiddenReferences) -> Self {
        Self { forbidden, in_cdata: false }
    }

    /// Decodes the beginning of `text` and returns the number of decoded bytes. The rest must be passed again, with
    /// the text that follows it.
    ///
    /// # Errors
    ///
    /// The text is not well-formed. The error has no place, because this is a part of a document.
    pub fn decode(&mut self, text: &str, out: &mut String) -> Result<(usize, Decoded), XmlError> {
        let Some(flags) = examine(text) else {
            return Err(forbidden_character(text));
        };
        let bytes = text.as_bytes();
        let mut at = 0;
        loop {
            let rest = bytes.get(at..).unwrap_or_default();
            let stop = if self.in_cdata {
                memchr::memchr2(b']', b'\r', rest)
            } else {
                memchr::memchr3(b'<', b'&', b'\r', rest)
            };
            let mut end = at + stop.unwrap_or(rest.len());
            if !self.in_cdata {
                let run = text.get(at..end).unwrap_or_default();
                if flags.section_ends && run.contains("]]>") {
                    return malformed("`]]>` in text; write `]]&gt;`");
                }
                if stop.is_none() {
                    // Brackets at the end may begin `]]>`.
                    end -= run.bytes().rev().take(2).take_while(|byte| *byte == b']').count();
                }
            }
            out.push_str(text.get(at..end).unwrap_or_default());
            at = end;
            if stop.is_none() {
                return Ok((at, Decoded::Waiting));
            }
            let rest = text.get(at..).unwrap_or_default();
            let length = match rest.as_bytes().first() {
                Some(b'\r') => match rest.as_bytes().get(1) {
                    None => return Ok((at, Decoded::Waiting)),
                    Some(next) => {
                        out.push('\n');
                        if *next == b'\n' { 2 } else { 1 }
                    }
                },
                Some(b']') => match compare(rest, "]]>") {
                    Compared::Same => {
                        self.in_cdata = false;
                        3
                    }
                    Compared::Begun => return Ok((at, Decoded::Waiting)),
                    Compared::Other => {
                        out.push(']');
                        1
                    }
                },
                Some(b'&') => match self.reference(rest, out)? {
                    Some(length) => length,
                    None => return Ok((at, Decoded::Waiting)),
                },
                _ => match (compare(rest, "<![CDATA["), compare(rest, "</")) {
                    (Compared::Same, _) => {
                        self.in_cdata = true;
                        "<![CDATA[".len()
                    }
                    (_, Compared::Same) => return Ok((at, Decoded::EndTag)),
                    (Compared::Begun, _) | (_, Compared::Begun) => return Ok((at, Decoded::Waiting)),
                    _ => return Ok((at, Decoded::Other)),
                },
            };
            at += length;
        }
    }

    /// Decodes the reference at the start of `rest`, and returns its length; `None` if it is incomplete.
    fn reference(&self, rest: &str, out: &mut String) -> Result<Option<usize>, XmlError> {
        let ahead = rest.get(1..).unwrap_or_default();
        let Some(length) = ahead.find([';', '<', '&']) else {
            return if ahead.len() > LONGEST_REFERENCE {
                malformed("a reference that is too long to be one")
            } else {
                Ok(None)
            };
        };
        let (body, after) = ahead.split_at(length);
        if !after.starts_with(';') {
            return malformed("`&` without `;`; a plain `&` is written `&amp;`");
        }
        let after = after.get(1..).unwrap_or_default();
        if self.forbidden == ForbiddenReferences::KeepAndFlag && awaits_second_half(body, after) {
            return Ok(None);
        }
        let resolved = resolve(rest, 0, body, after, self.forbidden)
            .map_err(|error| XmlError::without_position(error.kind(), error.message()))?;
        out.push(resolved.character);
        Ok(Some(length + 2 + resolved.second))
    }
}

fn forbidden_character(text: &str) -> XmlError {
    let found = characters::first_forbidden_character(text).map_or(0, |(_, character)| u32::from(character));
    XmlError::without_position(
        XmlErrorKind::ForbiddenCharacter,
        format!("the character U+{found:04X}, which XML 1.0 forbids"),
    )
}

fn malformed<T>(message: &str) -> Result<T, XmlError> {
    Err(XmlError::without_position(XmlErrorKind::Malformed, message))
}

enum Compared {
    Same,
    /// The text is a beginning of the mark.
    Begun,
    Other,
}

fn compare(text: &str, mark: &str) -> Compared {
    if text.starts_with(mark) {
        Compared::Same
    } else if mark.starts_with(text) {
        Compared::Begun
    } else {
        Compared::Other
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Document, ParseOptions};

    /// The decoded content of an element, passed in pieces that end at these borders.
    fn streamed(content: &str, borders: &[usize]) -> Result<String, String> {
        let text = format!("{content}</e>");
        let mut decoder = TextDecoder::new(ForbiddenReferences::KeepAndFlag);
        let mut out = String::new();
        let mut waiting = String::new();
        let mut from = 0;
        for border in borders.iter().copied().chain([text.len()]) {
            waiting.push_str(text.get(from..border).unwrap());
            from = border;
            match decoder.decode(&waiting, &mut out) {
                Ok((length, Decoded::Waiting)) => drop(waiting.drain(..length)),
                Ok((_, Decoded::Other)) => return Err("something else".to_owned()),
                Ok((length, Decoded::EndTag)) => {
                    let rest = format!("{}{}", waiting.get(length..).unwrap(), text.get(from..).unwrap());
                    return if rest == "</e>" { Ok(out) } else { Err("ended early".to_owned()) };
                }
                Err(error) => return Err(error.to_string()),
            }
        }
        Err("not ended".to_owned())
    }

    fn by_tree(content: &str) -> Option<String> {
        let document =
            Document::parse(format!("<e>{content}</e>"), &ParseOptions::keeping_forbidden_references()).ok()?;
        document.root().has_only_text().then(|| document.root().text().into_owned())
    }

    #[test]
    fn pieces_with_any_border_decode_to_one_text() {
        let content =
            "a\r\nb\rc&amp;&#13;&#xA;\r&lt;<![CDATA[ \r\n]] ]>& <x> ]]]>\n]]&gt;é\u{1F600}&#1;]<![CDATA[]]>\r";
        let expected = by_tree(content).unwrap();
        assert!(expected.contains("]] ]>& <x> ]\n]]>é\u{1F600}\u{1}]\n"), "{expected:?}");
        let borders: Vec<usize> = (0..=content.len()).filter(|at| content.is_char_boundary(*at)).collect();
        assert_eq!(streamed(content, &borders).unwrap(), expected);
        for (index, one) in borders.iter().enumerate() {
            for other in borders.get(index..).unwrap() {
                assert_eq!(streamed(content, &[*one, *other]).unwrap(), expected, "{one} {other}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]
        #[test]
        fn any_pieces_decode_as_the_tree_reads_them(
            parts in prop::collection::vec(prop::sample::select(vec![
                "a", "]", "]", ">", "]]", "&amp;", "&#13;", "&#x10FFFF;", "&#0;", "&bad;", "&#xD83D;", "&#xDD34;", "&", ";", "&#", "\r", "\n", "\r\n",
                "<![CDATA[", "]]>", "<!--c-->", "<?p?>", "<b/>", "é", "\u{1F600}", "\u{1}", "\u{FFFE}", "&gt;", "<![CDATA[x]]>",
            ]), 0..12),
            borders in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
        ) {
            let content = parts.concat();
            let mut borders: Vec<usize> =
                borders.iter().map(|border| border.index(content.len() + 1)).filter(|at| content.is_char_boundary(*at)).collect();
            borders.sort_unstable();
            prop_assert_eq!(streamed(&content, &borders).ok(), by_tree(&content), "{:?}", content);
        }
    }
}

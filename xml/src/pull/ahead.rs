//! What stands ahead of a reader, looked at without reading it.

use memchr::memmem;

use super::state::PullReader;
use crate::tokens::{TokenKind, Tokens};

impl PullReader<'_> {
    /// How long the text ahead is at most, up to the next thing that is no text.
    pub fn text_ahead(&self) -> usize {
        let ahead = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let mut length = 0;
        while let Some(text) = ahead.get(length..)
            && let Some(mark) = memchr::memchr(b'<', text)
        {
            length += mark;
            let section = text.get(mark..).filter(|behind| behind.starts_with(b"<![CDATA["));
            match section.and_then(|section| memmem::find(section, b"]]>")) {
                Some(end) => length += end,
                None => return length,
            }
        }
        ahead.len()
    }

    /// How many elements are ahead directly inside the element; no more than `most` are counted.
    pub fn elements_ahead(&self, most: usize) -> usize {
        if self.is_empty {
            return 0;
        }
        let mut tokens = Tokens::of_part(self.text.get(self.at..).unwrap_or_default());
        let (mut depth, mut count) = (0_usize, 0);
        // What is deeper will not be read.
        while count < most
            && depth <= self.options.max_depth
            && let Ok(Some(token)) = tokens.read()
        {
            match token.kind {
                TokenKind::Start => {
                    count += usize::from(depth == 0);
                    depth += 1;
                }
                TokenKind::Empty => count += usize::from(depth == 0),
                TokenKind::End if depth == 0 => break,
                TokenKind::End => depth -= 1,
                _ => {}
            }
        }
        count
    }
}

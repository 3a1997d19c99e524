//! What stands ahead of a reader, looked at without reading it.

use memchr::memmem;
use quick_xml::events::Event;

use super::state::PullReader;

impl<'t> PullReader<'t> {
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
        let mut tokens = self.ahead();
        let (mut depth, mut count) = (0_usize, 0);
        // What is deeper will not be read.
        while count < most && depth <= self.options.max_depth {
            match tokens.read_event() {
                Ok(Event::Start(_)) => {
                    count += usize::from(depth == 0);
                    depth += 1;
                }
                Ok(Event::Empty(_)) => count += usize::from(depth == 0),
                Ok(Event::End(_)) if depth == 0 => break,
                Ok(Event::End(_)) => depth -= 1,
                Ok(Event::Eof) | Err(_) => break,
                Ok(_) => {}
            }
        }
        count
    }

    /// Tokens of what is not read yet.
    fn ahead(&self) -> quick_xml::Reader<&'t [u8]> {
        let mut tokens = quick_xml::Reader::from_str(self.text.get(self.at..).unwrap_or_default());
        tokens.config_mut().allow_unmatched_ends = true;
        tokens
    }
}

//! Where the cells of cut rows stand.

use std::borrow::Cow;

use super::Qualifier;

/// Where the text of a cell stands. No text is so long that a place needs the highest bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// In the highest bit, whether it stood between qualifiers.
    start: usize,
    /// In the highest bit, whether there are doubled qualifiers inside.
    end: usize,
}

const HIGHEST: usize = !(usize::MAX >> 1);

impl Span {
    #[inline]
    pub(super) fn plain(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    #[inline]
    pub(super) fn qualified(start: usize, end: usize, has_doubled: bool) -> Self {
        Self { start: start | HIGHEST, end: if has_doubled { end | HIGHEST } else { end } }
    }

    #[inline]
    fn start(self) -> usize {
        self.start & !HIGHEST
    }

    #[inline]
    fn end(self) -> usize {
        self.end & !HIGHEST
    }

    #[inline]
    fn has_doubled(self) -> bool {
        self.end & HIGHEST != 0
    }

    /// Says that so many bytes before it were taken away.
    pub(super) fn move_back(&mut self, bytes: usize) {
        self.start -= bytes.min(self.start());
        self.end -= bytes.min(self.end());
    }
}

/// A cell of the row that was cut last.
#[derive(Clone, Copy)]
pub(crate) struct CutCell<'c> {
    pub(super) span: Span,
    pub(super) qualifier: Option<&'c Qualifier>,
}

impl CutCell<'_> {
    /// Whether it is empty, and stood between no qualifiers.
    #[inline]
    pub(crate) fn is_blank(self) -> bool {
        // They differ in the highest bit if there were any.
        self.span.start == self.span.end
    }

    /// Whether it is empty, and stood between qualifiers.
    #[inline]
    pub(crate) fn is_qualified_empty(self) -> bool {
        !self.is_blank() && self.span.start() == self.span.end()
    }

    /// Where its text stands, if it is there as it is.
    #[inline]
    pub(crate) fn place(self) -> Option<(usize, usize)> {
        (!self.span.has_doubled()).then_some((self.span.start(), self.span.end()))
    }

    /// Its text, out of the text that was cut; put together in `room` if it is not there as it is.
    #[inline]
    pub(crate) fn text_in<'t>(self, text: &'t str, room: &'t mut String) -> &'t str {
        let inside = self.inside(text);
        if !self.span.has_doubled() {
            return inside;
        }
        room.clear();
        self.write(inside, room);
        room
    }

    /// Its text, out of the text that was cut.
    pub(crate) fn text(self, text: &str) -> Cow<'_, str> {
        let inside = self.inside(text);
        if !self.span.has_doubled() {
            return Cow::Borrowed(inside);
        }
        let mut single = String::with_capacity(inside.len());
        self.write(inside, &mut single);
        Cow::Owned(single)
    }

    #[inline]
    fn inside(self, text: &str) -> &str {
        text.get(self.span.start()..self.span.end()).unwrap_or_default()
    }

    /// Writes one qualifier where there are two.
    fn write(self, inside: &str, out: &mut String) {
        let mut rest = inside;
        if let Some(Qualifier { text, finder, .. }) = self.qualifier {
            while let Some(place) = finder.find(rest.as_bytes()) {
                let single = place + text.len();
                out.push_str(rest.get(..single).unwrap_or_default());
                rest = rest.get(single + text.len()..).unwrap_or_default();
            }
        }
        out.push_str(rest);
    }
}

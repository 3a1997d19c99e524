//! Delimiters as bytes, and the places of the cells between them.

use std::borrow::Cow;

use memchr::memmem::Finder;

use crate::table::TextSpan;

#[derive(Debug)]
pub(super) struct Qualifier {
    pub(super) mark: Mark,
    pub(super) text: Box<str>,
    pub(super) finder: Finder<'static>,
}

/// The place of a cell's text. No text is so long that a position needs the highest bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The highest bit: whether the cell had qualifiers.
    start: usize,
    /// The highest bit: whether there are doubled qualifiers inside.
    end: usize,
}

const HIGHEST: usize = !(usize::MAX >> 1);

impl Span {
    #[inline]
    pub(super) fn new(start: usize, end: usize) -> Self {
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
}

impl Span {
    pub(super) fn is_qualified_empty(self) -> bool {
        self.start != self.end && self.start() == self.end()
    }
}

#[derive(Clone, Copy)]
pub(crate) struct CutCell<'c> {
    pub(super) span: Span,
    pub(super) qualifier: Option<&'c Qualifier>,
}

impl CutCell<'_> {
    #[inline]
    pub(crate) fn is_blank(self) -> bool {
        // With qualifiers, they differ in the highest bit.
        self.span.start == self.span.end
    }

    #[inline]
    pub(crate) fn is_qualified_empty(self) -> bool {
        self.span.is_qualified_empty()
    }

    /// The span of the cell's text, as that of row `row`. Doubled qualifiers must be resolved.
    #[inline]
    pub(crate) fn text_span(self, row: u32) -> TextSpan {
        TextSpan::new(row, self.span.start(), self.span.end(), self.span.has_doubled())
    }

    pub(crate) fn text(self, text: &str) -> Cow<'_, str> {
        let content = text.get(self.span.start()..self.span.end()).unwrap_or_default();
        match self.qualifier.filter(|_| self.span.has_doubled()) {
            Some(qualifier) => {
                let mut single = String::with_capacity(content.len());
                qualifier.write_single(content, &mut single);
                Cow::Owned(single)
            }
            None => Cow::Borrowed(content),
        }
    }
}

impl Qualifier {
    /// Writes the text with single qualifiers in place of doubled ones.
    pub(super) fn write_single(&self, cell: &str, out: &mut String) {
        let mut rest = cell;
        while let Some(at) = self.finder.find(rest.as_bytes()) {
            let single = at + self.text.len();
            out.push_str(rest.get(..single).unwrap_or_default());
            rest = rest.get(single + self.text.len()..).unwrap_or_default();
        }
        out.push_str(rest);
    }
}

/// A delimiter; never empty.
#[derive(Debug)]
pub(super) struct Mark {
    pub(super) first: u8,
    rest: Box<[u8]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Compared {
    Same,
    /// The bytes end inside the delimiter.
    Begun,
    Other,
}

impl Mark {
    pub(super) fn new(mark: &str) -> Self {
        match mark.as_bytes().split_first() {
            Some((first, rest)) => Self { first: *first, rest: rest.into() },
            None => Self { first: 0, rest: Box::default() },
        }
    }

    pub(super) fn len(&self) -> usize {
        1 + self.rest.len()
    }

    #[inline]
    pub(super) fn compare(&self, bytes: &[u8]) -> Compared {
        let Some((first, rest)) = bytes.split_first() else {
            return Compared::Begun;
        };
        if *first != self.first {
            Compared::Other
        } else if self.rest.is_empty() || rest.starts_with(&self.rest) {
            Compared::Same
        } else if rest.len() < self.rest.len() && self.rest.starts_with(rest) {
            Compared::Begun
        } else {
            Compared::Other
        }
    }
}

//! The text of a spec and its lines.

/// A range of bytes in the text of a spec.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to `end`, without it.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }
}

/// The text of a spec, and the name to show.
#[derive(Debug, Clone)]
pub struct Source {
    /// The file's name, for messages only.
    pub name: String,
    /// The text, without a byte order mark.
    pub text: String,
    line_starts: Vec<usize>,
}

impl Source {
    /// A source with its lines.
    pub fn new(name: &str, text: String) -> Self {
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(index, _)| index + 1)).collect();
        Self { name: name.to_owned(), text, line_starts }
    }

    /// The span moved into the text: in bounds, at character boundaries, with the start before the end.
    pub fn clamp(&self, span: Span) -> Span {
        let mut start = span.start.min(self.text.len());
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = span.end.clamp(start, self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        Span::new(start, end)
    }

    /// The line of a byte, counted from 0.
    pub fn line_of(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// The line and the column of a byte, both from 1; the column in characters.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let start = self.clamp(Span::new(offset, offset)).start;
        let line = self.line_of(start);
        let before = self.text.get(self.line_span(line).start..start).unwrap_or_default();
        (line + 1, before.chars().count() + 1)
    }

    /// The bytes of a line, without its line break.
    pub fn line_span(&self, line: usize) -> Span {
        let start = self.line_starts.get(line).copied().unwrap_or(self.text.len());
        let next = self.line_starts.get(line + 1).copied().unwrap_or(self.text.len());
        let text = self.text.get(start..next).unwrap_or_default();
        Span::new(start, start + text.trim_end_matches(['\n', '\r']).len())
    }
}

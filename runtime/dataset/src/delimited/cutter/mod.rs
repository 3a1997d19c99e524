//! Cutting delimited text into rows of cells, as far as it has arrived.

mod cell;
mod same_width;

use memchr::memchr2;
use memchr::memmem::Finder;

pub(crate) use cell::CutCell;
use cell::{Compared, Mark, Qualifier, Span};

use super::delimiters::{CheckedDelimiters, DelimiterError};

/// Cuts a text row by row. Between two calls, the text may grow at its end, and lose cut rows at its start.
///
/// A cell that starts with the text qualifier ends at the closing one; two qualifiers inside it stand for one. Any other cell ends
/// at the next row or column delimiter.
#[derive(Debug)]
pub(crate) struct Cutter {
    row: Mark,
    column: Mark,
    qualifier: Option<Qualifier>,
    are_marks_short: bool,
    row_start: usize,
    /// Cells since the last call of [`Cutter::forget_cells`].
    cells: Vec<Span>,
    has_qualified_empty: bool,
    /// The start of the last row's cells among them.
    row_cells: usize,
    rows: usize,
    /// The number of bytes removed from the start of the text.
    offset: usize,
}

struct Cut {
    span: Span,
    end: usize,
    ends_row: bool,
}

impl Cutter {
    pub(crate) fn new(marks: CheckedDelimiters<'_>) -> Self {
        let (row, column) = (Mark::new(marks.row), Mark::new(marks.column));
        let qualifier = marks.qualifier.map(|mark| Qualifier {
            mark: Mark::new(mark),
            text: mark.into(),
            finder: Finder::new(mark.as_bytes()).into_owned(),
        });
        Self {
            are_marks_short: row.len() == 1 && column.len() == 1,
            row,
            column,
            qualifier,
            row_start: 0,
            cells: Vec::new(),
            has_qualified_empty: false,
            row_cells: 0,
            rows: 0,
            offset: 0,
        }
    }

    /// Cuts the next row into [cells](Cutter::cells). `false` if there is no complete row: if `is_whole`, at the end of the text,
    /// else until more of it arrives.
    pub(crate) fn next_row(&mut self, text: &str, is_whole: bool) -> Result<bool, DelimiterError> {
        let bytes = text.as_bytes();
        let mut start = self.row_start;
        self.row_cells = self.cells.len();
        while start < bytes.len() || self.cells.len() > self.row_cells {
            let cut = match self.cell(bytes, start, is_whole) {
                Ok(Some(cut)) => cut,
                other => {
                    self.forget_last_row();
                    return other.map(|_| false);
                }
            };
            self.has_qualified_empty |= cut.span.is_qualified_empty();
            self.cells.push(cut.span);
            start = cut.end;
            if cut.ends_row {
                self.row_start = start;
                self.rows += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The cells of the last row.
    pub(crate) fn cells(&self) -> impl ExactSizeIterator<Item = CutCell<'_>> {
        let qualifier = self.qualifier.as_ref();
        let cells = self.cells.get(self.row_cells..).unwrap_or_default();
        cells.iter().map(move |span| CutCell { span: *span, qualifier })
    }

    /// The cells at `column` of all rows that are not forgotten, which have `width` cells.
    #[inline]
    pub(crate) fn column(&self, column: usize, width: usize) -> impl Iterator<Item = CutCell<'_>> + Clone {
        let qualifier = self.qualifier.as_ref();
        let rows = self.cells.chunks_exact(width.max(1));
        rows.map(move |cells| CutCell { span: cells.get(column).copied().unwrap_or(Span::new(0, 0)), qualifier })
    }

    /// Writes the text of a cell, with single qualifiers in place of doubled ones.
    pub(crate) fn write_single(&self, cell: Option<&str>, out: &mut String) {
        match (cell, &self.qualifier) {
            (Some(cell), Some(qualifier)) => qualifier.write_single(cell, out),
            _ => out.push_str(cell.unwrap_or_default()),
        }
    }

    pub(crate) fn has_qualified_empty(&self) -> bool {
        self.has_qualified_empty
    }

    pub(crate) fn forget_cells(&mut self, keep_last_row: bool) {
        if keep_last_row {
            self.cells.drain(..self.row_cells);
        } else {
            self.cells.clear();
            self.has_qualified_empty = false;
        }
        self.row_cells = 0;
    }

    pub(crate) fn forget_last_row(&mut self) {
        self.cells.truncate(self.row_cells);
    }

    pub(crate) fn row_count(&self) -> usize {
        self.rows
    }

    /// The start of the current row; the text before it is no longer needed.
    pub(crate) fn row_start(&self) -> usize {
        self.row_start
    }

    /// Reports that the text before [`Cutter::row_start`] was removed, and all cells forgotten.
    pub(crate) fn remove_row(&mut self) {
        self.offset += std::mem::take(&mut self.row_start);
    }

    /// Cuts the cell that begins at `start`; `None` if its end has not arrived.
    fn cell(&self, bytes: &[u8], start: usize, is_whole: bool) -> Result<Option<Cut>, DelimiterError> {
        if let Some(qualifier) = &self.qualifier {
            match qualifier.mark.compare(bytes.get(start..).unwrap_or_default()) {
                Compared::Same => return self.qualified(qualifier, bytes, start, is_whole),
                Compared::Begun if !is_whole => return Ok(None),
                Compared::Begun | Compared::Other => {}
            }
        }
        let mut from = start;
        loop {
            let rest = bytes.get(from..).unwrap_or_default();
            let Some(found) = memchr2(self.column.first, self.row.first, rest) else {
                let span = Span::new(start, bytes.len());
                return Ok(is_whole.then_some(Cut { span, end: bytes.len(), ends_row: true }));
            };
            let at = from + found;
            let rest = bytes.get(at..).unwrap_or_default();
            let cut = |mark: &Mark, ends_row| Cut { span: Span::new(start, at), end: at + mark.len(), ends_row };
            // No delimiter contains another, so at most one of them is here or begins here.
            match (self.column.compare(rest), self.row.compare(rest)) {
                (Compared::Same, _) => return Ok(Some(cut(&self.column, false))),
                (_, Compared::Same) => return Ok(Some(cut(&self.row, true))),
                (Compared::Begun, _) | (_, Compared::Begun) if !is_whole => return Ok(None),
                _ => from = at + 1,
            }
        }
    }

    /// Cuts a cell with qualifiers; `None` as for [`Self::cell`].
    fn qualified(
        &self,
        qualifier: &Qualifier,
        bytes: &[u8],
        start: usize,
        is_whole: bool,
    ) -> Result<Option<Cut>, DelimiterError> {
        let mark = &qualifier.mark;
        let (row, cell) = (self.rows, self.cells.len() - self.row_cells);
        let mut has_doubled = false;
        let mut from = start + mark.len();
        loop {
            let Some(found) = qualifier.finder.find(bytes.get(from..).unwrap_or_default()) else {
                let error = DelimiterError::Unterminated { position: self.offset + start, row, cell };
                return if is_whole { Err(error) } else { Ok(None) };
            };
            let at = from + found;
            let closed = at + mark.len();
            let tail = bytes.get(closed..).unwrap_or_default();
            let marks = [mark, &self.column, &self.row].map(|mark| mark.compare(tail));
            let (length, ends_row) = match marks {
                [Compared::Same, _, _] => {
                    has_doubled = true;
                    from = closed + mark.len();
                    continue;
                }
                [_, Compared::Same, _] => (self.column.len(), false),
                [_, _, Compared::Same] => (self.row.len(), true),
                _ if !is_whole && marks.contains(&Compared::Begun) => return Ok(None),
                _ if is_whole && tail.is_empty() => (0, true),
                _ => return Err(DelimiterError::AfterQualifier { position: self.offset + closed, row, cell }),
            };
            let span = Span::qualified(start + mark.len(), at, has_doubled);
            return Ok(Some(Cut { span, end: closed + length, ends_row }));
        }
    }
}

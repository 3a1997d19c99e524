//! Cutting delimited text into rows of cells, as far as it has arrived.

mod alike;
mod cell;

use memchr::memchr2;
use memchr::memmem::Finder;

pub(crate) use cell::CutCell;
use cell::{Compared, Mark, Qualifier, Span};

use super::delimiters::{CheckedDelimiters, DelimiterError};

/// Cuts a text row by row. The text may grow at its end between two calls, and lose rows at its start that were cut.
///
/// A cell that starts with the text qualifier runs to the closing one; two qualifiers inside it are one. Any other cell runs to
/// the next row or column delimiter.
#[derive(Debug)]
pub(crate) struct Cutter {
    row: Mark,
    column: Mark,
    qualifier: Option<Qualifier>,
    /// Whether row and column delimiter are one byte each.
    are_marks_short: bool,
    /// Where the row that is cut next begins.
    row_start: usize,
    /// Cells since the last time they were [forgotten](Cutter::forget_cells).
    cells: Vec<Span>,
    has_qualified_empty: bool,
    /// Where those of the row cut last begin among them.
    row_cells: usize,
    /// Rows cut so far.
    rows: usize,
    /// Bytes taken away from the start of the text.
    taken: usize,
}

/// A cell, and what is behind it.
struct Cut {
    span: Span,
    behind: usize,
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
            taken: 0,
        }
    }

    /// Cuts the next row, whose [cells](Cutter::cells) are then there. `false` if there is no whole row: at the end of the text,
    /// if it `is_whole`, else until more of it arrives.
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
            start = cut.behind;
            if cut.ends_row {
                self.row_start = start;
                self.rows += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The cells of the row that was cut last.
    pub(crate) fn cells(&self) -> impl ExactSizeIterator<Item = CutCell<'_>> {
        let qualifier = self.qualifier.as_ref();
        let cells = self.cells.get(self.row_cells..).unwrap_or_default();
        cells.iter().map(move |span| CutCell { span: *span, qualifier })
    }

    /// The cells at `column` of all rows since they were last forgotten, which have `width` cells.
    #[inline]
    pub(crate) fn column(&self, column: usize, width: usize) -> impl Iterator<Item = CutCell<'_>> + Clone {
        let qualifier = self.qualifier.as_ref();
        let rows = self.cells.chunks_exact(width.max(1));
        rows.map(move |cells| CutCell { span: cells.get(column).copied().unwrap_or(Span::plain(0, 0)), qualifier })
    }

    /// Writes the text of a cell, one qualifier where there are two.
    pub(crate) fn write_single(&self, cell: Option<&str>, out: &mut String) {
        match (cell, &self.qualifier) {
            (Some(cell), Some(qualifier)) => qualifier.write_single(cell, out),
            _ => out.push_str(cell.unwrap_or_default()),
        }
    }

    /// Whether some cell since they were last forgotten may be empty between qualifiers.
    pub(crate) fn has_qualified_empty(&self) -> bool {
        self.has_qualified_empty
    }

    /// Forgets the cells of all rows that are cut, or of all but the last one.
    pub(crate) fn forget_cells(&mut self, keep_last_row: bool) {
        if keep_last_row {
            self.cells.drain(..self.row_cells);
        } else {
            self.cells.clear();
            self.has_qualified_empty = false;
        }
        self.row_cells = 0;
    }

    /// Forgets the cells of the row that was cut last.
    pub(crate) fn forget_last_row(&mut self) {
        self.cells.truncate(self.row_cells);
    }

    /// How many rows were cut.
    pub(crate) fn row_count(&self) -> usize {
        self.rows
    }

    /// Where the row under way begins: what stands before it is not needed any more.
    pub(crate) fn row_start(&self) -> usize {
        self.row_start
    }

    /// Says that everything before [`Cutter::row_start`] was taken away from the text, and all cells were forgotten.
    pub(crate) fn taken(&mut self) {
        self.taken += std::mem::take(&mut self.row_start);
    }

    /// Cuts the cell that begins at `start`; `None` if its end is not to be seen yet.
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
                let span = Span::plain(start, bytes.len());
                return Ok(is_whole.then_some(Cut { span, behind: bytes.len(), ends_row: true }));
            };
            let place = from + found;
            let rest = bytes.get(place..).unwrap_or_default();
            let cut =
                |mark: &Mark, ends_row| Cut { span: Span::plain(start, place), behind: place + mark.len(), ends_row };
            // Neither mark holds the other, so at most one of them is here or begins here.
            match (self.column.compare(rest), self.row.compare(rest)) {
                (Compared::Same, _) => return Ok(Some(cut(&self.column, false))),
                (_, Compared::Same) => return Ok(Some(cut(&self.row, true))),
                (Compared::Begun, _) | (_, Compared::Begun) if !is_whole => return Ok(None),
                _ => from = place + 1,
            }
        }
    }

    /// The same for a cell with qualifier.
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
                let error = DelimiterError::Unterminated { position: self.taken + start, row, cell };
                return if is_whole { Err(error) } else { Ok(None) };
            };
            let place = from + found;
            let closed = place + mark.len();
            let behind = bytes.get(closed..).unwrap_or_default();
            let marks = [mark, &self.column, &self.row].map(|mark| mark.compare(behind));
            let (length, ends_row) = match marks {
                [Compared::Same, _, _] => {
                    has_doubled = true;
                    from = closed + mark.len();
                    continue;
                }
                [_, Compared::Same, _] => (self.column.len(), false),
                [_, _, Compared::Same] => (self.row.len(), true),
                _ if !is_whole && marks.contains(&Compared::Begun) => return Ok(None),
                _ if is_whole && behind.is_empty() => (0, true),
                _ => return Err(DelimiterError::AfterQualifier { position: self.taken + closed, row, cell }),
            };
            let span = Span::qualified(start + mark.len(), place, has_doubled);
            return Ok(Some(Cut { span, behind: closed + length, ends_row }));
        }
    }
}

//! Cutting delimited text into rows of cells, as far as it has arrived.

mod alike;
mod cell;
mod mark;

use memchr::memmem::Finder;

pub(crate) use cell::CutCell;
use cell::Span;
use mark::{Compared, Mark};

use super::delimiters::{DelimiterError, Marks};
use super::seeker::Seeker;

/// Cuts a text row by row. The text may grow at its end between two calls, and lose rows at its start that were cut; nothing is
/// looked at twice.
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
    seeker: Seeker,
    /// Where the row under way begins.
    row_start: usize,
    /// Where the cell under way begins, its qualifier included.
    cell_start: usize,
    state: State,
    /// Cells since the last time they were [forgotten](Cutter::forget_cells).
    cells: Vec<Span>,
    /// Where those of the row under way, or cut last, begin among them.
    row_cells: usize,
    /// Rows cut so far.
    rows: usize,
    /// Bytes taken away from the start of the text.
    taken: usize,
}

#[derive(Debug)]
struct Qualifier {
    mark: Mark,
    text: Box<str>,
    finder: Finder<'static>,
}

/// What is known of the cell under way.
#[derive(Clone, Copy, Debug)]
enum State {
    /// Nothing, nor of its row.
    RowStart,
    /// Nothing.
    CellStart,
    /// Without qualifier; no delimiter begins before this place.
    Plain(usize),
    /// With qualifier; the closing one does not begin before this place.
    Qualified { from: usize, has_doubled: bool },
}

/// What a cell ends with: how long that is, and whether the row ends there.
#[derive(Clone, Copy)]
struct End {
    length: usize,
    ends_row: bool,
}

impl Cutter {
    pub(crate) fn new(marks: Marks<'_>) -> Self {
        let (row, column) = (Mark::new(marks.row), Mark::new(marks.column));
        let qualifier = marks.qualifier.map(|mark| Qualifier {
            mark: Mark::new(mark),
            text: mark.into(),
            finder: Finder::new(mark.as_bytes()).into_owned(),
        });
        Self {
            seeker: Seeker::new(row.first, column.first),
            are_marks_short: row.len() == 1 && column.len() == 1,
            row,
            column,
            qualifier,
            row_start: 0,
            cell_start: 0,
            state: State::RowStart,
            cells: Vec::new(),
            row_cells: 0,
            rows: 0,
            taken: 0,
        }
    }

    /// Cuts the next row, whose [cells](Cutter::cells) are then there. `false` if there is no whole row: at the end of the text,
    /// if it `is_whole`, else until more of it arrives.
    pub(crate) fn next_row(&mut self, text: &str, is_whole: bool) -> Result<bool, DelimiterError> {
        let bytes = text.as_bytes();
        loop {
            let end = match self.state {
                State::RowStart => {
                    if self.cell_start >= bytes.len() {
                        return Ok(false);
                    }
                    self.row_cells = self.cells.len();
                    self.state = State::CellStart;
                    continue;
                }
                State::CellStart => {
                    if self.are_marks_short && self.short_cells(bytes) {
                        self.state = State::RowStart;
                        return Ok(true);
                    }
                    let Some(state) = self.started(bytes, is_whole) else { return Ok(false) };
                    self.state = state;
                    continue;
                }
                State::Plain(from) => self.plain(bytes, from, is_whole),
                State::Qualified { from, has_doubled } => self.qualified(bytes, from, has_doubled, is_whole)?,
            };
            let Some(end) = end else { return Ok(false) };
            self.cell_start += end.length;
            if end.ends_row {
                self.state = State::RowStart;
                self.row_start = self.cell_start;
                self.rows += 1;
                return Ok(true);
            }
            self.state = State::CellStart;
        }
    }

    /// The cells of the row that was cut last.
    pub(crate) fn cells(&self) -> impl ExactSizeIterator<Item = CutCell<'_>> {
        let qualifier = self.qualifier.as_ref();
        let cells = self.cells.get(self.row_cells..).unwrap_or_default();
        cells.iter().map(move |span| CutCell { span: *span, qualifier })
    }

    /// The cells at `column` of all rows since they were last forgotten, which must all have `width` cells, from this one on.
    #[inline]
    pub(crate) fn column(
        &self,
        column: usize,
        width: usize,
        row: u32,
    ) -> impl ExactSizeIterator<Item = CutCell<'_>> + Clone {
        let qualifier = self.qualifier.as_ref();
        let cells = self.cells.get(column + row as usize * width..).unwrap_or_default().iter().step_by(width);
        cells.map(move |span| CutCell { span: *span, qualifier })
    }

    /// Whether cells may stand between qualifiers.
    pub(crate) fn has_qualifier(&self) -> bool {
        self.qualifier.is_some()
    }

    /// Forgets the cells of all rows that are cut, or of all but the last one.
    pub(crate) fn forget_cells(&mut self, keep_last_row: bool) {
        if matches!(self.state, State::RowStart) && !keep_last_row {
            self.cells.clear();
        } else {
            // Behind them are those of the row under way, or cut last.
            self.cells.drain(..self.row_cells);
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

    /// Says that everything before [`Cutter::row_start`] was taken away from the text.
    pub(crate) fn taken(&mut self) {
        let length = self.row_start;
        self.taken += length;
        self.row_start = 0;
        self.cell_start -= length;
        match &mut self.state {
            State::RowStart | State::CellStart => {}
            State::Plain(from) | State::Qualified { from, .. } => *from -= length,
        }
        for span in &mut self.cells {
            span.move_back(length);
        }
        self.seeker.reset();
    }

    /// Cuts cells without qualifier that end in delimiters of one byte, as long as there are such. Whether the row was ended.
    fn short_cells(&mut self, bytes: &[u8]) -> bool {
        let qualifier = self.qualifier.as_ref().map(|qualifier| qualifier.mark.first);
        let (row, mut start) = (self.row.first, self.cell_start);
        loop {
            if qualifier.is_some() && bytes.get(start).copied() == qualifier {
                break;
            }
            let Some(end) = self.seeker.next(bytes, start) else { break };
            self.cells.push(Span::plain(start, end));
            start = end + 1;
            if bytes.get(end) == Some(&row) {
                (self.cell_start, self.row_start) = (start, start);
                self.rows += 1;
                return true;
            }
        }
        self.cell_start = start;
        false
    }

    /// Whether the cell has a qualifier; `None` if that is not to be seen yet.
    #[inline]
    fn started(&self, bytes: &[u8], is_whole: bool) -> Option<State> {
        let Some(qualifier) = &self.qualifier else {
            return Some(State::Plain(self.cell_start));
        };
        let mark = &qualifier.mark;
        match mark.compare(bytes.get(self.cell_start..).unwrap_or_default()) {
            Compared::Same => Some(State::Qualified { from: self.cell_start + mark.len(), has_doubled: false }),
            Compared::Begun if !is_whole => None,
            Compared::Begun | Compared::Other => Some(State::Plain(self.cell_start)),
        }
    }

    /// Ends a cell without qualifier.
    #[inline]
    fn plain(&mut self, bytes: &[u8], mut from: usize, is_whole: bool) -> Option<End> {
        let (place, end) = loop {
            let Some(place) = self.seeker.next(bytes, from) else {
                if is_whole {
                    break (bytes.len(), End { length: 0, ends_row: true });
                }
                self.state = State::Plain(bytes.len());
                return None;
            };
            let rest = bytes.get(place..).unwrap_or_default();
            // Neither mark holds the other, so at most one of them is here or begins here.
            match self.column.compare(rest) {
                Compared::Same => break (place, End { length: self.column.len(), ends_row: false }),
                Compared::Begun if !is_whole => {
                    self.state = State::Plain(place);
                    return None;
                }
                Compared::Begun | Compared::Other => {}
            }
            match self.row.compare(rest) {
                Compared::Same => break (place, End { length: self.row.len(), ends_row: true }),
                Compared::Begun if !is_whole => {
                    self.state = State::Plain(place);
                    return None;
                }
                Compared::Begun | Compared::Other => {}
            }
            from = place + 1;
        };
        self.cells.push(Span::plain(self.cell_start, place));
        self.cell_start = place;
        Some(end)
    }

    /// Ends a cell with qualifier.
    fn qualified(
        &mut self,
        bytes: &[u8],
        mut from: usize,
        mut has_doubled: bool,
        is_whole: bool,
    ) -> Result<Option<End>, DelimiterError> {
        let Some(qualifier) = &self.qualifier else {
            return Ok(None);
        };
        let mark = &qualifier.mark;
        let (row, cell) = (self.rows, self.cells.len() - self.row_cells);
        loop {
            let rest = bytes.get(from..).unwrap_or_default();
            let Some(found) = qualifier.finder.find(rest) else {
                if is_whole {
                    return Err(DelimiterError::Unterminated { position: self.taken + self.cell_start, row, cell });
                }
                // All but the last bytes of a qualifier may have arrived.
                let from = from.max((bytes.len() + 1).saturating_sub(mark.len()));
                self.state = State::Qualified { from, has_doubled };
                return Ok(None);
            };
            let place = from + found;
            let closed = place + mark.len();
            let behind = bytes.get(closed..).unwrap_or_default();
            let marks = [mark, &self.column, &self.row].map(|mark| mark.compare(behind));
            let end = match marks {
                [Compared::Same, _, _] => {
                    has_doubled = true;
                    from = closed + mark.len();
                    continue;
                }
                [_, Compared::Same, _] => End { length: self.column.len(), ends_row: false },
                [_, _, Compared::Same] => End { length: self.row.len(), ends_row: true },
                _ if !is_whole && marks.contains(&Compared::Begun) => {
                    self.state = State::Qualified { from: place, has_doubled };
                    return Ok(None);
                }
                _ if is_whole && behind.is_empty() => End { length: 0, ends_row: true },
                _ => return Err(DelimiterError::AfterQualifier { position: self.taken + closed, row, cell }),
            };
            self.cells.push(Span::qualified(self.cell_start + mark.len(), place, has_doubled));
            self.cell_start = closed;
            return Ok(Some(end));
        }
    }
}

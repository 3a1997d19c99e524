//! From cut rows to the columns of a table.

use super::cutter::Cutter;
use super::delimiters::{CheckedDelimiters, DelimiterError};
use super::layout::{DelimitedLayout, Header};
use crate::table::{Blanks, Column, Gathered, GrowingTable, MOST_COLUMNS, RaggedRow, ShortRows, Table};

/// The number of rows whose cells are put into the columns together: few enough for the fastest cache.
const ROWS_TOGETHER: u32 = 64;

#[derive(Debug)]
pub(super) struct DelimitedRows {
    cutter: Cutter,
    table: GrowingTable,
    awaited: Option<Vec<Column>>,
    /// For each column, whether an empty cell is `DBNull`.
    blank_is_null: Vec<bool>,
    width: Option<usize>,
    waiting: u32,
    waiting_width: usize,
    /// The number of declared columns, if places tell them.
    declared: usize,
    gathered: Gathered,
}

impl DelimitedRows {
    pub(super) fn new(marks: CheckedDelimiters<'_>, layout: DelimitedLayout) -> Self {
        let DelimitedLayout { name, header, columns } = layout;
        let (declared, awaited) = match header {
            Header::None => (columns, None),
            Header::First => (Vec::new(), Some(columns)),
        };
        let declared_count = declared.len();
        let blank_is_null = declared.iter().map(|column| !has_empty_value(column)).collect();
        let mut table = GrowingTable::new(name, declared);
        table.reading_mut().blanks = Some(Blanks::default());
        Self {
            cutter: Cutter::new(marks),
            blank_is_null,
            table,
            awaited,
            width: None,
            waiting: 0,
            waiting_width: 0,
            declared: declared_count,
            gathered: Gathered::default(),
        }
    }

    pub(super) fn read(&mut self, text: &str, is_whole: bool) -> Result<(), DelimiterError> {
        let read = self.read_rows(text, is_whole);
        self.flush(text);
        read
    }

    fn read_rows(&mut self, text: &str, is_whole: bool) -> Result<(), DelimiterError> {
        let mut reserving = Reserving::new(self.cutter.row_start(), text.len());
        loop {
            self.read_same_width(text, &mut reserving);
            let start = self.cutter.row_start();
            if !self.cutter.next_row(text, is_whole)? {
                return Ok(());
            }
            let row = self.cutter.row_count() - 1;
            let width = self.cutter.cells().len();
            if width > MOST_COLUMNS {
                self.cutter.forget_last_row();
                return Err(DelimiterError::TooManyCells { row });
            }
            let expected = *self.width.get_or_insert(width);
            if let Some(declared) = self.awaited.take() {
                self.header(text, &declared);
                self.cutter.forget_cells(false);
                continue;
            }
            if !self.table.makes_room(self.cutter.row_start() - start) {
                self.cutter.forget_last_row();
                return Err(DelimiterError::TooLarge { row });
            }
            if width == self.waiting_width {
                self.waiting += 1;
                self.flush_full(text, &mut reserving);
                continue;
            }
            self.flush_before(text);
            if width != expected {
                let row = self.table.row_total();
                self.table.reading_mut().ragged.get_or_insert(RaggedRow { row, cells: width, expected });
            }
            while self.table.columns().len() < width {
                self.add_numbered_column();
            }
            let widest = &mut self.table.reading_mut().widest;
            *widest = (*widest).max(width);
            (self.waiting, self.waiting_width) = (1, width);
        }
    }

    /// Reads the next rows as long as they have the width of the waiting ones.
    fn read_same_width(&mut self, text: &str, reserving: &mut Reserving) {
        while self.waiting_width > 0 && self.awaited.is_none() {
            let start = self.cutter.row_start();
            let end = text.len().min(start.saturating_add(self.table.text_room()));
            let bytes = text.as_bytes().get(..end).unwrap_or_default();
            let count = self.cutter.cut_same_width(bytes, self.waiting_width, ROWS_TOGETHER - self.waiting);
            // The text was limited to the room above.
            self.table.makes_room(self.cutter.row_start() - start);
            self.waiting += count;
            if !self.flush_full(text, reserving) {
                return;
            }
        }
    }

    fn flush_full(&mut self, text: &str, reserving: &mut Reserving) -> bool {
        let is_full = self.waiting >= ROWS_TOGETHER;
        if is_full {
            self.flush(text);
            reserving.reserve(&mut self.table, self.cutter.row_start());
        }
        is_full
    }

    fn flush(&mut self, text: &str) {
        self.put(text);
        self.cutter.forget_cells(false);
    }

    /// [`Self::flush`] without the last row, which has another width.
    fn flush_before(&mut self, text: &str) {
        self.put(text);
        self.cutter.forget_cells(true);
    }

    fn put(&mut self, text: &str) {
        if self.cutter.has_qualified_empty() {
            self.note_qualified();
        }
        if self.waiting > 0 && self.waiting_width < self.declared {
            self.note_short();
        }
        let (first, values) = self.table.values_mut();
        let width = self.waiting_width;
        for (column, (values, blank_is_null)) in values.iter_mut().zip(&self.blank_is_null).enumerate().take(width) {
            let cells = (0..self.waiting).zip(self.cutter.column(column, width));
            let resolve =
                |text: &str, start, end, out: &mut String| self.cutter.write_single(text.get(start..end), out);
            // Rows ascend, and there is room.
            let _ = if *blank_is_null {
                let places = cells.filter(|(_, cell)| !cell.is_blank()).map(|(row, cell)| cell.text_span(row));
                values.push_places(first, text, &mut self.gathered, places, resolve)
            } else {
                let places = cells.map(|(row, cell)| cell.text_span(row));
                values.push_places(first, text, &mut self.gathered, places, resolve)
            };
        }
        self.table.end_rows(self.waiting);
        self.waiting = 0;
    }

    /// Counts the waiting rows among those that lack cells.
    fn note_short(&mut self) {
        let (first, cells, expected) = (self.table.row_total(), self.waiting_width, self.declared);
        let short = self.table.reading_mut().short.get_or_insert(ShortRows { rows: 0, first, cells, expected });
        short.rows += u64::from(self.waiting);
    }

    /// Notes the empty cells of the waiting rows that had qualifiers.
    fn note_qualified(&mut self) {
        let (first, _) = self.table.values_mut();
        let Some(blanks) = &mut self.table.reading_mut().blanks else { return };
        let width = self.waiting_width;
        for (column, _) in self.blank_is_null.iter().enumerate().take(width).filter(|(_, is_null)| !**is_null) {
            let cells = (first..).zip(self.cutter.column(column, width).take(self.waiting as usize));
            for (row, _) in cells.filter(|(_, cell)| cell.is_qualified_empty()) {
                blanks.push_qualified(column, row);
            }
        }
    }

    fn header(&mut self, text: &str, declared: &[Column]) {
        let names: Vec<String> = self.cutter.cells().map(|cell| cell.text(text).into_owned()).collect();
        for name in names {
            if name.is_empty() {
                self.add_numbered_column();
                continue;
            }
            let column = match declared.iter().find(|column| column.name == name) {
                Some(column) if !self.table.has_column(&name) => column.clone(),
                _ => Column::of_type(self.table.free_name(&name), "xs:string"),
            };
            self.add_column(column);
        }
        // Declared columns that the text lacks are not added.
    }

    fn add_numbered_column(&mut self) {
        let name = format!("Column{}", self.table.columns().len() + 1);
        let name = self.table.free_name(&name);
        self.add_column(Column::of_type(name, "xs:string"));
    }

    fn add_column(&mut self, column: Column) {
        self.blank_is_null.push(!has_empty_value(&column));
        self.table.add_column(column);
    }

    pub(super) fn row_total(&self) -> u64 {
        self.table.row_total()
    }

    pub(super) fn row_count(&self) -> usize {
        self.table.row_count() as usize
    }

    pub(super) fn set_record_limit(&mut self, records: Option<u64>) {
        self.table.reading_mut().record_limit = records;
    }

    pub(super) fn widest(&mut self) -> usize {
        self.table.reading_mut().widest
    }

    pub(super) fn take(&mut self, spare: Option<Table>) -> Table {
        self.table.take(spare)
    }

    pub(super) fn cutter_mut(&mut self) -> &mut Cutter {
        &mut self.cutter
    }
}

/// Reserves memory for a long text after a part of it, and again after more, because later rows may differ.
struct Reserving {
    start: usize,
    length: usize,
    next: usize,
}

impl Reserving {
    /// Shorter texts soon use twice as much.
    const SHORTEST: usize = 256 * 1024;

    fn new(start: usize, end: usize) -> Self {
        let length = end.saturating_sub(start);
        let next = if length < Self::SHORTEST { usize::MAX } else { start + length / 16 };
        Self { start, length, next }
    }

    /// Reserves memory if `position` has reached the next reservation. The rows before `position` are in the table.
    fn reserve(&mut self, table: &mut GrowingTable, position: usize) {
        if position >= self.next {
            let read = position - self.start;
            table.reserve(read, self.length.saturating_sub(read));
            // At a sixteenth, an eighth, a quarter and half of the text.
            self.next = if read < self.length / 2 { self.start + 2 * read } else { usize::MAX };
        }
    }
}

fn has_empty_value(column: &Column) -> bool {
    let type_name = column.type_name.strip_prefix("xs:").unwrap_or_default();
    // A GUID is a string with a CLR type.
    column.clr_type.is_none()
        && matches!(
            type_name,
            "" | "string" | "normalizedString" | "token" | "anyURI" | "anyType" | "base64Binary" | "hexBinary"
        )
}

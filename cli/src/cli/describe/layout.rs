//! Text for people: headings, rows with columns, and words that are broken to fit the terminal.

use asmx_types::display::shown_line;
use unicode_width::UnicodeWidthStr as _;

use crate::cli::terminal;

/// The width where standard output is no terminal.
const USUAL: usize = 120;
/// The least room for words beside the columns of a row; with less they go below.
const ROOM: usize = 30;
const INDENT: usize = 2;

/// A row: cells of columns, and words after them.
pub(super) struct Row {
    pub(super) cells: Vec<String>,
    pub(super) words: String,
}

pub(super) struct Layout {
    width: usize,
    text: String,
}

impl Layout {
    pub(super) fn new() -> Self {
        Self { width: terminal::width().unwrap_or(USUAL), text: String::new() }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    /// A line on its own, after an empty line.
    pub(super) fn heading(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.line(0, text);
    }

    /// Paragraphs, indented.
    pub(super) fn words(&mut self, text: &str) {
        for (index, paragraph) in text.split("\n\n").enumerate() {
            if index > 0 {
                self.text.push('\n');
            }
            self.wrapped(INDENT, paragraph);
        }
    }

    /// Rows with aligned columns.
    pub(super) fn rows(&mut self, rows: &[Row]) {
        let columns = rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
        let cell = |row: &Row, column: usize| {
            row.cells.get(column).map(|cell| shown_line(cell).into_owned()).unwrap_or_default()
        };
        let width = |column| rows.iter().map(|row| cell(row, column).width()).max().unwrap_or_default();
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let beside = INDENT + widths.iter().map(|width| width + INDENT).sum::<usize>();
        for row in rows {
            let mut line = String::new();
            for (column, width) in widths.iter().enumerate() {
                let cell = cell(row, column);
                line.push_str(&cell);
                line.push_str(&" ".repeat(width + INDENT - cell.width()));
            }
            let lines = broken(&row.words, self.width.saturating_sub(beside).max(1));
            let fits = beside + ROOM <= self.width
                || lines.len() < 2 && lines.iter().all(|line| beside + line.width() <= self.width);
            if fits {
                let mut lines = lines.into_iter();
                self.line(INDENT, &(line + &lines.next().unwrap_or_default()));
                lines.for_each(|more| self.line(beside, &more));
            } else {
                self.line(INDENT, &line);
                self.wrapped(INDENT * 3, &row.words);
            }
        }
    }

    fn wrapped(&mut self, indent: usize, text: &str) {
        for line in broken(text, self.width.saturating_sub(indent).max(1)) {
            self.line(indent, &line);
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        self.text.push_str(&" ".repeat(indent));
        self.text.push_str(shown_line(text).trim_end());
        self.text.push('\n');
    }
}

/// The words of a text in lines of at most that width. A longer word has a line of its own.
fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word = shown_line(word);
        match lines.last_mut().filter(|line| line.width() + 1 + word.width() <= width) {
            Some(line) => {
                line.push(' ');
                line.push_str(&word);
            }
            None => lines.push(word.into_owned()),
        }
    }
    lines
}

//! Facts that a spreadsheet leaves out.

use std::collections::HashSet;
use std::fmt;

use asmx_types::display::shown_line;

use super::cell::Fact;

/// A fact that the cells of a column leave out, or the reason why some of them are texts, once for each column; rows that a sheet lacks; or the name of a sheet
/// that is not that of its table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SpreadsheetNote {
    table: String,
    about: About,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum About {
    Column(String, Fact),
    /// The number of rows without a value at the end of a sheet.
    EmptyRows(u32),
    /// The name of its sheet, which is another.
    Sheet(String),
}

impl fmt::Display for SpreadsheetNote {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = shown_line(&self.table);
        let (column, fact) = match &self.about {
            About::Column(column, fact) => (shown_line(column), fact),
            About::Sheet(name) => return write!(out, "the table `{table}` is the sheet `{}`", shown_line(name)),
            About::EmptyRows(1) => {
                return write!(out, "the last row of `{table}` has no values, and the sheet ends before it");
            }
            About::EmptyRows(rows) => {
                return write!(out, "the last {rows} rows of `{table}` have no values, and the sheet ends before them");
            }
        };
        let sentence = match fact {
            Fact::ManyDigits => "numbers of more than 15 digits are texts",
            Fact::NoNumber => "values that are no numbers to a spreadsheet are texts",
            Fact::EarlyDate => "dates before 1900 are texts",
            Fact::NoDate => "values that are no dates to a spreadsheet are texts",
            Fact::ZoneLeftOut => "the zones of the values are left out",
            Fact::FractionCut => "times are cut to milliseconds",
            Fact::LeftOut(why) => return write!(out, "column `{column}` of `{table}`: it is left out: {why}"),
        };
        write!(out, "column `{column}` of `{table}`: {sentence}")
    }
}

impl SpreadsheetNote {
    /// The column, if it is left out.
    pub(super) fn column_left_out(&self) -> Option<&str> {
        match &self.about {
            About::Column(column, Fact::LeftOut(_)) => Some(column),
            _ => None,
        }
    }

    pub(super) fn of_name(table: &str, sheet: &str) -> Self {
        Self { table: table.to_owned(), about: About::Sheet(sheet.to_owned()) }
    }

    pub(super) fn of_empty_rows(table: &str, rows: u32) -> Self {
        Self { table: table.to_owned(), about: About::EmptyRows(rows) }
    }
}

#[derive(Debug, Default)]
pub(super) struct Notes {
    all: Vec<SpreadsheetNote>,
    known: HashSet<SpreadsheetNote>,
}

impl Notes {
    pub(super) fn add(&mut self, table: &str, column: &str, fact: Fact) {
        self.push(SpreadsheetNote { table: table.to_owned(), about: About::Column(column.to_owned(), fact) });
    }

    pub(super) fn push(&mut self, note: SpreadsheetNote) {
        if self.known.insert(note.clone()) {
            self.all.push(note);
        }
    }

    pub(super) fn all(&self) -> &[SpreadsheetNote] {
        &self.all
    }
}

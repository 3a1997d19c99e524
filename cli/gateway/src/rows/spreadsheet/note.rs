//! Facts that a spreadsheet leaves out.

use std::collections::HashSet;
use std::fmt;

use asmx_types::display::shown_line;

use super::cell::Fact;

/// A fact that the cells of a column leave out, or the reason why some of them are texts. It comes once for each column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SpreadsheetNote {
    table: String,
    column: String,
    fact: Fact,
}

impl fmt::Display for SpreadsheetNote {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.fact {
            Fact::ManyDigits => "numbers of more than 15 digits are texts",
            Fact::NoNumber => "values that are no numbers to a spreadsheet are texts",
            Fact::EarlyDate => "dates before 1900 are texts",
            Fact::NoDate => "values that are no dates to a spreadsheet are texts",
            Fact::ZoneLeftOut => "the zones of the values are left out",
            Fact::FractionCut => "times are cut to milliseconds",
            Fact::Undeclared => "it is left out: no schema declares it",
        };
        write!(out, "column `{}` of `{}`: {what}", shown_line(&self.column), shown_line(&self.table))
    }
}

impl SpreadsheetNote {
    pub(super) fn is_column_left_out(&self) -> bool {
        self.fact == Fact::Undeclared
    }
}

#[derive(Debug, Default)]
pub(super) struct Notes {
    all: Vec<SpreadsheetNote>,
    known: HashSet<SpreadsheetNote>,
}

impl Notes {
    pub(super) fn add(&mut self, table: &str, column: &str, fact: Fact) {
        let note = SpreadsheetNote { table: table.to_owned(), column: column.to_owned(), fact };
        if self.known.insert(note.clone()) {
            self.all.push(note);
        }
    }

    pub(super) fn all(&self) -> &[SpreadsheetNote] {
        &self.all
    }
}

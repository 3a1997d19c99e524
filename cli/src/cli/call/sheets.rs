//! Results as spreadsheets, one sheet a table.

use std::io;

use asmx_gateway::rows::{CELLS_PER_BYTE, Outside, RowsError};
use asmx_gateway::tables;
use asmx_gateway::{Call, Progress, RowStream, Spreadsheet, SpreadsheetError, Table};
use serde_json::Value as Json;

use super::super::failure::Failure;
use super::Arguments;
use super::destination::Sink;
use super::form::COMMAND_LINE;
use super::prepared::Prepared;
use super::row_copy::{Copied, RowReceiver, Stopped};

impl Prepared {
    /// Writes the tables of a DataSet as they arrive, in memory that does not grow with the response. Returns the sink if the result is another.
    pub(super) fn streamed_sheets(
        &self,
        arguments: &Arguments,
        call: Call<'_>,
        sink: Sink,
    ) -> Result<Result<(), Failure>, Sink> {
        if !self.has_rows(arguments) {
            return Err(sink);
        }
        let mut book = Spreadsheet::new();
        let wanted = |rows: RowStream| if arguments.table.is_none() { rows.all_tables() } else { rows };
        Ok(match self.copy_rows(arguments, call, wanted, &mut book) {
            Ok(Copied::Complete { outside, .. }) => {
                let left_out = book.columns_left_out().len();
                let saved = self.saved(book, sink).and_then(|()| self.without_columns(left_out, arguments));
                saved.and_then(|()| self.outside(arguments, &outside))
            }
            Ok(Copied::Enough) => Ok(()),
            Err(failure) => Err(failure),
        })
    }

    /// Writes all tables of a result, or the one that is chosen.
    pub(super) fn sheets(&self, result: &Json, arguments: &Arguments, sink: Sink) -> Result<(), Failure> {
        let unfit = |why: RowsError| self.not_in_form(result, &why.in_words(COMMAND_LINE));
        let (all, notes) = tables::all_or_named(&self.shapes, result, arguments.table.as_deref()).map_err(unfit)?;
        self.print_notes(&notes);
        let mut book = Spreadsheet::new();
        for table in &all {
            let table = table.table(CELLS_PER_BYTE).map_err(unfit)?;
            match book.write(&table) {
                Ok(()) => {}
                Err(error @ SpreadsheetError::Output(_)) => {
                    return self.failure(Stopped::Sheet(error), 0).map_or(Ok(()), Err);
                }
                Err(error) => return Err(self.not_in_form(result, &error.to_string())),
            }
        }
        self.saved(book, sink)?;
        self.left_out(arguments, &all.iter().map(|table| table.left_out(false)).collect())?;
        self.outside(arguments, &Outside::of(&self.shapes, result))
    }

    fn saved(&self, book: Spreadsheet, mut sink: Sink) -> Result<(), Failure> {
        self.print_notes(&book.notes());
        book.save(&mut sink).or_else(|error| self.failure(Stopped::Sheet(error), 0).map_or(Ok(()), Err))?;
        sink.complete().or_else(|error: io::Error| self.destination.failure(&error).map_or(Ok(()), Err))
    }
}

impl RowReceiver for Spreadsheet {
    fn write(&mut self, batch: &Table, _: Progress) -> Result<(), Stopped> {
        Spreadsheet::write(self, batch).map_err(Stopped::Sheet)
    }

    fn finish(&mut self, _: &mut RowStream) -> Result<(), Stopped> {
        Ok(())
    }
}

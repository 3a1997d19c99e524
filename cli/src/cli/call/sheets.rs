//! Results as spreadsheets, one sheet a table.

use std::io;

use asmx_gateway::rows::{CELLS_PER_BYTE, RowsError};
use asmx_gateway::tables::{self, FoundTable};
use asmx_gateway::{Call, RowStream, Spreadsheet, wait_unless_interrupted};
use serde_json::Value as Json;

use super::Arguments;
use super::destination::Sink;
use super::failure::Failure;
use super::output::unfit;
use super::prepared::Prepared;
use super::streamed::{ProgressLine, Stopped};

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
        let (mut rows, mut book) = (None, Spreadsheet::new());
        let table = arguments.table.as_deref();
        let arrived = wait_unless_interrupted(async {
            let stream = self.target.rows(call, table).await.map_err(Stopped::Call)?;
            copied(rows.insert(if table.is_none() { stream.all_tables() } else { stream }), &mut book).await
        });
        let count = rows.as_ref().map_or(0, |rows: &RowStream| rows.progress().rows);
        self.ended(arguments);
        if let Some(rows) = &rows {
            Self::note(arguments, rows.deviations(), rows.notes());
        }
        Ok(match arrived {
            Err(error) => Err(Failure::not_sent(format!("this machine refuses what a call needs: {error}"))),
            Ok(None) => Err(Failure::interrupted(self.operation).after_rows(count)),
            Ok(Some(Err(stopped))) => self.failure(stopped, count).map_or(Ok(()), Err),
            Ok(Some(Ok(()))) => {
                let declared = self.shapes.iter().filter(|shape| book.is_empty() && !shape.columns.is_empty());
                let declared: Vec<FoundTable<'_>> = declared.map(FoundTable::without_rows).collect();
                let left_out = book.columns_left_out();
                self.added(&mut book, &declared)
                    .and_then(|()| self.saved(book, sink))
                    .and_then(|()| self.without_columns(left_out, arguments))
            }
        })
    }

    /// Writes all tables of a result, or the one that is chosen.
    pub(super) fn sheets(&self, result: &Json, arguments: &Arguments, sink: Sink) -> Result<(), Failure> {
        let all = match arguments.table.as_deref() {
            None => tables::all(&self.shapes, result),
            Some(table) => {
                let chosen = tables::choose(&self.shapes, result, Some(table));
                vec![chosen.map_err(|why| Failure::unfit(&unfit(why), self.operation))?.table]
            }
        };
        for note in all.iter().filter_map(FoundTable::at_record_limit) {
            anstream::eprintln!("note: {note}");
        }
        let mut book = Spreadsheet::new();
        self.added(&mut book, &all)?;
        self.saved(book, sink)?;
        self.left_out(arguments, &all.iter().flat_map(FoundTable::undeclared).collect::<Vec<_>>())
    }

    fn added(&self, book: &mut Spreadsheet, all: &[FoundTable<'_>]) -> Result<(), Failure> {
        for table in all.iter().filter(|table| !table.columns.is_empty()) {
            let table = table.table(CELLS_PER_BYTE).map_err(|why| Failure::unfit(&unfit(why), self.operation))?;
            book.write(&table).or_else(|error| self.failure(Stopped::Sheet(error), 0).map_or(Ok(()), Err))?;
        }
        Ok(())
    }

    fn saved(&self, book: Spreadsheet, mut sink: Sink) -> Result<(), Failure> {
        if book.is_empty() {
            return Err(Failure::unfit(&unfit(RowsError::NoColumns), self.operation));
        }
        for note in book.notes() {
            anstream::eprintln!("note: {note}");
        }
        book.save(&mut sink).or_else(|error| self.failure(Stopped::Sheet(error), 0).map_or(Ok(()), Err))?;
        sink.complete().or_else(|error: io::Error| self.destination.failure(&error).map_or(Ok(()), Err))
    }
}

async fn copied(rows: &mut RowStream, book: &mut Spreadsheet) -> Result<(), Stopped> {
    let mut line = ProgressLine::new(true);
    while let Some(batch) = rows.next().await {
        let batch = batch.map_err(Stopped::Rows)?;
        book.write(&batch).map_err(Stopped::Sheet)?;
        rows.recycle(batch);
        line.show(rows.progress());
    }
    if rows.is_unrecognised() {
        return Err(Stopped::Unrecognised);
    }
    Ok(())
}

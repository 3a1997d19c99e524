//! Rows of a result in forms that take them as they arrive.

use std::io::Write as _;

use asmx_gateway::rows::{Grid, RowsError};
use asmx_gateway::tables::{LeftOut, RowsNote};
use asmx_gateway::{Call, Progress, RowStream, RowWriter, RowWriterError, Table, TablesWriter, part_key};

use super::super::failure::Failure;
use super::super::terminal;
use super::Arguments;
use super::destination::Sink;
use super::form::Form;
use super::prepared::Prepared;
use super::row_copy::{Copied, RowReceiver, Stopped};
use super::table::table;

/// A script would not notice that no row was printed.
pub(super) const NO_TABLE: &str =
    "the response has no table: its result is null or empty, which `--format json` tells apart";

/// A writer of rows as they come.
enum Writer {
    Rows(Box<RowWriter>),
    Tables(TablesWriter),
    People(People),
}

/// Rows for people, who see them when all have come: their cells decide the widths.
#[derive(Default)]
struct People {
    rows: Grid,
    /// The undeclared columns that were left out.
    left_out: LeftOut,
    width: Option<usize>,
}

impl People {
    fn add(&mut self, batch: &Table) {
        self.rows.add(batch);
        for column in batch.columns().iter().skip(self.rows.columns.len()) {
            if !self.left_out.paths.contains(&column.name) {
                self.left_out.paths.push(column.name.clone());
            }
        }
    }
}

struct Written {
    writer: Writer,
    sink: Sink,
}

impl RowReceiver for Written {
    fn write(&mut self, batch: &Table, progress: Progress) -> Result<(), Stopped> {
        let written = match &mut self.writer {
            Writer::Rows(rows) => rows.write(batch, progress, &mut self.sink),
            Writer::Tables(tables) => tables.write(batch, &mut self.sink),
            Writer::People(people) => {
                people.add(batch);
                Ok(())
            }
        };
        written.map_err(Stopped::Text)
    }

    fn finish(&mut self, rows: &mut RowStream) -> Result<(), Stopped> {
        let written = match &mut self.writer {
            Writer::Rows(writer) => writer.finish(&mut self.sink),
            Writer::Tables(tables) => tables.finish(&rows.end(), &mut self.sink),
            Writer::People(people) if people.rows.columns.is_empty() => Ok(()),
            Writer::People(people) => {
                let text = table(&people.rows, people.width).map_err(Stopped::TooWide)?;
                self.sink.write_all(text.as_bytes()).map_err(RowWriterError::Output)
            }
        };
        written.map_err(Stopped::Text)
    }

    fn repeats(&self, note: &RowsNote) -> bool {
        matches!(&self.writer, Writer::Rows(writer) if note.is_repeated_by(writer))
    }

    fn is_terminal(&self) -> bool {
        self.sink.is_terminal()
    }
}

impl Prepared {
    /// Whether the rows of the result are read as they arrive.
    pub(super) fn is_streamed(&self, arguments: &Arguments) -> bool {
        let has_writer = self.destination.of_tables().is_some() || self.writer(arguments).is_some();
        self.has_rows(arguments) && (has_writer || self.destination.form.is_complete_only())
    }

    /// Writes the rows of the result as they arrive. Returns the sink if the result or its form needs the whole response.
    pub(super) fn streamed(
        &self,
        arguments: &Arguments,
        call: Call<'_>,
        sink: Sink,
    ) -> Result<Result<(), Failure>, Sink> {
        #[cfg(feature = "xlsx")]
        if self.destination.form == Form::Xlsx {
            return self.streamed_sheets(arguments, call, sink);
        }
        let Some(writer) = self.writer(arguments).filter(|_| self.has_rows(arguments)) else { return Err(sink) };
        let (is_json, is_for_people) = (matches!(writer, Writer::Tables(_)), matches!(writer, Writer::People(_)));
        let mut written = Written { writer, sink };
        let wanted = |all: RowStream| if is_json { all.all_tables().as_they_came() } else { all };
        Ok(match self.copy_rows(arguments, call, wanted, &mut written) {
            // JSON tells null from a result without tables, and people see that there is nothing.
            Ok(Copied::Complete { has_table, outside }) => {
                let known = if has_table || is_json || is_for_people { Ok(()) } else { self.without_table() };
                known.and_then(|()| self.completed(written, arguments)).and_then(|()| self.outside(arguments, &outside))
            }
            Ok(Copied::Enough) => Ok(()),
            Err(failure) => Err(failure),
        })
    }

    fn completed(&self, written: Written, arguments: &Arguments) -> Result<(), Failure> {
        written.sink.complete().or_else(|error| self.destination.failure(&error).map_or(Ok(()), Err))?;
        match &written.writer {
            Writer::Rows(writer) => self.noted(writer, arguments),
            Writer::Tables(_) => Ok(()),
            Writer::People(people) => self.left_out(arguments, &people.left_out),
        }
    }

    /// The writer of a form that takes rows as they come.
    fn writer(&self, arguments: &Arguments) -> Option<Writer> {
        match self.destination.form {
            // For people, JSON is indented.
            Form::Json if !self.destination.is_terminal() && arguments.table.is_none() => {
                let part = self.operation.value().filter(|_| self.target.has_tables(self.operation));
                part.map(|part| Writer::Tables(TablesWriter::new(part_key(part))))
            }
            // Only the request says how a delimited text is cut.
            Form::Table if !self.target.has_tables(self.operation) => {
                let width = if self.destination.is_terminal() { terminal::width() } else { None };
                Some(Writer::People(People { width, ..People::default() }))
            }
            _ => self.destination.rows().map(|rows| Writer::Rows(Box::new(rows))),
        }
    }

    /// Tells what the rows leave out. The file is complete then, and the exit code says that the response has more.
    pub(super) fn noted(&self, writer: &RowWriter, arguments: &Arguments) -> Result<(), Failure> {
        self.print_notes(&writer.notes());
        self.without_columns(writer.columns_left_out().len(), arguments)
    }

    /// The failure of rows that were written without so many columns.
    pub(super) fn without_columns(&self, left_out: usize, arguments: &Arguments) -> Result<(), Failure> {
        if left_out == 0 || arguments.columns.ignore_undeclared {
            return Ok(());
        }
        let why = "the response has columns that nothing declares, and the rows are without them: `--ignore-undeclared` accepts it, \
                   `--format jsonl` has them";
        Err(Failure::unfit(why, self.operation))
    }

    /// Without a line of names a script would not notice that there is no row.
    fn without_table(&self) -> Result<(), Failure> {
        anstream::eprintln!("note: {NO_TABLE}");
        match self.destination.form {
            Form::Jsonl => Ok(()),
            _ => Err(Failure::unfit(&RowsError::NoColumns.to_string(), self.operation)),
        }
    }
}

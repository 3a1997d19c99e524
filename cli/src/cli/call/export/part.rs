//! One part: its calls, and its file.

use std::io::Write as _;

use asmx_gateway::date_ranges::{Part, PartStatus};
use asmx_gateway::rows::{CELLS_PER_BYTE, RowsError};
use asmx_gateway::tables::{self, FoundTable, RowsNote};
use asmx_gateway::{Deviation, Progress, RowColumns, RowWriter, RowWriterError, Secrets, Table};
use asmx_types::display::shown_line;

use super::super::Arguments;
use super::super::destination::Sink;
use super::super::form::Form;
use super::super::prepared::Prepared;
use super::super::row_copy::Stopped;
use super::super::streamed::NO_TABLE;
use super::columns::Columns;
use super::files::Files;
use super::frame::Frame;
use super::log::Log;
use super::response::Receiver;
use super::schedule::Schedule;
use crate::cli::failure::Failure;

pub(super) struct Export<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) arguments: &'a Arguments,
    pub(super) frame: &'a Frame,
    pub(super) files: &'a Files,
    pub(super) schedule: &'a Schedule,
    pub(super) columns: Columns<'a>,
    /// The most records of a response.
    pub(super) limit: Option<u64>,
    pub(super) log: Log,
}

const NO_COLUMNS: &str = "the response has no table with columns";

/// The end of a part that did not fail.
pub(super) enum PartEnd {
    Written,
    /// No response of it shows a column, and a form with fixed columns has nothing to write.
    WithoutColumns,
}

struct Output {
    sink: Sink,
    writer: RowWriter,
    is_lines: bool,
    has_table: bool,
}

/// Rows that are not yet written.
enum Rows {
    Batch(Box<Table>, Progress),
    /// Lines of JSON.
    Lines(Vec<u8>),
}

impl Output {
    fn write(&mut self, rows: &Rows) -> Result<(), RowWriterError> {
        match rows {
            Rows::Batch(batch, progress) => self.writer.write(batch, *progress, &mut self.sink),
            Rows::Lines(lines) => Ok(self.sink.write_all(lines)?),
        }
    }
}

impl Export<'_> {
    /// Fetches a part, and writes its file.
    pub(super) async fn part(&self, part: &Part) -> Result<PartEnd, Failure> {
        let secrets = self.prepared.secrets_of_call();
        let written = self.fetched(part, &secrets).await;
        written.map_err(|failure| failure.without_secrets(&secrets))
    }

    async fn fetched(&self, part: &Part, secrets: &Secrets) -> Result<PartEnd, Failure> {
        let mut output = self.output(part)?;
        let (mut ranges, mut rows, mut calls) = (part.ranges(), 0, 0);
        while let Some(range) = ranges.next_range() {
            calls += 1;
            output.writer.next_response();
            let mut waiting_rows = Vec::new();
            let parameters = self.frame.parameters(&self.prepared.parameters, &range)?;
            let call = self.prepared.call(self.arguments, &parameters, secrets)?;
            let mut received =
                Received { export: self, part, secrets, output: &mut output, waiting_rows: &mut waiting_rows };
            let records = self.prepared.received(self.arguments, call, &mut received).await;
            let records = records.map_err(|stopped| self.failed(part, stopped))?;
            let status = ranges.returned(records, self.limit.unwrap_or(u64::MAX));
            match status.map_err(|(_, fewer)| self.unfit(&fewer))? {
                PartStatus::Halved => continue,
                PartStatus::Complete => rows += records,
                _ => return Err(self.unfit(&format_args!(
                    "{range}: {records} records came, which is as many as the operation returns, and no shorter range can be asked for: others may be \
                     missing"
                ))),
            }
            waiting_rows
                .iter()
                .try_for_each(|rows| output.write(rows))
                .map_err(|error| self.failed(part, Stopped::Text(error)))?;
        }
        if !output.has_table && !output.is_lines {
            return Ok(PartEnd::WithoutColumns);
        }
        if !output.has_table {
            self.log.note(part, NO_TABLE);
        }
        let calls = if calls > 1 { format!(", {calls} calls") } else { String::new() };
        self.completed(part, output, &format!("{rows} rows{calls}"), secrets).map(|()| PartEnd::Written)
    }

    /// Notes that a part without columns has no file yet.
    pub(super) fn put_off(&self, part: &Part) {
        self.log.note(
            part,
            &format!("{NO_COLUMNS}: it waits for the columns of others, and the next run fetches it again"),
        );
    }

    /// Writes the file of a part whose responses showed no columns: those of the nearest part, and no row.
    pub(super) fn without_rows(&self, part: &Part) -> Result<(), Failure> {
        let Some((other, columns)) = self.columns.nearest(part) else {
            let why = RowsError::NoColumns;
            return Err(self.unfit(&format_args!("{why}, or another part of these files shows them")));
        };
        let mut output = self.output(part)?;
        let empty = Rows::Batch(Box::new(columns.table()), Progress::default());
        output.write(&empty).map_err(|error| self.failed(part, Stopped::Text(error)))?;
        self.log.note(part, &format!("{NO_COLUMNS}: the file has the columns of {other}"));
        self.completed(part, output, "0 rows", &self.prepared.secrets)
    }

    fn output(&self, part: &Part) -> Result<Output, Failure> {
        let destination = self.prepared.destination.at(self.files.unfinished(part));
        let sink = destination.open().map_err(Failure::after_the_call)?;
        let writer = destination.rows().ok_or_else(|| Failure::usage("the form has no rows"))?;
        Ok(Output { sink, writer, is_lines: destination.form == Form::Jsonl, has_table: false })
    }

    /// Ends the file of a part, and gives it its name.
    fn completed(&self, part: &Part, output: Output, rows: &str, secrets: &Secrets) -> Result<(), Failure> {
        let Output { mut sink, mut writer, is_lines, has_table } = output;
        writer.finish(&mut sink).map_err(|error| self.failed(part, Stopped::Text(error)))?;
        writer.notes().iter().for_each(|note| self.log.note(part, &secrets.redacted(note)));
        self.prepared.without_columns(writer.columns_left_out().len(), self.arguments)?;
        if self.prepared.destination.form.has_types()
            && let Some(other) =
                self.columns.other_types(part, writer.columns(), |column| self.arguments.columns.has_form(column))
        {
            return Err(self.unfit(&format_args!(
                "columns have other types than in other parts: {other}. A column has one type in all files: `--as COLUMN=text` gives it, or \
                 a description of the columns. All files so far have the other type: remove them and {} first, so that they are fetched again",
                self.files.shown_state()
            )));
        }
        let unwritten = |error| self.unwritten(part, &error);
        let columns = if has_table { writer.columns() } else { &RowColumns::default() };
        if !is_lines && let Some(note) = self.columns.keep(part, columns).map_err(unwritten)? {
            self.log.note(part, &secrets.redacted(&note));
        }
        sink.complete().and_then(|()| self.files.complete(part, self.schedule.is_over(part))).map_err(unwritten)?;
        self.log.line_of_part(&format!("wrote {}: {rows}", shown_line(&self.files.path(part).to_string_lossy())))
    }

    fn failed(&self, part: &Part, stopped: Stopped) -> Failure {
        match stopped {
            Stopped::Text(RowWriterError::Output(error)) => self.unwritten(part, &error),
            stopped => self.prepared.failure(stopped, 0).unwrap_or_else(|| Failure::unwritten_file("the output ended")),
        }
    }

    fn unwritten(&self, part: &Part, error: &std::io::Error) -> Failure {
        Failure::unwritten_file(format!(
            "cannot write {}: {error}",
            shown_line(&self.files.path(part).to_string_lossy())
        ))
    }

    fn unfit(&self, why: &dyn std::fmt::Display) -> Failure {
        Failure::unfit(&why.to_string(), self.prepared.operation)
    }
}

/// The receiver of one response.
struct Received<'e> {
    export: &'e Export<'e>,
    part: &'e Part,
    secrets: &'e Secrets,
    output: &'e mut Output,
    /// If there is a limit, rows wait until it is known that they are all.
    waiting_rows: &'e mut Vec<Rows>,
}

impl Received<'_> {
    /// Refuses the rows of another table than that of the parts before, unless a table was chosen.
    fn check_table(&self, name: &str) -> Result<(), Stopped> {
        let export = self.export;
        if export.arguments.table.is_some() {
            return Ok(());
        }
        let known = export.columns.other_table(name);
        match known.map_err(|error| Stopped::Failed(export.unwritten(self.part, &error)))? {
            None => Ok(()),
            Some(known) => Err(Stopped::Failed(export.unfit(&format_args!(
                "the first table is `{}`, and the parts before have the rows of `{}`: choose one with `--table`",
                shown_line(name),
                shown_line(&known)
            )))),
        }
    }
}

impl Receiver for Received<'_> {
    fn batch(&mut self, batch: Table, before: Progress, now: Progress) -> Result<Option<Table>, Stopped> {
        // The next batch may have columns.
        if batch.columns().is_empty() && batch.row_count() == 0 && !self.output.is_lines {
            return Ok(Some(batch));
        }
        self.check_table(batch.full_name())?;
        self.output.has_table = true;
        self.export.log.arrived(before, now);
        if self.export.limit.is_some() {
            self.waiting_rows.push(Rows::Batch(Box::new(batch), now));
            return Ok(None);
        }
        self.output.writer.write(&batch, now, &mut self.output.sink).map_err(Stopped::Text)?;
        Ok(Some(batch))
    }

    fn table(&mut self, table: &FoundTable<'_>) -> Result<(), Stopped> {
        if table.columns.is_empty() && table.row_count() == 0 && !self.output.is_lines {
            return Ok(());
        }
        self.output.has_table = true;
        let Export { prepared, arguments, .. } = self.export;
        let left_out = table.left_out(self.output.is_lines);
        prepared.left_out(arguments, &left_out).map_err(Stopped::Failed)?;
        self.waiting_rows.push(if self.output.is_lines {
            Rows::Lines(tables::written_by(table, &mut self.output.writer).map_err(Stopped::Text)?)
        } else {
            let batch = table.batch(CELLS_PER_BYTE).map_err(|why| Stopped::Text(RowWriterError::Form(why)));
            let (table, progress) = batch?;
            Rows::Batch(Box::new(table), progress)
        });
        Ok(())
    }

    fn deviations(&mut self, deviations: &[Deviation]) {
        for deviation in deviations {
            let text = format!("the response deviates from the document: {}", shown_line(deviation.as_str()));
            self.export.log.note(self.part, &text);
        }
    }

    /// A response at the record limit is halved, or is an error.
    fn notes(&mut self, notes: &[RowsNote]) {
        let all = notes.iter().filter(|note| !matches!(note, RowsNote::AtRecordLimit(_)));
        all.for_each(|note| self.export.log.note(self.part, &self.secrets.redacted(&note.to_string())));
    }
}

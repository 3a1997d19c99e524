//! One part: its calls, and its file.

use std::io::Write as _;

use asmx_gateway::date_ranges::{DateRange, Part, PartStatus};
use asmx_gateway::tables::{self, Chosen, RowsNote};
use asmx_gateway::{Call, Progress, RowWriter, RowWriterError, Table};
use asmx_types::display::shown_line;

use super::super::Arguments;
use super::super::destination::Sink;
use super::super::failure::Failure;
use super::super::form::Form;
use super::super::output::unfit;
use super::super::prepared::Prepared;
use super::super::row_copy::Stopped;
use super::files::Files;
use super::frame::Frame;
use super::log::Log;

pub(super) struct Export<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) arguments: &'a Arguments,
    pub(super) frame: &'a Frame,
    pub(super) files: &'a Files,
    /// The most records of a response.
    pub(super) limit: Option<u64>,
    pub(super) log: Log,
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
    pub(super) async fn part(&self, part: &Part) -> Result<(), Failure> {
        let path = self.files.path(part);
        let shown = path.to_string_lossy();
        let shown = shown_line(&shown);
        let unwritten = |error: std::io::Error| Failure::unwritten_file(format!("cannot write {shown}: {error}"));
        let failed = |stopped| match stopped {
            Stopped::Text(RowWriterError::Output(error)) => unwritten(error),
            stopped => self.prepared.failure(stopped, 0).unwrap_or_else(|| Failure::unwritten_file("the output ended")),
        };
        let destination = self.prepared.destination.at(self.files.unfinished(part));
        let sink = destination.open().map_err(Failure::after_the_call)?;
        let writer = destination.rows().ok_or_else(|| Failure::usage("the form has no rows"))?;
        let mut output = Output { sink, writer, is_lines: destination.form == Form::Jsonl, has_table: false };
        let (mut ranges, mut rows, mut calls) = (part.ranges(), 0, 0);
        while let Some(range) = ranges.next_range() {
            calls += 1;
            let mut held = Vec::new();
            let records = self.response(part, &range, &mut output, &mut held).await.map_err(failed)?;
            let status = ranges.returned(records, self.limit.unwrap_or(u64::MAX));
            match status.map_err(|(_, fewer)| self.unfit(&fewer))? {
                PartStatus::Halved => continue,
                PartStatus::Complete => rows += records,
                _ => return Err(self.unfit(&format_args!(
                    "{range}: {records} records came, which is as many as the operation returns, and no shorter range can be asked for: others may be \
                     missing"
                ))),
            }
            held.iter().try_for_each(|rows| output.write(rows)).map_err(|error| failed(Stopped::Text(error)))?;
        }
        let Output { mut sink, mut writer, is_lines, has_table } = output;
        if !has_table && !is_lines {
            return Err(Failure::unfit(&unfit(asmx_gateway::rows::RowsError::NoColumns), self.prepared.operation));
        }
        writer.finish(&mut sink).map_err(|error| failed(Stopped::Text(error)))?;
        writer.notes().iter().for_each(|note| self.log.note(part, note));
        self.prepared.without_columns(writer.columns_left_out(), self.arguments)?;
        sink.complete().and_then(|()| self.files.complete(part)).map_err(unwritten)?;
        let calls = if calls > 1 { format!(", {calls} calls") } else { String::new() };
        self.log.line_of_part(&format!("wrote {shown}: {rows} rows{calls}"))
    }

    fn unfit(&self, why: &dyn std::fmt::Display) -> Failure {
        Failure::unfit(&why.to_string(), self.prepared.operation)
    }

    /// Makes one call, and returns the number of its records. If there is a limit, the rows are held back until it is known that they are all.
    async fn response(
        &self,
        part: &Part,
        range: &DateRange,
        output: &mut Output,
        held: &mut Vec<Rows>,
    ) -> Result<u64, Stopped> {
        let prepared = self.prepared;
        let parameters = self.frame.parameters(&prepared.parameters, range).map_err(Stopped::Failed)?;
        let call = prepared.call(self.arguments, &parameters).map_err(Stopped::Failed)?;
        if !prepared.has_rows(self.arguments) {
            return self.whole_response(part, call, output, held).await;
        }
        let stream = prepared.target.rows(call, self.arguments.table.as_deref()).await.map_err(Stopped::Call)?;
        let mut stream = if self.arguments.columns.ignore_undeclared { stream.ignore_undeclared() } else { stream };
        let (mut records, mut before) = (0, Progress::default());
        while let Some(batch) = stream.next().await {
            let (batch, now) = (batch.map_err(Stopped::Rows)?, stream.progress());
            output.has_table = true;
            records += batch.row_count() as u64;
            self.log.arrived(std::mem::replace(&mut before, now), now);
            if self.limit.is_some() {
                held.push(Rows::Batch(Box::new(batch), now));
            } else {
                output.writer.write(&batch, now, &mut output.sink).map_err(Stopped::Text)?;
                stream.recycle(batch);
            }
        }
        if stream.is_unrecognised() {
            return Err(Stopped::Unrecognised);
        }
        self.deviations(part, stream.deviations());
        self.notes(part, stream.notes());
        Ok(records)
    }

    /// The same for results whose rows are known when the whole response is there.
    async fn whole_response(
        &self,
        part: &Part,
        call: Call<'_>,
        output: &mut Output,
        held: &mut Vec<Rows>,
    ) -> Result<u64, Stopped> {
        let prepared = self.prepared;
        let answer = prepared.target.answer(call.with_schema_facts()).await.map_err(Stopped::Call)?;
        if answer.is_unrecognised {
            return Err(Stopped::Unrecognised);
        }
        self.deviations(part, &answer.deviations);
        let unfit = |why| Stopped::Text(RowWriterError::Form(why));
        let chosen = tables::choose(&prepared.shapes, &answer.output, self.arguments.table.as_deref());
        let Chosen { table, notes, .. } = chosen.map_err(unfit)?;
        self.notes(part, &notes);
        output.has_table = true;
        held.push(if output.is_lines {
            Rows::Lines(tables::written_by(&table, &mut output.writer).map_err(Stopped::Text)?)
        } else {
            prepared.left_out(self.arguments, &table.undeclared()).map_err(Stopped::Failed)?;
            Rows::Batch(Box::new(table.table(CELLS_PER_BYTE).map_err(unfit)?), Progress::default())
        });
        Ok(table.row_count() as u64)
    }

    fn deviations(&self, part: &Part, deviations: &[String]) {
        for deviation in deviations {
            self.log.note(part, &format!("the response deviates from the document: {}", shown_line(deviation)));
        }
    }

    /// A response at the record limit is halved, or is an error.
    fn notes(&self, part: &Part, notes: &[RowsNote]) {
        let all = notes.iter().filter(|note| !matches!(note, RowsNote::AtRecordLimit(_)));
        all.for_each(|note| self.log.note(part, &note.to_string()));
    }
}

/// The most cells of a table for each byte of its rows.
const CELLS_PER_BYTE: u32 = 64;

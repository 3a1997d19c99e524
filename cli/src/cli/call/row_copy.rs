//! The rows of a result, copied while they arrive.

use std::io;

#[cfg(feature = "xlsx")]
use asmx_gateway::SpreadsheetError;
use asmx_gateway::rows::{Outside, terminal_safe};
use asmx_gateway::tables::RowsNote;
use asmx_gateway::{
    Call, CallError, Progress, RowStream, RowStreamError, RowWriterError, Table, TablesWriter, part_key,
    wait_unless_interrupted,
};
use asmx_types::display::shown_lines;
use asmx_types::{Effect, Member, Operation};
use serde_json::Value as Json;

use super::super::failure::Failure;
use super::Arguments;
use super::form::COMMAND_LINE;
#[cfg(feature = "xlsx")]
use super::output::no_spreadsheet;
use super::output::noted;
use super::prepared::Prepared;
use super::progress::ProgressLine;
use super::table::TooWide;

/// A receiver of rows, batch by batch.
pub(super) trait RowReceiver {
    fn write(&mut self, batch: &Table, progress: Progress) -> Result<(), Stopped>;

    /// Writes what follows the last batch.
    fn finish(&mut self, rows: &mut RowStream) -> Result<(), Stopped>;

    /// Whether a note of the receiver says what this one of the rows does.
    fn repeats(&self, _: &RowsNote) -> bool {
        false
    }

    /// Whether rows go to the terminal, where a line of progress would be between them.
    fn is_terminal(&self) -> bool {
        false
    }
}

pub(super) enum Stopped {
    /// The call was not made, or its rows break off.
    Call(CallError),
    Rows(RowStreamError),
    Text(RowWriterError),
    #[cfg(feature = "xlsx")]
    Sheet(SpreadsheetError),
    TooWide(TooWide),
    /// The response has not what the description promises.
    Unrecognised,
    Failed(Failure),
}

impl Stopped {
    /// Whether the response came, and the rest of it can be read in another form.
    const fn is_of_form(&self) -> bool {
        match self {
            Self::Rows(RowStreamError::Table(_)) | Self::TooWide(_) => true,
            Self::Text(error) => !matches!(error, RowWriterError::Output(_)),
            #[cfg(feature = "xlsx")]
            Self::Sheet(error) => !matches!(error, SpreadsheetError::Output(_)),
            _ => false,
        }
    }
}

/// The end of rows.
pub(super) enum Copied {
    /// All were written. A table came, with or without rows, or none; other content came beside them, or none.
    Complete { has_table: bool, outside: Outside },
    /// The reader of standard output has seen enough.
    Enough,
}

impl Prepared {
    /// Whether rows can be read as they arrive.
    pub(super) fn has_rows(&self, arguments: &Arguments) -> bool {
        !arguments.full && arguments.rows.is_none() && self.target.has_rows(self.operation)
    }

    /// Makes the call, and copies the rows that are wanted of its result.
    pub(super) fn copy_rows(
        &self,
        arguments: &Arguments,
        call: Call<'_>,
        wanted: impl FnOnce(RowStream) -> RowStream,
        receiver: &mut impl RowReceiver,
    ) -> Result<Copied, Failure> {
        let mut rows = None;
        let copied = wait_unless_interrupted(async {
            let stream = self.target.rows(call, arguments.table.as_deref()).await.map_err(Stopped::Call)?;
            let stream = if arguments.columns.ignore_undeclared { stream.ignore_undeclared() } else { stream };
            let result = copied(rows.insert(wanted(stream)), receiver).await;
            if let Err(stopped) = &result
                && stopped.is_of_form()
                && self.operation.effect != Effect::Read
                && let Some(stream) = rows.take()
            {
                printed(self.operation, rows.insert(stream.all_tables().as_they_came())).await;
            }
            result
        });
        let arrived = rows.as_ref().map_or(0, |rows: &RowStream| rows.progress().rows);
        self.ended(arguments);
        if let Some(rows) = &rows {
            let notes = rows.notes().iter().filter(|note| !receiver.repeats(note));
            self.note(arguments, rows.deviations(), &noted(notes));
        }
        match copied {
            Err(error) => Err(Failure::of_machine(&error)),
            Ok(None) => Err(Failure::interrupted(self.operation).after_rows(arrived)),
            Ok(Some(Ok(has_table))) => {
                Ok(Copied::Complete { has_table, outside: rows.map(|rows| rows.outside()).unwrap_or_default() })
            }
            Ok(Some(Err(stopped))) => self.failure(stopped, arrived).map_or(Ok(Copied::Enough), Err),
        }
    }

    /// A reader that has seen enough is no failure.
    pub(super) fn failure(&self, stopped: Stopped, arrived: u64) -> Option<Failure> {
        let of = |error: CallError| self.failed(&error);
        Some(match stopped {
            Stopped::Call(error) => of(error),
            Stopped::Rows(RowStreamError::Failed(error)) => of(error.into()).after_rows(arrived),
            Stopped::Rows(RowStreamError::Table(error)) | Stopped::Text(RowWriterError::Form(error)) => {
                Failure::unfit(&error.in_words(COMMAND_LINE), self.operation)
            }
            Stopped::Text(RowWriterError::Output(error)) => return self.destination.failure(&error),
            Stopped::Text(error) => Failure::unfit(&error.in_words(COMMAND_LINE), self.operation),
            Stopped::TooWide(why) => Failure::unfit(&why.to_string(), self.operation),
            Stopped::Unrecognised => Failure::unrecognised(self.operation),
            Stopped::Failed(failure) => failure,
            #[cfg(feature = "xlsx")]
            Stopped::Sheet(SpreadsheetError::Output(error)) => return self.destination.failure(&error),
            #[cfg(feature = "xlsx")]
            Stopped::Sheet(SpreadsheetError::Rows(error)) => {
                Failure::unfit(&error.in_words(COMMAND_LINE), self.operation)
            }
            #[cfg(feature = "xlsx")]
            Stopped::Sheet(error) => Failure::unfit(&no_spreadsheet(&error), self.operation),
            Stopped::Rows(error) => Failure::unfit(&error.to_string(), self.operation),
        })
    }
}

/// Returns whether a table came, with or without rows.
async fn copied(rows: &mut RowStream, receiver: &mut impl RowReceiver) -> Result<bool, Stopped> {
    let mut has_table = false;
    let mut line = ProgressLine::new(!receiver.is_terminal());
    while let Some(batch) = rows.next().await {
        let batch = batch.map_err(Stopped::Rows)?;
        has_table = true;
        if let Err(stopped) = receiver.write(&batch, rows.progress()) {
            rows.put_back(batch);
            return Err(stopped);
        }
        rows.recycle(batch);
        line.show(rows.progress());
    }
    if rows.is_unrecognised() {
        return Err(Stopped::Unrecognised);
    }
    receiver.finish(rows)?;
    Ok(has_table)
}

/// Prints the rows that were not written, as the JSON of the result: a call that is no read cannot be repeated for them.
async fn printed(operation: &Operation, rows: &mut RowStream) {
    let Some(part) = operation.value().filter(|_| may_be_logged(operation)) else { return };
    let mut writer = TablesWriter::new(part_key(part));
    let mut is_first = true;
    let written: Result<(), Stopped> = async {
        while let Some(batch) = rows.next().await {
            let batch = batch.map_err(Stopped::Rows)?;
            if std::mem::take(&mut is_first) {
                result_follows(operation, rows.progress().rows.saturating_sub(batch.row_count() as u64));
            }
            writer.write(&batch, &mut Log).map_err(Stopped::Text)?;
            rows.recycle(batch);
        }
        if is_first {
            return Ok(());
        }
        writer.finish(&rows.end(), &mut Log).map_err(Stopped::Text)
    }
    .await;
    if written.is_err() {
        anstream::eprintln!("\nnote: the result breaks off here");
    }
}

/// Says that the result is the next line, without rows that were written before.
fn result_follows(operation: &Operation, rows_before: u64) {
    let from = if rows_before > 0 { format!(" from row {} on", rows_before + 1) } else { String::new() };
    anstream::eprintln!("note: {} was carried out, and its result{from} is:", operation.name);
}

/// Prints a whole result on standard error.
pub(super) fn print_result(operation: &Operation, result: &Json) {
    if may_be_logged(operation) {
        result_follows(operation, 0);
        anstream::eprintln!("{}", terminal_safe(&result.to_string()));
    }
}

/// Whether the result may be printed on standard error, which logs may keep. A note says that one with a secret is not.
fn may_be_logged(operation: &Operation) -> bool {
    let is_secret = operation.outputs.iter().any(Member::holds_secret);
    if is_secret {
        anstream::eprintln!(
            "note: {} was carried out, and its result is not shown here: it has a secret",
            operation.name
        );
    }
    !is_secret
}

/// Standard error. No terminal obeys what a service sends.
struct Log;

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stderr().lock().write_all(shown_lines(&String::from_utf8_lossy(bytes)).as_bytes()).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

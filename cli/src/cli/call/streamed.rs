//! Rows of a result, printed while they arrive.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

#[cfg(feature = "xlsx")]
use asmx_gateway::SpreadsheetError;
use asmx_gateway::rows::RowsError;
use asmx_gateway::{
    Call, CallError, Progress, RowStream, RowStreamError, RowWriter, RowWriterError, TablesWriter, part_key,
    wait_unless_interrupted,
};

use super::Arguments;
use super::destination::Sink;
use super::failure::Failure;
use super::form::Form;
use super::output::{unfit, unwritable};
use super::prepared::Prepared;

/// A call that takes longer shows its progress.
const SOON: Duration = Duration::from_secs(1);
const OFTEN: Duration = Duration::from_millis(200);

/// A script would not notice that no row was printed.
const NO_TABLE: &str = "the response has no table: its result is null, or it is not what the document says. `--format json` reads the whole \
                        response and names what deviates";

pub(super) enum Stopped {
    /// The call was not made, or its rows break off.
    Call(CallError),
    Rows(RowStreamError),
    Text(RowWriterError),
    #[cfg(feature = "xlsx")]
    Sheet(SpreadsheetError),
    /// The response has not what the description promises.
    Unrecognised,
}

/// A writer of rows as they come.
enum Text {
    Rows(Box<RowWriter>),
    Tables(TablesWriter),
}

impl Prepared {
    /// Writes the rows of the result as they arrive. Returns the sink if the result or its form needs the whole response.
    pub(super) fn streamed(
        &self,
        arguments: &Arguments,
        call: Call<'_>,
        mut sink: Sink,
    ) -> Result<Result<(), Failure>, Sink> {
        #[cfg(feature = "xlsx")]
        if self.destination.form == Form::Xlsx {
            return self.streamed_sheets(arguments, call, sink);
        }
        let Some(mut writer) = self.writer(arguments) else { return Err(sink) };
        if !self.has_rows(arguments) {
            return Err(sink);
        }
        let mut rows = None;
        let printed = wait_unless_interrupted(async {
            let all = self.target.rows(call, arguments.table.as_deref()).await.map_err(Stopped::Call)?;
            let rows = rows.insert(match writer {
                Text::Tables(_) => all.all_tables().as_they_came(),
                Text::Rows(_) if arguments.columns.ignore_undeclared => all.ignore_undeclared(),
                Text::Rows(_) => all,
            });
            copied(rows, &mut writer, &mut sink).await
        });
        let arrived = rows.as_ref().map_or(0, |rows| rows.progress().rows);
        self.ended(arguments);
        if let Some(rows) = &rows {
            Self::note(arguments, rows.deviations(), rows.notes());
        }
        Ok(match printed {
            Err(error) => Err(Failure::not_sent(format!("this machine refuses what a call needs: {error}"))),
            Ok(None) => Err(Failure::interrupted(self.operation).after_rows(arrived)),
            Ok(Some(Ok(has_table))) => {
                let begun = if has_table { Ok(()) } else { self.without_table() };
                begun.and_then(|()| {
                    sink.complete().or_else(|error| self.destination.failure(&error).map_or(Ok(()), Err))?;
                    match &writer {
                        Text::Rows(writer) => self.noted(writer, arguments),
                        Text::Tables(_) => Ok(()),
                    }
                })
            }
            Ok(Some(Err(stopped))) => self.failure(stopped, arrived).map_or(Ok(()), Err),
        })
    }

    /// Whether rows can be read as they arrive.
    pub(super) fn has_rows(&self, arguments: &Arguments) -> bool {
        !arguments.full && arguments.rows.is_none() && self.target.has_rows(self.operation)
    }

    /// The writer of a form that takes rows as they come.
    fn writer(&self, arguments: &Arguments) -> Option<Text> {
        match self.destination.form {
            // For people, JSON is indented.
            Form::Json if !self.destination.is_terminal() && arguments.table.is_none() => {
                let part = self.operation.value().filter(|_| self.target.has_tables(self.operation));
                part.map(|part| Text::Tables(TablesWriter::new(part_key(part))))
            }
            _ => self.destination.rows().map(|rows| Text::Rows(Box::new(rows))),
        }
    }

    /// Tells what the rows leave out. The file is complete then, and the exit code says that the response has more.
    pub(super) fn noted(&self, writer: &RowWriter, arguments: &Arguments) -> Result<(), Failure> {
        for note in writer.notes() {
            anstream::eprintln!("note: {note}");
        }
        self.without_columns(writer.columns_left_out(), arguments)
    }

    /// The failure of rows that were written without so many columns.
    pub(super) fn without_columns(&self, left_out: usize, arguments: &Arguments) -> Result<(), Failure> {
        if left_out == 0 || arguments.columns.ignore_undeclared {
            return Ok(());
        }
        let why = "the response has columns that nothing declares, and the rows were written without them: `--ignore-undeclared` accepts it, \
                   `--format jsonl` has them";
        Err(Failure::unfit(why, self.operation))
    }

    /// Without a line of names a script would not notice that there is no row.
    fn without_table(&self) -> Result<(), Failure> {
        anstream::eprintln!("note: {NO_TABLE}");
        match self.destination.form {
            Form::Jsonl => Ok(()),
            _ => Err(Failure::unfit(&unfit(RowsError::NoColumns), self.operation)),
        }
    }

    /// A reader that has seen enough is no failure.
    pub(super) fn failure(&self, stopped: Stopped, arrived: u64) -> Option<Failure> {
        let of = |error: CallError| self.failed(&error);
        Some(match stopped {
            Stopped::Call(error) => of(error),
            Stopped::Rows(RowStreamError::Failed(error)) => of(error.into()).after_rows(arrived),
            Stopped::Rows(RowStreamError::Table(error)) | Stopped::Text(RowWriterError::Form(error)) => {
                Failure::unfit(&unfit(error), self.operation)
            }
            Stopped::Text(RowWriterError::Output(error)) => return self.destination.failure(&error),
            Stopped::Text(error) => Failure::unfit(&unwritable(error), self.operation),
            Stopped::Unrecognised => Failure::unrecognised(self.operation),
            #[cfg(feature = "xlsx")]
            Stopped::Sheet(SpreadsheetError::Output(error)) => return self.destination.failure(&error),
            #[cfg(feature = "xlsx")]
            Stopped::Sheet(error) => Failure::unfit(&error.to_string(), self.operation),
            Stopped::Rows(error) => Failure::unfit(&error.to_string(), self.operation),
        })
    }
}

/// Returns whether a table came, with or without rows.
async fn copied(rows: &mut RowStream, text: &mut Text, out: &mut Sink) -> Result<bool, Stopped> {
    let mut has_table = false;
    let mut line = ProgressLine::new(!out.is_terminal());
    while let Some(batch) = rows.next().await {
        let batch = batch.map_err(Stopped::Rows)?;
        has_table = true;
        match text {
            Text::Rows(text) => text.write(&batch, rows.progress(), out),
            Text::Tables(text) => text.write(&batch, out),
        }
        .map_err(Stopped::Text)?;
        rows.recycle(batch);
        line.show(rows.progress());
    }
    if rows.is_unrecognised() {
        return Err(Stopped::Unrecognised);
    }
    match text {
        Text::Rows(text) => text.finish(out),
        Text::Tables(text) => text.finish(&rows.end(), out),
    }
    .map_err(Stopped::Text)?;
    // JSON tells null from a result without tables.
    Ok(has_table || matches!(text, Text::Tables(_)))
}

/// The line on a terminal that says how much has arrived, unless rows go to the terminal.
pub(super) struct ProgressLine {
    next: Option<Instant>,
    is_shown: bool,
}

impl ProgressLine {
    pub(super) fn new(is_free: bool) -> Self {
        let is_wanted = io::stderr().is_terminal() && is_free;
        Self { next: is_wanted.then(|| Instant::now() + SOON), is_shown: false }
    }

    pub(super) fn show(&mut self, progress: Progress) {
        let now = Instant::now();
        if self.next.is_none_or(|next| now < next) {
            return;
        }
        (self.next, self.is_shown) = (Some(now + OFTEN), true);
        // A terminal that takes no text is no failure of the call.
        let _ = write!(io::stderr(), "\r{} rows, {} MB\x1b[K", progress.rows, progress.bytes / 1_000_000);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.is_shown {
            // As above.
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

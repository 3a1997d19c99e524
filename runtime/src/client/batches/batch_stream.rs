//! The stream of batches.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;

use super::decoding::{DecodeBatches, Facts};
use crate::call::body_stream::BodyStream;
use crate::call::handler::Call;
use crate::error::Error;
use crate::results::data_set::LateChanges;
use crate::results::table::Table;
use crate::value::Rest;
use crate::value::deviation::Deviation;

/// The amount of a response that was read so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Progress {
    /// Bytes of the body that arrived; 0 for a service in process.
    pub bytes: u64,
    /// Rows in the batches that were taken.
    pub rows: u64,
}

pub(crate) type ProgressHook = Box<dyn FnMut(Progress) + Send>;

/// The rows of a response, batch by batch, while it arrives.
///
/// A table without rows comes as an empty batch with its columns, if the response or the call states columns: a file written from the stream
/// then has them.
///
/// An error comes as the last item. The batches before it are valid; the rows read before the error come as a batch of their own.
pub struct BatchStream {
    state: State,
    call: Call,
    progress: Progress,
    hook: Option<ProgressHook>,
    /// Complete once the response has arrived.
    facts: Facts,
}

enum State {
    /// The response is arriving.
    Arriving(Box<Arriving>),
    /// All tables are known.
    Complete(VecDeque<Table>),
    /// All rows before this failure were returned.
    Failed(Option<Error>),
}

struct Arriving {
    body: BodyStream,
    decoder: Box<dyn DecodeBatches>,
    is_at_end: bool,
    failure: Option<Error>,
}

impl BatchStream {
    pub(crate) fn arriving(
        body: BodyStream,
        decoder: Box<dyn DecodeBatches>,
        call: Call,
        hook: Option<ProgressHook>,
    ) -> Self {
        let arriving = Arriving { body, decoder, is_at_end: false, failure: None };
        Self {
            state: State::Arriving(Box::new(arriving)),
            call,
            progress: Progress::default(),
            hook,
            facts: Facts::default(),
        }
    }

    /// A response that was read whole. `tables` are `None` for null.
    pub(super) fn complete(
        tables: Option<VecDeque<Table>>,
        facts: Facts,
        call: Call,
        hook: Option<ProgressHook>,
    ) -> Self {
        let is_null_data_set =
            tables.is_none() && call.operation().value().is_some_and(|result| result.kind.is_table());
        let tables = tables.unwrap_or_default();
        let names = tables.iter().map(|table| table.full_name().to_owned()).collect();
        let facts = Facts { tables: names, is_null_data_set, ..facts };
        Self { state: State::Complete(tables), call, progress: Progress::default(), hook, facts }
    }

    /// Waits for the next batch; `None` after the last one. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Result<Table, Error>> {
        poll_fn(|context| self.poll_batch(context)).await
    }

    /// Takes back a batch that is no longer needed, to use its memory for the next ones.
    pub fn recycle(&mut self, used: Table) {
        if let State::Arriving(arriving) = &mut self.state {
            arriving.decoder.recycle(used);
        }
    }

    /// The amount that was read so far.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// The names of the tables of a DataSet: from the first batch on those of its schema, and undeclared ones that came since.
    pub fn tables(&mut self) -> Vec<String> {
        match &mut self.state {
            State::Arriving(arriving) => arriving.decoder.tables(),
            State::Complete(_) | State::Failed(_) => self.facts.tables.clone(),
        }
    }

    /// The name of the main table of a DataSet, if its schema states one (`msdata:MainDataTable`). Known from the first batch on.
    pub fn main_table(&mut self) -> Option<String> {
        match &mut self.state {
            State::Arriving(arriving) => arriving.decoder.main_table(),
            State::Complete(_) | State::Failed(_) => self.facts.main_table.clone(),
        }
    }

    /// Whether the operation returned as many rows as it returns at most: the service may have more. `false` for an operation without a record
    /// limit.
    pub fn is_at_record_limit(&self) -> bool {
        self.call.operation().record_limit.is_some_and(|limit| self.progress.rows >= limit)
    }

    /// Changes to rows of earlier batches, which a response may state at its end: deleted rows, earlier values, errors. Complete after the last
    /// batch; empty for most responses.
    pub fn late_changes(&self) -> &LateChanges {
        &self.facts.late
    }

    /// The contradictions of the response to its description. Complete after the last batch.
    pub fn deviations(&self) -> &[Deviation] {
        &self.facts.deviations
    }

    /// Whether the response has not what the description promises ([`Message::is_unrecognised`](crate::Message::is_unrecognised)). Complete
    /// after the last batch.
    pub fn is_unrecognised(&self) -> bool {
        self.facts.is_unrecognised
    }

    /// The content beside a data set that the description lacks. Complete after the last batch.
    pub fn rest(&self) -> &Rest {
        &self.facts.rest
    }

    /// Whether the result is a null data set; one without tables is not. Complete after the last batch.
    pub fn is_null_data_set(&self) -> bool {
        self.facts.is_null_data_set
    }

    /// Polls for the next batch.
    pub fn poll_batch(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Table, Error>>> {
        loop {
            match &mut self.state {
                State::Failed(failure) => return Poll::Ready(failure.take().map(Err)),
                State::Complete(tables) => {
                    let Some(table) = tables.pop_front() else { return Poll::Ready(None) };
                    return Poll::Ready(Some(Ok(self.counted(table))));
                }
                State::Arriving(arriving) => match ready!(arriving.poll(context, &mut self.progress)) {
                    BatchStep::Batch(table) => return Poll::Ready(Some(Ok(self.counted(*table)))),
                    BatchStep::Chunk => self.tell(),
                    BatchStep::Ended => {
                        self.facts = arriving.decoder.facts();
                        self.call.redact(&mut self.facts.deviations);
                        self.state = State::Complete(VecDeque::new());
                    }
                    BatchStep::Failed(error) => {
                        let error = error.with_operation(self.call.operation()).with_transport(self.call.transport);
                        self.state = State::Failed(Some(error.without_secrets(&self.call.redaction())));
                    }
                },
            }
        }
    }

    fn tell(&mut self) {
        if let Some(hook) = &mut self.hook {
            hook(self.progress);
        }
    }

    fn counted(&mut self, table: Table) -> Table {
        self.progress.rows += table.row_count() as u64;
        self.tell();
        table
    }
}

enum BatchStep {
    /// Notes that more was read, without a batch.
    Chunk,
    Batch(Box<Table>),
    Failed(Error),
    Ended,
}

impl Arriving {
    fn poll(&mut self, context: &mut Context<'_>, progress: &mut Progress) -> Poll<BatchStep> {
        let is_last = self.is_at_end || self.failure.is_some();
        if let Some(batch) = self.decoder.take(is_last) {
            return Poll::Ready(BatchStep::Batch(Box::new(batch)));
        }
        if let Some(error) = self.failure.take() {
            return Poll::Ready(BatchStep::Failed(error));
        }
        if self.is_at_end {
            return Poll::Ready(BatchStep::Ended);
        }
        let read = match ready!(self.body.poll_chunk(context)) {
            Some(Ok(chunk)) => {
                progress.bytes += chunk.len() as u64;
                self.decoder.feed(chunk)
            }
            None => {
                self.is_at_end = true;
                self.decoder.finish()
            }
            Some(Err(error)) => Err(error),
        };
        self.failure = read.err();
        Poll::Ready(BatchStep::Chunk)
    }
}

impl Stream for BatchStream {
    type Item = Result<Table, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_batch(context)
    }
}

impl std::fmt::Debug for BatchStream {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("BatchStream")
            .field("operation", &self.call.operation().name)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}

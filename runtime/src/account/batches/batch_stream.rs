//! The stream of batches.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;

use super::decoding::DecodeBatches;
use super::progress::{Progress, ProgressHook};
use crate::call::body_stream::BodyStream;
use crate::call::handler::Call;
use crate::error::Error;
use crate::results::data_set::LateChanges;
use crate::results::table::Table;

/// The rows of a response, batch by batch, while it arrives.
///
/// A table without rows comes too, as a batch of no rows with its columns, where the response or the call states columns: so a file that is
/// written of the stream has them.
///
/// An error comes as the last item: the batches before it are good, and so are the rows read before what is wrong, which come as a
/// batch of their own.
pub struct BatchStream {
    state: State,
    call: Call,
    progress: Progress,
    hook: Option<ProgressHook>,
    late: LateChanges,
}

enum State {
    /// The response arrives and is decoded.
    Arriving(Box<Arriving>),
    /// Everything is there.
    There(VecDeque<Table>),
    /// The rows before this failure were given.
    Failed(Option<Error>),
}

struct Arriving {
    body: BodyStream,
    decoder: Box<dyn DecodeBatches>,
    is_at_end: bool,
    failure: Option<Error>,
}

impl BatchStream {
    /// A stream of a body that arrives.
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
            late: LateChanges::default(),
        }
    }

    /// A stream of tables that are there.
    pub(crate) fn there(tables: VecDeque<Table>, call: Call, hook: Option<ProgressHook>) -> Self {
        Self { state: State::There(tables), call, progress: Progress::default(), hook, late: LateChanges::default() }
    }

    /// Waits for the next batch; `None` after the last one. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Result<Table, Error>> {
        poll_fn(|context| self.poll_batch(context)).await
    }

    /// Gives a batch back that is not needed any more: the next ones use its memory.
    pub fn recycle(&mut self, used: Table) {
        if let State::Arriving(arriving) = &mut self.state {
            arriving.decoder.recycle(used);
        }
    }

    /// How much was read so far.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Whether as many rows came as the operation returns at most: the service may have more of them. `false` for an operation
    /// without such a limit.
    pub fn is_at_record_limit(&self) -> bool {
        self.call.operation().record_limit.is_some_and(|limit| self.progress.rows >= limit)
    }

    /// Changes that the response states after its rows, for rows of earlier batches: deleted rows, earlier values, errors. Known after
    /// the last batch. Most responses have none.
    pub fn late_changes(&self) -> &LateChanges {
        &self.late
    }

    /// Polls for the next batch.
    pub fn poll_batch(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Table, Error>>> {
        loop {
            match &mut self.state {
                State::Failed(failure) => return Poll::Ready(failure.take().map(Err)),
                State::There(tables) => {
                    let Some(table) = tables.pop_front() else { return Poll::Ready(None) };
                    return Poll::Ready(Some(Ok(self.given(table))));
                }
                State::Arriving(arriving) => match ready!(arriving.poll(context, &mut self.progress)) {
                    BatchStep::Batch(table) => return Poll::Ready(Some(Ok(self.given(*table)))),
                    BatchStep::Chunk => self.tell(),
                    BatchStep::Ended => {
                        self.late = arriving.decoder.late_changes();
                        self.state = State::There(VecDeque::new());
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

    fn given(&mut self, table: Table) -> Table {
        self.progress.rows += table.row_count() as u64;
        self.tell();
        table
    }
}

enum BatchStep {
    /// More was read, and there is no batch yet.
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

//! The rows of a data set in batches.

use std::collections::VecDeque;

use bytes::Bytes;
use http::Response;
use http::response::Parts;

use super::{kept_too_large, received};
use crate::error::Error;
use crate::protocol::media_type::MediaType;
use crate::protocol::{ResponseContext, decode_response};
use crate::results::DataSet;
use crate::results::data_set::LateChanges;
use crate::results::table::Table;
use crate::value::expected_result::ExpectedResult;
use asmx_dataset::data_set::fast::{Ended, Keeping, RowStream, StreamError};

/// Reads the rows of a data set while its response arrives, in batches: each has rows of one table, in the order they arrive. A table
/// without rows is a batch of no rows, after the others.
///
/// The rows are those of [`DataSet::tables`](crate::DataSet::tables). Memory is what was pushed since the last batch was taken, and
/// the row that is not whole yet, except for responses that are in any way unusual before their first row: these are kept until they
/// have ended, up to [`ParseOptions::max_bytes`](crate::xml::ParseOptions::max_bytes). So is what stands behind the rows.
pub struct DataSetDecoder {
    context: ResponseContext,
    parts: Parts,
    media_type: MediaType,
    stream: RowStream,
    keeping: Keeping,
    record_limit: Option<u64>,
    ready: VecDeque<Table>,
    spare: Option<Table>,
    late: LateChanges,
    /// Rows of the tables of a response that was read whole.
    whole_counts: Vec<(String, usize)>,
}

impl DataSetDecoder {
    /// A reader of the response whose status and headers are `parts`. `expected` is what the call states of its result.
    #[must_use]
    pub fn new(context: ResponseContext, parts: Parts, expected: &ExpectedResult) -> Self {
        Self::with(context, parts, expected.record_limit, Keeping::Rows)
    }

    fn with(context: ResponseContext, parts: Parts, record_limit: Option<u64>, keeping: Keeping) -> Self {
        let media_type = MediaType::of(&parts.headers);
        let is_usual = parts.status.is_success() && media_type.is_xml();
        let stream = if is_usual {
            RowStream::new(context.limits.clone(), media_type.charset().as_deref(), keeping)
        } else {
            RowStream::plain()
        };
        let (ready, spare, late) = (VecDeque::new(), None, LateChanges::default());
        let whole_counts = Vec::new();
        Self { context, parts, media_type, stream, keeping, record_limit, ready, spare, late, whole_counts }
    }

    /// A reader that only counts rows ([`row_counts`](Self::row_counts)) and drops them: no batches come.
    #[must_use]
    pub fn counting(context: ResponseContext, parts: Parts) -> Self {
        Self::with(context, parts, None, Keeping::Counts)
    }

    /// How many rows each table had so far, in the order of the schema.
    pub fn row_counts(&mut self) -> Vec<(String, usize)> {
        if self.whole_counts.is_empty() { self.stream.row_counts() } else { self.whole_counts.clone() }
    }

    /// Reads the next bytes of the body, which may end anywhere.
    ///
    /// # Errors
    ///
    /// The response is no data set. Rows before the error can be taken; everything else goes on failing.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let finder = received(&self.context, &self.parts, &self.media_type);
            let fed = self.stream.feed(&mut rest, &finder);
            let is_batch_due = fed.map_err(|error| self.named(error))?;
            if self.stream.buffered() > self.context.limits.max_bytes {
                return Err(self.placed(kept_too_large(self.context.limits.max_bytes)));
            }
            if is_batch_due {
                self.collect();
            }
        }
        Ok(())
    }

    /// Reads what is left when the body has ended. Only then it is known that the response was well-formed.
    ///
    /// # Errors
    ///
    /// As [`DataSetDecoder::push`], and for a response that is cut off.
    pub fn finish(&mut self) -> Result<(), Error> {
        let finder = received(&self.context, &self.parts, &self.media_type);
        let ended = self.stream.end(&finder);
        match ended.map_err(|error| self.named(error))? {
            Ended::Read => {
                self.collect();
                if self.keeping == Keeping::Rows {
                    self.ready.extend(self.stream.empty_tables());
                }
                self.late = self.stream.late_changes();
            }
            Ended::Plainly(body) => {
                let response = Response::from_parts(self.parts.clone(), Bytes::from(body));
                let message = decode_response::decode(&self.context, response, || None)?;
                let data_set = message.only::<DataSet>().map_err(|error| {
                    let received = received(&self.context, &self.parts, &self.media_type);
                    self.placed(received.unexpected(error.to_string()))
                })?;
                let tables = data_set.with_record_limit(self.record_limit).into_tables();
                let counts = tables.iter().map(|table| (table.name().to_owned(), table.row_count()));
                self.whole_counts = counts.collect();
                if self.keeping == Keeping::Rows {
                    self.ready.extend(tables);
                }
            }
        }
        Ok(())
    }

    /// Takes a batch: a full one if there is one; if `is_last`, whatever rows there are.
    pub fn take(&mut self, is_last: bool) -> Option<Table> {
        if self.ready.is_empty() && is_last {
            self.collect();
        }
        self.ready.pop_front()
    }

    /// Takes back a batch that is not needed any more, to use its memory again.
    pub fn recycle(&mut self, used: Table) {
        self.spare = Some(used);
    }

    /// The data set without its rows: tables, columns, keys and relations as the schema declares them. Known while rows arrive.
    #[must_use]
    pub fn schema(&self) -> Option<DataSet> {
        self.stream.schema()
    }

    /// Changes that the response states after its rows, for rows of earlier batches. Call it after [`finish`](Self::finish).
    #[must_use]
    pub fn late_changes(&self) -> &LateChanges {
        &self.late
    }

    fn collect(&mut self) {
        while let Some(mut batch) = self.stream.batch(self.spare.take()) {
            batch.set_record_limit(self.record_limit);
            self.ready.push_back(batch);
        }
    }

    fn named(&self, error: StreamError) -> Error {
        let received = received(&self.context, &self.parts, &self.media_type);
        self.placed(match error {
            StreamError::Xml(error) => received.malformed(error),
            StreamError::DataSet(error) => received.unexpected(format!("the result cannot be read: {error}")).with_source(error),
            StreamError::Tail => received.unexpected(
                "the response ends among the rows of the data set, or what follows them does not belong to what came before",
            ),
        })
    }

    fn placed(&self, error: Error) -> Error {
        error.with_operation(self.context.operation).with_transport(self.context.transport)
    }
}

impl std::fmt::Debug for DataSetDecoder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut output = formatter.debug_struct("DataSetDecoder");
        output
            .field("operation", &self.context.operation.name)
            .field("ready", &self.ready.len())
            .finish_non_exhaustive()
    }
}

//! Reads the rows of a data set in batches.

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
use crate::value::Rest;
use crate::value::deviation::Deviation;
use crate::value::output::ExpectedResult;
use asmx_dataset::data_set::fast::{Ended, Keeping, RowStream, StreamError};

/// Reads the rows of a data set while its response arrives, in batches. Each batch has rows of one table, in the order of the response. A
/// table without rows is an empty batch after the others.
///
/// The rows are those of [`DataSet::tables`](crate::DataSet::tables). It keeps the bytes pushed since the
/// last batch was taken, including an incomplete row. A response that is unusual before its first row is kept until it has ended, up to
/// [`ParseOptions::max_bytes`](crate::xml::ParseOptions::max_bytes), and so is the tail after the rows.
pub struct DataSetDecoder {
    context: ResponseContext,
    parts: Parts,
    media_type: MediaType,
    stream: RowStream,
    keeping: Keeping,
    record_limit: Option<u64>,
    batches: VecDeque<Table>,
    spare: Option<Table>,
    changes: LateChanges,
    /// The contradictions of the response to its description, once it has ended.
    deviations: Vec<Deviation>,
    /// The numbers of rows of the tables, if the response was kept.
    whole_counts: Vec<(String, usize)>,
    /// The main table, if the response was kept.
    whole_main: Option<String>,
    is_null: bool,
    is_unrecognised: bool,
    rest: Rest,
}

impl DataSetDecoder {
    /// A reader of the response with the status and headers `parts`. `expected` has the facts that the call states about its result.
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
            RowStream::collector()
        };
        let (batches, spare, changes) = (VecDeque::new(), None, LateChanges::default());
        let (deviations, whole_counts) = (Vec::new(), Vec::new());
        Self {
            context,
            parts,
            media_type,
            stream,
            keeping,
            record_limit,
            batches,
            spare,
            changes,
            deviations,
            whole_counts,
            whole_main: None,
            is_null: false,
            is_unrecognised: false,
            rest: Rest::default(),
        }
    }

    /// A reader that counts rows ([`row_counts`](Self::row_counts)) and drops them, so it gives no batches.
    #[must_use]
    pub fn counting(context: ResponseContext, parts: Parts) -> Self {
        Self::with(context, parts, None, Keeping::Counts)
    }

    /// The number of rows of each table so far, in the order of the schema.
    pub fn row_counts(&mut self) -> Vec<(String, usize)> {
        if self.whole_counts.is_empty() { self.stream.row_counts() } else { self.whole_counts.clone() }
    }

    /// The name of the main table, if the schema states one (`msdata:MainDataTable`). Known from the first row on.
    pub fn main_table(&mut self) -> Option<String> {
        self.stream.main_table().or_else(|| self.whole_main.clone())
    }

    /// Reads the next bytes of the body, which may end anywhere.
    ///
    /// # Errors
    ///
    /// The response is not a data set. Rows before the error can be taken; further calls fail.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let received = received(&self.context, &self.parts, &self.media_type);
            let fed = self.stream.feed(&mut rest, &mut |text| received.part(text).map(|(part, _)| part));
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

    /// Reads the rest after the end of the body. Only this shows that the response is well-formed.
    ///
    /// # Errors
    ///
    /// As for [`DataSetDecoder::push`], or the response is cut off.
    pub fn finish(&mut self) -> Result<(), Error> {
        let received = received(&self.context, &self.parts, &self.media_type);
        let mut beside = None;
        let ended = self.stream.end(&mut |text| {
            let (part, message) = received.part(text)?;
            beside = Some(message);
            Some(part)
        });
        match ended.map_err(|error| self.named(error))? {
            Ended::Read => {
                if let Some(message) = beside {
                    self.deviations = message.deviations;
                    self.rest.content = message.rest;
                }
                self.collect();
                if self.keeping == Keeping::Rows {
                    self.batches.extend(self.stream.empty_tables());
                }
                self.changes = self.stream.late_changes();
            }
            Ended::Document(body) => {
                let response = Response::from_parts(self.parts.clone(), Bytes::from(body));
                let mut message = decode_response::decode(&self.context, response, || None)?;
                self.deviations = std::mem::take(&mut message.deviations);
                self.rest.content = std::mem::take(&mut message.rest);
                self.is_unrecognised = message.is_unrecognised();
                let data_set = message
                    .single::<DataSet>()
                    .map_err(|error| self.placed(received.unexpected(error.to_string()).with_carried_out()))?;
                self.is_null = data_set.is_null();
                self.whole_main = data_set.main_table_name().map(str::to_owned);
                let tables = data_set.with_record_limit(self.record_limit).into_tables();
                let counts = tables.iter().map(|table| (table.full_name().to_owned(), table.row_count()));
                self.whole_counts = counts.collect();
                if self.keeping == Keeping::Rows {
                    self.batches.extend(tables.into_iter().map(Table::in_order_of_response));
                }
            }
        }
        Ok(())
    }

    /// The contradictions of the response to its description, once it has ended.
    #[must_use]
    pub fn deviations(&self) -> &[Deviation] {
        &self.deviations
    }

    /// The content beside the data set that the description lacks, once the response has ended.
    #[must_use]
    pub const fn rest(&self) -> &Rest {
        &self.rest
    }

    /// Whether the data set is null, once it has ended: one without tables is not.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        self.is_null
    }

    /// Whether the response has not what the description promises ([`Message::is_unrecognised`](crate::Message::is_unrecognised)), once it has ended.
    #[must_use]
    pub const fn is_unrecognised(&self) -> bool {
        self.is_unrecognised
    }

    /// Takes a full batch, or with `is_last` also an incomplete one.
    pub fn take(&mut self, is_last: bool) -> Option<Table> {
        if self.batches.is_empty() && is_last {
            self.collect();
        }
        self.batches.pop_front()
    }

    /// Takes back a used batch, whose memory the next batch reuses.
    pub fn recycle(&mut self, used: Table) {
        self.spare = Some(used);
    }

    /// Changes to rows of earlier batches, which the response states after its rows. Call it after [`finish`](Self::finish).
    #[must_use]
    pub fn late_changes(&self) -> &LateChanges {
        &self.changes
    }

    fn collect(&mut self) {
        while let Some(mut batch) = self.stream.batch(self.spare.take()) {
            batch.set_record_limit(self.record_limit);
            self.batches.push_back(batch);
        }
    }

    fn named(&self, error: StreamError) -> Error {
        let received = received(&self.context, &self.parts, &self.media_type);
        self.placed(match error {
            StreamError::Xml(error) => received.malformed(error),
            StreamError::DataSet(error) => {
                received.unexpected(format!("the result cannot be read: {error}")).with_source(error)
            }
            StreamError::Tail => received.unexpected(
                "the response ends among the rows of the data set, or its end does not match its beginning",
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
            .field("ready", &self.batches.len())
            .finish_non_exhaustive()
    }
}

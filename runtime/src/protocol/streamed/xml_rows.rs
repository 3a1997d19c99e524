//! The rows of an XML document in batches.

use http::response::Parts;

use super::{ReadContent, Streamed};
use crate::error::{Error, ErrorKind};
use crate::operation::{Type, XmlKind};
use crate::protocol::ResponseContext;
use crate::protocol::decode_response::ReceivedResponse;
use crate::results::table::{Column, Table};
use crate::results::{XmlDocument, XmlRows, XmlRowsError};
use crate::value::expected_result::ExpectedResult;
use crate::value::message::Message;
use crate::xml::{self, Cut, Decoded, Document, Element, Head, ParseOptions};

/// Rows that are read together.
const ROWS_TOGETHER: usize = 1024;
/// Bytes of a row that are waited for: 16 MiB.
const LONGEST_ROW: usize = 16 << 20;

/// Reads the rows of a row-shaped XML document while its response arrives, in batches.
///
/// The rows are those of [`XmlDocument::table_with`](crate::XmlDocument::table_with). Memory is what was pushed since the last
/// batch was taken, and the row that is not whole yet (at most 16 MiB), except for responses that are in any way unusual before
/// their first row: these are kept until they have ended. The bounds on the number of nodes apply to the rows read together.
#[derive(Debug)]
pub struct XmlRowsDecoder {
    streamed: Streamed<Rows>,
}

#[derive(Debug)]
struct Rows {
    table: XmlRows,
    columns: Vec<Column>,
    record_limit: Option<u64>,
    /// Declarations in force around the rows.
    inherited: Vec<(Option<String>, String)>,
    limits: ParseOptions,
    /// How much text has to be there before a row that was not whole is looked at again.
    enough: usize,
}

impl XmlRowsDecoder {
    /// A reader of the response whose status and headers are `parts`. `expected` is what the call states of its result; `columns` are the
    /// first ones, and may be none.
    #[must_use]
    pub fn new(
        context: ResponseContext,
        parts: Parts,
        expected: &ExpectedResult,
        columns: impl IntoIterator<Item = Column>,
    ) -> Self {
        let columns: Vec<Column> = columns.into_iter().collect();
        let mut table = XmlRows::new(None, columns.clone());
        table.set_record_limit(expected.record_limit);
        let limits = context.limits.clone();
        let record_limit = expected.record_limit;
        let rows = Rows { table, columns, record_limit, inherited: Vec::new(), limits, enough: 0 };
        Self { streamed: Streamed::new(context, parts, rows) }
    }

    /// Reads the next bytes of the body, which may end anywhere.
    ///
    /// # Errors
    ///
    /// The response is no result, or has no rows. Rows before the error can be taken; everything else goes on failing.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.streamed.push(bytes)
    }

    /// Reads what is left when the body has ended. Only then it is known that the response was well-formed.
    ///
    /// # Errors
    ///
    /// As [`XmlRowsDecoder::push`], and for a response that is cut off.
    pub fn finish(&mut self) -> Result<(), Error> {
        // A row that was not whole may be now.
        self.streamed.reader.enough = 0;
        self.streamed.push(b"")?;
        self.streamed.finish()
    }

    /// How many rows are waiting to be taken.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.streamed.reader.table.row_count()
    }

    /// How many rows were read, those that were taken included.
    #[must_use]
    pub fn row_total(&self) -> u64 {
        self.streamed.reader.table.row_total() as u64
    }

    /// Takes the rows read since the last time, as a table that has all columns known so far.
    pub fn take(&mut self) -> Table {
        self.streamed.reader.table.take()
    }

    /// As [`XmlRowsDecoder::take`], in place of what `batch` holds, whose memory is used for the rows that follow.
    pub fn take_into(&mut self, batch: &mut Table) {
        self.streamed.reader.table.take_into(batch);
    }
}

/// The root of the document that is the value: by itself it is the root of the response.
fn root(value: Element<'_>) -> Option<Element<'_>> {
    if value.parent().is_some() { value.elements().next() } else { Some(value) }
}

impl ReadContent for Rows {
    fn is_wanted(&self, context: &ResponseContext, around: &[&str], _: &str) -> bool {
        // Whether these are the right names is seen when the head is read.
        around.len() == if context.transport.is_soap() { 4 } else { 0 }
    }

    fn open(&mut self, value: Element<'_>, head: &Head, context: &ResponseContext) -> bool {
        let is_due = context.operation.value().is_some_and(|result| result.kind == Type::Xml(XmlKind::Content));
        let root = root(value).filter(|root| is_due && root.span().start == head.start);
        let Some(root) = root else { return false };
        self.table.root(root);
        let own = |(prefix, namespace): (Option<&str>, &str)| (prefix.map(str::to_owned), namespace.to_owned());
        self.inherited = root.namespaces_in_scope().into_iter().map(own).collect();
        // One of the elements that are open is stood in for.
        self.limits.max_depth = self.limits.max_depth.saturating_sub(head.open.len() - 1);
        true
    }

    fn read(&mut self, text: &str, received: &ReceivedResponse<'_>) -> Result<(usize, Decoded), Error> {
        let mut at = 0;
        if text.len() < self.enough {
            return Ok((0, Decoded::Waiting));
        }
        loop {
            let rest = text.get(at..).unwrap_or_default();
            let length = match xml::cut(rest, ROWS_TOGETHER) {
                Cut::Rows(length) => length,
                Cut::End => return Ok((at, Decoded::EndTag)),
                Cut::Incomplete if rest.len() > LONGEST_ROW => {
                    let row = self.table.row_total();
                    return Err(
                        received.unexpected(format!("row {row} of the document is longer than {LONGEST_ROW} bytes"))
                    );
                }
                Cut::Incomplete => {
                    self.enough = 2 * rest.len();
                    return Ok((at, Decoded::Waiting));
                }
                // Reading it tells what is wrong.
                Cut::Broken => rest.len(),
            };
            let rows = ["<rows>", rest.get(..length).unwrap_or_default(), "</rows>"].concat();
            let document =
                Document::parse_part(rows, &self.inherited, &self.limits).map_err(|error| received.malformed(error))?;
            self.table.read(document.root()).map_err(not_rows)?;
            at += length;
        }
    }

    fn close(&mut self, value: Option<Element<'_>>) -> Result<(), Error> {
        match value.and_then(root) {
            // What stands behind the last row.
            Some(root) => self.table.read(root).map_err(not_rows),
            None => Ok(()),
        }
    }

    fn whole(&mut self, message: Message, received: &ReceivedResponse<'_>) -> Result<(), Error> {
        let document = message.only::<XmlDocument>().map_err(|error| received.unexpected(error.to_string()))?;
        self.table = XmlRows::new(None, self.columns.clone());
        self.table.set_record_limit(self.record_limit);
        document.read_rows(&mut self.table).map_err(not_rows)
    }
}

fn not_rows(error: XmlRowsError) -> Error {
    Error::new(ErrorKind::UnexpectedResponse, format!("the result cannot be read as rows: {error}")).with_source(error)
}

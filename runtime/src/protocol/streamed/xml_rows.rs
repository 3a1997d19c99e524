//! Reads the rows of an XML document in batches.

use http::response::Parts;

use super::{ReadContent, Streamed};
use crate::error::{Error, ErrorKind};
use crate::operation::{Type, XmlKind};
use crate::protocol::ResponseContext;
use crate::protocol::decode_response::ReceivedResponse;
use crate::results::table::{Column, Table};
use crate::results::{XmlDocument, XmlRows, XmlRowsError};
use crate::value::message::Message;
use crate::value::output::ExpectedResult;
use crate::xml::{self, Cut, Decoded, Document, Element, Head, ParseOptions, Part, PullReader};

const ROWS_TOGETHER: usize = 1024;
const LONGEST_ROW: usize = 16 << 20;

/// Reads the rows of a row-shaped XML document while its response arrives, in batches.
///
/// The rows are those of [`XmlDocument::table_with`](crate::XmlDocument::table_with). It keeps the bytes pushed since
/// the last batch was taken, including an incomplete row of at most 16 MiB. A response that is unusual before its first row is kept until it
/// has ended. The limit of nodes applies to the rows that are parsed together.
pub type XmlRowsDecoder = Streamed<Rows>;

/// The rows of a document.
#[derive(Debug)]
pub struct Rows {
    table: XmlRows,
    columns: Vec<Column>,
    record_limit: Option<u64>,
    /// The namespace declarations around the rows.
    inherited: Vec<(Option<String>, String)>,
    limits: ParseOptions,
    /// The number of bytes that must wait before an incomplete row is tried again.
    enough: usize,
}

impl XmlRowsDecoder {
    /// A reader of the response with the status and headers `parts`. `expected` has the facts that the call states about its result. `columns`
    /// are the first columns and may be empty.
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
        Self::of_reader(context, parts, rows)
    }
}

/// The root of the document in the value. Over GET and POST the value is that root.
fn root(value: &Part) -> Option<Element<'_>> {
    let value_root = value.document.root();
    if value.around > 0 { value_root.elements().next() } else { Some(value_root) }
}

impl ReadContent for Rows {
    fn is_wanted(&self, context: &ResponseContext, reader: &PullReader<'_>) -> bool {
        // Reading the head checks the names.
        reader.depth() == if context.transport.is_soap() { 5 } else { 1 }
    }

    fn open(&mut self, value: &Part, head: &Head, context: &ResponseContext) -> bool {
        let is_due = context.operation.value().is_some_and(|result| result.kind == Type::Xml(XmlKind::Content));
        let root = root(value).filter(|root| is_due && value.start + root.span().start == head.start);
        let Some(root) = root else { return false };
        self.table.root(root);
        let own = |(prefix, namespace): (Option<&str>, &str)| (prefix.map(str::to_owned), namespace.to_owned());
        self.inherited = root.namespaces_in_scope().into_iter().map(own).collect();
        // A stand-in element replaces one of the open elements.
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
            let length = match xml::cut(rest, ROWS_TOGETHER, &self.limits) {
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
                // Parsing the rest reports the mistake.
                Cut::Broken => rest.len(),
            };
            let rows = ["<rows>", rest.get(..length).unwrap_or_default(), "</rows>"].concat();
            let document =
                Document::parse_part(rows, &self.inherited, &self.limits).map_err(|error| received.malformed(error))?;
            self.table.read(document.root()).map_err(not_rows)?;
            at += length;
        }
    }

    fn close(&mut self, value: Option<Part>) -> Result<(), Error> {
        match value.as_ref().and_then(root) {
            // The content after the last row.
            Some(root) => self.table.read(root).map_err(not_rows),
            None => Ok(()),
        }
    }

    fn last(&mut self) {
        // An incomplete row may be complete now.
        self.enough = 0;
    }

    fn row_count(&self) -> usize {
        self.table.row_count()
    }

    fn row_total(&self) -> u64 {
        self.table.row_total() as u64
    }

    fn take(&mut self) -> Table {
        self.table.take()
    }

    fn take_into(&mut self, batch: &mut Table) {
        self.table.take_into(batch);
    }

    fn read_message(&mut self, message: Message, received: &ReceivedResponse<'_>) -> Result<(), Error> {
        let document = message.single::<XmlDocument>().map_err(|error| received.unexpected(error.to_string()))?;
        self.table = XmlRows::new(None, self.columns.clone());
        self.table.set_record_limit(self.record_limit);
        document.read_rows(&mut self.table).map_err(not_rows)
    }
}

fn not_rows(error: XmlRowsError) -> Error {
    Error::new(ErrorKind::UnexpectedResponse, format!("the result cannot be read as rows: {error}")).with_source(error)
}

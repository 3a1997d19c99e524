//! Reads delimited text in batches.

use http::response::Parts;

use super::{ReadContent, Streamed};
use crate::error::{Error, ErrorKind};
use crate::operation::Type;
use crate::protocol::decode_response::ReceivedResponse;
use crate::protocol::response_context::{ResponseContext, root_name};
use crate::results;
use crate::results::table::Table;
use crate::results::{DelimitedLayout, DelimitedReader, DelimiterError};
use crate::value::message::Message;
use crate::value::output::ExpectedResult;
use crate::xml::{self, Decoded, Head, Part, PullReader, TextDecoder};

/// Reads the rows of a delimited result while its response arrives, in batches.
///
/// The rows are those of [`DelimitedText::table_with`](crate::DelimitedText::table_with). It keeps the bytes pushed since
/// the last batch was taken, including an incomplete row. A response that is unusual before its text begins is kept until it has ended.
pub type DelimitedDecoder = Streamed<Text>;

/// The text of a delimited result, and its rows.
#[derive(Debug)]
pub struct Text {
    decoder: TextDecoder,
    reader: DelimitedReader,
}

impl DelimitedDecoder {
    /// A reader of the response with the status and headers `parts`. `expected` has the facts that the call states about its result.
    ///
    /// # Errors
    ///
    /// The call states no delimiters, or invalid ones.
    pub fn new(
        context: ResponseContext,
        parts: Parts,
        expected: &ExpectedResult,
        layout: impl Into<DelimitedLayout>,
    ) -> Result<Self, DelimiterError> {
        let reader = DelimitedReader::new(&expected.delimiters, layout)?.record_limit(expected.record_limit);
        let decoder = TextDecoder::new(context.limits.forbidden_references);
        Ok(Self::of_reader(context, parts, Text { decoder, reader }))
    }
}

impl ReadContent for Text {
    fn is_wanted(&self, context: &ResponseContext, reader: &PullReader<'_>) -> bool {
        let Some(result) = context.operation.value() else { return false };
        let (depth, expected) =
            if context.transport.is_soap() { (4, result.name.to_owned()) } else { (1, root_name(result)) };
        reader.depth() == depth && xml::name::is_encoding_of(reader.name(), &expected)
    }

    fn open(&mut self, value: &Part, head: &Head, context: &ResponseContext) -> bool {
        let is_string = context.operation.value().is_some_and(|result| result.kind == Type::STRING);
        is_string && value.start == head.start
    }

    fn read(&mut self, text: &str, received: &ReceivedResponse<'_>) -> Result<(usize, Decoded), Error> {
        let decoded = self.decoder.decode(text, self.reader.text_mut());
        // Rows before an error can be taken.
        let cut = self.reader.push("");
        let decoded = decoded.map_err(|error| received.malformed(error))?;
        cut.map_err(not_rows)?;
        Ok(decoded)
    }

    fn close(&mut self, _: Option<Part>) -> Result<(), Error> {
        self.reader.finish().map_err(not_rows)
    }

    fn row_count(&self) -> usize {
        self.reader.row_count()
    }

    fn row_total(&self) -> u64 {
        self.reader.row_total()
    }

    fn take(&mut self) -> Table {
        self.reader.take()
    }

    fn take_into(&mut self, batch: &mut Table) {
        self.reader.take_into(batch);
    }

    fn read_message(&mut self, message: Message, received: &ReceivedResponse<'_>) -> Result<(), Error> {
        let text = message.single::<results::Text>().map_err(|error| received.unexpected(error.to_string()))?;
        self.reader.push(text.as_str()).and_then(|()| self.reader.finish()).map_err(not_rows)
    }
}

fn not_rows(error: DelimiterError) -> Error {
    Error::new(ErrorKind::UnexpectedResponse, format!("the result cannot be cut into rows: {error}")).with_source(error)
}

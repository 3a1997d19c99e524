//! Reads responses while they arrive: batches of rows from strings and XML documents. The caller pushes the bytes.
//!
//! The walk over complete responses reads the head before the long part as soon as it is there, and at the end head and tail together. An
//! unusual response (a fault, null, another encoding than UTF-8, a result without content) is kept and read when it has ended, so that results
//! and errors equal those of a call that waits for its response.

mod data_set;
mod delimited;
mod xml_rows;

#[cfg(test)]
mod tests;

use bytes::Bytes;
pub use data_set::DataSetDecoder;
pub use delimited::DelimitedDecoder;
use http::Response;
use http::response::Parts;
pub use xml_rows::XmlRowsDecoder;

use super::ResponseContext;
use super::decode_response::{self, ReceivedResponse};
use super::media_type::MediaType;
use super::outputs::Outputs;
use crate::error::{Error, ErrorKind};
use crate::results::table::Table;
use crate::value::Rest;
use crate::value::deviation::Deviation;
use crate::value::message::Message;
use crate::xml::{self, Decoded, Head, Part, PullReader, XmlError};

/// The most bytes of a head. If the long part begins later, the response is kept.
const LONGEST_HEAD: usize = 64 * 1024;
/// The most bytes of a tail, which is kept until the end.
const LONGEST_TAIL: usize = 1024 * 1024;

static NO_BODY: Bytes = Bytes::new();

/// Reads the long part of a response: the content of one of its elements.
pub trait ReadContent {
    /// Whether the start tag that was read last seems to be the one before the content, by its depth and local name.
    fn is_wanted(&self, context: &ResponseContext, reader: &PullReader<'_>) -> bool;

    /// Whether the element with the value, cut out of the head, is the expected one. Prepares to read its content.
    fn open(&mut self, value: &Part, head: &Head, context: &ResponseContext) -> bool;

    /// Reads the beginning of a text inside the element, and returns the number of bytes read.
    fn read(&mut self, text: &str, received: &ReceivedResponse<'_>) -> Result<(usize, Decoded), Error>;

    /// Reads the element with the value, without its content, at the end of the response. `None` if it is null.
    fn close(&mut self, value: Option<Part>) -> Result<(), Error>;

    /// Notes that no more bytes will come.
    fn last(&mut self) {}

    /// The number of rows waiting to be taken.
    fn row_count(&self) -> usize;

    /// The number of rows read so far, including those that were taken.
    fn row_total(&self) -> u64;

    /// Takes the waiting rows, as a table with all columns known so far.
    fn take(&mut self) -> Table;

    /// As [`take`](Self::take), replacing the content of `batch`. Its memory is reused for the following rows.
    fn take_into(&mut self, batch: &mut Table);

    /// Reads the message of a response that was kept.
    fn read_message(&mut self, message: Message, received: &ReceivedResponse<'_>) -> Result<(), Error>;
}

/// Reads the rows of a result while its response arrives, in batches.
#[derive(Debug)]
pub struct Streamed<R> {
    context: ResponseContext,
    parts: Parts,
    media_type: MediaType,
    phase: Phase,
    /// The number of waiting bytes at the last attempt to read them.
    last_length: usize,
    has_failed: bool,
    deviations: Vec<Deviation>,
    rest: Rest,
    reader: R,
}

#[derive(Debug)]
enum Phase {
    /// Before the long part.
    Head(Vec<u8>),
    /// In the long part: the head, and the rest of the content.
    Content { head: String, rest: Vec<u8> },
    /// After the long part: the head and the tail.
    Tail { head: String, tail: Vec<u8> },
    /// The response is kept.
    Body(Vec<u8>),
    /// The response was read.
    Read,
}

impl<R: ReadContent> Streamed<R> {
    fn of_reader(context: ResponseContext, parts: Parts, reader: R) -> Self {
        let media_type = MediaType::of(&parts.headers);
        let is_usual = parts.status.is_success() && media_type.is_xml();
        let phase = if is_usual { Phase::Head(Vec::new()) } else { Phase::Body(Vec::new()) };
        Self {
            context,
            parts,
            media_type,
            phase,
            last_length: 0,
            has_failed: false,
            deviations: Vec::new(),
            rest: Rest::default(),
            reader,
        }
    }

    /// Reads the next bytes of the body, which may end anywhere.
    ///
    /// # Errors
    ///
    /// The response is not a result, or is not made of rows. Rows before the error can be taken; further calls fail.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.step(|streamed| streamed.take_in(bytes))
    }

    /// Reads the rest after the end of the body. Only this shows that the response is well-formed.
    ///
    /// # Errors
    ///
    /// As for [`push`](Self::push), or the response is cut off.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.step(Self::end)
    }

    /// The contradictions of the response to its description, once it has ended.
    #[must_use]
    pub fn deviations(&self) -> &[Deviation] {
        &self.deviations
    }

    /// The content beside the result that the description lacks, once the response has ended.
    #[must_use]
    pub const fn rest(&self) -> &Rest {
        &self.rest
    }

    /// The number of rows waiting to be taken.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.reader.row_count()
    }

    /// The number of rows read so far, including those that were taken.
    #[must_use]
    pub fn row_total(&self) -> u64 {
        self.reader.row_total()
    }

    /// Takes the waiting rows, as a table with all columns known so far.
    pub fn take(&mut self) -> Table {
        self.reader.take()
    }

    /// As [`take`](Self::take), replacing the content of `batch`. Its memory is reused for the following rows.
    pub fn take_into(&mut self, batch: &mut Table) {
        self.reader.take_into(batch);
    }

    /// After a failure every step fails.
    fn step(&mut self, step: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        if self.has_failed {
            return Err(
                self.placed(Error::new(ErrorKind::UnexpectedResponse, "reading the response has failed before"))
            );
        }
        let stepped = step(self);
        self.has_failed = stepped.is_err();
        stepped.map_err(|error| self.placed(error))
    }

    fn placed(&self, error: Error) -> Error {
        error.with_operation(self.context.operation).with_transport(self.context.transport)
    }

    fn take_in(&mut self, bytes: &[u8]) -> Result<(), Error> {
        // Each attempt reads the waiting bytes from their beginning, so they must have grown by 1/16. Many small pieces then cost little more than
        // a few large ones.
        let is_due = |waiting: &[u8], last_length: usize| waiting.len().saturating_sub(last_length) > last_length / 16;
        match &mut self.phase {
            Phase::Head(head) => {
                head.extend_from_slice(bytes);
                if !is_due(head, self.last_length) {
                    return Ok(());
                }
                self.last_length = head.len();
                self.open()
            }
            Phase::Content { rest, .. } => {
                rest.extend_from_slice(bytes);
                if is_due(rest, self.last_length) { self.read() } else { Ok(()) }
            }
            Phase::Tail { tail, .. } => {
                tail.extend_from_slice(bytes);
                self.check_tail()
            }
            Phase::Body(body) if body.len().saturating_add(bytes.len()) > self.context.limits.max_bytes => {
                Err(kept_too_large(self.context.limits.max_bytes))
            }
            Phase::Body(body) => {
                body.extend_from_slice(bytes);
                Ok(())
            }
            Phase::Read => Ok(()),
        }
    }

    fn open(&mut self) -> Result<(), Error> {
        let Phase::Head(bytes) = std::mem::replace(&mut self.phase, Phase::Read) else {
            return Ok(());
        };
        self.phase = match self.beginning(&bytes) {
            Beginning::NotYet if bytes.len() <= LONGEST_HEAD => Phase::Head(bytes),
            Beginning::NotYet | Beginning::Never => Phase::Body(bytes),
            Beginning::Here { head, length } => {
                self.phase = Phase::Content { head, rest: bytes.get(length..).unwrap_or_default().to_vec() };
                return self.read();
            }
        };
        Ok(())
    }

    fn beginning(&mut self, bytes: &[u8]) -> Beginning {
        let start = xml::utf8_start(bytes, self.media_type.charset().as_deref());
        let Some((start, text)) = start.and_then(|start| Some((start, xml::complete_characters(bytes.get(start..)?)?)))
        else {
            return Beginning::Never;
        };
        if text.starts_with('\u{FEFF}') {
            return Beginning::Never;
        }
        let (reader, context) = (&mut self.reader, &self.context);
        let head = match Head::find(text, &context.limits, |beginning| reader.is_wanted(context, beginning)) {
            xml::FoundElement::Here(head) => head,
            xml::FoundElement::NotYet => return Beginning::NotYet,
            xml::FoundElement::Never => return Beginning::Never,
        };
        let text = text.get(..head.length).unwrap_or_default();
        let received = received(context, &self.parts, &self.media_type);
        match received.part(&(text.to_owned() + &head.closing())) {
            Some((value, _)) if reader.open(&value, &head, context) => {
                Beginning::Here { head: text.to_owned(), length: start + head.length }
            }
            _ => Beginning::Never,
        }
    }

    fn read(&mut self) -> Result<(), Error> {
        let Phase::Content { head, rest } = &mut self.phase else {
            return Ok(());
        };
        let received = received(&self.context, &self.parts, &self.media_type);
        let text = xml::complete_characters(rest).ok_or_else(|| received.malformed(not_utf8()))?;
        let (length, decoded) = self.reader.read(text, &received)?;
        rest.drain(..length);
        self.last_length = rest.len();
        match decoded {
            Decoded::Waiting => Ok(()),
            Decoded::EndTag => {
                self.phase = Phase::Tail { head: std::mem::take(head), tail: std::mem::take(rest) };
                self.check_tail()
            }
            Decoded::Other => Err(received.unexpected("the result cannot be read: the string contains markup")),
        }
    }

    fn check_tail(&self) -> Result<(), Error> {
        match &self.phase {
            Phase::Tail { tail, .. } if tail.len() > LONGEST_TAIL => {
                let received = received(&self.context, &self.parts, &self.media_type);
                Err(received.unexpected(format!("more than {LONGEST_TAIL} bytes follow the result in the response")))
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self) -> Result<(), Error> {
        self.reader.last();
        self.read()?;
        let phase = std::mem::replace(&mut self.phase, Phase::Read);
        let received = received(&self.context, &self.parts, &self.media_type);
        let (head, tail) = match phase {
            Phase::Read => return Ok(()),
            Phase::Head(body) | Phase::Body(body) => {
                let response = Response::from_parts(self.parts.clone(), Bytes::from(body));
                let mut message = decode_response::decode(&self.context, response, || None)?;
                self.deviations = std::mem::take(&mut message.deviations);
                self.rest.content = std::mem::take(&mut message.rest);
                return self.reader.read_message(message, &received).map_err(Error::with_carried_out);
            }
            // The walk reports that the response is cut off.
            Phase::Content { head, rest } => (head, rest),
            Phase::Tail { head, tail } => (head, tail),
        };
        let tail = std::str::from_utf8(&tail).map_err(|_| received.malformed(not_utf8()))?;
        let text = head + tail;
        // Its errors are those of a response that is read whole.
        let message = received.read(&text, Outputs::new(self.context.operation, || None))?.message;
        self.deviations = message.deviations;
        self.rest.content = message.rest;
        self.reader.close(received.part(&text).map(|(value, _)| value))
    }
}

enum Beginning {
    NotYet,
    Never,
    Here { head: String, length: usize },
}

fn received<'a>(context: &'a ResponseContext, parts: &Parts, media_type: &'a MediaType) -> ReceivedResponse<'a> {
    ReceivedResponse::new(context, parts.status, media_type, &NO_BODY)
}

/// The error of a kept response above [`ParseOptions::max_bytes`](crate::xml::ParseOptions::max_bytes).
fn kept_too_large(limit: usize) -> Error {
    let message = format!("a part of the response that is kept whole is larger than the limit of {limit} bytes");
    Error::new(ErrorKind::ResponseTooLarge, message)
}

fn not_utf8() -> XmlError {
    XmlError::without_position(xml::XmlErrorKind::Encoding, "the bytes are not valid UTF-8")
}

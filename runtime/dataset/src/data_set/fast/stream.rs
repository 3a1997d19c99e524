//! The fast reader for pieces of a response as they arrive.

use super::super::error::DataSetError;
use super::super::late_changes::LateChanges;
use super::frame::{CutPart, Frame, find_instance};
use super::rows::{Broken, Keeping, Progress, Rows, not_utf8};
use crate::table::Table;
use asmx_xml::bytes::utf8_start;
use asmx_xml::characters::complete_characters;
use asmx_xml::rows::FoundElement;
use asmx_xml::{ParseOptions, XmlError};

/// The approximate length of text in a batch.
const BATCH: usize = 512 * 1024;
/// The least length of text that is worth scanning.
const LEAST: usize = 4 * 1024;
/// The least part of a piece that is added to the rest of the piece before.
const LEAST_MORE: usize = 1024;
/// The greatest part of a piece that is taken at once, and so is kept beside a batch.
const BITE: usize = 64 * 1024;
const FIRST_HEAD: usize = 4 * 1024;

/// The error of a stream that cannot be read any further.
#[derive(Debug)]
pub enum StreamError {
    /// The response is not well-formed, or exceeds a limit of the reader.
    Xml(XmlError),
    /// The response is not a data set.
    DataSet(DataSetError),
    /// The end of the response does not match its beginning.
    Tail,
}

impl From<Broken> for StreamError {
    fn from(broken: Broken) -> Self {
        match broken {
            // The position is one inside a piece, and has no meaning outside.
            Broken::Xml(error) => Self::Xml(XmlError::without_position(error.kind(), error.message())),
            Broken::DataSet(error) => Self::DataSet(error),
        }
    }
}

/// The end of a stream.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    /// The stream was read.
    Read,
    /// The plain reader must read the response, which is returned.
    Document(Vec<u8>),
}

/// Reads the rows of a data set from pieces of a response.
pub struct RowStream {
    limits: ParseOptions,
    charset: Option<String>,
    keeping: Keeping,
    /// [`BATCH`], except in tests.
    size: usize,
    phase: Phase,
}

impl std::fmt::Debug for RowStream {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("RowStream").field("charset", &self.charset).finish_non_exhaustive()
    }
}

enum Phase {
    /// The head is incomplete. It is searched again at `wanted` bytes.
    Head {
        bytes: Vec<u8>,
        wanted: usize,
    },
    Rows(Box<Body>),
    /// After the rows.
    Tail {
        frame: Box<Frame>,
        rows: Box<Rows>,
        tail: Vec<u8>,
    },
    /// The response is for the plain reader.
    Document(Vec<u8>),
    /// The stream has ended, or failed.
    Over(Option<Box<Rows>>),
}

struct Body {
    frame: Frame,
    rows: Rows,
    bytes: Vec<u8>,
    wanted: usize,
    batch: usize,
}

impl RowStream {
    /// A stream of a response whose Content-Type has this charset.
    pub fn new(limits: ParseOptions, charset: Option<&str>, keeping: Keeping) -> Self {
        let phase = Phase::Head { bytes: Vec::new(), wanted: FIRST_HEAD };
        Self { limits, charset: charset.map(str::to_owned), keeping, size: BATCH, phase }
    }

    #[cfg(test)]
    pub(super) fn in_sizes_of(self, size: usize) -> Self {
        Self { size, phase: Phase::Head { bytes: Vec::new(), wanted: size }, ..self }
    }

    /// A stream that collects the response for the plain reader.
    pub fn collector() -> Self {
        Self { phase: Phase::Document(Vec::new()), ..Self::new(ParseOptions::default(), None, Keeping::Rows) }
    }

    /// Takes bytes off the front of `piece`: all of them, or, if a batch must be taken first (`true`), a part.
    ///
    /// # Errors
    ///
    /// The response is not well-formed, exceeds a limit, or is not a data set.
    pub fn feed(&mut self, piece: &mut &[u8], cut: CutPart<'_>) -> Result<bool, StreamError> {
        while !piece.is_empty() {
            let (bite, rest) = piece.split_at_checked(BITE.min(self.size)).unwrap_or((piece, &[]));
            *piece = rest;
            self.take(bite, cut, false)?;
            if self.is_batch_due() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Ends the stream. Its last rows can still be taken.
    ///
    /// # Errors
    ///
    /// As [`RowStream::feed`]; also if the response is incomplete.
    pub fn end(&mut self, cut: CutPart<'_>) -> Result<Ended, StreamError> {
        self.take(&[], cut, true)?;
        match std::mem::replace(&mut self.phase, Phase::Over(None)) {
            Phase::Document(bytes) | Phase::Head { bytes, .. } => Ok(Ended::Document(bytes)),
            Phase::Tail { frame, mut rows, tail } => {
                let tail = String::from_utf8(tail).map_err(|_| not_utf8().into());
                let closed = tail.and_then(|tail| frame.close(&tail, &mut rows.reader, cut).ok_or(StreamError::Tail));
                // The rows are good, even if an error follows them.
                self.phase = Phase::Over(Some(rows));
                closed.map(|()| Ended::Read)
            }
            Phase::Rows(_) | Phase::Over(_) => Err(StreamError::Tail),
        }
    }

    fn is_batch_due(&self) -> bool {
        matches!(&self.phase, Phase::Rows(body) if self.keeping == Keeping::Rows && body.batch >= self.size)
    }

    fn rows(&mut self) -> Option<&mut Rows> {
        match &mut self.phase {
            Phase::Rows(body) => Some(&mut body.rows),
            Phase::Tail { rows, .. } | Phase::Over(Some(rows)) => Some(rows),
            Phase::Head { .. } | Phase::Document(_) | Phase::Over(None) => None,
        }
    }

    /// Takes the unread rows of one table, if any. `spare` is a batch whose memory is reused. Rows have the order of the response.
    pub fn batch(&mut self, spare: Option<Table>) -> Option<Table> {
        let batch = self.rows().and_then(|rows| rows.reader.take_rows(spare));
        if batch.is_none()
            && let Phase::Rows(body) = &mut self.phase
        {
            body.batch = 0;
        }
        batch
    }

    /// The tables that never had a row, with their columns. Call it when the stream has ended and all batches are taken.
    pub fn empty_tables(&mut self) -> Vec<Table> {
        self.rows().map(|rows| rows.reader.empty_tables().collect()).unwrap_or_default()
    }

    /// The number of rows of each table so far, by full name, in the order of the tables.
    pub fn row_counts(&mut self) -> Vec<(String, usize)> {
        let tables = self.rows().map_or(&[][..], |rows| &rows.reader.content.tables);
        tables.iter().map(|table| (table.full_name().to_owned(), table.first_row + table.row_count())).collect()
    }

    /// The name of the main table, if the schema states one (`msdata:MainDataTable`). Known from the first row on.
    pub fn main_table(&mut self) -> Option<String> {
        self.rows().and_then(|rows| rows.reader.content.main_table.clone())
    }

    /// The number of bytes that are kept: not read yet, or needed until the end.
    pub fn buffered(&self) -> usize {
        match &self.phase {
            Phase::Head { bytes, .. } | Phase::Document(bytes) | Phase::Tail { tail: bytes, .. } => bytes.len(),
            Phase::Rows(body) => body.bytes.len(),
            Phase::Over(_) => 0,
        }
    }

    /// The changes that the response states after its rows, for rows of earlier batches. Call it when all batches are taken.
    pub fn late_changes(&mut self) -> LateChanges {
        self.rows().map(|rows| rows.reader.take_late_changes()).unwrap_or_default()
    }

    fn take(&mut self, bite: &[u8], cut: CutPart<'_>, is_last: bool) -> Result<(), StreamError> {
        match &mut self.phase {
            Phase::Document(bytes) | Phase::Tail { tail: bytes, .. } => bytes.extend_from_slice(bite),
            Phase::Over(_) => {}
            Phase::Head { bytes, wanted } => {
                bytes.extend_from_slice(bite);
                if bytes.len() >= *wanted || is_last {
                    *wanted = 2 * bytes.len();
                    self.open(cut, is_last)?;
                }
            }
            Phase::Rows(body) => {
                match body.take(bite, self.size, is_last) {
                    Ok(false) => {}
                    Ok(true) => self.leave_rows(),
                    Err(error) => {
                        // Earlier rows can still be taken.
                        self.leave_rows();
                        if let Phase::Tail { rows, .. } = std::mem::replace(&mut self.phase, Phase::Over(None)) {
                            self.phase = Phase::Over(Some(rows));
                        }
                        return Err(error);
                    }
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, cut: CutPart<'_>, is_last: bool) -> Result<(), StreamError> {
        let Phase::Head { bytes, .. } = &mut self.phase else {
            return Ok(());
        };
        let start = utf8_start(bytes, self.charset.as_deref());
        let text = start.and_then(|start| complete_characters(bytes.get(start..)?));
        let found = text.map(|text| find_instance(text, &self.limits));
        match found {
            Some(FoundElement::NotYet) => {}
            Some(FoundElement::Here(head)) => {
                let start = start.unwrap_or(0);
                let length = head.length;
                let text = bytes.get(start..start + length).and_then(|bytes| str::from_utf8(bytes).ok());
                let text = text.filter(|text| !text.starts_with('\u{FEFF}'));
                let opened = text.and_then(|text| Frame::open(head, text, &self.limits, cut, self.keeping));
                let bytes = std::mem::take(bytes);
                // A schema after the rows would come when they are gone.
                let Some((frame, rows)) = opened.filter(|(frame, _)| frame.has_schema) else {
                    self.phase = Phase::Document(bytes);
                    return Ok(());
                };
                let body = Body { frame, rows, bytes: Vec::new(), wanted: LEAST.min(self.size), batch: 0 };
                self.phase = Phase::Rows(Box::new(body));
                self.take(bytes.get(start + length..).unwrap_or_default(), cut, is_last)?;
            }
            Some(FoundElement::Never) | None => self.phase = Phase::Document(std::mem::take(bytes)),
        }
        Ok(())
    }

    fn leave_rows(&mut self) {
        if let Phase::Rows(body) = std::mem::replace(&mut self.phase, Phase::Over(None)) {
            let Body { frame, rows, bytes, .. } = *body;
            self.phase = Phase::Tail { frame: Box::new(frame), rows: Box::new(rows), tail: bytes };
        }
    }
}

impl Body {
    /// Takes bytes, and reads rows once it is worth it; whether the rows have ended.
    fn take(&mut self, bite: &[u8], size: usize, is_last: bool) -> Result<bool, StreamError> {
        if is_last || self.bytes.len() + bite.len() < self.wanted {
            self.bytes.extend_from_slice(bite);
            return if is_last { self.read_last() } else { Ok(false) };
        }
        let is_first = self.batch == 0;
        let progress = self.read(bite)?;
        if is_first {
            // The last bite makes the batch longer than its size.
            self.rows.reader.reserve(self.batch, (size + BITE.min(size)).saturating_sub(self.batch));
        }
        // An incomplete row is looked at again when twice as much has arrived.
        self.wanted = LEAST.min(size).max(2 * self.bytes.len());
        Ok(progress == Progress::Ended)
    }

    /// Reads the rest of the piece before with the beginning of `bite`, then the rest of `bite` in place.
    fn read(&mut self, bite: &[u8]) -> Result<Progress, StreamError> {
        let mut rest = bite;
        while !self.bytes.is_empty() {
            let begun = self.bytes.len();
            let (more, tail) = rest.split_at_checked(begun.max(LEAST_MORE)).unwrap_or((rest, &[]));
            self.bytes.extend_from_slice(more);
            let (read, progress) = self.rows.read(&self.bytes, false)?;
            self.batch += read;
            if progress == Progress::Ended || tail.is_empty() {
                self.bytes.drain(..read);
                self.bytes.extend_from_slice(tail);
                return Ok(progress);
            }
            if let Some(consumed) = read.checked_sub(begun) {
                rest = rest.get(consumed..).unwrap_or_default();
                self.bytes.clear();
            } else {
                rest = tail;
                self.bytes.drain(..read);
            }
        }
        let (read, progress) = self.rows.read(rest, false)?;
        self.batch += read;
        self.bytes.extend_from_slice(rest.get(read..).unwrap_or_default());
        Ok(progress)
    }

    fn read_last(&mut self) -> Result<bool, StreamError> {
        let (read, progress) = self.rows.read(&self.bytes, true)?;
        self.batch += read;
        self.bytes.drain(..read);
        if progress == Progress::Ended { Ok(true) } else { Err(StreamError::Tail) }
    }
}

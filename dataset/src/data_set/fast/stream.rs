//! The fast reader fed with pieces of a response as they arrive.

use super::super::error::DataSetError;
use super::super::late_changes::LateChanges;
use super::super::{DataSet, DataSetContent};
use super::frame::{FindContainer, Frame, find_instance};
use super::rows::{Broken, Keeping, Progress, Rows, not_utf8};
use crate::table::Table;
use asmx_xml::bytes::utf8_start;
use asmx_xml::characters::whole_characters;
use asmx_xml::tokens::FoundElement;
use asmx_xml::{ParseOptions, XmlError};

/// How much text there is about in a batch.
const BATCH: usize = 512 * 1024;
/// How much text is gathered at least before it is scanned.
const LEAST: usize = 4 * 1024;
/// How much of a piece is added at least to what was left over of the one before.
const LEAST_MORE: usize = 1024;
/// How much of a piece is taken at once: no more is kept beside a batch.
const BITE: usize = 64 * 1024;
/// Where the first row is looked for at first.
const FIRST_HEAD: usize = 4 * 1024;

/// Why a stream cannot be read any further.
#[derive(Debug)]
pub enum StreamError {
    /// It is not well-formed, or past a limit of the reader.
    Xml(XmlError),
    /// It is no data set.
    DataSet(DataSetError),
    /// What comes behind the rows does not belong to what came before.
    Tail,
}

impl From<Broken> for StreamError {
    fn from(broken: Broken) -> Self {
        match broken {
            // The place is one of a piece, and means nothing outside.
            Broken::Xml(error) => Self::Xml(XmlError::of_all(error.kind(), error.message())),
            Broken::DataSet(error) => Self::DataSet(error),
        }
    }
}

/// How a stream ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    /// All was read.
    Read,
    /// The plain reader has to read the response: here it is.
    Plainly(Vec<u8>),
}

/// Reads the rows of a data set from pieces of a response.
pub struct RowStream {
    limits: ParseOptions,
    charset: Option<String>,
    keeping: Keeping,
    /// [`BATCH`], but for tests.
    size: usize,
    phase: Phase,
}

impl std::fmt::Debug for RowStream {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("RowStream").field("charset", &self.charset).finish_non_exhaustive()
    }
}

enum Phase {
    /// The head is not there yet; it is looked for when there are so many bytes.
    Head { bytes: Vec<u8>, wanted: usize },
    /// Inside the instance.
    Rows(Box<Inside>),
    /// Behind the rows.
    Tail { frame: Box<Frame>, rows: Box<Rows>, tail: Vec<u8> },
    /// For the plain reader.
    Plain(Vec<u8>),
    /// All was read, or an error was met.
    Over(Option<Box<Rows>>),
}

struct Inside {
    frame: Frame,
    rows: Rows,
    /// What is not read yet.
    bytes: Vec<u8>,
    /// How much there must be before it is read.
    wanted: usize,
    /// How much text was read since rows were taken.
    batch: usize,
}

impl RowStream {
    /// A stream whose Content-Type has this charset.
    pub fn new(limits: ParseOptions, charset: Option<&str>, keeping: Keeping) -> Self {
        let phase = Phase::Head { bytes: Vec::new(), wanted: FIRST_HEAD };
        Self { limits, charset: charset.map(str::to_owned), keeping, size: BATCH, phase }
    }

    /// The same with batches of this size, and other sizes as small.
    #[cfg(test)]
    pub(super) fn in_sizes_of(self, size: usize) -> Self {
        Self { size, phase: Phase::Head { bytes: Vec::new(), wanted: size }, ..self }
    }

    /// A stream that is gathered for the plain reader.
    pub fn plain() -> Self {
        Self { phase: Phase::Plain(Vec::new()), ..Self::new(ParseOptions::default(), None, Keeping::Rows) }
    }

    /// Takes bytes off the front of `piece`: all of them, unless there is a batch to be taken before (`true`).
    ///
    /// # Errors
    ///
    /// The response is not well-formed, past a limit, or no data set.
    pub fn feed(&mut self, piece: &mut &[u8], finder: &impl FindContainer) -> Result<bool, StreamError> {
        while !piece.is_empty() {
            let (bite, rest) = piece.split_at_checked(BITE.min(self.size)).unwrap_or((piece, &[]));
            *piece = rest;
            self.take(bite, finder, false)?;
            if self.is_batch_due() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Ends the stream. What is not taken yet can still be.
    ///
    /// # Errors
    ///
    /// As [`RowStream::feed`]; and the response is cut off.
    pub fn end(&mut self, finder: &impl FindContainer) -> Result<Ended, StreamError> {
        self.take(&[], finder, true)?;
        match std::mem::replace(&mut self.phase, Phase::Over(None)) {
            Phase::Plain(bytes) | Phase::Head { bytes, .. } => Ok(Ended::Plainly(bytes)),
            Phase::Tail { frame, mut rows, tail } => {
                let tail = String::from_utf8(tail).map_err(|_| not_utf8().into());
                let closed =
                    tail.and_then(|tail| frame.close(&tail, &mut rows.reader, finder).ok_or(StreamError::Tail));
                // The rows are good, whatever follows them.
                self.phase = Phase::Over(Some(rows));
                closed.map(|()| Ended::Read)
            }
            Phase::Rows(_) | Phase::Over(_) => Err(StreamError::Tail),
        }
    }

    fn is_batch_due(&self) -> bool {
        matches!(&self.phase, Phase::Rows(inside) if self.keeping == Keeping::Rows && inside.batch >= self.size)
    }

    fn rows(&mut self) -> Option<&mut Rows> {
        match &mut self.phase {
            Phase::Rows(inside) => Some(&mut inside.rows),
            Phase::Tail { rows, .. } | Phase::Over(Some(rows)) => Some(rows),
            Phase::Head { .. } | Phase::Plain(_) | Phase::Over(None) => None,
        }
    }

    /// The rows of one table that were read and not taken yet, if any. `spare` is a batch that is not needed any more, whose
    /// memory is used for others.
    pub fn batch(&mut self, spare: Option<Table>) -> Option<Table> {
        let batch = self.rows().and_then(|rows| rows.reader.take_rows(spare));
        if batch.is_none()
            && let Phase::Rows(inside) = &mut self.phase
        {
            inside.batch = 0;
        }
        batch
    }

    /// The tables without any row, with their columns. Call it when the stream has ended and all batches are taken.
    pub fn empty_tables(&mut self) -> Vec<Table> {
        self.rows().map(|rows| rows.reader.empty_tables().collect()).unwrap_or_default()
    }

    /// How many rows each table had so far, by the order of the tables.
    pub fn row_counts(&mut self) -> Vec<(String, usize)> {
        let tables = self.rows().map_or(&[][..], |rows| &rows.reader.content.tables);
        tables.iter().map(|table| (table.name.clone(), table.first_row + table.row_count())).collect()
    }

    /// How many bytes are kept that are not read yet, or have to be kept until the end.
    pub fn buffered(&self) -> usize {
        match &self.phase {
            Phase::Head { bytes, .. } | Phase::Plain(bytes) | Phase::Tail { tail: bytes, .. } => bytes.len(),
            Phase::Rows(inside) => inside.bytes.len(),
            Phase::Over(_) => 0,
        }
    }

    /// The data set without its rows, once the head was read.
    pub fn schema(&self) -> Option<DataSet> {
        let of = |content: &DataSetContent| DataSet { content: Some(Box::new(content.clone())) };
        match &self.phase {
            Phase::Rows(inside) => Some(of(&inside.frame.schema)),
            Phase::Tail { frame, .. } => Some(of(&frame.schema)),
            Phase::Head { .. } | Phase::Plain(_) | Phase::Over(_) => None,
        }
    }

    /// Changes that the response states after its rows, for rows of batches that were taken. Call it when all batches are taken.
    pub fn late_changes(&mut self) -> LateChanges {
        self.rows().map(|rows| rows.reader.take_late()).unwrap_or_default()
    }

    fn take(&mut self, bite: &[u8], finder: &impl FindContainer, is_last: bool) -> Result<(), StreamError> {
        match &mut self.phase {
            Phase::Plain(bytes) | Phase::Tail { tail: bytes, .. } => bytes.extend_from_slice(bite),
            Phase::Over(_) => {}
            Phase::Head { bytes, wanted } => {
                bytes.extend_from_slice(bite);
                if bytes.len() >= *wanted || is_last {
                    *wanted = 2 * bytes.len();
                    self.open(finder, is_last)?;
                }
            }
            Phase::Rows(inside) => {
                match inside.take(bite, self.size, is_last) {
                    Ok(false) => {}
                    Ok(true) => self.leave_rows(),
                    Err(error) => {
                        // The rows that came before can still be taken.
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

    fn open(&mut self, finder: &impl FindContainer, is_last: bool) -> Result<(), StreamError> {
        let Phase::Head { bytes, .. } = &mut self.phase else {
            return Ok(());
        };
        let start = utf8_start(bytes, self.charset.as_deref());
        let found = start.and_then(|start| whole_characters(bytes.get(start..)?)).map(find_instance);
        match found {
            Some(FoundElement::NotYet) => {}
            Some(FoundElement::Here(head)) => {
                let start = start.unwrap_or(0);
                let length = head.length;
                let text = bytes.get(start..start + length).and_then(|bytes| str::from_utf8(bytes).ok());
                let text = text.filter(|text| !text.starts_with('\u{FEFF}'));
                let opened = text.and_then(|text| Frame::open(head, text, &self.limits, finder, self.keeping));
                let bytes = std::mem::take(bytes);
                // A schema behind the rows would say more of them when they are gone.
                let Some((frame, rows)) = opened.filter(|(frame, _)| frame.has_schema) else {
                    self.phase = Phase::Plain(bytes);
                    return Ok(());
                };
                let inside = Inside { frame, rows, bytes: Vec::new(), wanted: LEAST.min(self.size), batch: 0 };
                self.phase = Phase::Rows(Box::new(inside));
                self.take(bytes.get(start + length..).unwrap_or_default(), finder, is_last)?;
            }
            Some(FoundElement::Never) | None => self.phase = Phase::Plain(std::mem::take(bytes)),
        }
        Ok(())
    }

    /// From the rows to the tail.
    fn leave_rows(&mut self) {
        if let Phase::Rows(inside) = std::mem::replace(&mut self.phase, Phase::Over(None)) {
            let Inside { frame, rows, bytes, .. } = *inside;
            self.phase = Phase::Tail { frame: Box::new(frame), rows: Box::new(rows), tail: bytes };
        }
    }
}

impl Inside {
    /// Takes bytes, and reads what rows there are once it is worth it; whether there are no more.
    fn take(&mut self, bite: &[u8], size: usize, is_last: bool) -> Result<bool, StreamError> {
        if is_last || self.bytes.len() + bite.len() < self.wanted {
            self.bytes.extend_from_slice(bite);
            return if is_last { self.read_last() } else { Ok(false) };
        }
        let is_first = self.batch == 0;
        let progress = self.read(bite)?;
        if is_first {
            // The batch will be longer than its size by a part of the last bite.
            self.rows.reader.reserve(self.batch, (size + BITE.min(size)).saturating_sub(self.batch));
        }
        // A row that is not all there is not looked at again before there is as much again.
        self.wanted = LEAST.min(size).max(2 * self.bytes.len());
        Ok(progress == Progress::Ended)
    }

    /// Reads what was left over from before together with the beginning of `bite`, and the rest of that where it stands.
    fn read(&mut self, bite: &[u8]) -> Result<Progress, StreamError> {
        let mut rest = bite;
        while !self.bytes.is_empty() {
            let begun = self.bytes.len();
            let (more, behind) = rest.split_at_checked(begun.max(LEAST_MORE)).unwrap_or((rest, &[]));
            self.bytes.extend_from_slice(more);
            let (read, progress) = self.rows.read(&self.bytes, false)?;
            self.batch += read;
            if progress == Progress::Ended || behind.is_empty() {
                self.bytes.drain(..read);
                self.bytes.extend_from_slice(behind);
                return Ok(progress);
            }
            if let Some(taken) = read.checked_sub(begun) {
                rest = rest.get(taken..).unwrap_or_default();
                self.bytes.clear();
            } else {
                rest = behind;
                self.bytes.drain(..read);
            }
        }
        let (read, progress) = self.rows.read(rest, false)?;
        self.batch += read;
        self.bytes.extend_from_slice(rest.get(read..).unwrap_or_default());
        Ok(progress)
    }

    /// Reads the last rows.
    fn read_last(&mut self) -> Result<bool, StreamError> {
        let (read, progress) = self.rows.read(&self.bytes, true)?;
        self.batch += read;
        self.bytes.drain(..read);
        if progress == Progress::Ended { Ok(true) } else { Err(StreamError::Tail) }
    }
}

//! The rows of an instance: scanned where they are as usual, read by the plain reader where not.

use super::super::error::DataSetError;
use super::super::read_rows::RowReader;
use super::scan::{Block, RowSink, Scanner, Stop};
use super::shape::RowShape;
use asmx_xml::__private::{Care, Cut, cut};
use asmx_xml::{Document, Element, ParseOptions, XmlError};

/// How many rows at most are given to the plain reader in one piece.
const MOST_IN_A_PIECE: usize = 256;

/// Namespace declarations: prefix (without: the default) and namespace.
type Declarations = Vec<(Option<String>, String)>;

/// Reads the rows between the start and the end tag of the instance, piece by piece.
pub(super) struct Rows {
    pub(super) reader: RowReader,
    scanner: Scanner,
    /// What applies inside the instance.
    inherited: Declarations,
    limits: ParseOptions,
    /// How many rows the next piece for the plain reader has: more, the longer nothing is as usual.
    piece: usize,
}

/// How reading went on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// More text is needed.
    Wanting,
    /// The end tag of the instance is next.
    Ended,
}

/// Why rows cannot be read.
#[derive(Debug)]
pub(super) enum Broken {
    /// They are not well-formed, or past a limit. The place counts from the start of the row's piece.
    Xml(XmlError),
    /// They are not rows of a data set.
    DataSet(DataSetError),
}

impl From<DataSetError> for Broken {
    fn from(error: DataSetError) -> Self {
        Self::DataSet(error)
    }
}

/// What is done with rows.
pub(super) trait Keeper {
    /// Takes scanned rows.
    fn scanned(&mut self, reader: &mut RowReader, text: &str, rows: &Block) -> Result<(), DataSetError>;
    /// Rows were added by the plain reader.
    fn read_plainly(&mut self, reader: &mut RowReader);
}

struct Sink<'a, K> {
    reader: &'a mut RowReader,
    keeper: &'a mut K,
}

impl<K: Keeper> RowSink for Sink<'_, K> {
    fn rows(&mut self, text: &str, rows: &Block) -> Result<(), DataSetError> {
        self.keeper.scanned(self.reader, text, rows)
    }
}

impl Rows {
    /// Starts inside of `instance`.
    pub(super) fn new(reader: RowReader, instance: Element<'_>, limits: &ParseOptions) -> Self {
        let in_scope = instance.namespaces_in_scope().into_iter();
        let inherited = in_scope.map(|(prefix, namespace)| (prefix.map(str::to_owned), namespace.to_owned())).collect();
        let around = std::iter::successors(instance.parent(), |element| element.parent()).count();
        // The element around a piece stands for the instance.
        let mut limits = limits.clone();
        limits.max_depth = limits.max_depth.saturating_sub(around);
        Self { reader, scanner: Scanner::default(), inherited, limits, piece: 1 }
    }

    /// Reads rows from `text`, which continues where the last call got to: how far, and what comes.
    pub(super) fn read(
        &mut self,
        text: &str,
        care: Care,
        is_last: bool,
        keeper: &mut impl Keeper,
    ) -> Result<(usize, Progress), Broken> {
        let mut at = 0;
        loop {
            let mut sink = Sink { reader: &mut self.reader, keeper };
            let (end, stop) = self.scanner.scan(text, at, care, &mut sink)?;
            if end > at {
                self.piece = 1;
            }
            at = end;
            match stop {
                Stop::End => return Ok((at, Progress::Ended)),
                Stop::Incomplete if !is_last => return Ok((at, Progress::Wanting)),
                Stop::Incomplete | Stop::Unusual => {}
            }
            let rest = text.get(at..).unwrap_or_default();
            match cut(rest, self.piece) {
                Cut::End => return Ok((at, Progress::Ended)),
                Cut::Incomplete if !is_last => return Ok((at, Progress::Wanting)),
                Cut::Rows(length) => {
                    self.read_plainly(rest.get(..length).unwrap_or_default())?;
                    keeper.read_plainly(&mut self.reader);
                    at += length;
                    self.piece = (self.piece * 2).min(MOST_IN_A_PIECE);
                }
                Cut::Incomplete | Cut::Broken => {
                    self.read_plainly(rest)?;
                    let message = "the rows are not well-formed";
                    return Err(Broken::Xml(XmlError::of_all(asmx_xml::XmlErrorKind::Malformed, message)));
                }
            }
        }
    }

    /// How many rows the scanner began to read.
    pub(super) fn scanned(&self) -> u64 {
        self.scanner.rows()
    }

    fn read_plainly(&mut self, rows: &str) -> Result<(), Broken> {
        let piece = format!("<w>{rows}</w>");
        let document = Document::parse_part(piece, &self.inherited, &self.limits).map_err(Broken::Xml)?;
        self.reader.rows_in(document.root())?;
        for row in document.root().elements() {
            RowShape::learn(&mut self.scanner.shapes, &mut self.reader, row);
        }
        Ok(())
    }
}

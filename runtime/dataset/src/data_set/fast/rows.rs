//! The rows of an instance: usual rows are scanned, the plain reader reads the others.

use super::super::error::DataSetError;
use super::super::leftover::rows_in;
use super::super::read_rows::RowReader;
use super::scan::{Block, Scanner, Stop, resolve_into};
use super::shape::RowShape;
use crate::table::{Gathered, Table};
use asmx_xml::bytes::{TextFlags, examined};
use asmx_xml::rows::{Cut, cut};
use asmx_xml::{Document, Element, ParseOptions, XmlError, XmlErrorKind};

/// The greatest number of rows that the plain reader gets in one piece.
const MOST_IN_A_PIECE: usize = 256;

type Declarations = Vec<(Option<String>, String)>;

/// Reads the rows between the start and the end tag of the instance, piece by piece.
pub(super) struct Rows {
    pub(super) reader: RowReader,
    scanner: Scanner,
    inherited: Declarations,
    limits: ParseOptions,
    keeping: Keeping,
    gathered: Gathered,
    /// The number of rows in the next piece for the plain reader. It grows as long as no row is usual.
    piece: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Wanting,
    /// The end tag of the instance is next.
    Ended,
}

#[derive(Debug)]
pub(super) enum Broken {
    /// The rows are not well-formed, or exceed a limit. The position counts from the start of the row's piece.
    Xml(XmlError),
    /// The elements are not rows of a data set.
    DataSet(DataSetError),
}

/// The use of rows: kept until they are taken, or only counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// Rows are kept until they are taken.
    Rows,
    /// Rows are counted and dropped.
    Counts,
}

impl Keeping {
    fn scanned(
        self,
        reader: &mut RowReader,
        gathered: &mut Gathered,
        text: &str,
        rows: &Block,
    ) -> Result<(), DataSetError> {
        let Some(table) = reader.content.tables.get_mut(rows.table) else {
            return Ok(());
        };
        let too_large = |table: &Table| DataSetError::TooLarge { table: table.name.clone() };
        let first = table.rows.count();
        let first_in_whole = u32::try_from(table.first_row).ok().and_then(|before| before.checked_add(first));
        let first_in_whole = first_in_whole.ok_or_else(|| too_large(table))?;
        if self == Self::Counts {
            let greatest = rows.orders.iter().max().copied().unwrap_or(0);
            table.next_order = table.next_order.max(greatest.saturating_add(1));
            table.first_row += rows.orders.len();
        } else {
            for order in &rows.orders {
                let row = table.add_row(*order, false).ok_or_else(|| too_large(table))?;
                table.rows.changes.push_state(row, rows.state);
            }
            for (column, places) in rows.columns() {
                if let Some(values) = table.rows.values_mut(column, &table.columns) {
                    let added = values.push_places(first, text, gathered, places.iter().copied(), resolve_into);
                    added.map_err(|_| DataSetError::TooLarge { table: table.name.clone() })?;
                }
            }
        }
        reader.ids.insert_usual(rows.table, &rows.orders, first_in_whole);
        Ok(())
    }
}

impl From<DataSetError> for Broken {
    fn from(error: DataSetError) -> Self {
        Self::DataSet(error)
    }
}

impl Rows {
    pub(super) fn new(
        reader: RowReader,
        instance: Element<'_>,
        around: usize,
        limits: &ParseOptions,
        keeping: Keeping,
    ) -> Self {
        let in_scope = instance.namespaces_in_scope().into_iter();
        let inherited = in_scope.map(|(prefix, namespace)| (prefix.map(str::to_owned), namespace.to_owned())).collect();
        let around = around + std::iter::successors(instance.parent(), |element| element.parent()).count();
        // Each piece is parsed inside a stand-in for the instance element.
        let mut limits = limits.clone();
        limits.max_depth = limits.max_depth.saturating_sub(around);
        Self {
            reader,
            scanner: Scanner::default(),
            inherited,
            limits,
            keeping,
            gathered: Gathered::default(),
            piece: 1,
        }
    }

    /// Reads rows from `bytes`, which continue the last call: the length that was read, and the progress.
    pub(super) fn read(&mut self, bytes: &[u8], is_last: bool) -> Result<(usize, Progress), Broken> {
        let (text, flags) = match complete_characters(bytes).and_then(examined) {
            Some(found) => found,
            None => examined_slowly(bytes)?,
        };
        if is_last && text.len() < bytes.len() {
            return Err(not_utf8());
        }
        let mut at = 0;
        loop {
            let (reader, gathered, keeping) = (&mut self.reader, &mut self.gathered, self.keeping);
            let (end, stop) =
                self.scanner.scan(text, at, flags, |rows| keeping.scanned(reader, gathered, text, rows))?;
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
            match cut(rest, self.piece, &self.limits) {
                Cut::End => return Ok((at, Progress::Ended)),
                Cut::Incomplete if !is_last => return Ok((at, Progress::Wanting)),
                Cut::Rows(length) => {
                    self.read_plainly(rest.get(..length).unwrap_or_default())?;
                    if self.keeping == Keeping::Counts {
                        self.reader.drop_rows();
                    }
                    at += length;
                    self.piece = (self.piece * 2).min(MOST_IN_A_PIECE);
                }
                Cut::Incomplete | Cut::Broken => {
                    self.read_plainly(rest).map_err(|broken| self.unclosed(rest).unwrap_or(broken))?;
                    let message = "the rows are not well-formed";
                    return Err(Broken::Xml(XmlError::without_position(XmlErrorKind::Malformed, message)));
                }
            }
        }
    }

    fn document(&self, piece: String) -> Result<Document, Broken> {
        Document::parse_part(piece, &self.inherited, &self.limits).map_err(Broken::Xml)
    }

    /// The mistake of rows that break off, which names the element that is open.
    #[cold]
    fn unclosed(&self, rows: &str) -> Option<Broken> {
        self.document(format!("<w>{rows}")).err()
    }

    pub(super) fn scanned(&self) -> u64 {
        self.scanner.rows()
    }

    fn read_plainly(&mut self, rows: &str) -> Result<(), Broken> {
        let document = self.document(format!("<w>{rows}</w>"))?;
        let (rows, _) = rows_in(document.root());
        self.reader.rows(rows)?;
        for row in document.root().elements() {
            RowShape::learn(&mut self.scanner.shapes, &mut self.reader, row);
        }
        Ok(())
    }
}

/// The bytes without an incomplete character at their end; `None` if they are certainly not UTF-8.
fn complete_characters(bytes: &[u8]) -> Option<&[u8]> {
    let length = bytes.len();
    let starts_character = |at: &usize| bytes.get(*at).is_none_or(|byte| byte & 0xC0 != 0x80);
    let end = (length.saturating_sub(3)..=length).rev().find(starts_character)?;
    bytes.get(..end)
}

/// [`examined`] for bytes with a mistake in them or an incomplete character at their end: reports the mistake.
#[cold]
fn examined_slowly(bytes: &[u8]) -> Result<(&str, TextFlags), Broken> {
    let text = asmx_xml::characters::complete_characters(bytes).ok_or_else(not_utf8)?;
    examined(text.as_bytes()).ok_or_else(|| {
        let message = "there is a character that XML 1.0 forbids";
        Broken::Xml(XmlError::without_position(XmlErrorKind::ForbiddenCharacter, message))
    })
}

pub(super) fn not_utf8() -> Broken {
    Broken::Xml(XmlError::without_position(XmlErrorKind::Encoding, "the response is not valid UTF-8"))
}

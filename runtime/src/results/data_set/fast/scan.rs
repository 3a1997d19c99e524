//! The scanner: follows rows of learned shapes through a text, foreseeing each tag.

use memchr::{memchr, memmem};

use super::super::error::DataSetError;
use super::examine::Care;
use super::shape::{BEHIND_START, Miss, Next, RowShape, behind, inside};
use crate::results::table::RowState;
use crate::xml::{is_allowed, is_white_space};

/// A row that was scanned: where its cells stand in the text.
#[derive(Debug)]
pub(super) struct ScannedRow<'s> {
    pub(super) table: usize,
    pub(super) order: u32,
    pub(super) state: RowState,
    /// In the order they were sent, none twice.
    pub(super) cells: &'s [ScannedCell],
}

/// A cell that holds a text, which may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScannedCell {
    /// The column's place in the table.
    pub(super) column: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    /// Whether there are references in the text, each of which is well-formed.
    pub(super) has_references: bool,
}

impl ScannedCell {
    /// The text as written.
    #[inline]
    pub(super) fn raw(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// What takes rows.
pub(super) trait RowSink {
    /// Takes a row; `text` is the text its cells stand in.
    fn row(&mut self, text: &str, row: &ScannedRow<'_>) -> Result<(), DataSetError>;
}

/// Why scanning stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The text ends before the row does, or too early to know.
    Incomplete,
    /// What comes is for the plain reader.
    Unusual,
    /// The end tag of the element around the rows.
    End,
}

/// Scans rows of learned shapes.
#[derive(Debug, Default)]
pub(super) struct Scanner {
    pub(super) shapes: Vec<RowShape>,
    /// The shape of the last row.
    current: usize,
    cells: Vec<ScannedCell>,
    /// For each column of a shape, by its slot, the last row that had a cell in it.
    seen: Vec<u64>,
    rows: u64,
}

impl Scanner {
    /// Scans rows from `from` on and gives them to `sink`: how far, and why no further. `text` is checked (see
    /// [`examine`](super::examine::examine)) and shorter than 4 GiB.
    pub(super) fn scan(
        &mut self,
        text: &str,
        from: usize,
        care: Care,
        sink: &mut impl RowSink,
    ) -> Result<(usize, Stop), DataSetError> {
        let bytes = text.as_bytes();
        let mut at = from;
        loop {
            let Some(rest) = bytes.get(at..) else {
                return Ok((at, Stop::Incomplete));
            };
            let (order, length) = match self.start(rest) {
                Ok(found) => found,
                Err(stop) => return Ok((at, stop)),
            };
            let end = match self.row(bytes, at + length, care) {
                Ok(end) => end,
                Err(Miss::Incomplete) => return Ok((at, Stop::Incomplete)),
                Err(Miss::Unusual) => return Ok((at, Stop::Unusual)),
            };
            let Some(shape) = self.shapes.get(self.current) else {
                return Ok((at, Stop::Unusual));
            };
            sink.row(text, &ScannedRow { table: shape.table, order, state: shape.state, cells: &self.cells })?;
            at = end;
        }
    }

    /// How many rows were begun.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// The start tag of a row: its order, and where its attributes end.
    #[inline]
    fn start(&mut self, rest: &[u8]) -> Result<(u32, usize), Stop> {
        if let Some(shape) = self.shapes.get_mut(self.current)
            && let Some(found) = shape.start.follows(rest)
        {
            return Ok(found);
        }
        self.other_start(rest)
    }

    fn other_start(&mut self, rest: &[u8]) -> Result<(u32, usize), Stop> {
        let gap = rest.iter().take_while(|byte| is_white_space(**byte)).count();
        let tag = rest.get(gap..).unwrap_or_default();
        match tag {
            [b'<', b'/', ..] => return Err(Stop::End),
            [] | [b'<'] => return Err(Stop::Incomplete),
            _ => {}
        }
        let current = self.current;
        let others = (0..self.shapes.len()).filter(|index| *index != current);
        for index in std::iter::once(current).chain(others) {
            if let Some(shape) = self.shapes.get_mut(index)
                && let Some(found) = shape.start.read(rest, gap)
            {
                self.current = index;
                return Ok(found);
            }
        }
        let may_be_cut_off = self.shapes.iter().any(|shape| tag.len() < shape.start.longest());
        Err(if may_be_cut_off { Stop::Incomplete } else { Stop::Unusual })
    }

    /// Reads the cells of a row from behind its attributes on: where it ends.
    #[inline]
    fn row(&mut self, bytes: &[u8], from: usize, care: Care) -> Result<usize, Miss> {
        let shape = self.shapes.get_mut(self.current).ok_or(Miss::Unusual)?;
        if self.seen.len() < shape.slots() as usize {
            self.seen.resize(shape.slots() as usize, 0);
        }
        self.rows += 1;
        self.cells.clear();
        let mut at = from;
        let mut place = BEHIND_START;
        loop {
            let rest = bytes.get(at..).ok_or(Miss::Incomplete)?;
            let (next, length) = match shape.follow(place, rest) {
                Some(found) => found,
                None => shape.discover(place, rest)?,
            };
            at += length;
            let (cell, is_empty) = match next {
                Next::Text(cell) => (cell, false),
                Next::Empty(cell) => (cell, true),
                Next::RowEnd => return Ok(at),
            };
            let known = shape.cell(cell).ok_or(Miss::Unusual)?;
            let seen = self.seen.get_mut(known.slot as usize).ok_or(Miss::Unusual)?;
            if std::mem::replace(seen, self.rows) == self.rows {
                return Err(Miss::Unusual);
            }
            let start = at;
            let mut has_references = false;
            if is_empty {
                place = behind(cell);
            } else {
                place = inside(cell);
                at = text_end(bytes, at).ok_or(Miss::Incomplete)?;
                if bytes.get(at) == Some(&b'&') {
                    has_references = true;
                    at = behind_references(bytes, at)?;
                }
                if care != Care::default() {
                    careful(bytes.get(start..at).unwrap_or_default(), care)?;
                }
            }
            #[allow(clippy::cast_possible_truncation, reason = "texts are shorter than 4 GiB")]
            self.cells.push(ScannedCell { column: known.column, start: start as u32, end: at as u32, has_references });
        }
    }
}

/// A value with a carriage return or `]]>` is not for the scanner.
fn careful(value: &[u8], care: Care) -> Result<(), Miss> {
    let has_return = care.carriage_returns && memchr(b'\r', value).is_some();
    if has_return || (care.section_ends && memmem::find(value, b"]]>").is_some()) {
        return Err(Miss::Unusual);
    }
    Ok(())
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// The high bit of each byte that is zero; above the lowest such byte there may be more.
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGHS
}

/// Where the first `<` or `&` from `at` on is.
#[allow(clippy::inline_always, reason = "measured: it stands in the innermost loop")]
#[inline(always)]
fn text_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    // Most values are short; long ones are worth a call.
    for _ in 0..8 {
        let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) else {
            break;
        };
        let word = u64::from_le_bytes(*eight);
        let found = zeros(word ^ (ONES * b'<' as u64)) | zeros(word ^ (ONES * b'&' as u64));
        if found != 0 {
            return Some(at + (found.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    memchr::memchr2(b'<', b'&', bytes.get(at..)?).map(|found| at + found)
}

/// Where the first `<` is, from the `&` at `at` on, if every reference is well-formed and to an allowed character.
fn behind_references(bytes: &[u8], mut at: usize) -> Result<usize, Miss> {
    while bytes.get(at) == Some(&b'&') {
        let rest = bytes.get(at..).unwrap_or_default();
        at += match reference(rest) {
            Some((_, length)) => length,
            None if rest.len() < LONGEST_REFERENCE => return Err(Miss::Incomplete),
            None => return Err(Miss::Unusual),
        };
        at = text_end(bytes, at).ok_or(Miss::Incomplete)?;
    }
    Ok(at)
}

/// Longer references are for the plain reader.
const LONGEST_REFERENCE: usize = 12;

/// What the reference at the start of `text` stands for, and its length; `None` for all that is not usual.
fn reference(text: &[u8]) -> Option<(char, usize)> {
    match text {
        [b'&', b'l', b't', b';', ..] => Some(('<', 4)),
        [b'&', b'g', b't', b';', ..] => Some(('>', 4)),
        [b'&', b'a', b'm', b'p', b';', ..] => Some(('&', 5)),
        [b'&', b'q', b'u', b'o', b't', b';', ..] => Some(('"', 6)),
        [b'&', b'a', b'p', b'o', b's', b';', ..] => Some(('\'', 6)),
        [b'&', b'#', b'x', digits @ ..] => numbered(digits, 16).map(|(found, length)| (found, length + 3)),
        [b'&', b'#', digits @ ..] => numbered(digits, 10).map(|(found, length)| (found, length + 2)),
        _ => None,
    }
}

/// The character with the code that `text` starts with, and the length of that with its `;`.
fn numbered(text: &[u8], radix: u32) -> Option<(char, usize)> {
    let length = text.iter().take(LONGEST_REFERENCE - 4).position(|byte| *byte == b';')?;
    let digits = text.get(..length).filter(|digits| !digits.is_empty())?;
    let mut code = 0_u32;
    for digit in digits {
        code = code.checked_mul(radix)?.checked_add(char::from(*digit).to_digit(radix)?)?;
    }
    let character = char::from_u32(code).filter(|character| is_allowed(*character))?;
    Some((character, length + 1))
}

/// Appends the text of a value in which every reference is well-formed.
pub(super) fn resolve_into(raw: &str, out: &mut String) {
    let mut rest = raw;
    while let Some((plain, _)) = rest.split_once('&') {
        out.push_str(plain);
        let behind = rest.get(plain.len()..).unwrap_or_default();
        let Some((character, length)) = reference(behind.as_bytes()) else {
            break;
        };
        out.push(character);
        rest = behind.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::*;
    use crate::xml::{Document, ParseOptions};

    #[test]
    fn the_end_of_a_text_at_each_place() {
        for length in 0..100 {
            for end in *b"<&" {
                for filler in *b"a;=%'\x80\xFF" {
                    let mut bytes = vec![filler; length];
                    assert_eq!(text_end(&bytes, 0), None);
                    bytes.push(end);
                    bytes.extend_from_slice(b"<&<&<&<&<&<&");
                    for from in 0..=length {
                        assert_eq!(text_end(&bytes, from), Some(length), "{length} {end} {filler} {from}");
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn the_end_of_any_text(bytes: Vec<u8>) {
            let plain = bytes.iter().position(|byte| matches!(byte, b'<' | b'&'));
            prop_assert_eq!(text_end(&bytes, 0), plain);
        }

        /// Every reference that is taken is read as the plain reader does.
        #[test]
        fn references(text in "(&(#x?[0-9a-fA-F]{0,9}|lt|gt|amp|apos|quot|LT|a);?|[a;]){0,4}") {
            let marked = format!("{text}<");
            let end = match text_end(marked.as_bytes(), 0) {
                Some(at) if at < text.len() => behind_references(marked.as_bytes(), at),
                found => Ok(found.unwrap()),
            };
            let document = Document::parse(format!("<a>{text}</a>"), &ParseOptions::default());
            if let Ok(end) = end {
                prop_assert_eq!(end, text.len());
                let mut resolved = String::new();
                resolve_into(&text, &mut resolved);
                let document = document.unwrap();
                prop_assert_eq!(document.root().text(), resolved);
            }
        }
    }
}

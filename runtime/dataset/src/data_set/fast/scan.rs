//! The scanner: follows rows of learned shapes through a text, and predicts each tag.

use memchr::memmem;

use super::super::error::DataSetError;
use super::bytes::text_end;
use super::shape::{AFTER_START, Miss, Next, RowShape};
use crate::table::{RowState, TextSpan};
use asmx_xml::bytes::TextFlags;
use asmx_xml::characters::{is_allowed, is_white_space};

/// Consecutive rows of one shape, with the places of their cells in the text.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) table: usize,
    pub(super) state: RowState,
    pub(super) orders: Vec<u32>,
    /// The cells of the rows, by the slots of the shape.
    cells: Vec<Vec<TextSpan>>,
    /// The slots that have cells, and their columns.
    filled: Vec<(u32, u32)>,
}

impl Block {
    /// The columns that have cells, by their places in the table, with the places of the cells.
    pub(super) fn columns(&self) -> impl Iterator<Item = (usize, &[TextSpan])> {
        self.filled.iter().filter_map(|(slot, column)| {
            let cells = self.cells.get(*slot as usize).filter(|cells| !cells.is_empty())?;
            Some((*column as usize, cells.as_slice()))
        })
    }

    fn fit(&mut self, slots: u32) {
        if self.cells.len() < slots as usize {
            self.cells.resize_with(slots as usize, Vec::new);
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "there are at most `MOST_ROWS`")]
    #[inline]
    fn row(&self) -> u32 {
        self.orders.len() as u32
    }

    /// Adds a cell to the current row; `false` if the row already has a cell in this column.
    #[inline]
    fn add(&mut self, slot: u32, column: u32, cell: TextSpan) -> bool {
        let row = self.row();
        let Some(cells) = self.cells.get_mut(slot as usize) else {
            return false;
        };
        match cells.last() {
            Some(last) if last.row() == row => return false,
            Some(_) => {}
            None => self.filled.push((slot, column)),
        }
        cells.push(cell);
        true
    }

    fn roll_back(&mut self) {
        let row = self.row();
        for (slot, _) in &self.filled {
            if let Some(cells) = self.cells.get_mut(*slot as usize) {
                cells.pop_if(|cell| cell.row() == row);
            }
        }
    }

    fn clear(&mut self) {
        for (slot, _) in self.filled.drain(..) {
            if let Some(cells) = self.cells.get_mut(slot as usize) {
                cells.clear();
            }
        }
        self.orders.clear();
    }
}

/// The number of rows whose cells are put into the columns together: few enough for the nearest cache.
const MOST_ROWS: usize = 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The text ends inside the row, or too early to tell.
    Incomplete,
    /// The next row is for the plain reader.
    Unusual,
    /// The end tag of the element around the rows is next.
    End,
}

#[derive(Debug, Default)]
pub(super) struct Scanner {
    pub(super) shapes: Vec<RowShape>,
    current: usize,
    block: Block,
    rows: u64,
}

impl Scanner {
    /// Scans rows from `from` on and hands them to `take`: the end, and the reason to stop there. `text` is
    /// [examined](asmx_xml::bytes::examined) and shorter than 4 GiB.
    pub(super) fn scan(
        &mut self,
        text: &str,
        from: usize,
        flags: TextFlags,
        mut take: impl FnMut(&Block) -> Result<(), DataSetError>,
    ) -> Result<(usize, Stop), DataSetError> {
        let bytes = text.as_bytes();
        let mut at = from;
        loop {
            let shape = self.current;
            let started = self.start(bytes.get(at..).unwrap_or_default());
            if self.current != shape || started.is_err() || self.block.orders.len() >= MOST_ROWS {
                self.flush(shape, &mut take)?;
            }
            let (order, length) = match started {
                Ok(found) => found,
                Err(stop) => return Ok((at, stop)),
            };
            self.rows += 1;
            let read = if flags == TextFlags::default() {
                self.row::<false>(bytes, at + length, flags)
            } else {
                self.row::<true>(bytes, at + length, flags)
            };
            match read {
                Ok(end) => {
                    self.block.orders.push(order);
                    at = end;
                }
                Err(miss) => {
                    self.block.roll_back();
                    self.flush(self.current, &mut take)?;
                    let stop = if miss == Miss::Incomplete { Stop::Incomplete } else { Stop::Unusual };
                    return Ok((at, stop));
                }
            }
        }
    }

    fn flush(
        &mut self,
        shape: usize,
        take: &mut impl FnMut(&Block) -> Result<(), DataSetError>,
    ) -> Result<(), DataSetError> {
        if !self.block.orders.is_empty()
            && let Some(shape) = self.shapes.get(shape)
        {
            self.block.table = shape.table;
            self.block.state = shape.state;
            take(&self.block)?;
        }
        self.block.clear();
        Ok(())
    }

    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// Reads the start tag of a row: its order, and the end of its attributes.
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
        let shapes = (0..self.shapes.len()).filter(|index| *index != current);
        for index in std::iter::once(current).chain(shapes) {
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

    /// Reads the cells of a row after its attributes: the end of the row.
    #[inline]
    fn row<const CAREFUL: bool>(&mut self, bytes: &[u8], from: usize, flags: TextFlags) -> Result<usize, Miss> {
        let shape = self.shapes.get_mut(self.current).ok_or(Miss::Unusual)?;
        self.block.fit(shape.slots());
        let row = self.block.row();
        let mut at = from;
        let mut node = AFTER_START;
        loop {
            let rest = bytes.get(at..).ok_or(Miss::Incomplete)?;
            let (step, length) = match shape.follow(node, rest) {
                Some(found) => found,
                None => shape.follow_rarer(node, rest)?,
            };
            at += length;
            node = step.node;
            let start = at;
            let mut has_references = false;
            match step.next {
                Next::Text => {
                    at = text_end::<CAREFUL>(bytes, at).ok_or(Miss::Incomplete)?;
                    if bytes.get(at) != Some(&b'<') {
                        has_references = true;
                        at = after_references::<CAREFUL>(bytes, at)?;
                    }
                    if CAREFUL && flags.section_ends {
                        let value = bytes.get(start..at).unwrap_or_default();
                        if memmem::find(value, b"]]>").is_some() {
                            return Err(Miss::Unusual);
                        }
                    }
                }
                Next::Empty => {}
                Next::RowEnd => return Ok(at),
            }
            let text = TextSpan::new(row, start, at, has_references);
            if !self.block.add(step.slot, step.column, text) {
                return Err(Miss::Unusual);
            }
        }
    }
}

/// The place of the first `<` after the `&` at `at`, if every reference is well-formed and to an allowed character.
fn after_references<const CAREFUL: bool>(bytes: &[u8], mut at: usize) -> Result<usize, Miss> {
    while bytes.get(at) == Some(&b'&') {
        let rest = bytes.get(at..).unwrap_or_default();
        at += match reference(rest) {
            Some((_, length)) => length,
            None if rest.len() < LONGEST_REFERENCE => return Err(Miss::Incomplete),
            None => return Err(Miss::Unusual),
        };
        at = text_end::<CAREFUL>(bytes, at).ok_or(Miss::Incomplete)?;
    }
    // A raw carriage return is for the plain reader.
    if bytes.get(at) == Some(&b'<') { Ok(at) } else { Err(Miss::Unusual) }
}

/// The plain reader reads longer references.
const LONGEST_REFERENCE: usize = 12;

/// The character that a reference stands for, and the length of the reference; `None` if it is unusual.
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

/// The character with the code at the start of `text`, and the length of the code with its `;`.
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

/// Appends the text of the value between `start` and `end`, in which every reference is well-formed.
pub(super) fn resolve_into(text: &str, start: usize, end: usize, out: &mut String) {
    let mut at = start;
    while at < end {
        // A search over the whole text finds its end before `end`, and is faster so.
        let stop = text_end::<false>(text.as_bytes(), at).unwrap_or(end).min(end);
        push_piece(out, text, at, stop);
        at = stop;
        if at < end {
            let Some((character, length)) = text.as_bytes().get(at..end).and_then(reference) else {
                out.push_str(text.get(at..end).unwrap_or_default());
                return;
            };
            out.push(character);
            at += length;
        }
    }
}

/// Appends a part of a text. A short part is copied at a fixed length, and the excess is cut off.
#[inline]
fn push_piece(out: &mut String, text: &str, start: usize, end: usize) {
    const SHORT: usize = 64;
    let length = end.saturating_sub(start);
    if let Some(more) = text.get(start..start + SHORT).filter(|_| length <= SHORT) {
        let end = out.len() + length;
        out.push_str(more);
        out.truncate(end);
    } else {
        out.push_str(text.get(start..end).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use asmx_xml::{Document, ParseOptions};

    proptest! {
        #[test]
        fn references(text in "(&(#x?[0-9a-fA-F]{0,9}|lt|gt|amp|apos|quot|LT|a);?|[a;]){0,4}") {
            let markup = format!("{text}<");
            let end = match text_end::<false>(markup.as_bytes(), 0) {
                Some(at) if at < text.len() => after_references::<false>(markup.as_bytes(), at),
                found => Ok(found.unwrap()),
            };
            let document = Document::parse(format!("<a>{text}</a>"), &ParseOptions::default());
            if let Ok(end) = end {
                prop_assert_eq!(end, text.len());
                let mut resolved = String::new();
                resolve_into(&markup, 0, text.len(), &mut resolved);
                let document = document.unwrap();
                prop_assert_eq!(document.root().text(), resolved.as_str());
                // The value with more text on both sides.
                let around = format!("\u{fc}&lt;<A>{text}</A>{}", "\u{20AC}&amp;".repeat(30));
                let start = around.find("<A>").unwrap() + 3;
                let mut again = String::from("before");
                resolve_into(&around, start, start + text.len(), &mut again);
                prop_assert_eq!(again, format!("before{resolved}"));
            }
        }
    }
}

//! The fast reader: the same tables as from the plain one ([`DataSet::from_element`]), without a tree of the rows.
//!
//! The plain reader reads everything around the rows, and every unusual row. The scanner reads only rows that look like a row which
//! the plain reader has read: the same start tag except for its number, cells of known names, and text with usual references
//! between them. If anything in head or tail is unexpected, the plain reader reads the whole document, so that results and errors
//! are equal.

mod bytes;
mod frame;
mod rows;
mod scan;
mod shape;
mod start_tag;
mod stream;

#[cfg(test)]
mod tests;

pub use frame::CutPart;
pub use rows::Keeping;
pub use stream::{Ended, RowStream, StreamError};

use self::frame::{Frame, find_instance};
use self::rows::Progress;
use super::DataSet;
use asmx_xml::ParseOptions;
use asmx_xml::bytes::utf8_start;
use asmx_xml::characters::complete_characters;
use asmx_xml::rows::FoundElement;

/// The fast reader is not worth it for shorter responses.
const LEAST: usize = 8 * 1024;
/// The length of text that is checked, then scanned while it is in the cache.
const WINDOW: usize = 128 * 1024;
const FIRST_HEAD: usize = 4 * 1024;

/// Reads a response that carries a data set. `charset` is the parameter of its Content-Type. `cut` gets the head before the rows, closed, and at
/// the end head and tail. `None` if the plain reader must read
/// the response, or report its error.
pub fn read(body: &[u8], charset: Option<&str>, limits: &ParseOptions, cut: CutPart<'_>) -> Option<DataSet> {
    if body.len() < LEAST { None } else { read_any(body, charset, limits, cut, WINDOW).map(|(data_set, _)| data_set) }
}

/// [`read`], with the number of rows that the scanner began to read.
fn read_any(
    body: &[u8],
    charset: Option<&str>,
    limits: &ParseOptions,
    cut: CutPart<'_>,
    window: usize,
) -> Option<(DataSet, u64)> {
    let bytes = body.get(utf8_start(body, charset)?..)?;
    if u32::try_from(bytes.len()).is_err() || bytes.starts_with("\u{FEFF}".as_bytes()) {
        return None;
    }
    let mut length = FIRST_HEAD.min(window);
    let (frame, mut rows) = loop {
        let text = complete_characters(bytes.get(..length).unwrap_or(bytes))?;
        match find_instance(text, limits) {
            FoundElement::Here(head) => break Frame::open(head, text, limits, cut, Keeping::Rows)?,
            FoundElement::NotYet if length < bytes.len() => length *= 2,
            FoundElement::NotYet | FoundElement::Never => return None,
        }
    };
    let mut at = frame.text.len();
    let mut size = window;
    loop {
        let rest = bytes.get(at..)?;
        let piece = rest.get(..size).unwrap_or(rest);
        let is_last = piece.len() == rest.len();
        let (read, progress) = rows.read(piece, is_last).ok()?;
        if at == frame.text.len() {
            rows.reader.reserve(read, rest.len().saturating_sub(read));
        }
        at += read;
        match progress {
            Progress::Ended => break,
            Progress::Wanting if is_last => return None,
            // The row is longer than the window.
            Progress::Wanting if read == 0 => size *= 2,
            Progress::Wanting => size = window.max(2 * (piece.len() - read)),
        }
    }
    let tail = str::from_utf8(bytes.get(at..)?).ok()?;
    frame.close(tail, &mut rows.reader, cut)?;
    let scanned = rows.scanned();
    Some((DataSet { content: Some(Box::new(rows.reader.finish())) }, scanned))
}

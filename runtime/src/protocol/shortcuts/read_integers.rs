//! Long arrays of integers, without a tree of their items.
//!
//! A scanner reads the items that are written as genuine servers write them, `<int>-5</int>`. The plain reader reads the rest of the
//! response twice: without the items, and with the first item only. If it finds an empty array and then an array of that one item,
//! the first item is an item of the array. The others are its siblings: they have the same name and the same scope, and only white
//! space stands between them. In every other case the plain reader reads the whole response, and its result is taken.

use std::ops::Range;

use memchr::memmem;

/// The items of a response, and where they stand in it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Scanned {
    /// All items, in order; at least one.
    pub(crate) items: Vec<i32>,
    /// Where the first of them stands.
    pub(crate) first: Range<usize>,
    /// Where the last of them ends.
    pub(crate) end: usize,
    /// Nodes that the plain reader would make of the items: themselves, their texts, and the texts between them.
    pub(crate) nodes: usize,
}

impl Scanned {
    /// Whether the items are most of the response, so that reading the rest of it twice is worth while.
    pub(crate) fn is_most_of(&self, body: &[u8]) -> bool {
        body.len() - (self.end - self.first.start) <= body.len() / 4
    }

    /// The response without any items.
    pub(crate) fn without_items(&self, body: &[u8]) -> Vec<u8> {
        self.around(body, self.first.start)
    }

    /// The response with the first item only.
    pub(crate) fn with_first_item(&self, body: &[u8]) -> Vec<u8> {
        self.around(body, self.first.end)
    }

    fn around(&self, body: &[u8], until: usize) -> Vec<u8> {
        [body.get(..until), body.get(self.end..)].map(Option::unwrap_or_default).concat()
    }
}

const OPEN: &[u8] = b"<int>";
const CLOSE: &[u8] = b"</int>";

/// Reads the first run of items in `body`; `None` if there is none, or an item in it is not as plain as can be.
pub(crate) fn scan(body: &[u8]) -> Option<Scanned> {
    let start = memmem::find(body, OPEN)?;
    let mut rest = body.get(start..)?;
    let mut items = Vec::new();
    let mut first_end = None;
    let mut nodes = 0;
    // What stood between the last two items, with the tag after it: it will most likely stand there again.
    let mut between: &[u8] = OPEN;
    loop {
        let Some(content) = rest.strip_prefix(between) else {
            let white_space = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).count();
            if rest.get(white_space..)?.starts_with(OPEN) {
                between = rest.get(..white_space + OPEN.len())?;
                continue;
            }
            break;
        };
        let (item, after) = integer(content)?;
        rest = after.strip_prefix(CLOSE)?;
        if items.is_empty() {
            let end = body.len() - rest.len();
            first_end = Some(end);
            // As many as there are if all are as long as this one; they are at least 12 bytes each.
            items.reserve(rest.len() / (end - start).max(12) + 1);
        }
        nodes += if between.len() > OPEN.len() { 3 } else { 2 };
        items.push(item);
    }
    Some(Scanned { items, first: start..first_end?, end: body.len() - rest.len(), nodes })
}

/// The integer at the start of `text`: an optional minus sign and digits, and nothing else that the plain reader would take, too.
fn integer(text: &[u8]) -> Option<(i32, &[u8])> {
    let (is_negative, digits) = match text.strip_prefix(b"-") {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let mut magnitude = 0_i64;
    let mut count = 0_usize;
    for byte in digits.iter().take(11) {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        magnitude = magnitude * 10 + i64::from(digit);
        count += 1;
    }
    if count == 0 {
        return None;
    }
    let value = i32::try_from(if is_negative { -magnitude } else { magnitude }).ok()?;
    Some((value, digits.get(count..)?))
}

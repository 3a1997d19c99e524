//! Character data while a document is read forward.

use crate::bytes::marked_bytes::{self, ByteSet};

/// A run of character data up to the next `<` or `&`.
pub(super) struct Run {
    /// Where it ends.
    pub(super) end: usize,
    /// Whether there is a carriage return in it, which counts as a line feed.
    pub(super) has_carriage_returns: bool,
}

/// How much is looked at byte by byte first.
const SHORT: usize = 64;

/// Finds the end of the character data that begins at `start`; `None` if it holds what may not stand there.
#[inline]
pub(super) fn run(text: &str, start: usize) -> Option<Run> {
    let ahead = text.as_bytes().get(start..)?;
    let short = ahead.get(..SHORT).unwrap_or(ahead);
    // What nearly every text is: short, and nothing in it is special.
    match short.iter().position(|byte| is_special(*byte)) {
        Some(length) if matches!(ahead.get(length), Some(b'<' | b'&')) => {
            Some(Run { end: start + length, has_carriage_returns: false })
        }
        _ => looked_through(ahead)
            .map(|(length, has_carriage_returns)| Run { end: start + length, has_carriage_returns }),
    }
}

/// Length of the character data, and whether there is a carriage return in it.
#[inline(never)]
fn looked_through(ahead: &[u8]) -> Option<(usize, bool)> {
    let length = memchr::memchr2(b'<', b'&', ahead).unwrap_or(ahead.len());
    let mut has_carriage_returns = false;
    let checked = marked_bytes::try_each::<Special, ()>(ahead.get(..length)?, |found| {
        has_carriage_returns |= ahead.get(found) == Some(&b'\r');
        if may_stand(ahead, found) { Ok(()) } else { Err(()) }
    });
    checked.ok().map(|()| (length, has_carriage_returns))
}

/// Whether what begins at `at`, which is special, may stand in character data: the end of a CDATA section may not, nor characters that
/// XML forbids.
fn may_stand(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at..) {
        Some([b']', b']', b'>', ..] | [0xEF, 0xBF, 0xBE | 0xBF, ..]) => false,
        Some([b']' | b'\r' | 0xEF, ..]) => true,
        _ => false,
    }
}

/// What is looked at in character data, but for the marks that end it.
struct Special;

impl ByteSet for Special {
    fn mark(byte: u8) -> u8 {
        let is_control = u8::from(byte < b' ') & u8::from(byte != b'\t') & u8::from(byte != b'\n');
        is_control | u8::from(byte == b']') | u8::from(byte == 0xEF)
    }
}

fn is_special(byte: u8) -> bool {
    SPECIAL.get(usize::from(byte)).copied().unwrap_or_default()
}

/// Whether a byte is one of those, or ends character data.
static SPECIAL: [bool; 256] = special();

#[allow(clippy::indexing_slicing, reason = "evaluated when compiled")]
const fn special() -> [bool; 256] {
    let mut special = [false; 256];
    let mut byte = 0_u8;
    while byte < b' ' {
        special[byte as usize] = !matches!(byte, b'\t' | b'\n');
        byte += 1;
    }
    special[b'<' as usize] = true;
    special[b'&' as usize] = true;
    special[b']' as usize] = true;
    special[0xEF] = true;
    special
}

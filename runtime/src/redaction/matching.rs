//! Whether a secret stands somewhere, each of its letters as it is or escaped in any of the usual ways.

use super::units::Layout;

/// A form of a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    letters: Vec<char>,
    /// Whether lines may be broken within it, as base64 is.
    wraps: bool,
}

/// Places that are being followed: memory that is used again and again.
#[derive(Default)]
pub(super) struct Room {
    places: Vec<usize>,
    next: Vec<usize>,
}

/// The most bytes that one letter takes: `\u{10FFFF}` in UTF-16.
const LONGEST_LETTER: usize = 20;

/// The fewest letters that are taken for the beginning of a secret whose rest was cut off.
const LEAST_CUT: usize = 3;

/// Within how many bytes of the end a letter may have been cut in two.
const LONGEST_ESCAPE: usize = 48;

/// How often one escape may be in another of its kind.
const DEEPEST: usize = 8;

/// The most digits that a numeric reference may have, leading zeros included.
const MOST_DIGITS: usize = 8;

impl Pattern {
    pub(super) fn new(text: &str, wraps: bool) -> Self {
        Self { letters: text.chars().collect(), wraps }
    }

    /// Length that a match may have, in bytes.
    pub(super) fn longest(&self) -> usize {
        self.letters.len() * LONGEST_LETTER
    }

    /// The low bytes of the first unit, in every layout and escape.
    pub(super) fn first_bytes(&self) -> Vec<u8> {
        let Some(first) = self.letters.first() else { return Vec::new() };
        let mut utf8 = [0; 4];
        let mut utf16 = [0; 2];
        let mut bytes = vec![b'%', b'&', b'\\'];
        bytes.extend(first.encode_utf8(&mut utf8).bytes().next());
        bytes.extend(first.encode_utf16(&mut utf16).first().map(|unit| unit.to_le_bytes()[0]));
        bytes.extend((*first == ' ').then_some(b'+'));
        bytes.sort_unstable();
        bytes.dedup();
        bytes
    }

    /// Where it ends if it stands at `start`. Letters may be read in more than one way: all are followed at once, in `room`.
    pub(super) fn end_of_match(&self, bytes: &[u8], start: usize, layout: Layout, room: &mut Room) -> Option<usize> {
        self.follow(bytes, start, layout, room).ok()
    }

    /// Whether its beginning stands at `start`, and the rest may have been cut off.
    pub(super) fn may_be_cut(&self, bytes: &[u8], start: usize, layout: Layout, room: &mut Room) -> bool {
        let followed = self.follow(bytes, start, layout, room);
        followed.is_err_and(|(letters, place)| letters >= LEAST_CUT && bytes.len() - place <= LONGEST_ESCAPE)
    }

    /// Where it ends if it stands at `start`; else how many letters of it do, and where they end.
    fn follow(&self, bytes: &[u8], start: usize, layout: Layout, room: &mut Room) -> Result<usize, (usize, usize)> {
        let Room { places, next } = room;
        places.clear();
        places.push(start);
        let mut furthest = start;
        for (index, letter) in self.letters.iter().enumerate() {
            furthest = places.last().copied().unwrap_or(furthest);
            for place in places.drain(..) {
                push_ends(next, bytes, place, layout, *letter);
                if self.wraps
                    && index > 0
                    && let Some(place) = after_line_break(bytes, place, layout)
                {
                    push_ends(next, bytes, place, layout, *letter);
                }
            }
            next.sort_unstable();
            next.dedup();
            std::mem::swap(places, next);
            if places.is_empty() {
                return Err((index, furthest));
            }
        }
        places.last().copied().ok_or((0, start))
    }
}

fn after_line_break(bytes: &[u8], at: usize, layout: Layout) -> Option<usize> {
    layout.after_text(bytes, at, "\r\n").or_else(|| layout.after(bytes, at, '\n'))
}

/// Adds where `letter` ends if it stands at `at`, in every way of writing it.
fn push_ends(ends: &mut Vec<usize>, bytes: &[u8], at: usize, layout: Layout, letter: char) {
    ends.extend(layout.after(bytes, at, letter));
    let Some((first, next)) = layout.ascii(bytes, at) else { return };
    match first {
        b'+' if letter == ' ' => ends.push(next),
        b'%' => {
            if letter == '%' {
                // However often it is encoded, any of it may be the next letters.
                let again = |at: &usize| layout.after_text(bytes, *at, "25");
                ends.extend(std::iter::successors(again(&next), again).take(DEEPEST));
            } else {
                ends.extend(percent_encoded(bytes, at, layout, letter));
            }
            ends.extend(utf16_escaped(bytes, at, layout, letter, "%u"));
        }
        b'&' => {
            // Escaped again and again, the ampersand grows.
            let mut next = Some(next);
            for _ in 0..DEEPEST {
                let Some(place) = next else { break };
                ends.extend(reference(bytes, place, layout, letter));
                next = layout.after_text(bytes, place, "amp;");
            }
        }
        b'\\' => {
            ends.extend(utf16_escaped(bytes, at, layout, letter, "\\u"));
            ends.extend(backslash(bytes, next, layout, letter));
        }
        _ => {}
    }
}

/// The bytes of its UTF-8, each as `%XX`.
fn percent_encoded(bytes: &[u8], at: usize, layout: Layout, letter: char) -> Option<usize> {
    let mut room = [0; 4];
    letter.encode_utf8(&mut room).bytes().try_fold(at, |at, wanted| {
        let mut at = layout.after(bytes, at, '%')?;
        for _ in 0..DEEPEST {
            let (byte, end) = number(bytes, at, layout, 16, 2, 2)?;
            if byte == u32::from(wanted) {
                return Some(end);
            }
            // Encoded again and again, the percent sign grows.
            at = layout.after_text(bytes, at, "25")?;
        }
        None
    })
}

/// The units of its UTF-16, each as four digits after `mark`.
fn utf16_escaped(bytes: &[u8], at: usize, layout: Layout, letter: char, mark: &str) -> Option<usize> {
    let mut room = [0; 2];
    letter.encode_utf16(&mut room).iter().try_fold(at, |at, wanted| {
        let at = layout.after_text(bytes, at, mark)?;
        let (unit, at) = number(bytes, at, layout, 16, 4, 4)?;
        (unit == u32::from(*wanted)).then_some(at)
    })
}

/// What stands after `&`: a number or a name, and a semicolon.
fn reference(bytes: &[u8], at: usize, layout: Layout, letter: char) -> Option<usize> {
    let end = if let Some(at) = layout.after(bytes, at, '#') {
        let hexadecimal = layout.after(bytes, at, 'x').or_else(|| layout.after(bytes, at, 'X'));
        let (code, at) = match hexadecimal {
            Some(at) => number(bytes, at, layout, 16, 1, MOST_DIGITS)?,
            None => number(bytes, at, layout, 10, 1, MOST_DIGITS)?,
        };
        (code == u32::from(letter)).then_some(at)?
    } else {
        let name = match letter {
            '&' => "amp",
            '<' => "lt",
            '>' => "gt",
            '"' => "quot",
            '\'' => "apos",
            '\u{A0}' => "nbsp",
            _ => return None,
        };
        layout.after_text(bytes, at, name)?
    };
    layout.after(bytes, end, ';')
}

/// What stands after `\` in strings of JSON and of programs.
fn backslash(bytes: &[u8], at: usize, layout: Layout, letter: char) -> Option<usize> {
    let short = match letter {
        '"' | '\'' | '\\' | '/' => Some(letter),
        '\n' => Some('n'),
        '\r' => Some('r'),
        '\t' => Some('t'),
        '\u{8}' => Some('b'),
        '\u{C}' => Some('f'),
        '\0' => Some('0'),
        _ => None,
    };
    if let Some(end) = short.and_then(|short| layout.after(bytes, at, short)) {
        return Some(end);
    }
    let (code, at) = number(bytes, layout.after_text(bytes, at, "u{")?, layout, 16, 1, MOST_DIGITS)?;
    layout.after(bytes, at, '}').filter(|_| code == u32::from(letter))
}

/// A number of `least` to `most` digits, and where it ends.
fn number(bytes: &[u8], start: usize, layout: Layout, radix: u32, least: usize, most: usize) -> Option<(u32, usize)> {
    let (mut value, mut at, mut digits) = (0_u32, start, 0);
    while digits < most
        && let Some((byte, next)) = layout.ascii(bytes, at)
        && let Some(digit) = char::from(byte).to_digit(radix)
    {
        value = value.checked_mul(radix)?.checked_add(digit)?;
        at = next;
        digits += 1;
    }
    (digits >= least).then_some((value, at))
}

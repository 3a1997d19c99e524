//! A text with some of its escapes undone.

use super::escapes;
use super::escapes::Placed;

/// A text, letter by letter.
#[derive(Debug, Default)]
pub(super) struct Layer(Vec<Placed>);

/// The shortest secret that is searched for, in characters. A shorter one occurs in any text by chance.
pub(super) const SHORTEST: usize = 4;

/// The number of times that escapes are undone: `&amp;amp;` needs two.
const ROUNDS: usize = 8;

/// Separates runs of decoded digits.
const GAP: char = '\u{FFFF}';

impl Layer {
    /// The text without zero characters, which two-byte text has when it is read byte by byte.
    pub(super) fn of(text: &str) -> Self {
        let letter = |(start, letter): (usize, char)| Placed { letter, start, end: start + letter.len_utf8() };
        Self(text.char_indices().filter(|(_, letter)| *letter != '\0').map(letter).collect())
    }

    /// The text without white space: escapes may contain line breaks. (White space beyond ASCII may be a byte of another letter.)
    pub(super) fn compact(mut self) -> Self {
        self.0.retain(|one| !one.letter.is_ascii_whitespace());
        self
    }

    /// The letters after the first `end` bytes of the text, without ignored ones.
    pub(super) fn letters_after(&self, end: usize) -> &[Placed] {
        let letters = self.0.get(self.0.partition_point(|one| one.start < end)..).unwrap_or_default();
        let ignored = letters.iter().take_while(|one| is_ignored(one.letter) && one.letter != '\\').count();
        letters.get(ignored..).unwrap_or_default()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The letters for comparison: in lower case, without the characters that escapes and line breaks put between letters (white space, control
    /// characters, backslashes, the plus sign of a form). A doubled quote, as in SQL, is one.
    pub(super) fn letters(&self) -> Vec<Placed> {
        let mut letters: Vec<Placed> = Vec::with_capacity(self.0.len());
        for one in self.0.iter().filter(|one| !is_ignored(one.letter)) {
            let is_doubled =
                matches!(one.letter, '\'' | '"') && letters.last().is_some_and(|last| last.letter == one.letter);
            if is_doubled {
                continue;
            }
            if one.letter.is_ascii() {
                letters.push(Placed { letter: one.letter.to_ascii_lowercase(), ..*one });
            } else {
                letters.extend(one.letter.to_lowercase().map(|letter| Placed { letter, ..*one }));
            }
        }
        letters
    }

    /// The letters for comparison, without their places.
    pub(super) fn normal(&self) -> Vec<char> {
        self.letters().iter().map(|one| one.letter).collect()
    }

    /// The text without its outermost escapes; `None` if there are none. `undo` returns the character and the length of an escape.
    pub(super) fn next(&self, undo: impl Fn(&[Placed]) -> Option<(char, usize)>) -> Option<Self> {
        let mut next = Vec::new();
        let (mut at, mut rest_start) = (0, 0);
        while let Some(rest) = self.0.get(at..).filter(|rest| !rest.is_empty()) {
            let Some((letter, length)) = undo(rest) else {
                at += 1;
                continue;
            };
            next.extend_from_slice(self.0.get(rest_start..at).unwrap_or_default());
            if letter != '\0'
                && let (Some(first), Some(last)) = (rest.first(), rest.get(length - 1))
            {
                next.push(Placed { letter, start: first.start, end: last.end });
            }
            at += length;
            rest_start = at;
        }
        if rest_start == 0 {
            return None;
        }
        next.extend_from_slice(self.0.get(rest_start..).unwrap_or_default());
        Some(Self(next))
    }

    /// The text with UTF-8 bytes joined to characters, if it was read byte by byte; `None` if there are no such bytes.
    pub(super) fn joined(&self) -> Option<Self> {
        self.next(escapes::utf8)
    }

    /// The text without any escapes.
    pub(super) fn unescaped(self) -> Self {
        let next = |layer: &Self| layer.next(escapes::undone).map(|next| next.joined().unwrap_or(next));
        std::iter::successors(Some(self.compact()), next).take(ROUNDS + 1).last().unwrap_or_default()
    }

    pub(super) fn has_digits(&self) -> bool {
        let mut run = 0;
        self.0.iter().any(|one| {
            let is_digit = escapes::digit(one.letter, 6).is_some() || matches!(one.letter, ':' | ',');
            run = if is_digit { run + 1 } else { 0 };
            // Base64 of a short secret.
            run > SHORTEST
        })
    }

    /// The decoded runs of hexadecimal digits (4 bits each) or base64 (6 bits). The first `skipped` digits of each run are left out, as part of
    /// the text before. Separators between hexadecimal digits are allowed.
    pub(super) fn digits_decoded(&self, bits: u32, skipped: usize) -> Self {
        let mut decoded: Vec<Placed> = Vec::new();
        let (mut value, mut bit_count, mut start, mut digit_count) = (0_u32, 0, 0, 0);
        let mut run = 0;
        let mut letters = self.0.iter().peekable();
        while let Some(one) = letters.next() {
            let is_before_x = letters.peek().is_some_and(|next| matches!(next.letter, 'x' | 'X'));
            let is_between = matches!(one.letter, '-' | '+' | ':' | ',' | 'x' | 'X');
            if bits == 4 && (is_between || one.letter == '0' && bit_count == 0 && is_before_x) {
                continue;
            }
            let Some(digit) = escapes::digit(one.letter, bits) else {
                end_run(&mut decoded, &mut run);
                (value, bit_count, digit_count) = (0, 0, 0);
                continue;
            };
            digit_count += 1;
            if digit_count <= skipped {
                continue;
            }
            if bit_count == 0 {
                start = one.start;
            }
            value = value << bits | digit;
            bit_count += bits;
            if bit_count >= 8 {
                bit_count -= 8;
                let letter = char::from_u32(value >> bit_count & 0xFF).unwrap_or_default();
                if letter != '\0' {
                    decoded.push(Placed { letter, start, end: one.end });
                }
                start = one.start;
                value &= (1 << bit_count) - 1;
            }
        }
        end_run(&mut decoded, &mut run);
        Self(decoded)
    }
}

/// Ends a run of digits that began at `run`, and drops it if it is too short for a secret.
fn end_run(decoded: &mut Vec<Placed>, run: &mut usize) {
    if decoded.len() - *run < SHORTEST {
        decoded.truncate(*run);
    } else if let Some(last) = decoded.last().copied() {
        decoded.push(Placed { letter: GAP, ..last });
    }
    *run = decoded.len();
}

fn is_ignored(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_ascii_control()
        || asmx_types::display::is_obeyed(letter)
        || matches!(letter, '\\' | '+' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

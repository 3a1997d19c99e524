//! Checks of a whole stretch of input at once, so that its values need fewer.
//!
//! It is one pass with AVX2. With the crates' functions, one pass each, rows of a DataSet are counted a fifth slower, and streaming has 0.84
//! of the speed of reading the whole (goal: 0.90).

use memchr::{memchr, memmem};

/// Special bytes in a stretch of text, for which its values must be searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextFlags {
    /// There are carriage returns, which values replace.
    pub carriage_returns: bool,
    /// There is `]]>`, which is not allowed in text.
    pub section_ends: bool,
}

impl TextFlags {
    /// The flags of both texts together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            carriage_returns: self.carriage_returns || other.carriage_returns,
            section_ends: self.section_ends || other.section_ends,
        }
    }
}

const BLOCK: usize = 128;

/// Checks a text; `None` if it has a character that XML 1.0 forbids.
pub fn examine(text: &str) -> Option<TextFlags> {
    look::<false>(text.as_bytes())
}

/// Checks bytes and returns their text; `None` if they are not UTF-8 or have a character that XML 1.0 forbids.
#[allow(unsafe_code, reason = "measured: a second look at every byte takes 7 to 8% of reading a data set")]
pub fn examined(bytes: &[u8]) -> Option<(&str, TextFlags)> {
    let flags = look::<true>(bytes)?;
    // SAFETY: `look` has validated every stretch of blocks in which there is a byte that is not ASCII. Such a stretch stands between
    // blocks that are ASCII throughout, or the ends of `bytes`, so no character reaches out of it.
    Some((unsafe { str::from_utf8_unchecked(bytes) }, flags))
}

/// Checks bytes, with `VALIDATE` also that they are UTF-8.
fn look<const VALIDATE: bool>(bytes: &[u8]) -> Option<TextFlags> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[allow(unsafe_code, reason = "measured: compiled so, it takes less than half of the time")]
        // SAFETY: the processor has AVX2, the only requirement of the function.
        return unsafe { look_with_avx2::<VALIDATE>(bytes) };
    }
    look_anywhere::<VALIDATE>(bytes)
}

/// As [`look_anywhere`], compiled for vectors of 32 bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn look_with_avx2<const VALIDATE: bool>(bytes: &[u8]) -> Option<TextFlags> {
    look_anywhere::<VALIDATE>(bytes)
}

#[allow(clippy::inline_always, reason = "so that it is compiled for the vectors of its caller")]
#[inline(always)]
fn look_anywhere<const VALIDATE: bool>(bytes: &[u8]) -> Option<TextFlags> {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let (mut all, mut returns, mut at) = (SecondCheck::default(), 0, 0);
    // The start of the blocks that are not ASCII, up to the last one.
    let mut stretch = None;
    for block in blocks {
        let first = FirstCheck::of(block);
        returns |= first.carriage_returns;
        let mut is_ascii = true;
        if first.special != 0 {
            let second = SecondCheck::of(block);
            is_ascii = second.is_ascii();
            all = all.and(second);
        }
        if !is_ascii {
            stretch.get_or_insert(at);
        } else if let Some(start) = stretch.take() {
            is_fine::<VALIDATE>(bytes, start, at)?;
        }
        at += BLOCK;
    }
    let second = SecondCheck::of(rest);
    let (start, end) = if second.is_ascii() { (stretch, at) } else { (stretch.or(Some(at)), bytes.len()) };
    if let Some(start) = start {
        is_fine::<VALIDATE>(bytes, start, end)?;
    }
    all = all.and(second);
    let section_ends = all.brackets != 0 && memmem::find(bytes, b"]]>").is_some();
    (all.forbidden == 0).then_some(TextFlags { carriage_returns: (all.carriage_returns | returns) != 0, section_ends })
}

/// The first check of a block: 0 if it has none. Loops over arrays become vector instructions.
struct FirstCheck {
    carriage_returns: u8,
    /// Bytes that need the second check: other than ASCII, brackets, control characters other than ends of lines.
    special: u8,
}

impl FirstCheck {
    #[allow(clippy::inline_always, reason = "as above")]
    #[inline(always)]
    fn of(block: &[u8; BLOCK]) -> Self {
        let (mut carriage_returns, mut special) = (0, 0);
        for byte in block {
            let is_return = u8::from(*byte == b'\r');
            // As a signed number a byte that is not ASCII is below 0.
            let is_odd = u8::from(byte.cast_signed() < 0x20) & !(is_return | u8::from(*byte == b'\n'));
            carriage_returns |= is_return;
            special |= is_odd | u8::from(*byte == b']');
        }
        Self { carriage_returns, special }
    }
}

/// `None` if the bytes from `start` to `end` are not UTF-8, or have U+FFFE or U+FFFF.
fn is_fine<const VALIDATE: bool>(bytes: &[u8], start: usize, end: usize) -> Option<()> {
    let stretch = bytes.get(start..end)?;
    if VALIDATE {
        simdutf8::basic::from_utf8(stretch).ok()?;
    }
    // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
    let is_not_character = |last: u8| memmem::find(stretch, &[0xEF, 0xBF, last]).is_some();
    let is_fine = memchr(0xEF, stretch).is_none() || !(is_not_character(0xBE) || is_not_character(0xBF));
    is_fine.then_some(())
}

/// The kinds of bytes that were seen: 0 for none.
#[derive(Clone, Copy, Default)]
struct SecondCheck {
    forbidden: u8,
    carriage_returns: u8,
    brackets: u8,
    /// The union of all bytes: its highest bit is set if one is not ASCII.
    all: u8,
}

impl SecondCheck {
    fn of(bytes: &[u8]) -> Self {
        let mut marks = Self::default();
        for byte in bytes {
            let is_return = u8::from(*byte == b'\r');
            let is_white = u8::from(*byte == b'\t') | u8::from(*byte == b'\n') | is_return;
            marks.forbidden |= u8::from(*byte < b' ') & (is_white ^ 1);
            marks.carriage_returns |= is_return;
            marks.brackets |= u8::from(*byte == b']');
            marks.all |= *byte;
        }
        marks
    }

    fn and(self, other: Self) -> Self {
        Self {
            forbidden: self.forbidden | other.forbidden,
            carriage_returns: self.carriage_returns | other.carriage_returns,
            brackets: self.brackets | other.brackets,
            all: self.all | other.all,
        }
    }

    fn is_ascii(self) -> bool {
        self.all < 0x80
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::characters::first_forbidden_character;

    #[test]
    fn each_control_character_at_each_position() {
        for code in (0..0x20).chain([0x7F, 0x80, 0x9F, 0xFFFD, 0xFFFE, 0xFFFF, 0x1_FFFE]) {
            let character = char::from_u32(code).unwrap();
            for length in (0..300).step_by(7) {
                let text = format!("{}{character}{}", "a".repeat(length), "b".repeat(299 - length));
                let is_forbidden = first_forbidden_character(&text).is_some();
                assert_eq!(examine(&text).is_none(), is_forbidden, "U+{code:04X} at {length}");
                if let Some(flags) = examine(&text) {
                    assert_eq!(flags.carriage_returns, character == '\r');
                }
            }
        }
        assert!(examine("a]]>").unwrap().section_ends);
        assert_eq!(examine("]] >").unwrap(), TextFlags::default());
    }

    /// Characters of every length over every border of blocks, whole and with each byte wrong, compared with the
    /// standard library.
    #[test]
    fn malformed_bytes_are_found_at_each_position() {
        for character in ["a", "\u{fc}", "\u{20AC}", "\u{1F600}", "\u{FFFD}"] {
            for before in 0..300 {
                let text = format!("{}{character}{}", "a".repeat(before), "b".repeat(400 - before));
                let expected = Some((text.as_str(), TextFlags::default()));
                assert_eq!(examined(text.as_bytes()), expected);
                for wrong in before..=before + character.len() {
                    for byte in [0x80, 0xBF, 0xC0, 0xC3, 0xE2, 0xED, 0xF0, 0xF5, 0xFF, b'c'] {
                        let mut bytes = text.clone().into_bytes();
                        *bytes.get_mut(wrong).unwrap() = byte;
                        let found = examined(&bytes).map(|(text, _)| text);
                        let text = str::from_utf8(&bytes).ok().filter(|text| first_forbidden_character(text).is_none());
                        assert_eq!(found, text, "{bytes:?}");
                    }
                }
                // Cut off at the end of a stretch, a block or the whole.
                for end in before + 1..before + character.len() {
                    assert_eq!(examined(text.as_bytes().get(..end).unwrap()), None);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn any_bytes(mut bytes: Vec<u8>, ascii in "[ -~]{0,300}", more: Vec<u8>, any in any::<bool>()) {
            if any {
                bytes.extend(ascii.bytes());
            } else {
                bytes = ascii.clone().into_bytes();
            }
            bytes.extend(more);
            let text = str::from_utf8(&bytes).ok().filter(|text| first_forbidden_character(text).is_none());
            prop_assert_eq!(examined(&bytes).map(|(text, _)| text), text);
            prop_assert_eq!(look_anywhere::<true>(&bytes), look::<true>(&bytes));
        }

        #[test]
        fn any_text(text in any::<String>(), ascii in "[ -~]{0,300}") {
            for text in [format!("{text}{ascii}"), format!("{ascii}{text}")] {
                let expected = first_forbidden_character(&text).is_none().then_some(text.as_str());
                prop_assert_eq!(examined(text.as_bytes()).map(|(text, _)| text), expected);
                prop_assert_eq!(examine(&text), examined(text.as_bytes()).map(|(_, flags)| flags));
                prop_assert_eq!(look_anywhere::<true>(text.as_bytes()), look::<true>(text.as_bytes()));
            }
        }

        #[test]
        fn as_character_by_character(text in any::<String>()) {
            prop_assert_eq!(examine(&text).is_none(), first_forbidden_character(&text).is_some());
        }
    }
}

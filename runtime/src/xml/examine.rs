//! What is checked once per stretch of input instead of once per value.

use memchr::memmem;

/// What a stretch of text holds that values must then be searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Care {
    /// There are carriage returns, which are no part of a value as they are.
    pub(crate) carriage_returns: bool,
    /// There is `]]>`, which may not stand in text.
    pub(crate) section_ends: bool,
}

impl Care {
    /// What both texts need.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            carriage_returns: self.carriage_returns || other.carriage_returns,
            section_ends: self.section_ends || other.section_ends,
        }
    }
}

/// Bytes that are looked at together.
const BLOCK: usize = 128;

/// Looks through a text; `None` if it holds a character that XML 1.0 forbids.
pub(crate) fn examine(text: &str) -> Option<Care> {
    let bytes = text.as_bytes();
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let (mut controls, mut highest, mut brackets) = (Controls::default(), 0_u8, 0_u8);
    // Loops over arrays become vector instructions.
    for block in blocks {
        let mut low = 0_u8;
        for byte in block {
            low |= b' '.saturating_sub(*byte);
            highest = highest.max(*byte);
            brackets |= u8::from(*byte == b']');
        }
        if low != 0 {
            controls.add(block);
        }
    }
    controls.add(rest);
    highest = rest.iter().fold(highest, |highest, byte| highest.max(*byte));
    brackets |= u8::from(rest.contains(&b']'));
    // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
    let is_not_character = |last: u8| memmem::find(bytes, &[0xEF, 0xBF, last]).is_some();
    if controls.forbidden != 0 || (highest >= 0xEF && (is_not_character(0xBE) || is_not_character(0xBF))) {
        return None;
    }
    let section_ends = brackets != 0 && memmem::find(bytes, b"]]>").is_some();
    Some(Care { carriage_returns: controls.carriage_returns != 0, section_ends })
}

/// Whether there are control characters of two kinds: 0 if not.
#[derive(Default)]
struct Controls {
    forbidden: u8,
    carriage_returns: u8,
}

impl Controls {
    fn add(&mut self, bytes: &[u8]) {
        let (mut forbidden, mut carriage_returns) = (0_u8, 0_u8);
        for byte in bytes {
            let is_return = u8::from(*byte == b'\r');
            let is_white = u8::from(*byte == b'\t') | u8::from(*byte == b'\n') | is_return;
            forbidden |= u8::from(*byte < b' ') & (is_white ^ 1);
            carriage_returns |= is_return;
        }
        self.forbidden |= forbidden;
        self.carriage_returns |= carriage_returns;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::*;
    use crate::xml::first_forbidden_character;

    #[test]
    fn each_control_character_at_each_place() {
        for code in (0..0x20).chain([0x7F, 0x80, 0x9F, 0xFFFD, 0xFFFE, 0xFFFF, 0x1_FFFE]) {
            let character = char::from_u32(code).unwrap();
            for length in (0..300).step_by(7) {
                let text = format!("{}{character}{}", "a".repeat(length), "b".repeat(299 - length));
                let is_forbidden = first_forbidden_character(&text).is_some();
                assert_eq!(examine(&text).is_none(), is_forbidden, "U+{code:04X} at {length}");
                if let Some(care) = examine(&text) {
                    assert_eq!(care.carriage_returns, character == '\r');
                }
            }
        }
        assert!(examine("a]]>").unwrap().section_ends);
        assert_eq!(examine("]] >").unwrap(), Care::default());
    }

    proptest! {
        #[test]
        fn as_character_by_character(text in any::<String>()) {
            prop_assert_eq!(examine(&text).is_none(), first_forbidden_character(&text).is_some());
        }
    }
}

//! Comparing mark-up, and finding the ends of texts.

/// `bytes.starts_with(expected)`. Usual lengths take a few comparisons of fixed length, which may overlap, instead of a call.
#[allow(clippy::inline_always, reason = "measured: it is in the innermost loop")]
#[inline(always)]
pub(super) fn starts_with(bytes: &[u8], expected: &[u8]) -> bool {
    let Some(bytes) = bytes.get(..expected.len()) else {
        return false;
    };
    match expected.len() {
        33..=64 => halves::<32>(bytes, expected),
        16..=32 => halves::<16>(bytes, expected),
        8..=15 => halves::<8>(bytes, expected),
        65..=96 => halves::<32>(bytes, expected) && bytes.get(32..64) == expected.get(32..64),
        _ => bytes == expected,
    }
}

#[allow(clippy::inline_always, reason = "as above")]
#[inline(always)]
fn halves<const N: usize>(one: &[u8], other: &[u8]) -> bool {
    one.first_chunk::<N>() == other.first_chunk::<N>() && one.last_chunk::<N>() == other.last_chunk::<N>()
}

/// The place of the first `<` or `&` from `at` on; with `CAREFUL`, also of the first carriage return.
///
/// It compares eight bytes at a time. Most values are short, so a call of a search for longer ones would cost more than it saves.
#[allow(clippy::inline_always, reason = "measured: it is in the innermost loop")]
#[inline(always)]
pub(super) fn text_end<const CAREFUL: bool>(bytes: &[u8], mut at: usize) -> Option<usize> {
    let mut rest = bytes.get(at..)?;
    while let Some((word, tail)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*word);
        let is = |byte: u8| zeros(word ^ (ONES * u64::from(byte)));
        let mut ends = is(b'<') | is(b'&');
        if CAREFUL {
            ends |= is(b'\r');
        }
        if ends != 0 {
            return Some(at + ends.trailing_zeros() as usize / 8);
        }
        at += 8;
        rest = tail;
    }
    let is_end = |byte: &u8| matches!(byte, b'<' | b'&') || (CAREFUL && *byte == b'\r');
    rest.iter().position(is_end).map(|found| at + found)
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// Marks the high bit of the first zero byte. A byte above it may be marked without being zero; no byte below it is marked.
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & (ONES << 7)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn beginnings_of_every_length_are_compared() {
        let text: Vec<u8> = (0..=200).collect();
        for length in 0..=text.len() {
            let expected = &text[..length];
            assert!(starts_with(&text, expected));
            assert!(!starts_with(&text[..length.saturating_sub(1)], expected) || length == 0);
            for wrong in 0..length {
                let mut other = text.clone();
                other[wrong] ^= 1;
                assert!(!starts_with(&other, expected), "{length} {wrong}");
            }
        }
    }

    fn slow<const CAREFUL: bool>(bytes: &[u8], at: usize) -> Option<usize> {
        let is_end = |byte: &u8| matches!(byte, b'<' | b'&') || (CAREFUL && *byte == b'\r');
        bytes.get(at..)?.iter().position(is_end).map(|found| at + found)
    }

    /// Every length and alignment around the width of a block, and every kind of end, beside the plain search.
    #[test]
    fn the_end_of_a_text_at_each_place() {
        for length in 0..100 {
            for end in *b"<&\r" {
                for filler in *b"a;=%'\x0C\x0E\x80\xBC\xA6\x8D\xFF" {
                    let mut bytes = vec![filler; length];
                    assert_eq!(text_end::<true>(&bytes, 0), None);
                    bytes.push(end);
                    for suffix in ["", "<&<&", "<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r"] {
                        let bytes = [bytes.as_slice(), suffix.as_bytes()].concat();
                        for from in 0..=bytes.len() + 1 {
                            assert_eq!(text_end::<true>(&bytes, from), slow::<true>(&bytes, from), "{bytes:?} {from}");
                            assert_eq!(
                                text_end::<false>(&bytes, from),
                                slow::<false>(&bytes, from),
                                "{bytes:?} {from}"
                            );
                        }
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn the_end_of_any_text(bytes: Vec<u8>, from in 0..200_usize) {
            prop_assert_eq!(text_end::<true>(&bytes, from), slow::<true>(&bytes, from));
            prop_assert_eq!(text_end::<false>(&bytes, from), slow::<false>(&bytes, from));
        }
    }
}

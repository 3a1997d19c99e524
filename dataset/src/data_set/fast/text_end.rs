//! Where the text of a cell ends: at the next mark-up or reference.

/// Where the first `<` or `&` from `at` on is; with `CAREFUL` the first of these and carriage returns.
#[allow(clippy::inline_always, reason = "measured: it stands in the innermost loop")]
#[inline(always)]
pub(super) fn text_end<const CAREFUL: bool>(bytes: &[u8], mut at: usize) -> Option<usize> {
    let mut rest = bytes.get(at..)?;
    while let Some((block, behind)) = rest.split_first_chunk::<BLOCK>() {
        let marks = marks::<CAREFUL>(block);
        if marks != 0 {
            return Some(at + marks.trailing_zeros() as usize);
        }
        at += BLOCK;
        rest = behind;
    }
    let is_end = |byte: &u8| matches!(byte, b'<' | b'&') || (CAREFUL && *byte == b'\r');
    rest.iter().position(is_end).map(|found| at + found)
}

/// Bytes that are looked at together. Most values are shorter.
const BLOCK: usize = 32;

/// Which bytes of a block end a text: bit 0 for the first.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn marks<const CAREFUL: bool>(block: &[u8; BLOCK]) -> u32 {
    portable_marks::<CAREFUL>(block)
}

/// Which bytes of a block end a text: bit 0 for the first.
#[cfg(target_arch = "x86_64")]
#[allow(
    clippy::inline_always,
    clippy::cast_ptr_alignment,
    unsafe_code,
    reason = "measured beside the portable way: 11% faster into columns, 17% where rows are dropped"
)]
#[inline(always)]
fn marks<const CAREFUL: bool>(block: &[u8; BLOCK]) -> u32 {
    use std::arch::x86_64::{__m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8};
    let (low, high) = block.split_at(BLOCK / 2);
    // SAFETY: every x86-64 processor has SSE2. Sixteen bytes are read from each half, which has as many; they need not be aligned.
    unsafe {
        let half = |half: &[u8]| {
            let bytes = _mm_loadu_si128(half.as_ptr().cast::<__m128i>());
            let is = |byte: u8| _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte.cast_signed()));
            let mut ends = _mm_or_si128(is(b'<'), is(b'&'));
            if CAREFUL {
                ends = _mm_or_si128(ends, is(b'\r'));
            }
            _mm_movemask_epi8(ends).cast_unsigned()
        };
        half(low) | half(high) << 16
    }
}

/// As [`marks`], eight bytes at a time in a word.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn portable_marks<const CAREFUL: bool>(block: &[u8; BLOCK]) -> u32 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    const ONES: u64 = 0x0101_0101_0101_0101;
    // The high bit of each byte that is zero, of no other.
    let zeros = |word: u64| !(((word & LOW) + LOW) | word | LOW);
    let mut marks = 0;
    for (place, word) in block.as_chunks::<8>().0.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let is = |byte: u8| zeros(word ^ (ONES * u64::from(byte)));
        let mut ends = is(b'<') | is(b'&');
        if CAREFUL {
            ends |= is(b'\r');
        }
        // The multiplication brings the high bits of eight bytes together in the highest byte.
        let bits = (ends >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        #[allow(clippy::cast_possible_truncation, reason = "eight bits are left")]
        let bits = bits as u32;
        marks |= bits << (8 * place);
    }
    marks
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing)]

    use proptest::prelude::*;

    use super::*;

    fn plain<const CAREFUL: bool>(bytes: &[u8], at: usize) -> Option<usize> {
        let is_end = |byte: &u8| matches!(byte, b'<' | b'&') || (CAREFUL && *byte == b'\r');
        bytes.get(at..)?.iter().position(is_end).map(|found| at + found)
    }

    /// Every length and alignment around the width of a block, every kind of end, beside the plain search.
    #[test]
    fn the_end_of_a_text_at_each_place() {
        for length in 0..100 {
            for end in *b"<&\r" {
                for filler in *b"a;=%'\x0C\x0E\x80\xBC\xA6\x8D\xFF" {
                    let mut bytes = vec![filler; length];
                    assert_eq!(text_end::<true>(&bytes, 0), None);
                    bytes.push(end);
                    for behind in ["", "<&<&", "<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r<&\r"] {
                        let bytes = [bytes.as_slice(), behind.as_bytes()].concat();
                        for from in 0..=bytes.len() + 1 {
                            assert_eq!(text_end::<true>(&bytes, from), plain::<true>(&bytes, from), "{bytes:?} {from}");
                            assert_eq!(
                                text_end::<false>(&bytes, from),
                                plain::<false>(&bytes, from),
                                "{bytes:?} {from}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn marks_are_portable() {
        for byte in 0..=255 {
            for place in 0..BLOCK {
                for filler in [b'<', b'a', b'&' - 1, b'<' + 1, 0, 0xFF, b'\r'] {
                    let mut block = [filler; BLOCK];
                    block[place] = byte;
                    assert_eq!(marks::<true>(&block), portable_marks::<true>(&block), "{block:?}");
                    assert_eq!(marks::<false>(&block), portable_marks::<false>(&block), "{block:?}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn the_end_of_any_text(bytes: Vec<u8>, from in 0..200_usize) {
            prop_assert_eq!(text_end::<true>(&bytes, from), plain::<true>(&bytes, from));
            prop_assert_eq!(text_end::<false>(&bytes, from), plain::<false>(&bytes, from));
        }
    }
}

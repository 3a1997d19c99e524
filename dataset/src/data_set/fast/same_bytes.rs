//! Comparing mark-up, of which most pieces have 16 to 64 bytes.

/// Whether `bytes` starts with `expected`. For lengths that are usual, a few comparisons of fixed length, which may overlap,
/// instead of a call.
#[allow(clippy::inline_always, reason = "measured: it stands in the innermost loop")]
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

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing)]

    use super::*;

    #[test]
    fn every_length_and_place() {
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
}

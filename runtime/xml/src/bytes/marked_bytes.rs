//! Finding the few special bytes of a text, 64 at a time.

/// A set of bytes to search for.
pub trait ByteSet {
    /// 1 for a byte of the set, 0 for any other. Without branches, so that loops over it become vector instructions.
    fn mark(byte: u8) -> u8;
}

const BLOCK: usize = 64;

/// Calls `found` with the position of every byte of `text` in `S`, ascending, until `found` fails.
pub(crate) fn try_each<S: ByteSet, E>(text: &[u8], mut found: impl FnMut(usize) -> Result<(), E>) -> Result<(), E> {
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    for (block, start) in blocks.iter().zip((0..).step_by(BLOCK)) {
        let mut marks = in_block::<S>(block);
        while marks != 0 {
            found(start + marks.trailing_zeros() as usize)?;
            marks &= marks - 1;
        }
    }
    for (byte, at) in rest.iter().zip(blocks.len() * BLOCK..) {
        if S::mark(*byte) != 0 {
            found(at)?;
        }
    }
    Ok(())
}

/// The bytes of a block that are in the set: bit 0 for the first.
#[inline]
fn in_block<S: ByteSet>(block: &[u8; BLOCK]) -> u64 {
    // Loops over an existing array become vector instructions; `map` and `fold` become fewer.
    let mut marked = [0; BLOCK];
    for (mark, byte) in marked.iter_mut().zip(block) {
        *mark = S::mark(*byte);
    }
    let mut any = 0;
    for mark in &marked {
        any |= *mark;
    }
    if any == 0 {
        return 0;
    }
    // The multiplication gathers the lowest bits of eight bytes in the highest byte.
    let gathered = |word: &[u8; 8]| u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    marked.as_chunks::<8>().0.iter().rev().fold(0, |marks, word| marks << 8 | gathered(word))
}

/// The approximate number of bytes of `text` in `S`, for room to reserve. Exact up to 256 KiB; of a longer text one
/// block in 64 is counted, and the result is rather too high. Counting all of a large text would cost half as much as
/// writing it.
pub fn estimated_count<S: ByteSet>(text: &[u8]) -> usize {
    const COUNTED: usize = 256 * 1024;
    const SAMPLE: usize = 1024;
    if text.len() <= COUNTED {
        return count::<S>(text);
    }
    let (mut found, mut most, mut sampled) = (0, 0, 0);
    for sample in text.chunks(SAMPLE).step_by(64) {
        let count = count::<S>(sample);
        found += count;
        most = count.max(most);
        sampled += sample.len();
    }
    // One more sample of the densest kind: too much room costs nothing, too little a copy.
    (found + most) * (text.len() / sampled + 1)
}

pub(super) fn count<S: ByteSet>(text: &[u8]) -> usize {
    // 255 can be counted in one byte, so the sums are made of bytes and widened once.
    text.chunks(255).map(|chunk| usize::from(chunk.iter().map(|byte| S::mark(*byte)).sum::<u8>())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(text: &[u8]) -> Vec<usize> {
        let mut positions = Vec::new();
        let all: Result<(), ()> = try_each::<Ampersands, ()>(text, |at| {
            positions.push(at);
            Ok(())
        });
        assert_eq!(all, Ok(()));
        positions
    }

    struct Ampersands;

    impl ByteSet for Ampersands {
        fn mark(byte: u8) -> u8 {
            u8::from(byte == b'&')
        }
    }

    #[test]
    fn every_byte_is_found_in_texts_of_every_length() {
        for length in 0..=3 * BLOCK {
            for at in 0..length {
                let mut text = vec![b'x'; length];
                text[at] = b'&';
                assert_eq!(positions(&text), [at], "{length}");
                assert_eq!(count::<Ampersands>(&text), 1);
            }
            assert!(positions(&vec![b'&'; length]).into_iter().eq(0..length), "{length}");
        }
    }

    #[test]
    fn no_other_byte_is_found() {
        let text: Vec<u8> = (0..=255).collect();
        assert_eq!(positions(&text), [usize::from(b'&')]);
        assert_eq!(count::<Ampersands>(&[b'&'; 1000]), 1000);
    }

    #[test]
    fn estimates_of_long_texts_are_not_too_low_and_not_far_too_high() {
        for length in [1000, 262_144, 262_145, 300_001, 1_000_000, 5_000_003] {
            let even: Vec<u8> = b"a&bc".iter().copied().cycle().take(length).collect();
            let mut uneven = vec![b'a'; length / 2];
            uneven.extend(b"&&&&&&b".iter().cycle().take(length / 2));
            for text in [even, uneven] {
                let (counted, estimated) = (count::<Ampersands>(&text), estimated_count::<Ampersands>(&text));
                assert!((counted..=counted + counted / 2).contains(&estimated), "{length}: {counted}, {estimated}");
            }
        }
    }

    #[test]
    fn a_failure_ends_the_search() {
        let mut calls = 0;
        let found = try_each::<Ampersands, usize>(&[b'&'; 100], |at| {
            calls += 1;
            if at == 70 { Err(at) } else { Ok(()) }
        });
        assert_eq!((found, calls), (Err(70), 71));
    }
}

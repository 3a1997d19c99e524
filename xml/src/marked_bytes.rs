//! Finding the few bytes of a text that something must be done about, 64 at a time.

use super::byte_halves::ByteHalves;
use super::marked_blocks::{BLOCK, Marks, TOGETHER};

/// A set of bytes that are looked for. A blank is in none.
pub trait ByteSet {
    /// 1 for a byte of the set, 0 for any other. Without branches, so that a loop over it becomes vector instructions.
    fn mark(byte: u8) -> u8;
}

/// A set whose bytes can be [sought](try_each).
pub(super) trait SoughtSet: ByteSet {
    /// The same bytes.
    const HALVES: ByteHalves;
}

/// The longest rest that is looked through byte by byte: faster than a block of mostly blanks.
const SHORT: usize = 16;

/// Calls `found` with the position of every byte of `text` that is in `S`, ascending, until it fails.
pub(super) fn try_each<S: SoughtSet, E>(text: &[u8], mut found: impl FnMut(usize) -> Result<(), E>) -> Result<(), E> {
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    let mut marks = Marks::new();
    for (number, blocks) in blocks.chunks(TOGETHER).enumerate() {
        marks.find::<S>(blocks);
        each_mark(&marks, number * TOGETHER * BLOCK, &mut found)?;
    }
    let start = blocks.len() * BLOCK;
    if rest.len() <= SHORT {
        for (byte, at) in rest.iter().zip(start..) {
            if S::mark(*byte) != 0 {
                found(at)?;
            }
        }
        return Ok(());
    }
    let mut last = [b' '; BLOCK];
    for (place, byte) in last.iter_mut().zip(rest) {
        *place = *byte;
    }
    marks.find::<S>(&[last]);
    each_mark(&marks, start, &mut found)
}

/// Calls `found` with the position of each mark; the first block begins at `start`.
fn each_mark<E>(marks: &Marks, start: usize, found: &mut impl FnMut(usize) -> Result<(), E>) -> Result<(), E> {
    for block in ones(marks.blocks) {
        for byte in ones(marks.of_block.get(block).copied().unwrap_or(0)) {
            found(start + block * BLOCK + byte)?;
        }
    }
    Ok(())
}

/// The places of the bits that are set, ascending.
#[inline]
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        place
    })
}

/// About how many bytes of `text` are in `S`: exact up to 256 KiB, and of a longer text as many as one block in 64 lets expect, or
/// a few more. For room to reserve: counting all of a large text would cost half as much as writing it.
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
    // As if there were one more sample of the densest kind: too much room costs nothing, too little a copy.
    (found + most) * (text.len() / sampled + 1)
}

/// How many bytes of `text` are in `S`.
pub(super) fn count<S: ByteSet>(text: &[u8]) -> usize {
    // As many as can be counted in one byte, so that the sums are made of bytes and widened once.
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

    impl SoughtSet for Ampersands {
        const HALVES: ByteHalves = ByteHalves::of(&[(b'&', b'&')]);
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
        let mut seen = 0;
        let found = try_each::<Ampersands, usize>(&[b'&'; 100], |at| {
            seen += 1;
            if at == 70 { Err(at) } else { Ok(()) }
        });
        assert_eq!((found, seen), (Err(70), 71));
    }
}

//! Which bytes of many blocks are in a set, with the widest vector instructions that the processor has.

use super::marked_bytes::{ByteSet, SoughtSet};

/// Bytes of a block.
pub(super) const BLOCK: usize = 64;
/// The most blocks that are looked at together.
pub(super) const TOGETHER: usize = 64;

/// Which blocks of some have bytes of the set, and which bytes these are: bit 0 for the first.
pub(super) struct Marks {
    pub(super) blocks: u64,
    /// Means something for those blocks only.
    pub(super) of_block: [u64; TOGETHER],
}

impl Marks {
    pub(super) const fn new() -> Self {
        Self { blocks: 0, of_block: [0; TOGETHER] }
    }

    /// Finds the bytes of the set in the first [`TOGETHER`] blocks.
    #[inline]
    pub(super) fn find<S: SoughtSet>(&mut self, blocks: &[[u8; BLOCK]]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            #[allow(unsafe_code, reason = "measured: escaping a text of 20 MB takes a sixth less time")]
            // SAFETY: the processor has AVX2, as it just said. Nothing else is asked of the caller.
            unsafe {
                self.find_with_avx2::<S>(blocks);
            }
            return;
        }
        self.find_portably::<S>(blocks);
    }

    /// As [`Self::find_portably`].
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn find_with_avx2<S: SoughtSet>(&mut self, blocks: &[[u8; BLOCK]]) {
        use std::arch::x86_64::{
            _mm_set_epi64x, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_movemask_epi8,
            _mm256_set_epi64x, _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16,
        };
        let entries = |of: &[u8; 16]| _mm256_broadcastsi128_si256(_mm_set_epi64x(word(of, 1), word(of, 0)));
        let (low, high) = (entries(&S::HALVES.low), entries(&S::HALVES.high));
        let (zero, four_bits) = (_mm256_setzero_si256(), _mm256_set1_epi8(0xF));
        // Which bytes are not in the set.
        let others = |bytes: &[u8]| {
            let bytes = _mm256_set_epi64x(word(bytes, 3), word(bytes, 2), word(bytes, 1), word(bytes, 0));
            let of_low = _mm256_shuffle_epi8(low, _mm256_and_si256(bytes, four_bits));
            let of_high = _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), four_bits));
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_and_si256(of_low, of_high), zero)).cast_unsigned()
        };
        for (block, marks) in blocks.iter().zip(&mut self.of_block) {
            let (first, second) = block.split_at(BLOCK / 2);
            *marks = !(u64::from(others(first)) | u64::from(others(second)) << 32);
        }
        self.sum_up(blocks.len());
    }

    fn find_portably<S: ByteSet>(&mut self, blocks: &[[u8; BLOCK]]) {
        for (block, marks) in blocks.iter().zip(&mut self.of_block) {
            *marks = in_block::<S>(block);
        }
        self.sum_up(blocks.len());
    }

    /// Notes which of so many blocks have marks.
    #[allow(clippy::inline_always, reason = "it becomes vector instructions of the kind that its caller uses")]
    #[inline(always)]
    fn sum_up(&mut self, count: usize) {
        self.blocks = 0;
        for (place, marks) in self.of_block.iter().enumerate() {
            self.blocks |= u64::from(*marks != 0 && place < count) << place;
        }
    }
}

/// Eight of the bytes.
#[cfg(target_arch = "x86_64")]
#[inline]
fn word(bytes: &[u8], place: usize) -> i64 {
    bytes.as_chunks::<8>().0.get(place).map_or(0, |word| i64::from_le_bytes(*word))
}

/// Which bytes of a block are in the set.
#[inline]
fn in_block<S: ByteSet>(block: &[u8; BLOCK]) -> u64 {
    // Loops over an array that is there already become vector instructions; `map` and `fold` do so less well.
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
    let mut marks = 0;
    for word in marked.as_chunks::<8>().0.iter().rev() {
        // The multiplication brings the lowest bits of eight bytes together in the highest byte.
        marks = marks << 8 | u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    }
    marks
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing)]

    use super::super::byte_halves::ByteHalves;
    use super::*;

    /// Some bytes of each kind.
    struct Some;

    impl ByteSet for Some {
        fn mark(byte: u8) -> u8 {
            u8::from(byte < b' ') | u8::from(byte == b'&') | u8::from(byte | 2 == b'>') | u8::from(byte == 0xEF)
        }
    }

    impl SoughtSet for Some {
        const HALVES: ByteHalves = ByteHalves::of(&[(0, 0x1F), (b'&', b'&'), (b'<', b'<'), (b'>', b'>'), (0xEF, 0xEF)]);
    }

    fn plainly(blocks: &[[u8; BLOCK]]) -> Vec<u64> {
        let of = |block: &[u8; BLOCK]| (0..BLOCK).map(|at| u64::from(Some::mark(block[at])) << at).sum();
        blocks.iter().map(of).collect()
    }

    fn found(marks: &Marks) -> Vec<u64> {
        let of = |place| if marks.blocks >> place & 1 == 1 { marks.of_block[place] } else { 0 };
        (0..TOGETHER).map(of).collect()
    }

    /// By whatever the processor has, and by what every processor has.
    fn assert_marked_as_plainly(blocks: &[[u8; BLOCK]]) {
        let mut expected = plainly(blocks);
        expected.resize(TOGETHER, 0);
        // What was there before means nothing.
        let mut marks = Marks { blocks: u64::MAX, of_block: [u64::MAX; TOGETHER] };
        marks.find::<Some>(blocks);
        assert_eq!(found(&marks), expected);
        let mut marks = Marks { blocks: u64::MAX, of_block: [u64::MAX; TOGETHER] };
        marks.find_portably::<Some>(blocks);
        assert_eq!(found(&marks), expected);
    }

    #[test]
    fn every_byte_at_every_place_of_a_block() {
        for byte in 0..=u8::MAX {
            for place in 0..BLOCK {
                for filler in [b'x', b'&', b' ', b' ' - 1, 0x80, 0xEF] {
                    let mut block = [filler; BLOCK];
                    block[place] = byte;
                    assert_marked_as_plainly(&[block]);
                }
            }
        }
    }

    #[test]
    fn every_number_of_blocks_at_every_alignment() {
        let bytes: Vec<u8> = (0..251_u8).cycle().step_by(67).take(BLOCK * (TOGETHER + 1)).collect();
        for alignment in 0..BLOCK {
            let (blocks, _) = bytes[alignment..].as_chunks::<BLOCK>();
            for count in 0..=TOGETHER {
                assert_marked_as_plainly(&blocks[..count]);
            }
        }
    }

    #[test]
    fn no_more_blocks_than_there_is_room_for() {
        let mut blocks = vec![[b'x'; BLOCK]; TOGETHER];
        blocks.push([b'&'; BLOCK]);
        assert_eq!(plainly(&blocks).len(), TOGETHER + 1);
        let mut marks = Marks::new();
        marks.find::<Some>(&blocks);
        assert_eq!(found(&marks), [0; TOGETHER]);
    }
}

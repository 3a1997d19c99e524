//! How much room values will take, by those that are there.

/// What is known of values that will come.
#[derive(Clone, Copy, Debug)]
pub(in crate::results) struct Growth {
    /// How many bytes were read so far.
    pub(in crate::results) read: usize,
    /// How many will be read.
    pub(in crate::results) left: usize,
}

impl Growth {
    /// Makes room for what will probably come, with a little to spare.
    pub(super) fn reserve<T>(self, values: &mut Vec<T>) {
        // Where there is not so much memory, the values may need less of it yet: they grow as they come then.
        let _ = values.try_reserve_exact(self.expected(values.len()));
    }

    /// The same for texts.
    pub(super) fn reserve_text(self, text: &mut String) {
        let _ = text.try_reserve_exact(self.expected(text.len()));
    }

    fn expected(self, length: usize) -> usize {
        let expected = length.saturating_mul(self.left) / self.read.max(1);
        expected.saturating_add(expected / 16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_for_as_much_as_there_is_in_the_rest() {
        let mut values = vec![0_u8; 100];
        Growth { read: 10, left: 1000 }.reserve(&mut values);
        assert!((10_100..=11_000).contains(&values.capacity()), "{}", values.capacity());
        for (read, left) in [(0, usize::MAX), (1, usize::MAX), (usize::MAX, 1)] {
            Growth { read, left }.reserve(&mut values);
            assert_eq!((values.len(), values.capacity()), (100, 10_100 + 10_000 / 16));
        }
    }
}

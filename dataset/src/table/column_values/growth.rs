//! How much room values will take, by those that are there.

/// What is known of values that will come.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Growth {
    /// There will probably be more.
    More {
        /// How many bytes were read so far.
        read: usize,
        /// How many will be read.
        left: usize,
    },
    /// There will be none.
    Over,
}

impl Growth {
    /// Reserves memory for what will probably come, and a little more; frees it where nothing will.
    pub(super) fn reserve<T>(self, values: &mut Vec<T>) {
        match self.expected(values.len()) {
            // Where there is not so much memory, the values may need less of it yet: they grow as they come then.
            Some(more) => drop(values.try_reserve_exact(more)),
            None => values.shrink_to_fit(),
        }
    }

    /// The same for texts.
    pub(super) fn reserve_text(self, text: &mut String) {
        match self.expected(text.len()) {
            Some(more) => drop(text.try_reserve_exact(more)),
            None => text.shrink_to_fit(),
        }
    }

    fn expected(self, length: usize) -> Option<usize> {
        let Self::More { read, left } = self else { return None };
        let expected = length.saturating_mul(left) / read.max(1);
        Some(expected.saturating_add(expected / 16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_for_as_much_as_there_is_in_the_rest() {
        let mut values = vec![0_u8; 100];
        Growth::More { read: 10, left: 1000 }.reserve(&mut values);
        assert!((10_100..=11_000).contains(&values.capacity()), "{}", values.capacity());
        for (read, left) in [(0, usize::MAX), (1, usize::MAX), (usize::MAX, 1)] {
            Growth::More { read, left }.reserve(&mut values);
            assert_eq!((values.len(), values.capacity()), (100, 10_100 + 10_000 / 16));
        }
        Growth::Over.reserve(&mut values);
        assert_eq!((values.len(), values.capacity()), (100, 100));
    }
}

//! How many values a request may still have.

use std::cell::Cell;

/// What is left of the values that one message may have: parameters, items of arrays, members of structures. A value takes more
/// memory than the shortest way to write one, so that without a bound a request would take many times its size.
#[derive(Debug)]
pub(crate) struct ValuesLeft(Cell<usize>);

impl ValuesLeft {
    /// Bytes of a request that bring one value more: as many as a value takes.
    const PER_VALUE: usize = 32;

    /// For a request of that many bytes: `at_least`, and more of them in proportion.
    pub(crate) fn of_request(at_least: usize, bytes: usize) -> Self {
        Self(Cell::new(at_least.saturating_add(bytes / Self::PER_VALUE)))
    }

    /// How many are left.
    pub(crate) fn count(&self) -> usize {
        self.0.get()
    }

    /// Takes so many; `false` if there are not so many left.
    #[must_use]
    pub(crate) fn take(&self, count: usize) -> bool {
        let left = self.0.get().checked_sub(count);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}

const _: () = assert!(size_of::<crate::value::Value<'static>>() <= ValuesLeft::PER_VALUE);

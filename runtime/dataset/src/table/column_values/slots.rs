//! The rows that have a value, and the places of the values.

use super::values::{Bits, Growth, Values as _};

/// A slot for each row up to the last value, or, if most rows have none, slots for values only.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    count: usize,
    values: usize,
    /// The slots that hold values; empty as long as all do.
    validity: Bits,
    rows: Vec<u32>,
    is_sparse: bool,
}

pub(super) enum Claim {
    /// The number of empty slots before the claimed one.
    After(usize),
    /// Slots without a value are dropped: only the set ones stay.
    Sparse(Bits),
}

impl Slots {
    /// The number of rows without a value that get a slot: a fixed one, and one for each value.
    const SPARE: usize = 64;
    const SPARE_PER_VALUE: usize = 16;

    /// Makes the next slot, for the value of this row. `None` if this row or a later one has a value.
    #[inline]
    pub(super) fn claim(&mut self, row: u32) -> Option<Claim> {
        self.claim_dense(row).map(Claim::After).or_else(|| self.claim_sparse(row))
    }

    /// [`Self::claim`] as long as each row has a slot: the number of empty slots before it.
    #[inline]
    pub(super) fn claim_dense(&mut self, row: u32) -> Option<usize> {
        if self.is_sparse {
            return None;
        }
        let missing = (row as usize).checked_sub(self.count)?;
        if missing > 0 {
            self.skip(missing)?;
        }
        self.add_values(1);
        Some(missing)
    }

    fn skip(&mut self, missing: usize) -> Option<()> {
        let nulls = self.count - self.values + missing;
        if nulls > Self::SPARE + Self::SPARE_PER_VALUE * (self.values + 1) {
            return None;
        }
        self.add_nulls(missing);
        Some(())
    }

    fn claim_sparse(&mut self, row: u32) -> Option<Claim> {
        if self.next_row() > u64::from(row) {
            return None;
        }
        let mut claim = Claim::After(0);
        if !self.is_sparse {
            let mut validity = std::mem::take(&mut self.validity);
            if validity.is_empty() {
                validity.extend(true, self.count);
            }
            // Slots are rows, which are 32 bits wide.
            self.rows.extend(validity.ones().filter_map(|slot| u32::try_from(slot).ok()));
            self.is_sparse = true;
            claim = Claim::Sparse(validity);
        }
        self.rows.push(row);
        self.values += 1;
        self.count = self.values;
        Some(claim)
    }

    /// The row that has the next slot, if every row has one.
    pub(super) fn next_dense_row(&self) -> Option<u64> {
        (!self.is_sparse).then_some(self.count as u64)
    }

    pub(super) fn add_values(&mut self, count: usize) {
        self.count += count;
        self.values += count;
        if !self.validity.is_empty() {
            self.validity.extend(true, count);
        }
    }

    pub(super) fn add_nulls(&mut self, missing: usize) {
        if self.validity.is_empty() {
            self.validity.extend(true, self.count);
        }
        self.validity.extend(false, missing);
        self.count += missing;
    }

    pub(super) fn next_row(&self) -> u64 {
        if self.is_sparse { self.rows.last().map_or(0, |row| u64::from(*row) + 1) } else { self.count as u64 }
    }

    #[inline]
    pub(super) fn slot(&self, row: u32) -> Option<usize> {
        if self.is_sparse {
            return self.rows.binary_search(&row).ok();
        }
        let slot = row as usize;
        (slot < self.count && (self.validity.is_empty() || self.validity.get(slot))).then_some(slot)
    }

    /// The rows that have values, ascending, with their slots.
    pub(super) fn filled(&self) -> impl Iterator<Item = (u32, usize)> {
        let sparse = self.rows.iter().copied().zip(0..);
        let count = if self.is_sparse { 0 } else { self.count };
        let is_set = |slot: &usize| self.validity.is_empty() || self.validity.get(*slot);
        let dense = (0..count).filter(is_set).filter_map(|slot| Some((u32::try_from(slot).ok()?, slot)));
        sparse.chain(dense)
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn values(&self) -> usize {
        self.values
    }

    pub(super) fn validity(&self) -> Option<&Bits> {
        (!self.validity.is_empty()).then_some(&self.validity)
    }

    pub(super) fn rows(&self) -> Option<&[u32]> {
        self.is_sparse.then_some(self.rows.as_slice())
    }

    pub(super) fn into_validity(self) -> Option<Bits> {
        (!self.validity.is_empty()).then_some(self.validity)
    }

    pub(super) fn reserve(&mut self, growth: Growth) {
        self.validity.reserve(growth);
        growth.reserve(&mut self.rows);
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.values = 0;
        self.validity.clear();
        self.rows.clear();
        self.is_sparse = false;
    }
}

/// Claims slots one after the other, as long as each row has one. Slots of consecutive rows are counted, and made together on drop.
pub(super) struct Claims<'s> {
    slots: &'s mut Slots,
    /// The row that has the next slot; none if not every row has one.
    next: u64,
    claimed: usize,
}

impl<'s> Claims<'s> {
    pub(super) fn new(slots: &'s mut Slots) -> Self {
        Self { next: slots.next_dense_row().unwrap_or(u64::MAX), slots, claimed: 0 }
    }

    /// Makes the slot of this row: the number of empty slots before it. `None`: [`Slots::claim`] must make it.
    #[allow(clippy::inline_always, reason = "measured: it is in the innermost loop of every column")]
    #[inline(always)]
    pub(super) fn claim(&mut self, row: u32) -> Option<usize> {
        if u64::from(row) == self.next {
            self.next += 1;
            self.claimed += 1;
            return Some(0);
        }
        self.claim_beyond(row)
    }

    fn claim_beyond(&mut self, row: u32) -> Option<usize> {
        self.slots.add_values(std::mem::take(&mut self.claimed));
        let missing = self.slots.claim_dense(row)?;
        self.next = u64::from(row) + 1;
        Some(missing)
    }
}

impl Drop for Claims<'_> {
    fn drop(&mut self) {
        self.slots.add_values(self.claimed);
    }
}

//! Where values end that stand behind one another in one piece of memory.

use std::ops::Range;

use super::bits::Bits;
use super::growth::Growth;

/// Offsets as Arrow lays them out: value `i` stands between offsets `i` and `i + 1`. Empty as long as there are no values.
#[derive(Clone, Debug, Default)]
pub(super) struct Offsets(Vec<i32>);

impl Offsets {
    /// How long all values together may be: what 32 bits reach.
    pub(super) const MOST: usize = i32::MAX as usize;

    pub(super) fn len(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    pub(super) fn as_slice(&self) -> &[i32] {
        if self.0.is_empty() { &[0] } else { &self.0 }
    }

    pub(super) fn into_vec(mut self) -> Vec<i32> {
        if self.0.is_empty() {
            self.0.push(0);
        }
        self.0
    }

    /// Where the value at this place stands.
    pub(super) fn range(&self, index: usize) -> Option<Range<usize>> {
        let start = usize::try_from(*self.0.get(index)?).ok()?;
        let end = usize::try_from(*self.0.get(index + 1)?).ok()?;
        Some(start..end)
    }

    /// Ends a value behind so many bytes of all values, never more than [`Self::MOST`].
    #[inline]
    pub(super) fn end(&mut self, length: usize) {
        if self.0.is_empty() {
            self.0.push(0);
        }
        self.0.push(i32::try_from(length).unwrap_or(i32::MAX));
    }

    /// Ends values, each behind so many bytes of all values.
    pub(super) fn extend(&mut self, lengths: impl Iterator<Item = usize>) {
        if self.0.is_empty() {
            self.0.push(0);
        }
        self.0.extend(lengths.map(|length| i32::try_from(length).unwrap_or(i32::MAX)));
    }

    /// Adds empty values.
    pub(super) fn push_empty(&mut self, count: usize) {
        let end = self.0.last().copied().unwrap_or(0);
        self.0.resize(self.0.len().max(1) + count, end);
    }

    /// Leaves only the values whose places are set in `mask`. All others must be empty.
    pub(super) fn keep(&mut self, mask: &Bits) {
        let ends = mask.ones().filter_map(|place| self.0.get(place + 1).copied());
        self.0 = std::iter::once(0).chain(ends).collect();
    }

    pub(super) fn reserve(&mut self, growth: Growth) {
        growth.reserve(&mut self.0);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

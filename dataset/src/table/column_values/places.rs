//! Adding many values of a column at once, out of one text.

use super::slots::{Claims, Slots};
use super::texts::{Gathered, Texts};
use super::values::Values;
use super::{ColumnValues, PushError};

/// Where the text of a row stands in a larger one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextPlace {
    start: usize,
    length: u32,
    /// The row, and in the highest bit whether the text must be resolved.
    row: u32,
}

impl TextPlace {
    const RESOLVED: u32 = 1 << 31;

    /// The text between `start` and `end`, of the row that is `row` rows behind the first of those added together, which are less
    /// than 2,147,483,648; and whether it means another one, such as that of its references.
    #[inline]
    pub(crate) fn new(row: u32, start: usize, end: usize, is_resolved: bool) -> Self {
        // A longer one fits into no column.
        let length = u32::try_from(end.saturating_sub(start)).unwrap_or(u32::MAX);
        Self { start, length, row: if is_resolved { row | Self::RESOLVED } else { row } }
    }

    /// How many rows it is behind the first of those added together.
    #[inline]
    pub(crate) fn row(self) -> u32 {
        self.row & !Self::RESOLVED
    }

    #[inline]
    fn is_resolved(self) -> bool {
        self.row & Self::RESOLVED != 0
    }

    #[inline]
    fn end(self) -> usize {
        self.start.saturating_add(self.length as usize)
    }
}

impl ColumnValues {
    /// As [`ColumnValues::push_text`] for each place; rows count from `first_row` on. `resolve` appends what the part of a text
    /// between two places means, which is never longer.
    ///
    /// # Errors
    ///
    /// [`PushError`]; the values before are added.
    pub(crate) fn push_places(
        &mut self,
        first_row: u32,
        text: &str,
        gathered: &mut Gathered,
        mut places: impl Iterator<Item = TextPlace> + Clone,
        resolve: impl Fn(&str, usize, usize, &mut String),
    ) -> Result<(), PushError> {
        let mut resolved = String::new();
        loop {
            let done = self.data.fill(&mut self.slots, first_row, text, gathered, places.clone(), &resolve);
            let Some(place) = places.nth(done) else { return Ok(()) };
            let mut raw = text.get(place.start..place.end()).unwrap_or_default();
            if place.is_resolved() {
                resolved.clear();
                resolve(text, place.start, place.end(), &mut resolved);
                raw = &resolved;
            }
            self.push_text(first_row.saturating_add(place.row()), raw)?;
        }
    }
}

/// Adds values of the usual form up to the first that is not: how many.
#[inline]
pub(super) fn fill<V: Values>(
    values: &mut V,
    slots: &mut Slots,
    first_row: u32,
    text: &[u8],
    places: impl Iterator<Item = TextPlace>,
) -> usize {
    let mut claims = Claims::new(slots);
    let mut done = 0;
    for place in places {
        if place.is_resolved() {
            break;
        }
        let Some(value) = values.read(text, place.start, place.end()) else { break };
        let Some(missing) = claims.claim(first_row.saturating_add(place.row())) else { break };
        if missing > 0 {
            values.push_empty(missing);
        }
        values.add(value);
        done += 1;
    }
    done
}

/// The same for texts, all of which are usual, resolved or not. Those of rows that follow one another are added together.
pub(super) fn fill_texts(
    texts: &mut Texts,
    slots: &mut Slots,
    first_row: u32,
    text: &str,
    gathered: &mut Gathered,
    mut places: impl Iterator<Item = TextPlace>,
    resolve: impl Fn(&str, usize, usize, &mut String),
) -> usize {
    let mut done = 0;
    loop {
        // The parts of a text are not longer than it is.
        let mut next = slots.next_dense_row().filter(|_| texts.fits(text.len())).unwrap_or(u64::MAX);
        let mut other = None;
        let parts = places.by_ref().map_while(|place| {
            if place.is_resolved() || u64::from(first_row.saturating_add(place.row())) != next {
                other = Some(place);
                return None;
            }
            next += 1;
            Some((place.start, place.length as usize))
        });
        let added = texts.push_parts(gathered, text, parts);
        slots.add_values(added);
        done += added;
        let Some(place) = other.filter(|place| texts.fits(place.length as usize)) else { return done };
        let Some(missing) = slots.claim_dense(first_row.saturating_add(place.row())) else { return done };
        if missing > 0 {
            texts.push_empty(missing);
        }
        if place.is_resolved() {
            texts.push_with(|out| resolve(text, place.start, place.end(), out));
        } else {
            texts.push(text.get(place.start..place.end()).unwrap_or_default());
        }
        done += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TYPES, rows};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Values that are added together are those that are added one by one.
        #[test]
        fn places_are_as_texts(rows in rows(), kind in 0..TYPES.len(), first_row in 0..100_u32) {
            let value_type = TYPES.get(kind).copied().unwrap_or_default();
            let (mut one_by_one, mut together) = (ColumnValues::new(value_type), ColumnValues::new(value_type));
            let (mut text, mut places, mut next) = (String::new(), Vec::new(), 0_u32);
            for (number, (gap, value)) in rows.iter().enumerate() {
                let row = next + gap;
                next = row + 1;
                // Every third one stands doubled, and is resolved to what it is.
                let is_doubled = number % 3 == 0 && value.len() % 2 == 0;
                let (start, written) = (text.len(), if is_doubled { value.repeat(2) } else { value.clone() });
                text.push_str(&written);
                places.push(TextPlace::new(row, start, text.len(), is_doubled));
                prop_assert_eq!(one_by_one.push_text(first_row + row, value), Ok(()));
            }
            let halve = |text: &str, start: usize, end: usize, out: &mut String| {
                out.push_str(text.get(start..end - (end - start) / 2).unwrap_or_default());
            };
            prop_assert_eq!(together.push_places(first_row, &text, &mut Gathered::default(), places.into_iter(), halve), Ok(()));
            // Of no values at all, where the first begins may be said or not.
            if !rows.is_empty() {
                prop_assert_eq!(format!("{one_by_one:?}"), format!("{together:?}"));
            }
        }
    }
}

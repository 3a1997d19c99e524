//! Adding many values of a column at once, out of one text.

use super::places::TextPlace;
use super::texts::Gathered;
use super::{ColumnValues, PushError};

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

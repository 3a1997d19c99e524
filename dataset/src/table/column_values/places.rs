//! Adding many values of a column at once, out of one text.

use std::ops::Range;

use super::canonical::{parse_boolean, parse_signed_part, parse_unsigned_part};
use super::data::ColumnData;
use super::slots::Slots;
use super::{Bits, ColumnValues, DateTimes, Decimals, PushError, Texts};

/// Where the text of a row stands in a larger one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextPlace {
    row: u32,
    start: u32,
    /// The end, and in the lowest bit whether there are references to be resolved.
    end: u64,
}

impl TextPlace {
    /// The text between `start` and `end`, of the row that is `row` rows behind the first of those added together.
    #[inline]
    pub(crate) fn new(row: u32, start: u32, end: u32, has_references: bool) -> Self {
        Self { row, start, end: u64::from(end) << 1 | u64::from(has_references) }
    }

    /// How many rows it is behind the first of those added together.
    #[inline]
    pub(crate) fn row(self) -> u32 {
        self.row
    }

    #[inline]
    fn has_references(self) -> bool {
        self.end & 1 == 1
    }

    #[inline]
    fn range(self) -> Range<usize> {
        self.start as usize..usize::try_from(self.end >> 1).unwrap_or(usize::MAX)
    }
}

/// Places in a text.
#[derive(Clone, Copy)]
struct Places<'t> {
    /// The row of the places whose row is 0.
    first_row: u32,
    text: &'t str,
    of_rows: &'t [TextPlace],
}

impl ColumnValues {
    /// As [`ColumnValues::push_text`] for each place; rows count from `first_row` on. `resolve` appends the part of a text
    /// between two places with its references resolved, which never makes it longer.
    ///
    /// # Errors
    ///
    /// [`PushError`]; the values before are added.
    pub(crate) fn push_places(
        &mut self,
        first_row: u32,
        text: &str,
        places: &[TextPlace],
        resolve: impl Fn(&str, usize, usize, &mut String),
    ) -> Result<(), PushError> {
        let mut resolved = String::new();
        let mut rest = places;
        loop {
            let done = self.push_usual(Places { first_row, text, of_rows: rest }, &resolve);
            let Some((place, behind)) = rest.get(done..).and_then(<[_]>::split_first) else {
                return Ok(());
            };
            let Range { start, end } = place.range();
            let mut raw = text.get(start..end).unwrap_or_default();
            if place.has_references() {
                resolved.clear();
                resolve(text, start, end, &mut resolved);
                raw = &resolved;
            }
            self.push_text(first_row.saturating_add(place.row), raw)?;
            rest = behind;
        }
    }

    /// Adds values in a loop for the column's type, up to the first that is not as usual: how many.
    fn push_usual(&mut self, places: Places<'_>, resolve: &impl Fn(&str, usize, usize, &mut String)) -> usize {
        let slots = &mut self.slots;
        match &mut self.data {
            ColumnData::Text(texts) => fill_texts(texts, slots, places, resolve),
            ColumnData::Boolean(bits) => fill(bits, slots, places),
            ColumnData::Int8(values) => fill(&mut Signed(values), slots, places),
            ColumnData::UInt8(values) => fill(&mut Unsigned(values), slots, places),
            ColumnData::Int16(values) => fill(&mut Signed(values), slots, places),
            ColumnData::UInt16(values) => fill(&mut Unsigned(values), slots, places),
            ColumnData::Int32(values) => fill(&mut Signed(values), slots, places),
            ColumnData::UInt32(values) => fill(&mut Unsigned(values), slots, places),
            ColumnData::Int64(values) => fill(&mut Signed(values), slots, places),
            ColumnData::UInt64(values) => fill(&mut Unsigned(values), slots, places),
            ColumnData::Decimal(decimals) => fill(decimals, slots, places),
            ColumnData::DateTime(date_times) => fill(date_times, slots, places),
            ColumnData::Float32(_) | ColumnData::Float64(_) | ColumnData::Binary(_) => 0,
        }
    }
}

/// Values that can be added one by one.
trait Fill {
    type Value;
    /// The value that stands between `start` and `end`, if it is given back exactly.
    fn read(&mut self, whole: &[u8], start: usize, end: usize) -> Option<Self::Value>;
    fn add(&mut self, value: Self::Value);
    fn add_empty(&mut self, count: usize);
}

#[inline]
fn fill<F: Fill>(values: &mut F, slots: &mut Slots, places: Places<'_>) -> usize {
    let bytes = places.text.as_bytes();
    let mut done = 0;
    for place in places.of_rows {
        if place.has_references() {
            break;
        }
        let Range { start, end } = place.range();
        let Some(value) = values.read(bytes, start, end) else {
            break;
        };
        let Some(missing) = slots.claim_dense(places.first_row.saturating_add(place.row)) else {
            break;
        };
        if missing > 0 {
            values.add_empty(missing);
        }
        values.add(value);
        done += 1;
    }
    done
}

fn fill_texts(
    texts: &mut Texts,
    slots: &mut Slots,
    places: Places<'_>,
    resolve: &impl Fn(&str, usize, usize, &mut String),
) -> usize {
    let mut done = 0;
    for place in places.of_rows {
        let range = place.range();
        if !texts.fits(range.len()) {
            break;
        }
        let Some(missing) = slots.claim_dense(places.first_row.saturating_add(place.row)) else {
            break;
        };
        if missing > 0 {
            texts.push_empty(missing);
        }
        if place.has_references() {
            texts.push_with(|text| resolve(places.text, range.start, range.end, text));
        } else {
            texts.push_part(places.text, range.start, range.end);
        }
        done += 1;
    }
    done
}

struct Signed<'v, T>(&'v mut Vec<T>);

impl<T: TryFrom<i64> + Default + Clone> Fill for Signed<'_, T> {
    type Value = T;

    #[inline]
    fn read(&mut self, whole: &[u8], start: usize, end: usize) -> Option<T> {
        parse_signed_part(whole, start, end)?.try_into().ok()
    }

    #[inline]
    fn add(&mut self, value: T) {
        self.0.push(value);
    }

    fn add_empty(&mut self, count: usize) {
        self.0.resize(self.0.len() + count, T::default());
    }
}

struct Unsigned<'v, T>(&'v mut Vec<T>);

impl<T: TryFrom<u64> + Default + Clone> Fill for Unsigned<'_, T> {
    type Value = T;

    #[inline]
    fn read(&mut self, whole: &[u8], start: usize, end: usize) -> Option<T> {
        parse_unsigned_part(whole, start, end)?.try_into().ok()
    }

    #[inline]
    fn add(&mut self, value: T) {
        self.0.push(value);
    }

    fn add_empty(&mut self, count: usize) {
        self.0.resize(self.0.len() + count, T::default());
    }
}

impl Fill for Bits {
    type Value = bool;

    #[inline]
    fn read(&mut self, whole: &[u8], start: usize, end: usize) -> Option<bool> {
        parse_boolean(whole.get(start..end)?)
    }

    #[inline]
    fn add(&mut self, value: bool) {
        self.push(value);
    }

    fn add_empty(&mut self, count: usize) {
        self.push_empty(count);
    }
}

impl Fill for Decimals {
    type Value = i64;

    #[inline]
    fn read(&mut self, whole: &[u8], start: usize, end: usize) -> Option<i64> {
        self.read_short_part(whole, start, end)
    }

    #[inline]
    fn add(&mut self, value: i64) {
        self.push_short(value);
    }

    fn add_empty(&mut self, count: usize) {
        self.push_empty(count);
    }
}

impl Fill for DateTimes {
    type Value = super::date_times::Canonical;

    #[inline]
    fn read(&mut self, whole: &[u8], start: usize, end: usize) -> Option<Self::Value> {
        self.read_canonical(whole.get(start..end)?)
    }

    #[inline]
    fn add(&mut self, value: Self::Value) {
        self.push_canonical(&value);
    }

    fn add_empty(&mut self, count: usize) {
        self.push_empty(count);
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
                let (start, end) = (u32::try_from(start)?, u32::try_from(text.len())?);
                places.push(TextPlace::new(row, start, end, is_doubled));
                prop_assert_eq!(one_by_one.push_text(first_row + row, value), Ok(()));
            }
            let halve = |text: &str, start: usize, end: usize, out: &mut String| {
                out.push_str(text.get(start..end - (end - start) / 2).unwrap_or_default());
            };
            prop_assert_eq!(together.push_places(first_row, &text, &places, halve), Ok(()));
            prop_assert_eq!(format!("{one_by_one:?}"), format!("{together:?}"));
        }
    }
}

//! Where texts of a column stand in a larger text, and filling slots with them.

use super::slots::{Claims, Slots};
use super::texts::{Gathered, Texts};
use super::values::Values;

/// Where the text of a row stands in a larger one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextPlace {
    pub(super) start: usize,
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
    pub(super) fn is_resolved(self) -> bool {
        self.row & Self::RESOLVED != 0
    }

    #[inline]
    pub(super) fn end(self) -> usize {
        self.start.saturating_add(self.length as usize)
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

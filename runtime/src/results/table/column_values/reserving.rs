//! Room for values that are still to come, by what came so far.

use super::data::ColumnData;
use super::{ColumnValues, Texts};

/// What is `rest` where `count` came with `read`, and somewhat more.
fn estimated(count: usize, read: usize, rest: usize) -> usize {
    let estimated = count as u128 * rest as u128 / read.max(1) as u128;
    // More than memory holds is refused where it is reserved: what is missing is then reserved as it is needed.
    usize::try_from(estimated + estimated / 16 + 16).unwrap_or(usize::MAX)
}

impl ColumnValues {
    /// Reserves for the values in the `rest` bytes of a source whose first `read` bytes had those that are there. A text is not
    /// copied then as it grows, nor is memory taken that is not used.
    pub(in crate::results) fn reserve_in_proportion(&mut self, read: usize, rest: usize) {
        macro_rules! reserve {
            ($values:expr) => {{
                let values = $values;
                // Not reserving is slower, nothing else.
                let _ = values.try_reserve_exact(estimated(values.len(), read, rest));
            }};
        }
        match &mut self.data {
            ColumnData::Text(texts) => texts.reserve_in_proportion(read, rest),
            ColumnData::Int8(values) => reserve!(values),
            ColumnData::UInt8(values) => reserve!(values),
            ColumnData::Int16(values) => reserve!(values),
            ColumnData::UInt16(values) => reserve!(values),
            ColumnData::Int32(values) => reserve!(values),
            ColumnData::UInt32(values) => reserve!(values),
            ColumnData::Int64(values) => reserve!(values),
            ColumnData::UInt64(values) => reserve!(values),
            ColumnData::Decimal(decimals) => reserve!(decimals.room()),
            ColumnData::DateTime(date_times) => reserve!(date_times.room()),
            ColumnData::Boolean(_) | ColumnData::Float32(_) | ColumnData::Float64(_) | ColumnData::Binary(_) => {}
        }
    }
}

impl Texts {
    fn reserve_in_proportion(&mut self, read: usize, rest: usize) {
        let (offsets, text) = self.room();
        let _ = offsets.try_reserve_exact(estimated(offsets.len(), read, rest));
        let _ = text.try_reserve_exact(estimated(text.len(), read, rest));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;
    use crate::results::table::ValueType;

    #[test]
    fn room_is_made_in_proportion_and_values_stay() {
        let mut values = ColumnValues::new(ValueType::Text);
        for row in 0..100 {
            values.push_text(row, "ten bytes.").unwrap();
        }
        values.reserve_in_proportion(2_000, 18_000);
        assert_eq!((values.text(99).as_deref(), values.value_count()), (Some("ten bytes."), 100));
        let ColumnData::Text(texts) = &mut values.data else { panic!("texts are due") };
        let (offsets, text) = texts.room();
        assert!((1_000..1_200).contains(&offsets.capacity()), "{}", offsets.capacity());
        assert!((10_000..11_000).contains(&text.capacity()), "{}", text.capacity());
        let mut values = ColumnValues::new(ValueType::DateTime);
        values.push_text(0, "2024-01-31T00:00:00").unwrap();
        values.reserve_in_proportion(10, 990);
        assert_eq!(values.text(0).as_deref(), Some("2024-01-31T00:00:00"));
    }

    #[test]
    fn what_cannot_be_reserved_is_not() {
        let mut values = ColumnValues::new(ValueType::Int32);
        values.push_text(0, "5").unwrap();
        values.reserve_in_proportion(0, usize::MAX);
        values.push_text(1, "6").unwrap();
        assert_eq!((values.text(0).as_deref(), values.text(1).as_deref()), (Some("5"), Some("6")));
    }
}

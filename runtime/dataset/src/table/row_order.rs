//! The two orders of rows: that of the server's count, which a whole data set has, and that of the response, which rows have that are read as
//! they arrive.

use super::Table;

impl Table {
    /// Puts the rows in the order of the server's count, as System.Data reads them: rows that came inside other rows, one
    /// group after another, have their own count.
    pub(crate) fn sort_rows(&mut self) {
        if let Some(places) = self.rows.sort() {
            self.move_originals(&places);
            self.reading.places = Some(places);
        }
    }

    /// The rows in the order in which they came, of a table of a data set that was read whole.
    #[must_use]
    pub fn in_order_of_response(mut self) -> Self {
        let places = self.reading.places.take();
        // Rows may have been added since.
        let Some(rows) = places.filter(|places| places.len() == self.row_count()) else { return self };
        if let Some(places) = self.rows.rearrange(&rows) {
            self.move_originals(&places);
        }
        self
    }

    /// Gives each original the new place of its row.
    fn move_originals(&mut self, places: &[u32]) {
        if let Some(before) = &mut self.before {
            let of_rows = std::mem::take(&mut before.of_rows).into_iter();
            before.of_rows =
                of_rows.map(|(row, original)| (places.get(row as usize).copied().unwrap_or(row), original)).collect();
        }
    }
}

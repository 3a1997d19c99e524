//! The cells of a table that have values, row by row: rows of a sparse table cost what their values cost.

use asmx_runtime::results::table::Table;

/// The columns of each row that have a value, in order.
#[derive(Debug)]
pub(crate) struct Sparse {
    /// By row: the end of its columns.
    ends: Vec<u32>,
    columns: Vec<u32>,
}

impl Sparse {
    pub(crate) fn of(batch: &Table) -> Self {
        let values = || (0_u32..).map_while(|column| Some((column, batch.column_values(column as usize)?)));
        let mut ends = vec![0_u32; batch.row_count()];
        for (row, _) in values().flat_map(|(_, values)| values.filled()) {
            if let Some(count) = ends.get_mut(row as usize) {
                *count += 1;
            }
        }
        // Counts become positions: each row begins where the one before it ends.
        let mut sum = 0;
        for count in &mut ends {
            sum += std::mem::replace(count, sum);
        }
        let mut columns = vec![0_u32; sum as usize];
        for (column, values) in values() {
            for (row, _) in values.filled() {
                let Some(next) = ends.get_mut(row as usize) else { continue };
                if let Some(place) = columns.get_mut(*next as usize) {
                    *place = column;
                }
                *next += 1;
            }
        }
        Self { ends, columns }
    }

    pub(crate) fn columns_of(&self, row: usize) -> impl Iterator<Item = usize> {
        let end_of = |row: usize| self.ends.get(row).map_or(0, |end| *end as usize);
        let begin = row.checked_sub(1).map_or(0, end_of);
        self.columns.get(begin..end_of(row)).unwrap_or_default().iter().map(|column| *column as usize)
    }
}

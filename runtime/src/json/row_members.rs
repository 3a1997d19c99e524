//! The members that a row of a table has in JSON.

use crate::results::table::Table;
use crate::results::{is_in_proportion, sent_for};

/// The members of the rows of one table: one for each column, or only those with a value, where all the nulls would not fit into the memory of a
/// result. Rows of such a table cost what their values cost.
#[derive(Debug)]
pub struct RowMembers {
    columns: usize,
    filled: Option<Filled>,
}

/// The columns of each row that have a value, in order.
#[derive(Debug)]
struct Filled {
    /// By row: the end of its columns.
    ends: Vec<u32>,
    columns: Vec<u32>,
}

impl RowMembers {
    /// The members of the rows of this table.
    #[must_use]
    pub fn of(table: &Table) -> Self {
        let filled = (!nulls_are_few(table)).then(|| Filled::of(table));
        Self { columns: table.columns().len(), filled }
    }

    /// The positions of the columns that are members of this row, in order.
    pub fn of_row(&self, row: usize) -> impl Iterator<Item = usize> {
        let (all, filled) = match &self.filled {
            None => (0..self.columns, [].as_slice()),
            Some(filled) => (0..0, filled.of_row(row)),
        };
        all.chain(filled.iter().map(|column| *column as usize))
    }
}

/// Whether a member for every cell fits into the memory of a result.
fn nulls_are_few(table: &Table) -> bool {
    /// The bytes of a row beside its members, and of a member beside its texts, as measured.
    const ROW: usize = 250;
    const MEMBER: usize = 240;
    let members: usize = table.columns().iter().map(|column| MEMBER + column.name.len()).sum();
    let row = ROW.saturating_add(members);
    is_in_proportion(table.row_count().saturating_mul(row), sent_for(table))
}

impl Filled {
    fn of(table: &Table) -> Self {
        let values = || (0_u32..).map_while(|column| Some((column, table.column_values(column as usize)?)));
        let mut ends = vec![0_u32; table.row_count()];
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
                if let Some(position) = columns.get_mut(*next as usize) {
                    *position = column;
                }
                *next += 1;
            }
        }
        Self { ends, columns }
    }

    fn of_row(&self, row: usize) -> &[u32] {
        let end_of = |row: usize| self.ends.get(row).map_or(0, |end| *end as usize);
        let begin = row.checked_sub(1).map_or(0, end_of);
        self.columns.get(begin..end_of(row)).unwrap_or_default()
    }
}

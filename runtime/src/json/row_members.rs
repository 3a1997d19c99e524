//! The members that a row of a table has in JSON.

use crate::results::table::{ByRow, Table};
use crate::results::{is_in_proportion, sent_for};

/// The members of the rows of one table: one for each column, or only those with a value, where all the nulls would not fit into the memory of a
/// result. Rows of such a table cost what their values cost.
#[derive(Debug)]
pub struct RowMembers {
    columns: usize,
    filled: Option<ByRow>,
}

impl RowMembers {
    /// The members of the rows of this table.
    #[must_use]
    pub fn of(table: &Table) -> Self {
        let filled = (!nulls_are_few(table)).then(|| table.columns_with_values());
        Self { columns: table.columns().len(), filled }
    }

    /// The positions of the columns that are members of this row, in order.
    pub fn of_row(&self, row: usize) -> impl Iterator<Item = usize> {
        let (all, filled) = match &self.filled {
            None => (0..self.columns, [].as_slice()),
            Some(filled) => (0..0, u32::try_from(row).map_or(&[][..], |row| filled.columns_of(row))),
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

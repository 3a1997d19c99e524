//! Which columns the fields of a struct are read from.

use super::super::named_table::Table;

/// The fields of a struct that have columns, found once for all rows.
#[derive(Debug, Default)]
pub(super) struct Fields {
    names: &'static [&'static str],
    /// Field and place of its column.
    columns: Vec<(&'static str, usize)>,
    pub(super) optional: OptionalColumns,
}

/// Columns whose type in `T` has no empty value, as a blank cell showed: what is optional of them is `None` where a cell is blank.
///
/// serde does not say what an `Option` is of before it is read. So the first row that fails at a blank cell is read again.
#[derive(Debug, Default)]
pub(super) struct OptionalColumns(Vec<usize>);

impl OptionalColumns {
    #[inline]
    pub(super) fn contain(&self, column: usize) -> bool {
        self.0.contains(&column)
    }

    /// Whether it was new.
    pub(super) fn insert(&mut self, column: usize) -> bool {
        let is_new = !self.contain(column);
        if is_new {
            self.0.push(column);
        }
        is_new
    }
}

impl Fields {
    /// The columns of these fields in a table, which is the same for every call.
    #[inline]
    pub(super) fn of(
        &mut self,
        names: &'static [&'static str],
        table: &Table,
    ) -> (&[(&'static str, usize)], &OptionalColumns) {
        // The names of a struct stand in one place in memory.
        if !std::ptr::eq(self.names, names) {
            self.names = names;
            let place = |name: &&'static str| Some((*name, table.column_index(name)?));
            self.columns = names.iter().filter_map(place).collect();
        }
        (&self.columns, &self.optional)
    }
}

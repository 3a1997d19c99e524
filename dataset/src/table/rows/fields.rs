//! Which columns the fields of a struct are read from.

use super::super::named_table::Table;

/// The fields of a struct that have columns, found once for all rows.
#[derive(Debug, Default)]
pub(super) struct Fields {
    names: &'static [&'static str],
    /// Field and place of its column.
    columns: Vec<(&'static str, usize)>,
}

impl Fields {
    /// The columns of these fields in a table, which is the same for every call.
    #[inline]
    pub(super) fn of(&mut self, names: &'static [&'static str], table: &Table) -> &[(&'static str, usize)] {
        // The names of a struct stand in one place in memory.
        if !std::ptr::eq(self.names, names) {
            self.names = names;
            let place = |name: &&'static str| Some((*name, table.column_index(name)?));
            self.columns = names.iter().filter_map(place).collect();
        }
        &self.columns
    }
}

//! A table by itself: .NET's `DataTable`.

use super::DataSet;
use super::table::Table;

/// A `DataTable`: null, or one table. On the wire it is a data set that names its main table. The default is null.
///
/// ```
/// use asmx_runtime::results::DataTable;
/// use asmx_runtime::results::table::{ColumnType, Table};
///
/// let table = Table::new("Prices").column("Amount", ColumnType::Decimal).row(["12.50"]);
/// let table = DataTable::new(table);
/// assert_eq!(table.table().ok_or("null")?.row_count(), 1);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataTable(DataSet);

impl DataTable {
    /// A `DataTable` that holds this table.
    #[must_use]
    pub fn new(table: Table) -> Self {
        Self(DataSet::new("").main_table(table.name()).table(table))
    }

    /// Null.
    #[must_use]
    pub const fn null() -> Self {
        Self(DataSet::null())
    }

    /// Whether it is null.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// The table; `None` for null, and if the data set has several tables and names none of them as the main one.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.0.only_table().ok()
    }

    /// The table, without a copy; `None` as for [`table`](Self::table).
    #[must_use]
    pub fn into_table(self) -> Option<Table> {
        let name = self.table()?.name().to_owned();
        self.0.into_tables().into_iter().find(|table| table.name() == name)
    }

    /// The data set that carries the table.
    #[must_use]
    pub const fn as_data_set(&self) -> &DataSet {
        &self.0
    }
}

impl From<Table> for DataTable {
    fn from(table: Table) -> Self {
        Self::new(table)
    }
}

impl From<DataSet> for DataTable {
    /// Holds the [only table](DataSet::only_table) of the data set.
    fn from(data_set: DataSet) -> Self {
        Self(data_set)
    }
}

impl From<DataTable> for DataSet {
    fn from(table: DataTable) -> Self {
        table.0
    }
}

//! How columns are written in Arrow and Parquet.

#[cfg(feature = "arrow")]
use asmx_gateway::{ArrowOptions, ColumnForm, tables::TableShape};

#[derive(clap::Args)]
pub(super) struct ColumnArguments {
    /// How Arrow and Parquet hold a column: `text`, `wall` (times without a zone), `utc`, or the digits behind the point of a decimal; `*` is
    /// every column that the form fits. Repeatable
    #[cfg(feature = "arrow")]
    #[arg(long = "as", value_name = "COLUMN=FORM")]
    columns: Vec<ColumnForm>,
    /// Accept a response with content that nothing declares: forms with fixed columns leave it out
    #[arg(long)]
    pub(super) ignore_undeclared: bool,
}

#[cfg(feature = "arrow")]
impl ColumnArguments {
    pub(super) const fn has_forms(&self) -> bool {
        !self.columns.is_empty()
    }

    /// The first column with a form that none of these tables has, if the description knows all their columns.
    pub(super) fn unknown(&self, shapes: &[&TableShape]) -> Option<&str> {
        if shapes.is_empty() || shapes.iter().any(|shape| shape.is_open) {
            return None;
        }
        let has = |name: &str| shapes.iter().flat_map(|shape| &shape.columns).any(|column| column.name == name);
        self.columns.iter().map(|one| one.column.as_str()).find(|name| *name != "*" && !has(name))
    }

    /// The column that is given twice.
    pub(super) fn repeated(&self) -> Option<&str> {
        let names: Vec<&str> = self.columns.iter().map(|one| one.column.as_str()).collect();
        names
            .iter()
            .enumerate()
            .find(|(index, name)| **name != "*" && names.iter().take(*index).any(|before| before == *name))
            .map(|(_, name)| *name)
    }

    /// Columns that nothing declares are noted, and do not stop the declared ones.
    pub(super) fn options(&self) -> ArrowOptions {
        self.columns.iter().fold(ArrowOptions::new().ignore_undeclared(), |options, one| one.set_in(options))
    }
}

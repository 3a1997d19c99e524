//! How columns are written in Arrow and Parquet.

#[cfg(feature = "arrow")]
use asmx_gateway::{ColumnForm, ColumnForms};

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
    pub(super) fn forms(&self) -> ColumnForms {
        self.columns.clone().into()
    }
}

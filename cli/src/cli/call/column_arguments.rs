//! How columns are written in Arrow and Parquet.

#[cfg(feature = "arrow")]
use asmx_gateway::{ColumnForm, ColumnForms};
use serde_json::Value as Json;

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

    /// Whether a form is chosen for the column, so that its type does not follow from the response.
    pub(super) fn has_form(&self, column: &str) -> bool {
        self.columns.iter().any(|column_argument| column_argument.column == column || column_argument.column == "*")
    }

    /// The forms in an order of their own, for comparisons; null without any. Among those of `*` the last counts, so that they keep theirs.
    pub(super) fn identity(&self) -> Json {
        let mut columns: Vec<_> = self.columns.iter().collect();
        columns.sort_by(|left, right| left.column.cmp(&right.column));
        let texts: Vec<_> = columns.iter().map(|column| format!("{}={}", column.column, column.form)).collect();
        if texts.is_empty() { Json::Null } else { texts.into() }
    }
}

#[cfg(not(feature = "arrow"))]
impl ColumnArguments {
    #[expect(clippy::unused_self, reason = "only Arrow has forms of columns")]
    pub(super) const fn has_form(&self, _: &str) -> bool {
        false
    }

    #[expect(clippy::unused_self, reason = "only Arrow has forms of columns")]
    pub(super) const fn identity(&self) -> Json {
        Json::Null
    }
}

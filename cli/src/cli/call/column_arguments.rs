//! How columns are written in Arrow and Parquet.

#[cfg(feature = "arrow")]
use asmx_gateway::{ArrowOptions, ColumnAs};

#[derive(clap::Args)]
pub(super) struct ColumnArguments {
    /// How Arrow and Parquet hold a column: `text`, `wall` (times without a zone), `utc`, or the digits behind the point of a decimal; `*` is
    /// every column that the form fits. Repeatable
    #[cfg(feature = "arrow")]
    #[arg(long = "as", value_name = "COLUMN=FORM", value_parser = column)]
    columns: Vec<(String, ColumnAs)>,
    /// Accept a response with content that nothing declares: forms with fixed columns leave it out
    #[arg(long)]
    pub(super) ignore_undeclared: bool,
}

#[cfg(feature = "arrow")]
fn column(text: &str) -> Result<(String, ColumnAs), String> {
    // A name may have a `=`, a form has none.
    let (column, form) = text.rsplit_once('=').ok_or("write COLUMN=FORM, such as `Price=2`")?;
    Ok((column.to_owned(), form.parse().map_err(|error| format!("{error}"))?))
}

#[cfg(feature = "arrow")]
impl ColumnArguments {
    pub(super) const fn has_forms(&self) -> bool {
        !self.columns.is_empty()
    }

    /// The column that is given twice.
    pub(super) fn repeated(&self) -> Option<&str> {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        names
            .iter()
            .enumerate()
            .find(|(index, name)| **name != "*" && names.iter().take(*index).any(|before| before == *name))
            .map(|(_, name)| *name)
    }

    /// Columns that nothing declares are noted, and do not stop the declared ones.
    pub(super) fn options(&self) -> ArrowOptions {
        self.columns.iter().fold(ArrowOptions::new().ignore_undeclared(), |options, (column, form)| {
            match column.as_str() {
                "*" => options.all_columns(*form),
                column => options.column(column, *form),
            }
        })
    }
}

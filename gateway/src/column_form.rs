//! The form of a column as people write it.

use std::str::FromStr;

use asmx_arrow::{ColumnAs, Options};

/// A column and its form in Arrow and Parquet, written `Price=2`. The column `*` is every one that the form fits.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ColumnForm {
    /// The name of the column.
    pub column: String,
    /// Its form.
    pub form: ColumnAs,
}

impl FromStr for ColumnForm {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // A name may have a `=`, a form has none.
        let (column, form) = text.rsplit_once('=').ok_or("write COLUMN=FORM, such as `Price=2`")?;
        Ok(Self { column: column.to_owned(), form: form.parse().map_err(|error| format!("{error}"))? })
    }
}

impl ColumnForm {
    /// Sets the form in the options of a conversion.
    #[must_use]
    pub fn set_in(&self, options: Options) -> Options {
        match self.column.as_str() {
            "*" => options.all_columns(self.form),
            column => options.column(column, self.form),
        }
    }
}

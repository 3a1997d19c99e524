//! The form of a column as people write it.

use std::str::FromStr;

use asmx_arrow::{ColumnAs, Options};

use crate::rows::tables::TableShape;

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

/// The forms that somebody chose for columns.
#[derive(Debug, Clone, Default)]
pub struct ColumnForms(Vec<ColumnForm>);

/// Stands for every column that a form fits.
const ALL: &str = "*";

impl From<Vec<ColumnForm>> for ColumnForms {
    fn from(forms: Vec<ColumnForm>) -> Self {
        Self(forms)
    }
}

impl ColumnForms {
    /// Adds a form.
    pub fn push(&mut self, form: ColumnForm) {
        self.0.push(form);
    }

    /// Whether none is chosen.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The columns with several forms, each once.
    #[must_use]
    pub fn repeated(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.names().collect();
        names.sort_unstable();
        let mut repeated: Vec<&str> = names
            .windows(2)
            .filter_map(|pair| {
                if let [first, second] = pair
                    && first == second
                {
                    Some(*first)
                } else {
                    None
                }
            })
            .collect();
        repeated.dedup();
        repeated
    }

    /// The columns that none of these tables has. It is empty if a response may show further columns.
    #[must_use]
    pub fn unknown<'t>(&self, tables: impl IntoIterator<Item = &'t TableShape>) -> Vec<&str> {
        let tables: Vec<&TableShape> = tables.into_iter().collect();
        if tables.is_empty() || tables.iter().any(|table| table.is_open) {
            return Vec::new();
        }
        let has = |name: &str| tables.iter().flat_map(|table| &table.columns).any(|column| column.name == name);
        self.names().filter(|name| !has(name)).collect()
    }

    /// The settings of a conversion. Columns that nothing declares are noted, and do not stop the declared ones.
    #[must_use]
    pub fn options(&self) -> Options {
        let options = Options::new().ignore_undeclared();
        self.0.iter().fold(options, |options, choice| match choice.column.as_str() {
            ALL => options.all_columns(choice.form),
            column => options.column(column, choice.form),
        })
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|choice| choice.column.as_str()).filter(|name| *name != ALL)
    }
}

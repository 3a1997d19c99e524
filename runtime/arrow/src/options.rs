//! Settings of the conversion.

use std::collections::BTreeMap;

use asmx_dataset::table::Column;

use crate::column_as::{ColumnAs, PRECISION};
use crate::error::Error;
use crate::target::Target;

/// Settings of the conversion: the form of single columns, and what happens to undeclared ones.
#[derive(Clone, Debug, Default)]
pub struct Options {
    columns: BTreeMap<String, ColumnAs>,
    /// For all columns that a choice is for, the last one first.
    all_columns: Vec<ColumnAs>,
    pub(crate) ignores_undeclared: bool,
}

impl Options {
    /// Takes the form of every column from its type, and refuses undeclared columns.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the form of one column. A later choice for the same column replaces it.
    #[must_use]
    pub fn column(mut self, column: impl Into<String>, form: ColumnAs) -> Self {
        self.columns.insert(column.into(), form);
        self
    }

    /// Sets the form of all columns that it is for: [`ColumnAs::Text`] of every column, a scale of those of decimals,
    /// the others of those of times. Choices for one column, and later ones for all, come first.
    #[must_use]
    pub fn all_columns(mut self, form: ColumnAs) -> Self {
        self.all_columns.insert(0, form);
        self
    }

    /// Leaves out columns that the schema lacks, because no schema declares them or only later tables have them. Each is
    /// a [`Note`](crate::Note). Default: they are an error.
    #[must_use]
    pub fn ignore_undeclared(mut self) -> Self {
        self.ignores_undeclared = true;
        self
    }

    /// Drops the settings of columns that are not among these, for options that are meant for several tables.
    #[must_use]
    pub fn only_for(mut self, columns: &[Column]) -> Self {
        let is_there = |name: &String| columns.iter().any(|column| column.name == *name);
        self.columns.retain(|name, _| is_there(name));
        self
    }

    /// The target of a column.
    pub(crate) fn target(&self, column: &Column) -> Result<Target, Error> {
        column.scale.map_or(Ok(()), check_scale)?;
        let own = Target::of(column);
        if let Some(form) = self.columns.get(&column.name).copied() {
            return own.as_chosen(form, true).ok_or_else(|| Error::Choice {
                column: column.name.clone(),
                type_name: column.type_name.clone(),
                form,
            });
        }
        Ok(self.all_columns.iter().find_map(|form| own.as_chosen(*form, false)).unwrap_or(own))
    }

    /// The names of columns that have settings.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.columns.keys()
    }

    /// Refuses scales that do not exist.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let forms = self.columns.values().chain(&self.all_columns);
        let mut chosen = forms.filter_map(|form| match form {
            ColumnAs::Scale(scale) => Some(*scale),
            _ => None,
        });
        chosen.try_for_each(check_scale)
    }
}

const fn check_scale(scale: u8) -> Result<(), Error> {
    if scale > PRECISION { Err(Error::Scale { scale }) } else { Ok(()) }
}

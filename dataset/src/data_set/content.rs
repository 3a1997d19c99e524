//! What a data set holds.

use super::relation::{Key, Relation};
use super::vocabulary;
use crate::table::{SchemaAttribute, Table};

#[derive(Clone, Default, PartialEq)]
pub(super) struct DataSetContent {
    pub(super) name: String,
    pub(super) namespace: String,
    pub(super) prefix: String,
    pub(super) locale: Locale,
    pub(super) is_case_sensitive: bool,
    pub(super) main_table: Option<String>,
    /// What the element around the rows is called, where it is not the usual name.
    pub(super) instance_name: Option<String>,
    pub(super) tables: Vec<Table>,
    pub(super) keys: Vec<Key>,
    pub(super) relations: Vec<Relation>,
    pub(super) others: Vec<SchemaAttribute>,
}

impl DataSetContent {
    /// What the element around the rows is called: as the data set, but a table that is in none has `DocumentElement`.
    pub(super) fn instance_name(&self) -> &str {
        let is_lone_table = self.main_table.is_some() && self.name == vocabulary::DEFAULT_NAME;
        let usual = if is_lone_table { "DocumentElement" } else { &self.name };
        self.instance_name.as_deref().unwrap_or(usual)
    }
}

/// Whose rules texts are compared by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Locale {
    /// The reader's own (`msdata:UseCurrentLocale`). Usual.
    #[default]
    Current,
    /// A named one (`msdata:Locale`), such as `en-US`.
    Named(String),
    /// Nothing was said.
    Unstated,
}

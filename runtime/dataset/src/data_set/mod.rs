//! The data-set result: tables with typed columns, as ADO.NET writes them (a schema, then a diffgram).
//!
//! Reading keeps everything that was sent: the text of each value, columns and tables that the schema does not declare, changed and deleted
//! rows, errors, keys, relations. Writing produces the document that a genuine server writes.
//!
//! ```
//! use asmx_dataset::cells;
//! use asmx_dataset::{Column, ColumnType, DataSet, Table};
//!
//! let data_set = DataSet::new("NewDataSet").table(
//!     Table::new("Groups")
//!         .column("Group Name", ColumnType::String)
//!         .with_column(Column::new("Members", ColumnType::Int).required())
//!         .row(cells!["first", 3])
//!         .row(cells![None::<&str>, 0]),
//! );
//! let groups = data_set.table_named("Groups").ok_or("no table")?;
//! for row in groups {
//!     println!("{:?} {}", row.text("Group Name"), row.value::<i32>("Members")?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bare_rows;
mod beside_rows;
mod content;
mod document;
mod error;
pub mod fast;
mod keys;
mod late_changes;
mod leftover;
mod read_rows;
mod read_schema;
mod references;
mod repeats;
mod row_ids;
mod schema_types;
mod tag;
mod write_rows;
mod write_schema;

use std::fmt;

use content::DataSetContent;
pub use content::{Key, Locale, Relation, RelationKind};
pub use document::ReadError;
pub use error::DataSetError;
pub use late_changes::{LateChanges, LateError, LateOriginals};

use crate::table::{HiddenFacts, Rows, SchemaAttribute, Table};
use crate::vocabulary::DEFAULT_NAME;
use asmx_xml::Element;
use serde_core::de::Deserialize;

/// A data set: null, or tables with keys and relations. The default is null.
///
/// A null data set has no name and no tables; [`DataSet::is_null`] tells it from an empty one.
#[derive(Clone, Default, PartialEq)]
pub struct DataSet {
    content: Option<Box<DataSetContent>>,
}

impl DataSet {
    /// A data set without tables. If `name` is empty, the name is `NewDataSet`.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        let mut name = name.into();
        if name.is_empty() {
            DEFAULT_NAME.clone_into(&mut name);
        }
        Self { content: Some(Box::new(DataSetContent { name, ..DataSetContent::default() })) }
    }

    /// Null.
    #[must_use]
    pub const fn null() -> Self {
        Self { content: None }
    }

    /// Reads a data set from the element whose children are the schemas and the diffgram: the `…Result` element of a SOAP response,
    /// the `DataSet` root of a bare one, a parameter. Rows may come without a diffgram, with or without a schema before them; without
    /// one, all their columns are texts. An empty element gives an empty data set named `NewDataSet`. The caller decides whether
    /// `xsi:nil` on the element means null. Rows have the order of the server's count (`msdata:rowOrder`), whatever the order of the
    /// document.
    ///
    /// # Errors
    ///
    /// [`DataSetError::TooManyColumns`], [`DataSetError::TooManyRepeats`], [`DataSetError::TooDeep`], or [`DataSetError::NoRows`]. An
    /// incomplete or odd schema is not an error.
    pub fn from_element(container: Element<'_>) -> Result<Self, DataSetError> {
        let content = read_schema::read(container)?;
        let content = match read_rows::diffgram(container) {
            Some(diffgram) => read_rows::read(diffgram, content)?,
            None => bare_rows::read(container, content)?,
        };
        Ok(Self { content: Some(Box::new(content)) })
    }

    /// Appends the content of the element that carries a data set: the schema and the diffgram, as a genuine server writes them,
    /// without white space between. Appends nothing for null.
    pub fn write_content(&self, out: &mut String) {
        if let Some(content) = &self.content {
            write_schema::write(content, out);
            write_rows::write(content, out);
        }
    }

    /// Checks that the data set can be read back after it is written: names are present and unique, keys and relations name known
    /// tables and columns, and rows have no more cells than their table has columns.
    ///
    /// # Errors
    ///
    /// The first problem.
    pub fn check(&self) -> Result<(), DataSetError> {
        self.content.as_deref().map_or(Ok(()), error::check)
    }

    fn edit(mut self, change: impl FnOnce(&mut DataSetContent)) -> Self {
        change(self.content.get_or_insert_with(|| {
            Box::new(DataSetContent { name: DEFAULT_NAME.to_owned(), ..DataSetContent::default() })
        }));
        self
    }

    /// Adds a table.
    #[must_use]
    pub fn table(self, table: Table) -> Self {
        self.edit(|content| content.tables.push(table))
    }

    /// Adds a key.
    #[must_use]
    pub fn key(self, key: Key) -> Self {
        self.edit(|content| content.keys.push(key))
    }

    /// Adds a relation. A relation with a constraint needs a key over the parent's columns; a missing key is added, named
    /// `Constraint1` or the like.
    #[must_use]
    pub fn relation(self, relation: Relation) -> Self {
        self.edit(|content| {
            let has_key = |key: &Key| key.table == relation.parent && key.columns == relation.parent_columns;
            if relation.kind == RelationKind::Constraint && !content.keys.iter().any(has_key) {
                let count = content.keys.iter().filter(|key| key.table == relation.parent).count();
                let name = format!("Constraint{}", count + 1);
                content.keys.push(Key::unique(name, relation.parent.clone(), relation.parent_columns.clone()));
            }
            content.relations.push(relation);
        })
    }

    /// Sets the namespace of the data set and its tables, and the prefix of its root element (empty: none).
    #[must_use]
    pub fn in_namespace(self, namespace: impl Into<String>, prefix: impl Into<String>) -> Self {
        self.edit(|content| {
            content.namespace = namespace.into();
            content.prefix = prefix.into();
        })
    }

    /// Makes a table the response itself, as in an operation that returns a `DataTable`.
    #[must_use]
    pub fn main_table(self, table: impl Into<String>) -> Self {
        self.edit(|content| content.main_table = Some(table.into()))
    }

    /// Sets the locale by which texts are compared.
    #[must_use]
    pub fn locale(self, locale: Locale) -> Self {
        self.edit(|content| content.locale = locale)
    }

    /// Makes comparisons of texts case-sensitive.
    #[must_use]
    pub fn case_sensitive(self) -> Self {
        self.edit(|content| content.is_case_sensitive = true)
    }

    /// The data set with the greatest number of records that its operation returns, if documented: tables of so many rows [report
    /// it](Table::is_at_record_limit).
    #[must_use]
    pub fn with_record_limit(mut self, records: Option<u64>) -> Self {
        if let Some(content) = &mut self.content {
            content.tables.iter_mut().for_each(|table| table.reading.record_limit = records);
        }
        self
    }

    /// Whether the data set is null.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        self.content.is_none()
    }

    /// The name, decoded; empty for null.
    #[must_use]
    pub fn name(&self) -> &str {
        self.content.as_ref().map_or("", |content| &content.name)
    }

    /// The namespace; empty for none.
    #[must_use]
    pub fn namespace(&self) -> &str {
        self.content.as_ref().map_or("", |content| &content.namespace)
    }

    /// The prefix stated for the root element (`msdata:Prefix`); empty for none.
    #[must_use]
    pub fn prefix(&self) -> &str {
        self.content.as_ref().map_or("", |content| &content.prefix)
    }

    /// The table that is the response itself, if an operation returned a `DataTable`.
    #[must_use]
    pub fn main_table_name(&self) -> Option<&str> {
        self.content.as_ref()?.main_table.as_deref()
    }

    /// The locale by which texts are compared.
    #[must_use]
    pub fn stated_locale(&self) -> &Locale {
        self.content.as_ref().map_or(&Locale::Unstated, |content| &content.locale)
    }

    /// Whether comparisons of texts are case-sensitive.
    #[must_use]
    pub fn is_case_sensitive(&self) -> bool {
        self.content.as_ref().is_some_and(|content| content.is_case_sensitive)
    }

    /// The tables, in the order of the schema.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        self.content.as_ref().map_or(&[], |content| &content.tables)
    }

    /// The tables, in the order of the schema, without a copy.
    #[must_use]
    pub fn into_tables(self) -> Vec<Table> {
        self.content.map_or_else(Vec::new, |content| content.tables)
    }

    /// The first table with this name.
    #[must_use]
    pub fn table_named(&self, name: &str) -> Option<&Table> {
        self.tables().iter().find(|table| table.name == name)
    }

    /// The first table with this name, for changes.
    pub fn table_mut(&mut self, name: &str) -> Option<&mut Table> {
        self.content.as_mut()?.tables.iter_mut().find(|table| table.name == name)
    }

    /// The [main table](DataSet::main_table_name), or else the only one.
    ///
    /// # Errors
    ///
    /// [`DataSetError::NoMainTable`] if there is no main table, and none or several others.
    pub fn only_table(&self) -> Result<&Table, DataSetError> {
        let found = match (self.main_table_name(), self.tables()) {
            (Some(name), _) => self.table_named(name),
            (None, [table]) => Some(table),
            (None, _) => None,
        };
        let tables = || self.tables().iter().take(100).map(|table| table.name.clone()).collect();
        found.ok_or_else(|| DataSetError::NoMainTable { tables: tables() })
    }

    /// The rows of the [only table](DataSet::only_table) as values of type `T`, as [`Table::rows`] reads them. Null has no rows.
    ///
    /// # Errors
    ///
    /// [`DataSetError::NoMainTable`]. Each row is a result of its own.
    pub fn rows<'t, T: Deserialize<'t>>(&'t self) -> Result<Rows<'t, T>, DataSetError> {
        let table = if self.is_null() { None } else { Some(self.only_table()?) };
        Ok(Rows::of(table))
    }

    /// The keys.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        self.content.as_ref().map_or(&[], |content| &content.keys)
    }

    /// The numbers of facts of all tables that their rows do not show. Parts of the diffgram that belong to no row count with the first
    /// table.
    #[must_use]
    pub fn hidden_facts(&self) -> HiddenFacts {
        let unplaced = self.content.as_ref().map_or(0, |content| content.unplaced);
        let mut facts = HiddenFacts { unplaced, ..HiddenFacts::default() };
        self.tables().iter().for_each(|table| facts += table.hidden_facts());
        facts
    }

    /// The columns of a table's primary key; empty if it has none.
    #[must_use]
    pub fn primary_key(&self, table: &str) -> &[String] {
        let key = self.keys().iter().find(|key| key.is_primary && key.table == table);
        key.map_or(&[], |key| &key.columns)
    }

    /// The relations between tables.
    #[must_use]
    pub fn relations(&self) -> &[Relation] {
        self.content.as_ref().map_or(&[], |content| &content.relations)
    }

    /// All other attributes of the data set in the schema.
    #[must_use]
    pub fn other_attributes(&self) -> &[SchemaAttribute] {
        self.content.as_ref().map_or(&[], |content| &content.other_attributes)
    }
}

impl fmt::Debug for DataSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() {
            return out.write_str("DataSet(null)");
        }
        let mut fields = out.debug_struct("DataSet");
        fields.field("name", &self.name());
        if !self.namespace().is_empty() {
            fields.field("namespace", &self.namespace());
        }
        fields.field("tables", &self.tables());
        if !self.keys().is_empty() {
            fields.field("keys", &self.keys());
        }
        if !self.relations().is_empty() {
            fields.field("relations", &self.relations());
        }
        fields.finish_non_exhaustive()
    }
}

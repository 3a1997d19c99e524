//! The columns that a description declares, by table, and what a reader should know where a response differs.

use std::collections::{BTreeMap, HashSet};

#[cfg(feature = "server")]
use asmx_runtime::DataSet;
use asmx_runtime::json::key as part_key;
use asmx_runtime::results::DelimitedLayout;
use asmx_runtime::results::table::{Column, ColumnValues, Table};
use asmx_types::{Operation, Type};

use crate::rows::of_type::OtherTexts;
use crate::rows::tables::{ColumnShape, FoundTable, RowsNote, of_result};

/// The declared tables of a result that comes in batches.
#[derive(Debug, Default)]
pub(crate) struct DeclaredTables {
    tables: Vec<DeclaredTable>,
    kind: Kind,
    /// Whether forms with fixed columns leave columns out that the description lacks.
    leaves_out_others: bool,
    /// Whether columns stay as the response has them.
    are_as_they_came: bool,
    /// Columns beyond that were noted, by table.
    noted: HashSet<(String, String)>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The description may lack tables.
    #[default]
    Open,
    /// A typed DataSet.
    Typed,
    /// A delimited text, which has no schema: only places tell its columns.
    Delimited,
}

impl Kind {
    fn of(operation: &Operation) -> Self {
        let is_typed = |kind| matches!(kind, Type::DataSet(data_set) if !data_set.tables.is_empty());
        match operation.value() {
            _ if operation.is_delimited() => Self::Delimited,
            Some(part) if operation.columns.is_empty() && is_typed(part.kind) => Self::Typed,
            _ => Self::Open,
        }
    }
}

#[derive(Debug)]
struct DeclaredTable {
    /// `None` until the first table comes, whose columns they are.
    name: Option<String>,
    columns: Vec<Column>,
    /// The name of the table without rows.
    title: String,
    has_come: bool,
    /// The number of rows without a value in a required column, by table as it came and column.
    lacking: BTreeMap<(String, usize), u64>,
}

impl DeclaredTable {
    /// The table without rows, of this name.
    fn empty(&self, name: &str) -> Table {
        let mut empty = Table::new(name);
        empty.declare_columns(&self.columns);
        empty
    }

    /// Counts the rows without a value in a required column. The texts of delimited rows are a matter of their cut.
    fn count_lacking(&mut self, batch: &Table) {
        for (index, required) in self.columns.iter().enumerate().filter(|(_, column)| !column.nullable) {
            let is_required = |column: &Column| column.name == required.name;
            let place = match batch.columns().get(index) {
                Some(column) if is_required(column) => Some(index),
                _ => batch.columns().iter().position(is_required),
            };
            let values = place.and_then(|place| batch.column_values(place)).map_or(0, ColumnValues::value_count);
            let lacking = batch.row_count().saturating_sub(values) as u64;
            if lacking > 0 {
                *self.lacking.entry((batch.full_name().to_owned(), index)).or_default() += lacking;
            }
        }
    }
}

impl DeclaredTables {
    pub(crate) fn of(operation: &Operation) -> Self {
        let shapes = of_result(operation).into_iter().filter(|shape| !shape.columns.is_empty());
        let tables = shapes.map(|shape| DeclaredTable {
            title: FoundTable::without_rows(&shape).name,
            columns: shape.columns.iter().map(ColumnShape::column).collect(),
            name: shape.table,
            has_come: false,
            lacking: BTreeMap::new(),
        });
        Self { tables: tables.collect(), kind: Kind::of(operation), ..Self::default() }
    }

    /// Takes columns that the description lacks for undeclared ones, so that forms with fixed columns leave them out.
    pub(crate) const fn leave_out_others(&mut self) {
        self.leaves_out_others = true;
    }

    /// Leaves columns as the response has them.
    pub(crate) const fn leave_as_they_came(&mut self) {
        self.are_as_they_came = true;
    }

    fn is_delimited(&self) -> bool {
        self.kind == Kind::Delimited
    }

    /// Whether a table is undeclared: neither the description has it, which has all tables, nor a schema of the response.
    pub(crate) fn lacks(&self, table: &Table) -> bool {
        self.kind == Kind::Typed && !table.is_declared() && !self.has(table.name())
    }

    pub(crate) fn first_name(&self) -> Option<&str> {
        self.tables.first()?.name.as_deref()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.tables.iter().any(|table| table.name.as_deref() == Some(name))
    }

    /// The table of this name, or the first, with its columns.
    pub(crate) fn without_rows(&self, name: Option<&str>) -> Option<Table> {
        let mut tables = self.tables.iter();
        let table = match name {
            Some(name) => tables.find(|table| table.name.as_deref().is_none_or(|table| table == name)),
            None => tables.next(),
        }?;
        Some(table.empty(table.name.as_deref().or(name).unwrap_or_default()))
    }

    /// The tables that never came, without rows. Columns without the name of a table are those of the first that came. A result that stays as it came
    /// has none.
    pub(crate) fn lacking(&self, has_any_come: bool) -> impl Iterator<Item = Table> {
        let are_wanted = !self.are_as_they_came;
        let is_lacking =
            move |table: &&DeclaredTable| are_wanted && !table.has_come && (table.name.is_some() || !has_any_come);
        self.tables.iter().filter(is_lacking).map(|table| table.empty(table.name.as_deref().unwrap_or(&table.title)))
    }

    /// The number of columns of the first table.
    pub(crate) fn first_width(&self) -> usize {
        self.tables.first().map_or(0, |table| table.columns.len())
    }

    /// How delimited text is read.
    pub(crate) fn layout(&self, operation: &Operation) -> DelimitedLayout {
        let name = operation.value().map(|part| part_key(part).into_owned()).unwrap_or_default();
        let columns = self.tables.first().map(|table| table.columns.clone()).unwrap_or_default();
        DelimitedLayout::default().name(name).columns(columns)
    }

    /// Notes, once, that a response with these tables has none of those that the description names.
    pub(crate) fn note_lacking(&self, all: &[String], notes: &mut Vec<RowsNote>) {
        let declared: Vec<&str> = self.tables.iter().filter_map(|table| table.name.as_deref()).collect();
        push_new(notes, RowsNote::of_tables(&declared, all.iter().map(String::as_str)));
    }

    /// Counts the rows that lack a required column.
    pub(crate) fn count(&mut self, batch: &Table) {
        let is_same = |table: &&mut DeclaredTable| table.name.as_deref().is_none_or(|name| name == batch.name());
        if self.is_delimited() {
            return;
        }
        if let Some(table) = self.tables.iter_mut().find(is_same) {
            table.count_lacking(batch);
        }
    }

    /// Notes the required columns that rows lack, behind the last row.
    pub(crate) fn note_required(&self, notes: &mut Vec<RowsNote>) {
        for table in &self.tables {
            for ((name, index), rows) in &table.lacking {
                let Some(column) = table.columns.get(*index).map(|column| column.name.clone()) else { continue };
                notes.push(RowsNote::LacksRequired { table: name.clone(), column, rows: *rows });
            }
        }
    }

    /// Puts the declared columns first, and notes where the batch differs from the description or from its own schema.
    pub(crate) fn complete(&mut self, batch: &mut Table, notes: &mut Vec<RowsNote>) {
        let columns = self.note_columns(batch, notes);
        // A table without a schema has the described columns, also as it came.
        let has_schema = batch.columns().iter().any(Column::is_declared);
        if !(columns.is_empty() || self.are_as_they_came && has_schema) {
            batch.declare_columns(&columns);
            if self.is_delimited() || self.leaves_out_others {
                batch.undeclare_from(columns.len());
            }
        }
        self.note_texts(batch, &columns, notes);
    }

    /// Notes what rows have beside values of their columns, once a column. A declared column has the type that the description gives it. An empty cell of
    /// a delimited text is none.
    fn note_texts(&self, batch: &Table, declared: &[Column], notes: &mut Vec<RowsNote>) {
        for (index, column) in batch.columns().iter().enumerate() {
            let is_other = |known: &&Column| known.name == column.name && known.value_type() != column.value_type();
            let wanted = declared.iter().find(is_other).unwrap_or(column);
            let texts = other_texts(batch, index, wanted);
            if column.is_leftover() {
                let (table, column) = (batch.full_name().to_owned(), column.name.clone());
                push_new(notes, [RowsNote::Leftover { table, column }]);
            } else if let Some(texts) = texts.filter(|texts| *texts == OtherTexts::Any || !self.is_delimited()) {
                RowsNote::push_texts(notes, batch.full_name(), wanted, texts);
            }
        }
    }

    /// Notes differences of columns, and returns the declared ones. Columns without the name of a table are those of the only one, or of the first
    /// that comes.
    fn note_columns(&mut self, batch: &Table, notes: &mut Vec<RowsNote>) -> Vec<Column> {
        let is_delimited = self.is_delimited();
        let Self { tables, noted, .. } = self;
        for table in tables.iter_mut() {
            table.name.get_or_insert_with(|| batch.name().to_owned());
        }
        push_new(notes, RowsNote::of_repeated(batch.full_name(), batch.columns()));
        let mut columns = Vec::new();
        if let Some(table) = tables.iter_mut().find(|table| table.name.as_deref() == Some(batch.name())) {
            columns.clone_from(&table.columns);
            if !std::mem::replace(&mut table.has_come, true) && !is_delimited {
                push_new(notes, RowsNote::of_columns(batch.full_name(), &columns, batch.columns()));
                push_new(notes, RowsNote::of_types(&columns, batch.columns()));
            }
        }
        let known: HashSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let has_declared = !known.is_empty() || batch.columns().iter().any(Column::is_declared);
        for column in batch.columns().iter().filter(|column| !known.contains(column.name.as_str())) {
            let is_described = known.is_empty() || is_delimited || !column.is_declared();
            let is_lost = self.are_as_they_came && has_declared && !column.is_declared() && !column.is_leftover();
            if (is_described && !is_lost) || !noted.insert((batch.full_name().to_owned(), column.name.clone())) {
                continue;
            }
            if is_lost {
                RowsNote::push_undeclared(notes, batch.full_name(), &column.name);
            } else {
                notes.push(RowsNote::NotDescribed(column.name.clone()));
            }
        }
        columns
    }
}

/// The texts of a column that are not of the type of `wanted`.
fn other_texts(batch: &Table, index: usize, wanted: &Column) -> Option<OtherTexts> {
    let values = batch.column_values(index)?;
    let kind = wanted.value_type();
    if batch.columns().get(index).is_some_and(|column| column.value_type() == kind) {
        return OtherTexts::of(values);
    }
    let mut converted = ColumnValues::new(kind);
    for (row, text) in (0..).zip(batch.iter().filter_map(|row| Some(row.text_at(index)?.into_owned()))) {
        // A text that is too long for a column is a matter of its form.
        let _ = converted.push_text(row, &text);
    }
    OtherTexts::of(&converted)
}

/// The notes for readers of a whole result as it came: these tables.
#[cfg(feature = "server")]
pub(crate) fn notes_of_whole(operation: &Operation, data_set: &DataSet) -> Vec<RowsNote> {
    let (mut declared, mut notes) = (DeclaredTables::of(operation), Vec::new());
    declared.leave_as_they_came();
    let (tables, facts) = (data_set.tables(), data_set.hidden_facts());
    for table in tables {
        declared.count(table);
        let columns = declared.note_columns(table, &mut notes);
        declared.note_texts(table, &columns, &mut notes);
        let rows = table.row_count() as u64;
        let limit = operation.record_limit.filter(|limit| rows >= *limit);
        push_new(&mut notes, limit.map(|_| RowsNote::AtRecordLimit(rows)));
    }
    declared.note_required(&mut notes);
    push_new(&mut notes, Some(facts).filter(|facts| !facts.is_empty()).map(RowsNote::Hidden));
    let all: Vec<String> = tables.iter().map(|table| table.full_name().to_owned()).collect();
    declared.note_lacking(&all, &mut notes);
    notes
}

fn push_new(notes: &mut Vec<RowsNote>, more: impl IntoIterator<Item = RowsNote>) {
    for note in more {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
}

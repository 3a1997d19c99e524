//! Rows, read from the diffgram of a data set (docs/RULES.md, rule 22).

use std::collections::{BTreeMap, HashMap, HashSet};

use super::content::{DataSetContent, RelationKind};
use super::error::DataSetError;
use super::leftover::{Leftover, RowElement, holds_content, is_foreign, rows_in};
use super::references::References;
use super::row_ids::{RowIds, RowPosition};
use crate::table::{Cell, Column, Growth, LEFTOVER, Mapping, RowErrors, RowState, StoredRows, Table};
use crate::vocabulary::{DIFFGR, MSDATA, XSI};
use asmx_types::xml_name::decode_local_name;
use asmx_xml::{Element, Node};

/// Reads a diffgram into the tables of `content`. Rows may bring too many undeclared columns, or too much text.
pub(super) fn read(diffgram: Element<'_>, content: DataSetContent) -> Result<DataSetContent, DataSetError> {
    let mut reader = RowReader::new(content);
    // Only the first instance is the data.
    let instance = diffgram.elements().find(|part| part.namespace() != Some(DIFFGR));
    if let Some(instance) = instance {
        reader.enter_instance(instance);
        let (rows, _) = rows_in(instance);
        reader.rows(rows)?;
    }
    reader.beside_instance(diffgram, instance)?;
    Ok(reader.finish())
}

pub(super) fn diffgram(container: Element<'_>) -> Option<Element<'_>> {
    container.elements().find(|element| element.is(Some(DIFFGR), "diffgram"))
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum RowPart {
    Rows,
    Deleted,
    Originals,
}

impl RowPart {
    pub(super) fn of(self, table: &mut Table) -> (&mut StoredRows, &[Column]) {
        let rows = match self {
            Self::Rows => &mut table.rows,
            Self::Deleted => &mut table.before.get_or_insert_default().deleted,
            Self::Originals => &mut table.before.get_or_insert_default().originals,
        };
        (rows, &table.columns)
    }
}

/// The most undeclared tables and columns. Each takes some 1,000 bytes, and may come in 8. See the bound of memory in `docs/SECURITY.md`.
const MOST_UNDECLARED: usize = 25_000;

/// Reads rows into the tables of a data set. It remembers names, so that the rows may come in several documents.
pub(super) struct RowReader {
    pub(super) content: DataSetContent,
    /// Names of tables by local name as written: places in `table_names`.
    tables: HashMap<Box<str>, Option<usize>>,
    tables_by_name: HashMap<String, usize>,
    table_names: Vec<TableName>,
    /// Columns by table and mapping, then by local name as written.
    columns: HashMap<(usize, Mapping), HashMap<Box<str>, Option<usize>>>,
    columns_by_name: HashMap<(usize, Mapping), HashMap<String, usize>>,
    /// Ids alone are not unique: `Table11` may be a row of `Table1` or of `Table`.
    pub(super) ids: RowIds,
    /// Child and parent tables that only nesting relates.
    nestings: HashSet<(usize, usize)>,
    pub(super) changes: RowChanges,
    /// The parts of the diffgram that belong to no row.
    pub(super) unplaced: usize,
    /// The number of undeclared tables and columns that may still come.
    budget: usize,
}

/// The tables of one name.
struct TableName {
    first: usize,
    by_namespace: HashMap<String, usize>,
}

impl TableName {
    fn of(table: usize, namespace: &str) -> Self {
        Self { first: table, by_namespace: HashMap::from([(namespace.to_owned(), table)]) }
    }

    /// Namespaces matter only between tables of one name.
    fn table(&self, namespace: Option<&str>) -> usize {
        let own = match self.by_namespace.len() {
            1 => None,
            _ => self.by_namespace.get(namespace.unwrap_or_default()),
        };
        *own.unwrap_or(&self.first)
    }
}

impl RowReader {
    pub(super) fn new(content: DataSetContent) -> Self {
        let mut tables_by_name: HashMap<String, usize> = HashMap::new();
        let mut table_names: Vec<TableName> = Vec::new();
        for (index, table) in content.tables.iter().enumerate() {
            let namespace = table.namespace.as_ref().unwrap_or(&content.namespace);
            let name = *tables_by_name.entry(table.name.clone()).or_insert_with(|| {
                table_names.push(TableName::of(index, namespace));
                table_names.len() - 1
            });
            if let Some(name) = table_names.get_mut(name) {
                name.by_namespace.entry(namespace.clone()).or_insert(index);
            }
        }
        let nested = || content.relations.iter().filter(|relation| relation.kind == RelationKind::Nesting);
        let references = nested().next().map(|_| References::of(&content));
        let index = |name: &str| references.as_ref()?.table(name);
        let nestings =
            nested().filter_map(|relation| Some((index(&relation.child)?, index(&relation.parent)?))).collect();
        let mut columns_by_name: HashMap<(usize, Mapping), HashMap<String, usize>> = HashMap::new();
        for (table, in_table) in content.tables.iter().enumerate() {
            for (index, column) in in_table.columns.iter().enumerate() {
                let named = columns_by_name.entry((table, column.mapping)).or_default();
                named.entry(column.name.clone()).or_insert(index);
            }
        }
        Self {
            content,
            tables: HashMap::new(),
            tables_by_name,
            table_names,
            columns: HashMap::new(),
            columns_by_name,
            ids: RowIds::default(),
            nestings,
            changes: RowChanges::default(),
            unplaced: 0,
            budget: MOST_UNDECLARED,
        }
    }

    pub(super) fn enter_instance(&mut self, instance: Element<'_>) {
        self.unplaced += foreign_attributes(instance);
        let name = decode_local_name(instance.name());
        if name != self.content.instance_name() {
            self.content.instance_name = Some(name.into_owned());
        }
    }

    /// The content when all rows and parts were read.
    pub(super) fn finish(mut self) -> DataSetContent {
        self.sort_rows();
        match self.content.tables.first_mut() {
            Some(table) => table.reading.unplaced = self.unplaced,
            None => self.content.unplaced = self.unplaced,
        }
        self.content
    }

    /// The table whose rows are written like `element`, if known.
    pub(super) fn known_table(&mut self, element: Element<'_>) -> Option<usize> {
        let known = self.tables.get(element.name()).copied();
        let name = known.unwrap_or_else(|| {
            let name = self.tables_by_name.get(&*decode_local_name(element.name())).copied();
            self.tables.insert(element.name().into(), name);
            name
        });
        Some(self.table_names.get(name?)?.table(element.namespace()))
    }

    /// [`Self::known_table`], or else a new, undeclared table.
    pub(super) fn table(&mut self, element: Element<'_>) -> Result<usize, DataSetError> {
        if let Some(known) = self.known_table(element) {
            return Ok(known);
        }
        self.spend()?;
        let index = self.content.tables.len();
        let namespace = element.namespace().unwrap_or_default();
        let namespace = (namespace != self.content.namespace).then(|| namespace.to_owned());
        let name = decode_local_name(element.name());
        self.tables.insert(element.name().into(), Some(self.table_names.len()));
        self.tables_by_name.insert(name.clone().into_owned(), self.table_names.len());
        self.table_names.push(TableName::of(index, element.namespace().unwrap_or_default()));
        self.content.tables.push(Table { namespace, is_declared: false, ..Table::new(name) });
        Ok(index)
    }

    fn spend(&mut self) -> Result<(), DataSetError> {
        self.budget = self.budget.checked_sub(1).ok_or(DataSetError::TooManyColumns)?;
        Ok(())
    }

    /// The column of a table with this mapping and name as written, if known.
    pub(super) fn known_column(&mut self, table: usize, mapping: Mapping, name: &str) -> Option<usize> {
        let known = self.columns.entry((table, mapping)).or_default();
        if let Some(known) = known.get(name) {
            return *known;
        }
        let decoded = decode_local_name(name);
        let by_name = self.columns_by_name.get(&(table, mapping));
        let found = by_name.and_then(|by_name| by_name.get(&*decoded)).copied();
        known.insert(name.into(), found);
        found
    }

    /// [`Self::known_column`], or else a new, undeclared column; `None` if a column of another mapping has the name.
    fn column(&mut self, table: usize, mapping: Mapping, name: &str) -> Result<Option<usize>, DataSetError> {
        if let Some(known) = self.known_column(table, mapping, name) {
            return Ok(Some(known));
        }
        let decoded = decode_local_name(name);
        let is_of =
            |mapping| self.columns_by_name.get(&(table, mapping)).is_some_and(|named| named.contains_key(&*decoded));
        if Mapping::ALL.into_iter().any(is_of) {
            return Ok(None);
        }
        self.spend()?;
        let Some(in_table) = self.content.tables.get_mut(table) else {
            return Ok(None);
        };
        let column = Column::of_type(&*decoded, "");
        let index = in_table.add_column(Column { mapping, is_declared: false, ..column });
        self.columns.entry((table, mapping)).or_default().insert(name.into(), Some(index));
        self.columns_by_name.entry((table, mapping)).or_default().insert(decoded.into_owned(), index);
        Ok(Some(index))
    }

    /// Puts the rows of tables in the order of the server's count, unless rows of an earlier batch were taken. Changes of
    /// rows must have been read.
    fn sort_rows(&mut self) {
        for table in self.content.tables.iter_mut().filter(|table| table.first_row == 0) {
            table.sort_rows();
        }
    }

    /// Reads these rows, nested ones after the row they are in.
    pub(super) fn rows<'d>(&mut self, rows: Vec<RowElement<'d>>) -> Result<(), DataSetError> {
        let in_order = |rows: Vec<RowElement<'d>>, parent| rows.into_iter().rev().map(move |row| (row, parent));
        let mut waiting: Vec<(RowElement<'d>, Option<(usize, u32)>)> = in_order(rows, None).collect();
        while let Some((RowElement { element, text_before }, parent)) = waiting.pop() {
            let table = self.table(element)?;
            let row = self.row(element, table, RowPart::Rows, text_before)?;
            let Some(in_table) = self.content.tables.get_mut(table) else {
                continue;
            };
            let changes = &mut in_table.rows.changes;
            let order = changes.order(row);
            changes.push_state(row, state_of(element.attribute(Some(DIFFGR), "hasChanges")));
            if let Some((parent, parent_order)) = parent
                && self.nestings.contains(&(table, parent))
            {
                changes.push_parent(row, parent_order);
            }
            let nested = element.elements().filter(|child| self.is_row(*child, table)).map(RowElement::from).collect();
            waiting.extend(in_order(nested, Some((table, order))));
        }
        Ok(())
    }

    pub(super) fn is_row(&mut self, child: Element<'_>, table: usize) -> bool {
        if child.attribute(Some(DIFFGR), "id").is_some() {
            return true;
        }
        self.known_column(table, Mapping::Element, child.name()).is_none()
            && child.elements().next().is_some()
            && self.known_table(child).is_some()
    }

    /// Reads a row. Content that no column takes goes into the column of the [leftovers](Leftover), after the text before the row.
    pub(super) fn row(
        &mut self,
        element: Element<'_>,
        table: usize,
        part: RowPart,
        text_before: String,
    ) -> Result<u32, DataSetError> {
        let row = self.add_row(element, table, part)?;
        let mut leftover = Leftover::of_text(text_before);
        match self.text_column(table) {
            Some(column) if element.attribute(Some(XSI), "nil") != Some("true") => {
                self.push(table, part, row, column, &Cell::Text(element.text()))?;
            }
            Some(_) => {}
            None => leftover.texts_of(element),
        }
        // An attribute of another namespace does not take the column of one without.
        for has_namespace in [false, true] {
            for attribute in element.attributes() {
                let (mapping, name) = match attribute.namespace {
                    Some(DIFFGR | XSI | asmx_xml::XML_NAMESPACE) => continue,
                    Some(MSDATA) => match attribute.name.strip_prefix("hidden") {
                        Some(name) => (Mapping::Hidden, name),
                        None => continue,
                    },
                    _ => (Mapping::Attribute, attribute.name),
                };
                if attribute.namespace.is_some() != has_namespace {
                    continue;
                }
                let is_taken = match self.column(table, mapping, name)? {
                    Some(column) => self.push(table, part, row, column, &Cell::from(attribute.value))?,
                    None => false,
                };
                if !is_taken {
                    leftover.attribute(element, attribute);
                }
            }
        }
        for child in element.elements() {
            if part == RowPart::Rows && self.is_row(child, table) {
                continue;
            }
            let is_taken = match cell(child) {
                Some(cell) => match self.column(table, Mapping::Element, child.name())? {
                    Some(column) => {
                        self.push(table, part, row, column, &cell)? && !self.loses_attributes(table, column, child)
                    }
                    None => false,
                },
                None => !holds_content(child),
            };
            if !is_taken {
                leftover.element(child);
            }
        }
        if let Some(cell) = leftover.into_cell() {
            self.push_leftover(table, part, row, &cell)?;
        }
        Ok(row)
    }

    /// Whether a value has attributes beside its text. Values of any type are objects of the service, which may have such.
    fn loses_attributes(&self, table: usize, column: usize, value: Element<'_>) -> bool {
        let column = || self.content.tables.get(table)?.columns.get(column);
        let is_of_any_type = || column().is_some_and(|column| column.type_name() == "xs:anyType");
        value.attributes().any(is_foreign) && !is_of_any_type()
    }

    fn is_declared(&self, table: usize, column: usize) -> bool {
        self.content.tables.get(table).and_then(|table| table.columns.get(column)).is_some_and(Column::is_declared)
    }

    /// Adds the content of a row that no column takes, to an undeclared column.
    fn push_leftover(&mut self, table: usize, part: RowPart, row: u32, cell: &Cell<'_>) -> Result<(), DataSetError> {
        let mut name = LEFTOVER.to_owned();
        // A column of the service may have the name.
        for number in 2.. {
            if let Some(column) = self.column(table, Mapping::Element, &name)?
                && !self.is_declared(table, column)
                && self.push(table, part, row, column, cell)?
            {
                break;
            }
            name = format!("{LEFTOVER}_{number}");
        }
        Ok(())
    }

    fn add_row(&mut self, element: Element<'_>, table: usize, part: RowPart) -> Result<u32, DataSetError> {
        let order = element.attribute(Some(MSDATA), "rowOrder").and_then(|order| order.trim().parse().ok());
        let Some(in_table) = self.content.tables.get_mut(table) else {
            return Ok(0);
        };
        let order = order.unwrap_or(in_table.next_order);
        let is_deleted = part == RowPart::Deleted;
        let added = match part {
            RowPart::Originals => part.of(in_table).0.add(0),
            RowPart::Rows | RowPart::Deleted => in_table.add_row(order, is_deleted),
        };
        let row = added.ok_or_else(|| DataSetError::TooLarge { table: in_table.name.clone() })?;
        if let (Some(id), false) = (element.attribute(Some(DIFFGR), "id"), part == RowPart::Originals) {
            let is_usual = id == usual_id(&in_table.name, order);
            // Ids count over the whole stream; rows of earlier batches are no longer here.
            let first_row = if is_deleted { 0 } else { in_table.first_row };
            let in_whole = u32::try_from(first_row).ok().and_then(|first| first.checked_add(row));
            let in_whole = in_whole.ok_or_else(|| DataSetError::TooLarge { table: in_table.name.clone() })?;
            if !is_usual {
                part.of(in_table).0.changes.set_id(row, id);
            }
            if is_usual && !is_deleted {
                self.ids.insert_usual(table, &[order], in_whole);
            } else {
                self.ids.insert(table, id, RowPosition { is_deleted, row: in_whole });
            }
        }
        Ok(row)
    }

    /// Adds a cell; `false` if the row has one in this column already, which it keeps.
    fn push(
        &mut self,
        table: usize,
        part: RowPart,
        row: u32,
        column: usize,
        cell: &Cell<'_>,
    ) -> Result<bool, DataSetError> {
        let Some(in_table) = self.content.tables.get_mut(table) else {
            return Ok(true);
        };
        let (rows, columns) = part.of(in_table);
        let pushed = rows.push(row, column, columns, cell);
        pushed.map_err(|_| DataSetError::TooLarge { table: in_table.name.clone() })
    }

    /// Reserves memory for `remaining` bytes of rows, if they are like the `read` bytes so far.
    pub(super) fn reserve(&mut self, read: usize, remaining: usize) {
        for table in &mut self.content.tables {
            table.rows.reserve(Growth::More { read, remaining });
        }
    }

    /// Whether the rows of a table have a value that is their own text.
    pub(super) fn has_text_column(&self, table: usize) -> bool {
        self.text_column(table).is_some()
    }

    fn text_column(&self, table: usize) -> Option<usize> {
        self.columns_by_name.get(&(table, Mapping::SimpleContent))?.values().min().copied()
    }
}

/// The number of attributes that a diffgram does not have on an element around rows.
pub(super) fn foreign_attributes(element: Element<'_>) -> usize {
    element.attributes().filter(|attribute| is_foreign(*attribute)).count()
}

pub(super) fn state_of(changes: Option<&str>) -> RowState {
    match changes {
        Some("inserted") => RowState::Added,
        Some("modified") => RowState::Modified,
        _ => RowState::Unchanged,
    }
}

/// The id that a genuine server gives the row of this order.
pub(super) fn usual_id(table: &str, order: u32) -> String {
    format!("{table}{}", u64::from(order) + 1)
}

/// The value of a cell's element; `None` for `xsi:nil`.
fn cell(element: Element<'_>) -> Option<Cell<'_>> {
    if element.attribute(Some(XSI), "nil").is_some_and(|nil| matches!(nil, "true" | "1")) {
        return None;
    }
    if element.children().any(|child| matches!(child, Node::Element(_))) {
        return Some(Cell::xml(element.inner_xml()));
    }
    let text = element.text();
    let Some(type_name) = element.attribute(Some(XSI), "type") else {
        return Some(Cell::Text(text));
    };
    let (namespace, local) = element.qualified(type_name.trim());
    let namespace = namespace.unwrap_or_default();
    Some(Cell::Typed { text, namespace: namespace.into(), type_name: local.into() })
}

/// Originals and errors of rows of earlier batches, by table and by row of the whole stream.
#[derive(Debug, Default)]
pub(super) struct RowChanges {
    pub(super) originals: BTreeMap<(usize, u32), u32>,
    pub(super) errors: BTreeMap<(usize, u32), RowErrors>,
}

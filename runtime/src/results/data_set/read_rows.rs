//! From the diffgram of a data set to rows.

use std::collections::{HashMap, HashSet};

use super::Content;
use super::error::DataSetError;
use super::read_schema::MOST_COLUMNS;
use super::relation::RelationKind;
use super::vocabulary::{DIFFGR, MSDATA, XSI};
use crate::results::table::{Cell, Column, Mapping, RowState, StoredRows, Table};
use crate::xml::name::decode_local_name;
use crate::xml::{Element, Node};

/// Reads the diffgram in `container`, if there is one, into the tables of `content`.
///
/// # Errors
///
/// [`DataSetError::TooManyColumns`] if rows bring more tables and columns than that with them, [`DataSetError::TooLarge`].
pub(super) fn read(container: Element<'_>, content: &mut Content) -> Result<(), DataSetError> {
    let Some(diffgram) = container.elements().find(|element| element.is(Some(DIFFGR), "diffgram")) else {
        return Ok(());
    };
    let mut reader = Reader::new(content);
    for part in diffgram.elements() {
        match (part.namespace(), part.name()) {
            (Some(DIFFGR), "before") => reader.before(part)?,
            (Some(DIFFGR), "errors") => reader.errors(part),
            (Some(DIFFGR), _) => {}
            // Only the first instance is the data.
            _ if !reader.has_instance => {
                reader.has_instance = true;
                let name = decode_local_name(part.name());
                if name != reader.content.instance_name() {
                    reader.content.instance_name = Some(name.into_owned());
                }
                reader.instance(part)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Where a record is: among the rows or the deleted rows of a table.
#[derive(Clone, Copy)]
struct Place {
    table: usize,
    is_deleted: bool,
    row: u32,
}

/// Which rows of a table are read.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Rows,
    Deleted,
    Originals,
}

impl Part {
    /// These rows of a table, and its columns.
    fn of(self, table: &mut Table) -> (&mut StoredRows, &[Column]) {
        let rows = match self {
            Self::Rows => &mut table.rows,
            Self::Deleted => &mut table.before.get_or_insert_default().deleted,
            Self::Originals => &mut table.before.get_or_insert_default().originals,
        };
        (rows, &table.columns)
    }
}

struct Reader<'c, 'd> {
    content: &'c mut Content,
    /// Tables by local name as written. Two tables may share a name in different namespaces.
    tables: HashMap<&'d str, Vec<usize>>,
    /// Columns by table, how they travel, and local name as written.
    columns: HashMap<(usize, Mapping, &'d str), Option<usize>>,
    /// The same by decoded name, for names that were not met yet.
    columns_by_name: HashMap<(usize, Mapping), HashMap<String, usize>>,
    /// Rows by table and `diffgr:id`. Ids alone are not unique: `Table11` may be a row of `Table1` or of `Table`.
    ids: HashMap<(usize, &'d str), Place>,
    /// Child and parent tables that only nesting relates.
    nestings: HashSet<(usize, usize)>,
    has_instance: bool,
    /// How many undeclared tables and columns there may still be.
    budget: usize,
}

impl<'c, 'd> Reader<'c, 'd> {
    fn new(content: &'c mut Content) -> Self {
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (index, table) in content.tables.iter().enumerate() {
            places.entry(&table.name).or_insert(index);
        }
        let place = |name: &str| places.get(name).copied();
        let nestings = content
            .relations
            .iter()
            .filter(|relation| relation.kind == RelationKind::Nesting)
            .filter_map(|relation| Some((place(&relation.child)?, place(&relation.parent)?)))
            .collect();
        let mut columns_by_name: HashMap<(usize, Mapping), HashMap<String, usize>> = HashMap::new();
        for (table, in_table) in content.tables.iter().enumerate() {
            for (place, column) in in_table.columns.iter().enumerate() {
                let named = columns_by_name.entry((table, column.mapping)).or_default();
                named.entry(column.name.clone()).or_insert(place);
            }
        }
        Self {
            content,
            tables: HashMap::new(),
            columns: HashMap::new(),
            columns_by_name,
            ids: HashMap::new(),
            nestings,
            has_instance: false,
            budget: MOST_COLUMNS,
        }
    }

    /// The table whose rows are written like `element`, if there is one. Namespaces decide only between tables of one name.
    fn known_table(&mut self, element: Element<'d>) -> Option<usize> {
        let tables = &self.content.tables;
        let candidates = self.tables.entry(element.name()).or_insert_with(|| {
            let name = decode_local_name(element.name());
            (0..).zip(tables).filter(|(_, table)| table.name == name).map(|(index, _)| index).collect()
        });
        let namespace = element.namespace().unwrap_or_default();
        let own = |index: &&usize| {
            let table = tables.get(**index).and_then(|table| table.namespace.as_deref());
            table.unwrap_or(&self.content.namespace) == namespace
        };
        if candidates.len() > 1 { candidates.iter().find(own).or(candidates.first()) } else { candidates.first() }
            .copied()
    }

    /// As [`Self::known_table`]; a table that the schema does not declare is added.
    fn table(&mut self, element: Element<'d>) -> Result<usize, DataSetError> {
        if let Some(known) = self.known_table(element) {
            return Ok(known);
        }
        self.spend()?;
        let index = self.content.tables.len();
        let namespace = element.namespace().unwrap_or_default();
        let namespace = (namespace != self.content.namespace).then(|| namespace.to_owned());
        let name = decode_local_name(element.name());
        self.content.tables.push(Table { namespace, is_declared: false, ..Table::new(name) });
        self.tables.insert(element.name(), vec![index]);
        Ok(index)
    }

    fn spend(&mut self) -> Result<(), DataSetError> {
        self.budget = self.budget.checked_sub(1).ok_or(DataSetError::TooManyColumns)?;
        Ok(())
    }

    /// The column of a table that travels as `mapping` under `name` as written, if there is one.
    fn known_column(&mut self, table: usize, mapping: Mapping, name: &'d str) -> Option<usize> {
        let by_name = self.columns_by_name.get(&(table, mapping));
        *self.columns.entry((table, mapping, name)).or_insert_with(|| {
            let decoded = decode_local_name(name);
            by_name.and_then(|by_name| by_name.get(&*decoded)).copied()
        })
    }

    /// As [`Self::known_column`]; a column that the schema does not declare is added.
    fn column(&mut self, table: usize, mapping: Mapping, name: &'d str) -> Result<usize, DataSetError> {
        if let Some(known) = self.known_column(table, mapping, name) {
            return Ok(known);
        }
        self.spend()?;
        let Some(in_table) = self.content.tables.get_mut(table) else {
            return Ok(0);
        };
        let column = Column::of_type(decode_local_name(name), "");
        let decoded = column.name.clone();
        let index = in_table.add_column(Column { mapping, is_declared: false, ..column });
        self.columns.insert((table, mapping, name), Some(index));
        self.columns_by_name.entry((table, mapping)).or_default().entry(decoded).or_insert(index);
        Ok(index)
    }

    /// Reads all rows, nested ones after the row they are in.
    fn instance(&mut self, instance: Element<'d>) -> Result<(), DataSetError> {
        let in_order = |rows: Vec<Element<'d>>, parent| rows.into_iter().rev().map(move |row| (row, parent));
        let mut waiting: Vec<(Element<'d>, Option<(usize, u32)>)> =
            in_order(instance.elements().collect(), None).collect();
        while let Some((element, parent)) = waiting.pop() {
            let table = self.table(element)?;
            let row = self.row(element, table, Part::Rows)?;
            let Some(in_table) = self.content.tables.get_mut(table) else {
                continue;
            };
            let changes = &mut in_table.rows.changes;
            let order = changes.order(row);
            match element.attribute(Some(DIFFGR), "hasChanges") {
                Some("inserted") => changes.push_state(row, RowState::Added),
                Some("modified") => changes.push_state(row, RowState::Modified),
                _ => {}
            }
            if let Some((parent, parent_order)) = parent
                && self.nestings.contains(&(table, parent))
            {
                changes.push_parent(row, parent_order);
            }
            let nested: Vec<Element<'d>> = element.elements().filter(|child| self.is_row(*child, table)).collect();
            waiting.extend(in_order(nested, Some((table, order))));
        }
        Ok(())
    }

    /// Whether a child of a row is a nested row rather than a cell.
    fn is_row(&mut self, child: Element<'d>, table: usize) -> bool {
        if child.attribute(Some(DIFFGR), "id").is_some() {
            return true;
        }
        self.known_column(table, Mapping::Element, child.name()).is_none()
            && child.elements().next().is_some()
            && self.known_table(child).is_some()
    }

    /// Adds a row, and reads its cells, its id and its place.
    fn row(&mut self, element: Element<'d>, table: usize, part: Part) -> Result<u32, DataSetError> {
        let row = self.add_row(element, table, part)?;
        for attribute in element.attributes() {
            let (mapping, name) = match attribute.namespace {
                Some(DIFFGR | XSI | crate::xml::XML_NAMESPACE) => continue,
                Some(MSDATA) => match attribute.name.strip_prefix("hidden") {
                    Some(name) => (Mapping::Hidden, name),
                    None => continue,
                },
                _ => (Mapping::Attribute, attribute.name),
            };
            let column = self.column(table, mapping, name)?;
            self.push(table, part, row, column, &Cell::from(attribute.value))?;
        }
        if let Some(column) = self.text_column(table)
            && element.attribute(Some(XSI), "nil") != Some("true")
        {
            self.push(table, part, row, column, &Cell::Text(element.text()))?;
        }
        for child in element.elements() {
            if part == Part::Rows && self.is_row(child, table) {
                continue;
            }
            if let Some(cell) = cell(child) {
                let column = self.column(table, Mapping::Element, child.name())?;
                self.push(table, part, row, column, &cell)?;
            }
        }
        Ok(row)
    }

    /// Adds a row without cells.
    fn add_row(&mut self, element: Element<'d>, table: usize, part: Part) -> Result<u32, DataSetError> {
        let order = element.attribute(Some(MSDATA), "rowOrder").and_then(|order| order.trim().parse().ok());
        let Some(in_table) = self.content.tables.get_mut(table) else {
            return Ok(0);
        };
        let order = order.unwrap_or(in_table.next_order);
        let is_deleted = part == Part::Deleted;
        let added = match part {
            Part::Originals => part.of(in_table).0.add(0),
            Part::Rows | Part::Deleted => in_table.add_row(order, is_deleted),
        };
        let row = added.ok_or_else(|| DataSetError::TooLarge { table: in_table.name.clone() })?;
        if let (Some(id), false) = (element.attribute(Some(DIFFGR), "id"), part == Part::Originals) {
            if id != usual_id(&in_table.name, order) {
                part.of(in_table).0.changes.set_id(row, id);
            }
            self.ids.insert((table, id), Place { table, is_deleted, row });
        }
        Ok(row)
    }

    /// Adds a cell. One that is named twice keeps its first value.
    fn push(&mut self, table: usize, part: Part, row: u32, column: usize, cell: &Cell<'_>) -> Result<(), DataSetError> {
        let Some(in_table) = self.content.tables.get_mut(table) else {
            return Ok(());
        };
        let (rows, columns) = part.of(in_table);
        let pushed = rows.push(row, column, columns, cell);
        pushed.map_err(|_| DataSetError::TooLarge { table: in_table.name.clone() })
    }

    fn text_column(&self, table: usize) -> Option<usize> {
        self.columns_by_name.get(&(table, Mapping::SimpleContent))?.values().min().copied()
    }

    /// The originals of modified rows, and deleted rows.
    fn before(&mut self, before: Element<'d>) -> Result<(), DataSetError> {
        for element in before.elements() {
            let table = self.table(element)?;
            let id = element.attribute(Some(DIFFGR), "id");
            let current = id.and_then(|id| self.ids.get(&(table, id)).copied()).filter(|place| !place.is_deleted);
            let Some(current) = current else {
                self.row(element, table, Part::Deleted)?;
                continue;
            };
            let original = self.row(element, table, Part::Originals)?;
            if let Some(in_table) = self.content.tables.get_mut(table) {
                in_table.before.get_or_insert_default().of_rows.insert(current.row, original);
                // Originals whose row is not marked as modified are modified all the same.
                if in_table.rows.changes.state(current.row) == RowState::Unchanged {
                    in_table.rows.changes.set_state(current.row, RowState::Modified);
                }
            }
        }
        Ok(())
    }

    fn errors(&mut self, errors: Element<'d>) {
        for element in errors.elements() {
            let Some(table) = self.known_table(element) else {
                continue;
            };
            let id = element.attribute(Some(DIFFGR), "id").unwrap_or_default();
            let Some(place) = self.ids.get(&(table, id)).copied() else {
                continue;
            };
            let Some(in_table) = self.content.tables.get_mut(place.table) else {
                continue;
            };
            let part = if place.is_deleted { Part::Deleted } else { Part::Rows };
            let errors = part.of(in_table).0.changes.errors_mut(place.row);
            if let Some(text) = element.attribute(Some(DIFFGR), "Error") {
                errors.row = Some(text.to_owned());
            }
            for column in element.elements() {
                if let Some(text) = column.attribute(Some(DIFFGR), "Error") {
                    errors.columns.push((decode_local_name(column.name()).into_owned(), text.to_owned()));
                }
            }
        }
    }
}

/// What a genuine server calls the row that was put into its table as the one at `order`.
pub(super) fn usual_id(table: &str, order: u32) -> String {
    format!("{table}{}", u64::from(order) + 1)
}

/// The value of a cell's element; `None` for `DBNull` written as `xsi:nil`.
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
    let (prefix, local) = match type_name.trim().split_once(':') {
        Some((prefix, local)) => (Some(prefix), local),
        None => (None, type_name.trim()),
    };
    let namespace = element.namespace_of_prefix(prefix).unwrap_or_default();
    Some(Cell::Typed { text, namespace: namespace.into(), type_name: local.into() })
}

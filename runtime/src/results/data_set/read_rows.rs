//! From the diffgram of a data set to rows.

use std::collections::{HashMap, HashSet};

use super::Content;
use super::cell::Cell;
use super::column::{Column, Mapping};
use super::error::DataSetError;
use super::read_schema::MOST_COLUMNS;
use super::relation::RelationKind;
use super::row::{Cells, Record, RowState};
use super::table::Table;
use super::vocabulary::{DIFFGR, MSDATA, XSI};
use crate::xml::name::decode_local_name;
use crate::xml::{Element, Node};

/// Reads the diffgram in `container`, if there is one, into the tables of `content`.
///
/// # Errors
///
/// [`DataSetError::TooManyColumns`] if rows bring more tables and columns than that with them.
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
    reader.finish();
    Ok(())
}

/// Where a record is: among the rows or the deleted rows of a table.
#[derive(Clone, Copy)]
struct Place {
    table: usize,
    is_deleted: bool,
    index: usize,
}

struct Reader<'c, 'd> {
    content: &'c mut Content,
    /// Tables by local name as written. Two tables may share a name in different namespaces.
    tables: HashMap<&'d str, Vec<usize>>,
    /// Columns by table, how they travel, and local name as written.
    columns: HashMap<(usize, Mapping, &'d str), Option<usize>>,
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
        Self {
            content,
            tables: HashMap::new(),
            columns: HashMap::new(),
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
        let tables = &self.content.tables;
        *self.columns.entry((table, mapping, name)).or_insert_with(|| {
            let decoded = decode_local_name(name);
            let columns = tables.get(table).map_or(&[][..], Table::columns);
            columns.iter().position(|column| column.mapping == mapping && column.name == decoded)
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
        let index = in_table.columns.len();
        let column = Column::of_type(decode_local_name(name), "");
        in_table.columns.push(Column { mapping, is_declared: false, ..column });
        self.columns.insert((table, mapping, name), Some(index));
        Ok(index)
    }

    /// Reads all rows, nested ones after the row they are in.
    fn instance(&mut self, instance: Element<'d>) -> Result<(), DataSetError> {
        let in_order = |rows: Vec<Element<'d>>, parent| rows.into_iter().rev().map(move |row| (row, parent));
        let mut waiting: Vec<(Element<'d>, Option<(usize, u32)>)> =
            in_order(instance.elements().collect(), None).collect();
        while let Some((element, parent)) = waiting.pop() {
            let table = self.table(element)?;
            let mut record = self.record(element, table, true)?;
            record.state = match element.attribute(Some(DIFFGR), "hasChanges") {
                Some("inserted") => RowState::Added,
                Some("modified") => RowState::Modified,
                _ => RowState::Unchanged,
            };
            let is_linked = |(parent, _): &(usize, u32)| self.nestings.contains(&(table, *parent));
            record.parent = parent.filter(is_linked).map(|(_, order)| order);
            let order = record.order;
            self.keep(element, table, record);
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

    fn keep(&mut self, element: Element<'d>, table: usize, record: Record) {
        let Some(in_table) = self.content.tables.get_mut(table) else {
            return;
        };
        let is_deleted = record.state == RowState::Deleted;
        let place = Place { table, is_deleted, index: in_table.keep(record) };
        if let Some(id) = element.attribute(Some(DIFFGR), "id") {
            self.ids.insert((table, id), place);
        }
    }

    /// Reads the cells of a row, its id and its place.
    fn record(&mut self, element: Element<'d>, table: usize, may_nest: bool) -> Result<Record, DataSetError> {
        let order = element.attribute(Some(MSDATA), "rowOrder").and_then(|order| order.trim().parse().ok());
        let order = order.or_else(|| self.content.tables.get(table).map(|table| table.next_order)).unwrap_or(0);
        let mut cells = Cells::new();
        for attribute in element.attributes() {
            let (mapping, name) = match attribute.namespace {
                Some(DIFFGR | XSI | crate::xml::XML_NAMESPACE) => continue,
                Some(MSDATA) => match attribute.name.strip_prefix("hidden") {
                    Some(name) => (Mapping::Hidden, name),
                    None => continue,
                },
                _ => (Mapping::Attribute, attribute.name),
            };
            set(&mut cells, self.column(table, mapping, name)?, Cell::Text(attribute.value.to_owned()));
        }
        let text_column = self.text_column(table);
        if let Some(column) = text_column
            && element.attribute(Some(XSI), "nil") != Some("true")
        {
            set(&mut cells, column, Cell::Text(element.text().into_owned()));
        }
        for child in element.elements() {
            if may_nest && self.is_row(child, table) {
                continue;
            }
            if let Some(cell) = cell(child) {
                set(&mut cells, self.column(table, Mapping::Element, child.name())?, cell);
            }
        }
        // A cell that is named twice keeps its first value.
        cells.sort_by_key(|(column, _)| *column);
        cells.dedup_by_key(|(column, _)| *column);
        let id = element.attribute(Some(DIFFGR), "id").map(str::to_owned);
        let name = self.content.tables.get(table).map_or("", |table| &table.name);
        let usual_id = usual_id(name, order);
        Ok(Record { cells, order, id: id.filter(|id| *id != usual_id), ..Record::default() })
    }

    fn text_column(&self, table: usize) -> Option<usize> {
        let columns = self.content.tables.get(table)?.columns.iter();
        columns.into_iter().position(|column| column.mapping == Mapping::SimpleContent)
    }

    /// The originals of modified rows, and deleted rows.
    fn before(&mut self, before: Element<'d>) -> Result<(), DataSetError> {
        for element in before.elements() {
            let table = self.table(element)?;
            let mut record = self.record(element, table, false)?;
            let id = element.attribute(Some(DIFFGR), "id");
            let current = id.and_then(|id| self.ids.get(&(table, id)).copied()).filter(|place| !place.is_deleted);
            if let Some(current) = current.and_then(|place| self.at(place)) {
                current.original = Some(record.cells);
            } else {
                record.state = RowState::Deleted;
                self.keep(element, table, record);
            }
        }
        Ok(())
    }

    fn at(&mut self, place: Place) -> Option<&mut Record> {
        let table = self.content.tables.get_mut(place.table)?;
        let records = if place.is_deleted { &mut table.deleted } else { &mut table.rows };
        records.get_mut(place.index)
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
            let Some(record) = self.at(place) else {
                continue;
            };
            if let Some(text) = element.attribute(Some(DIFFGR), "Error") {
                record.error = Some(text.to_owned());
            }
            for column in element.elements() {
                if let Some(text) = column.attribute(Some(DIFFGR), "Error") {
                    record.column_errors.push((decode_local_name(column.name()).into_owned(), text.to_owned()));
                }
            }
        }
    }

    fn finish(self) {
        for table in &mut self.content.tables {
            // Originals whose row is not marked as modified are modified all the same.
            for record in &mut table.rows {
                if record.original.is_some() && record.state == RowState::Unchanged {
                    record.state = RowState::Modified;
                }
            }
        }
    }
}

/// What a genuine server calls the row that was put into its table as the one at `order`.
pub(super) fn usual_id(table: &str, order: u32) -> String {
    format!("{table}{}", u64::from(order) + 1)
}

fn set(cells: &mut Cells, column: usize, cell: Cell) {
    // There are at most a hundred thousand columns.
    if let Ok(column) = u32::try_from(column) {
        cells.push((column, cell));
    }
}

/// The value of a cell's element; `None` for `DBNull` written as `xsi:nil`.
fn cell(element: Element<'_>) -> Option<Cell> {
    if element.attribute(Some(XSI), "nil").is_some_and(|nil| matches!(nil, "true" | "1")) {
        return None;
    }
    if element.children().any(|child| matches!(child, Node::Element(_))) {
        return Some(Cell::Xml(element.inner_xml().to_owned()));
    }
    let text = element.text().into_owned();
    let Some(type_name) = element.attribute(Some(XSI), "type") else {
        return Some(Cell::Text(text));
    };
    let (prefix, local) = match type_name.trim().split_once(':') {
        Some((prefix, local)) => (Some(prefix), local),
        None => (None, type_name.trim()),
    };
    let namespace = element.namespace_of_prefix(prefix).unwrap_or_default().to_owned();
    Some(Cell::Typed { text, namespace, type_name: local.to_owned() })
}

//! A document of rows as a table: `<Loans><Loan><Title>Emma</Title></Loan>…</Loans>`.

use std::collections::HashMap;

use super::error::DeclaredRowsError;
use crate::results::XmlDocument;
use crate::results::table::{Cell, Column, ColumnType, Mapping, Table};
use crate::xml::Element;
use crate::xml::name::decode_local_name;

/// The most columns of a document's table, so that a hostile one cannot make each of its rows wider than the last.
const MOST_COLUMNS: usize = 4_096;

const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// The rows of a document: those children of the root that are called `row`, or else like its first child. Their attributes and
/// elements are the columns, in the order in which they first come; an element that a row repeats has a column for each time.
/// `None` for null.
pub(super) fn table(document: &XmlDocument, row: Option<&str>) -> Result<Option<Table>, DeclaredRowsError> {
    if document.is_null() {
        return Ok(None);
    }
    let tree = document.document()?;
    let first = tree.root().elements().next().map(|element| decode_local_name(element.name()));
    let row = row.map(str::to_owned).or_else(|| first.map(std::borrow::Cow::into_owned)).unwrap_or_default();
    let mut places = Places::default();
    let mut rows = Vec::new();
    for element in tree.root().elements().filter(|element| decode_local_name(element.name()) == row) {
        rows.push(places.cells(element)?);
    }
    let mut table = Table::new(row);
    for column in places.columns {
        table = table.with_column(column);
    }
    for row in rows {
        table.push(row);
    }
    Ok(Some(table))
}

/// The columns that were seen so far.
#[derive(Default)]
struct Places<'d> {
    columns: Vec<Column>,
    /// By name as written, whether it is an attribute, and how often the row had it before.
    known: HashMap<(&'d str, bool, usize), usize>,
}

impl<'d> Places<'d> {
    /// The cells of a row, in the order of the columns.
    fn cells(&mut self, row: Element<'d>) -> Result<Vec<Cell<'d>>, DeclaredRowsError> {
        let mut cells = Vec::with_capacity(self.columns.len());
        let mut times: HashMap<&str, usize> = HashMap::new();
        for attribute in row.attributes().filter(|attribute| attribute.namespace != Some(XSI)) {
            let place = self.place((attribute.name, true, 0))?;
            put(&mut cells, place, Cell::from(attribute.value));
        }
        for element in row.elements() {
            let time = times.entry(element.name()).or_default();
            let place = self.place((element.name(), false, *time))?;
            *time += 1;
            put(&mut cells, place, cell(element));
        }
        if row.elements().next().is_none() && !row.text().trim().is_empty() {
            let place = self.place((row.name(), false, 0))?;
            put(&mut cells, place, Cell::Text(row.text()));
        }
        Ok(cells)
    }

    fn place(&mut self, key: (&'d str, bool, usize)) -> Result<usize, DeclaredRowsError> {
        if let Some(place) = self.known.get(&key) {
            return Ok(*place);
        }
        if self.columns.len() == MOST_COLUMNS {
            return Err(DeclaredRowsError::TooManyColumns { most: MOST_COLUMNS });
        }
        let column = Column::new(decode_local_name(key.0), ColumnType::String);
        self.columns.push(if key.1 { column.mapping(Mapping::Attribute) } else { column });
        self.known.insert(key, self.columns.len() - 1);
        Ok(self.columns.len() - 1)
    }
}

fn put<'d>(cells: &mut Vec<Cell<'d>>, place: usize, cell: Cell<'d>) {
    if cells.len() <= place {
        cells.resize(place + 1, Cell::DbNull);
    }
    if let Some(slot) = cells.get_mut(place) {
        *slot = cell;
    }
}

fn cell(element: Element<'_>) -> Cell<'_> {
    let is_null = element.attribute(Some(XSI), "nil").is_some_and(|nil| matches!(nil, "true" | "1"));
    match is_null {
        true => Cell::DbNull,
        false if element.has_only_text() => Cell::Text(element.text()),
        false => Cell::xml(element.inner_xml()),
    }
}

//! Row-shaped XML documents as tables.

mod columns;
#[cfg(test)]
mod tests;

use std::fmt::{self, Write};

use columns::KnownColumns;

use super::table::{CellKind, Column, GrowingTable, Mapping, Table};
use super::vocabulary::XSI;
use asmx_types::display::OneLine;
use asmx_types::xml_name::decode_local_name;
use asmx_xml::characters::trim_white_space;
use asmx_xml::{Element, Node, XML_NAMESPACE, XmlError};

/// A reader of elements as rows.
#[derive(Debug)]
pub struct XmlRows {
    table: GrowingTable,
    columns: KnownColumns,
    /// The name of rows; all other elements are skipped.
    wanted: Option<String>,
    /// Namespace and local name of the rows, as written.
    row_name: Option<(String, String)>,
}

struct Pending<'d> {
    column: usize,
    value: Option<Value<'d>>,
    element: Option<Element<'d>>,
    /// All elements of one name, if the row repeats it.
    repeated: Option<String>,
}

struct Value<'d> {
    text: std::borrow::Cow<'d, str>,
    kind: CellKind<'d>,
}

impl<'d> Value<'d> {
    fn untyped(text: impl Into<std::borrow::Cow<'d, str>>) -> Self {
        Self { text: text.into(), kind: CellKind::Text }
    }

    fn xml(text: &'d str) -> Self {
        Self { text: text.into(), kind: CellKind::Xml }
    }
}

impl XmlRows {
    /// A reader of rows that have the `wanted` name, or else one name of any kind; `columns` come first.
    pub fn new(wanted: Option<String>, columns: Vec<Column>) -> Self {
        Self {
            columns: KnownColumns::new(&columns),
            table: GrowingTable::new(wanted.clone().unwrap_or_default(), columns),
            wanted,
            row_name: None,
        }
    }

    /// Sets the greatest number of records that the operation returns.
    pub fn set_record_limit(&mut self, records: Option<u64>) {
        self.table.reading_mut().record_limit = records;
    }

    /// Reads the children of `root` as rows.
    ///
    /// # Errors
    ///
    /// The children are not rows of one table.
    pub fn read(&mut self, root: Element<'_>) -> Result<(), XmlRowsError> {
        for node in root.children() {
            match node {
                Node::Element(row) => self.row(row)?,
                Node::Text(text) => self.between(text)?,
                // White space in CDATA is deliberate.
                Node::CData(text) if !text.is_empty() => return Err(XmlRowsError::Text { row: self.row_total() }),
                _ => {}
            }
        }
        Ok(())
    }

    /// Names the table after the root, until there is a row.
    pub fn root(&mut self, root: Element<'_>) {
        if self.wanted.is_none() && self.row_name.is_none() {
            self.table.set_name(decode_local_name(root.name()).into_owned());
        }
    }

    /// Reads text between rows.
    ///
    /// # Errors
    ///
    /// The text is more than white space.
    pub fn between(&self, text: &str) -> Result<(), XmlRowsError> {
        if trim_white_space(text).is_empty() { Ok(()) } else { Err(XmlRowsError::Text { row: self.row_total() }) }
    }

    /// Reads one row; skips an element without the wanted name.
    ///
    /// # Errors
    ///
    /// The element is not a row of this table.
    pub fn row(&mut self, row: Element<'_>) -> Result<(), XmlRowsError> {
        if !self.is_row(row)? {
            return Ok(());
        }
        let number = self.row_total();
        if !self.table.makes_room(row.outer_xml().len()) {
            return Err(XmlRowsError::TooLarge { row: number });
        }
        let mut pending = Vec::new();
        self.cells(row, &mut pending).ok_or(XmlRowsError::TooManyColumns { row: number })?;
        let (number, values) = self.table.values_mut();
        for cell in pending {
            self.columns.release(cell.column);
            let Some(values) = values.get_mut(cell.column) else { continue };
            // There is room, and rows ascend.
            let _ = match (&cell.repeated, &cell.value) {
                (Some(all), _) => values.push_kind(number, all, CellKind::Xml),
                (None, Some(value)) => values.push_kind(number, &value.text, value.kind),
                (None, None) => Ok(()),
            };
        }
        self.table.end_rows(1);
        Ok(())
    }

    /// The number of rows read.
    pub fn row_total(&self) -> usize {
        usize::try_from(self.table.row_total()).unwrap_or(usize::MAX)
    }

    /// The number of rows not taken yet.
    pub fn row_count(&self) -> usize {
        self.table.row_count() as usize
    }

    /// Takes the rows read since the last batch.
    pub fn take(&mut self) -> Table {
        self.table.take(None)
    }

    /// [`XmlRows::take`] into `batch`, whose memory is reused.
    pub fn take_into(&mut self, batch: &mut Table) {
        *batch = self.table.take(Some(std::mem::replace(batch, Table::new(""))));
    }

    fn is_row(&mut self, element: Element<'_>) -> Result<bool, XmlRowsError> {
        let name = (element.namespace().unwrap_or_default(), element.name());
        if let Some(wanted) = &self.wanted {
            return Ok(decode_local_name(name.1) == *wanted);
        }
        match &self.row_name {
            Some((namespace, local)) if (namespace.as_str(), local.as_str()) == name => Ok(true),
            Some((namespace, local)) => {
                Err(XmlRowsError::SeveralNames { first: qualified(namespace, local), other: qualified(name.0, name.1) })
            }
            None => {
                self.row_name = Some((name.0.to_owned(), name.1.to_owned()));
                self.table.set_name(decode_local_name(name.1).into_owned());
                Ok(true)
            }
        }
    }

    fn cells<'d>(&mut self, row: Element<'d>, pending: &mut Vec<Pending<'d>>) -> Option<()> {
        for attribute in row.attributes() {
            let namespace = attribute.namespace.unwrap_or_default();
            if matches!(namespace, XSI | XML_NAMESPACE) {
                continue;
            }
            let column = self.columns.of(&mut self.table, Mapping::Attribute, namespace, "", attribute.name)?;
            self.put(pending, column, Some(Value::untyped(attribute.value)), None);
        }
        let own = row.namespace().unwrap_or_default();
        let mut has_elements = false;
        let mut has_text = false;
        for node in row.children() {
            match node {
                Node::Element(element) => {
                    has_elements = true;
                    let namespace = element.namespace().unwrap_or_default();
                    let column = self.columns.of(&mut self.table, Mapping::Element, namespace, own, element.name())?;
                    self.put(pending, column, value(element), Some(element));
                }
                Node::Text(text) => has_text |= !trim_white_space(text).is_empty(),
                Node::CData(text) => has_text |= !text.is_empty(),
                _ => {}
            }
        }
        if has_text {
            let value = if has_elements { Value::xml(row.inner_xml()) } else { Value::untyped(row.text()) };
            let column = self.columns.of(&mut self.table, Mapping::SimpleContent, own, own, row.name())?;
            self.put(pending, column, Some(value), None);
        }
        Some(())
    }

    fn put<'d>(
        &mut self,
        pending: &mut Vec<Pending<'d>>,
        column: usize,
        value: Option<Value<'d>>,
        element: Option<Element<'d>>,
    ) {
        let first = self.columns.claim(column, pending.len()).and_then(|position| pending.get_mut(position));
        let Some(first) = first else {
            pending.push(Pending { column, value, element, repeated: None });
            return;
        };
        let all = first
            .repeated
            .get_or_insert_with(|| first.element.map_or_else(String::new, |element| element.outer_xml().to_owned()));
        all.push_str(element.map_or("", Element::outer_xml));
    }
}

fn qualified(namespace: &str, local: &str) -> String {
    let local = decode_local_name(local);
    if namespace.is_empty() { local.into_owned() } else { format!("{{{namespace}}}{local}") }
}

/// The value of a cell's element; `None` for `xsi:nil`.
fn value(element: Element<'_>) -> Option<Value<'_>> {
    let is_told = |attribute: &asmx_xml::Attribute<'_>| match attribute.namespace {
        Some(XSI) => matches!(attribute.name, "nil" | "type"),
        Some(XML_NAMESPACE) => attribute.name == "space",
        _ => false,
    };
    if element.attributes().any(|attribute| !is_told(&attribute)) {
        return Some(Value::xml(element.outer_xml()));
    }
    if element.elements().next().is_some() {
        return Some(Value::xml(element.inner_xml()));
    }
    if element.attribute(Some(XSI), "nil").is_some_and(|nil| matches!(nil.trim(), "true" | "1")) {
        return None;
    }
    let text = element.text();
    let Some(type_name) = element.attribute(Some(XSI), "type") else {
        return Some(Value::untyped(text));
    };
    let (namespace, type_name) = element.qualified(type_name.trim());
    let namespace = namespace.unwrap_or_default();
    Some(Value { text, kind: CellKind::Typed { namespace, type_name } })
}

/// The error of an XML document that cannot be read as rows. Rows count from 0.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum XmlRowsError {
    /// There is text directly inside the root, between rows or instead of them.
    Text {
        /// The number of rows before the text.
        row: usize,
    },
    /// The root holds elements of different names: fields rather than rows, or several tables.
    SeveralNames {
        /// The name of the first element, after its namespace in braces if it has one.
        first: String,
        /// A different name.
        other: String,
    },
    /// There are more than 12,000 columns.
    TooManyColumns {
        /// The row that exceeds the limit.
        row: usize,
    },
    /// The rows are longer than 2 GiB in total.
    TooLarge {
        /// The row that exceeds the limit.
        row: usize,
    },
    /// The document cannot be read within the limits.
    Xml(XmlError),
}

asmx_types::debug_is_a_sentence!(XmlRowsError);

impl fmt::Display for XmlRowsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let out = &mut OneLine(out);
        match self {
            Self::Text { row } => {
                write!(out, "the document has no rows: there is text directly inside its root, after {row} elements")
            }
            Self::SeveralNames { first, other } => write!(
                out,
                "the document is not a table: its root holds `{first}` and `{other}`; read the rows of one name with table_of"
            ),
            Self::TooManyColumns { row } => {
                write!(out, "the document has more than 12,000 columns, in row {}", row + 1)
            }
            Self::TooLarge { row } => write!(out, "the rows of the document are longer than 2 GiB at row {}", row + 1),
            Self::Xml(error) => write!(out, "the document cannot be read: {error}"),
        }
    }
}

impl std::error::Error for XmlRowsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Xml(error) => Some(error),
            _ => None,
        }
    }
}

impl From<XmlError> for XmlRowsError {
    fn from(error: XmlError) -> Self {
        Self::Xml(error)
    }
}

//! Rows without a diffgram around them, as services send them that write `GetXml` or rows of their own.
//!
//! ```xml
//! <GetResult><NewDataSet><Table><Id>1</Id></Table><Table><Id>2</Id></Table></NewDataSet></GetResult>
//! ```
//!
//! A schema may come first. Anything that is not rows is an error, because a data set would lose it.

use std::collections::HashSet;

use super::content::DataSetContent;
use super::error::DataSetError;
use super::leftover::RowElement;
use super::read_rows::RowReader;
use crate::vocabulary::{XS, XSI};
use asmx_types::xml_name::decode_local_name;
use asmx_xml::characters::trim_white_space;
use asmx_xml::{Element, Node, XML_NAMESPACE};

/// Reads the rows in `container`, if there are any, into the tables of `content`.
pub(super) fn read(container: Element<'_>, content: DataSetContent) -> Result<DataSetContent, DataSetError> {
    let mut row_reader = RowReader::new(content);
    let reader = &mut row_reader;
    let parts: Vec<Element<'_>> = container.elements().filter(|part| !part.is(Some(XS), "schema")).collect();
    refuse_text(container)?;
    let rows = match parts.as_slice() {
        [one] if is_around_rows(*one, reader) => {
            refuse_text(*one)?;
            reader.enter_instance(*one);
            one.elements().collect()
        }
        _ => parts,
    };
    let mut unchecked = rows.clone();
    while let Some(row) = unchecked.pop() {
        check_row(row, reader, &mut unchecked)?;
    }
    reader.rows(rows.into_iter().map(RowElement::from).collect())?;
    Ok(row_reader.finish())
}

/// Whether an element holds rows and is not a row: by its name, or else because its children are more than texts.
fn is_around_rows(element: Element<'_>, reader: &mut RowReader) -> bool {
    if reader.known_table(element).is_some() || has_attributes(element) {
        return false;
    }
    decode_local_name(element.name()) == reader.content.instance_name()
        || element.elements().all(|row| row.elements().next().is_some() || has_attributes(row))
}

/// Refuses a row of which a table would lose something. Rows inside it are added to `nested`.
fn check_row<'d>(row: Element<'d>, reader: &mut RowReader, nested: &mut Vec<Element<'d>>) -> Result<(), DataSetError> {
    let table = reader.known_table(row);
    if table.is_none_or(|table| !reader.has_text_column(table)) {
        refuse_text(row)?;
    }
    let mut names = HashSet::new();
    for child in row.elements() {
        let is_row = table.is_some_and(|table| reader.is_row(child, table));
        if is_row {
            nested.push(child);
        } else if has_attributes(child) || !names.insert(child.name()) {
            return Err(no_rows(row));
        }
    }
    Ok(())
}

fn has_attributes(element: Element<'_>) -> bool {
    element.attributes().any(|attribute| !matches!(attribute.namespace, Some(XSI | XML_NAMESPACE)))
}

fn refuse_text(element: Element<'_>) -> Result<(), DataSetError> {
    let is_text = |node| matches!(node, Node::Text(text) | Node::CData(text) if !trim_white_space(text).is_empty());
    if element.children().any(is_text) { Err(no_rows(element)) } else { Ok(()) }
}

fn no_rows(element: Element<'_>) -> DataSetError {
    DataSetError::NoRows { element: decode_local_name(element.name()).into_owned() }
}

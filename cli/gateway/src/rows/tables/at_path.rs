//! Rows at a path that somebody names: inside repeated members, or in XML, where a description finds none.

use asmx_runtime::json;
use asmx_types::display::shown_line;
use asmx_types::rows_path;
use asmx_types::{Content, Member, Operation, Place, Type, XmlKind};

use super::columns::Columns;
use super::items::items;
use super::shape::{Source, TableShape};
use crate::rows::texts::{RowsError, names};

/// The rows at a path of members, such as `Orders.Lines`, and of elements in a part that is XML, such as `GetListResult/List/row`. The name of a
/// lone part may be left out. On the way, each item of a repeated member counts.
///
/// # Errors
///
/// The description has no such path, or a DataSet is on it, whose tables have names.
pub fn at_path(operation: &Operation, path: &str) -> Result<TableShape, RowsError> {
    found(operation, path, Columns { with_secrets: true })
}

/// As [`at_path`], without members that are secret.
#[cfg(feature = "server")]
pub(crate) fn shown_at_path(operation: &Operation, path: &str) -> Result<TableShape, RowsError> {
    found(operation, path, Columns { with_secrets: false })
}

pub(super) fn found(operation: &Operation, path: &str, columns: Columns) -> Result<TableShape, RowsError> {
    let is_shown = |member: &&Member| columns.with_secrets || !member.holds_secret();
    let outputs: Vec<&Member> = operation.outputs.iter().filter(is_shown).collect();
    let mut keys = Vec::new();
    let mut at = step(&outputs, path);
    if let (None, [lone]) = (&at, outputs.as_slice()) {
        keys.push(json::key(lone).into_owned());
        if is_xml(lone) {
            return Ok(xml(keys, path));
        }
        if lone.kind.is_table() {
            return Err(RowsError::TablesHaveNames(json::key(lone).into_owned()));
        }
        let inner: Vec<&Member> = members(lone.kind).into_iter().filter(is_shown).collect();
        at = step(&inner, path);
        if at.is_none() {
            return Err(missing(path, if inner.is_empty() { &outputs } else { &inner }));
        }
    }
    let Some((mut member, mut rest)) = at else { return Err(missing(path, &outputs)) };
    loop {
        keys.push(json::key(member).into_owned());
        if is_xml(member) {
            return Ok(xml(keys, rest));
        }
        if member.kind.is_table() {
            return Err(RowsError::TablesHaveNames(shown_line(path).into_owned()));
        }
        if rest.is_empty() {
            return Ok(items(columns, item(member.kind), member.scale, keys));
        }
        let inner: Vec<&Member> = members(member.kind).into_iter().filter(is_shown).collect();
        (member, rest) = step(&inner, rest).ok_or_else(|| missing(rest, &inner))?;
    }
}

/// The member that a path begins with, and the path behind it.
fn step<'m, 'p>(all: &[&'m Member], path: &'p str) -> Option<(&'m Member, &'p str)> {
    let (index, rest) = rows_path::step(all.iter().map(|member| json::key(member)), path)?;
    Some((all.get(index)?, rest))
}

fn missing(path: &str, all: &[&Member]) -> RowsError {
    let keys: Vec<_> = all.iter().map(|member| json::key(member)).collect();
    RowsError::NoPath(shown_line(path).into_owned(), names(keys.iter().map(AsRef::as_ref)))
}

fn xml(keys: Vec<String>, path: &str) -> TableShape {
    let separator = if path.contains('/') { '/' } else { '.' };
    let mut shape = TableShape::new(Source::Xml, keys).open();
    shape.elements = path.split(separator).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    shape
}

fn is_xml(member: &Member) -> bool {
    !member.repeated
        && matches!((member.content, member.kind), (Some(Content::Xml), _) | (None, Type::Xml(XmlKind::Content)))
}

/// The type of an item, if the value is a list of them.
fn item(kind: Type) -> Type {
    match kind {
        Type::Array(array) if array.alternatives.is_empty() => array.item,
        kind => kind,
    }
}

/// The members inside of a value, those of derived types included.
fn members(kind: Type) -> Vec<&'static Member> {
    let mut all = Vec::new();
    if let Type::Structure(structure) = item(kind) {
        let derived = structure.derived().iter().flat_map(|derived| derived.members());
        for member in structure.members().iter().chain(derived) {
            match member.place {
                Place::Choice(alternatives) if !member.repeated => all.extend(alternatives.iter()),
                _ => all.push(member),
            }
        }
    }
    all
}

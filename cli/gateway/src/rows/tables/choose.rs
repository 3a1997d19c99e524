//! Which table of a result is meant.

use asmx_runtime::json;
use asmx_runtime::results::table::Column;
use asmx_types::display::shown_line;
use serde_json::Value as Json;

use super::found::found;
use super::found_table::FoundTable;
use super::note::RowsNote;
use super::shape::{Main, Source, TableShape};
use crate::rows::texts::{RowsError, is_named, names};

/// The table that was chosen, and what a reader should hear of the choice.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Chosen<'a> {
    /// The table.
    pub table: FoundTable<'a>,
    /// Notes of the choice.
    pub notes: Vec<RowsNote>,
}

/// Whether the description alone says that a table has to be chosen, or that the chosen one is not there.
///
/// # Errors
///
/// There are several tables, or none of the name that is given.
pub fn known_to_be_several(shapes: &[TableShape], wanted: Option<&str>) -> Result<(), RowsError> {
    let all = || names(shapes.iter().filter(|shape| shape.is_known()).map(|shape| shape.name.as_str()));
    if let Some(wanted) = wanted {
        let may_come = shapes.iter().any(|shape| {
            shape.is_called(wanted) || matches!(shape.source, Source::DataSet | Source::Elements | Source::Xml)
        });
        return match may_come {
            true => Ok(()),
            false if shapes.is_empty() => Err(RowsError::NoTables(shown_line(wanted).into_owned())),
            false => Err(RowsError::NoSuchTable(shown_line(wanted).into_owned(), all())),
        };
    }
    if shapes.iter().any(|shape| shape.is_stated) {
        return Ok(());
    }
    let known = shapes.iter().filter(|shape| shape.is_known() && !shape.is_values());
    if known.count() > 1 { Err(RowsError::SeveralTables(all())) } else { Ok(()) }
}

/// The table of a result that is named, or the one that is meant.
///
/// # Errors
///
/// Several tables are known and none is named, none has that name, or the rows cannot be told.
pub fn choose<'a>(shapes: &[TableShape], output: &'a Json, wanted: Option<&str>) -> Result<Chosen<'a>, RowsError> {
    known_to_be_several(shapes, wanted)?;
    let mut all = found(shapes, output);
    let (mut notes, mut undeclared) = (Vec::new(), Vec::new());
    let index = if let Some(wanted) = wanted {
        let (index, note) = named(&all, wanted).ok_or_else(|| {
            let known = names(all.iter().map(|table| table.name.as_str()));
            RowsError::NoSuchTable(shown_line(wanted).into_owned(), known)
        })?;
        notes.extend(note);
        index
    } else if let Some(described) = all.iter().position(|table| table.main == Some(Main::Description)) {
        described
    } else {
        let is_table = |table: &FoundTable<'_>| table.source != Source::Single;
        let main = all.iter().position(|table| is_table(table) && table.main.is_some());
        let first = main.or_else(|| all.iter().position(is_table));
        if first.is_some() && all.iter().any(|table| table.source == Source::Single) {
            notes.push(RowsNote::Values);
        }
        let others_with_rows = all.iter().enumerate().filter(|(other, table)| Some(*other) != first && is_table(table));
        let is_undeclared = |table: &&FoundTable<'_>| table.is_undeclared;
        undeclared.extend(
            others_with_rows.clone().map(|(_, table)| table).filter(is_undeclared).map(FoundTable::beside_others),
        );
        let other_names: Vec<String> = others_with_rows.map(|(_, table)| table.name.clone()).collect();
        if let (Some(first), false) = (first.and_then(|index| all.get(index)), other_names.is_empty()) {
            notes.push(RowsNote::OtherTables { first: first.name.clone(), rest: other_names });
        }
        first.unwrap_or_default()
    };
    if index >= all.len() {
        return Err(RowsError::NoRows);
    }
    let mut table = all.swap_remove(index);
    table.beside.extend(undeclared);
    table.check_xml()?;
    if table.is_of_response && table.source == Source::Objects {
        notes.push(RowsNote::OfResponse(table.name.clone()));
    }
    notes.extend(table.notes());
    Ok(Chosen { table, notes })
}

/// The table of this name or path, or the first of those that have the name in different namespaces, with a note of the others.
fn named(all: &[FoundTable<'_>], wanted: &str) -> Option<(usize, Option<RowsNote>)> {
    let exact = all.iter().position(|table| table.name == wanted);
    if let Some(exact) = exact.or_else(|| all.iter().position(|table| table.path == wanted)) {
        return Some((exact, None));
    }
    let mut called = all.iter().enumerate().filter(|(_, table)| is_named(&table.name, wanted));
    let (index, table) = called.next()?;
    let rest: Vec<String> = called.map(|(_, table)| table.name.clone()).collect();
    Some((index, (!rest.is_empty()).then(|| RowsNote::OtherTables { first: table.name.clone(), rest })))
}

/// The notes for readers of a whole result in JSON.
#[must_use]
pub fn notes(shapes: &[TableShape], output: &Json) -> Vec<RowsNote> {
    let has_notes = |shape: &TableShape| shape.record_limit.is_some() || shape.source.has_unchecked_cells();
    if !shapes.iter().any(has_notes) {
        return Vec::new();
    }
    let mut notes = Vec::new();
    for table in found(shapes, output) {
        notes.extend(table.notes().into_iter().filter(|note| !matches!(note, RowsNote::AroundRows(_))));
        for column in table.columns_left_out().iter().filter(|name| !Column::is_name_of_leftover(name)) {
            RowsNote::push_undeclared(&mut notes, &table.name, column);
        }
    }
    notes
}

/// The tables of a result for a form that has all whose columns are known, or the one that is named, with notes for their readers.
///
/// # Errors
///
/// As [`choose`].
pub fn all_or_named<'a>(
    shapes: &[TableShape],
    output: &'a Json,
    wanted: Option<&str>,
) -> Result<(Vec<FoundTable<'a>>, Vec<RowsNote>), RowsError> {
    if wanted.is_some() {
        return choose(shapes, output, wanted).map(|Chosen { table, notes }| (vec![table], notes));
    }
    let mut all = found(shapes, output);
    all.iter().try_for_each(FoundTable::check_xml)?;
    all.retain(|table| !table.columns.is_empty());
    let notes = all.iter().flat_map(FoundTable::notes).collect();
    Ok((all, notes))
}

/// Makes a result with [facts of schemas](crate::Call::with_schema_facts) one for people.
pub fn remove_schema_facts(shapes: &[TableShape], output: &mut Json) {
    for shape in shapes.iter().filter(|shape| matches!(shape.source, Source::DataSet | Source::Elements)) {
        let tables = shape.keys.iter().try_fold(&mut *output, |value, key| value.get_mut(key));
        tables.into_iter().for_each(json::remove_schema_facts);
    }
}

/// All tables of a result.
#[must_use]
pub fn all<'a>(shapes: &[TableShape], output: &'a Json) -> Vec<FoundTable<'a>> {
    found(shapes, output)
}

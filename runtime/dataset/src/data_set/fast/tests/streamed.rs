//! Streams beside the plain reader.

use std::collections::BTreeMap;

use super::super::{Ended, Keeping, RowStream, StreamError};
use super::{cut, limits, read_document};
use crate::data_set::DataSet;
use crate::table::{Cell, Row, RowState};

#[derive(Debug, Default, PartialEq)]
struct Snapshot {
    order: u32,
    state: RowState,
    cells: Vec<(String, Cell<'static>)>,
    original: Option<Vec<(String, Cell<'static>)>>,
    error: Option<String>,
    column_errors: Vec<(String, String)>,
}

fn cells(row: Row<'_>) -> Vec<(String, Cell<'static>)> {
    let filled = row.cells().filter(|(_, cell)| !cell.is_null());
    filled.map(|(column, cell)| (column.name.clone(), cell.into_owned())).collect()
}

fn snapshot(row: Row<'_>) -> Snapshot {
    Snapshot {
        order: row.order(),
        state: row.state(),
        cells: cells(row),
        original: row.original().map(cells),
        error: row.error().map(str::to_owned),
        column_errors: row.column_errors().map(|(column, text)| (column.to_owned(), text.to_owned())).collect(),
    }
}

type Tables = BTreeMap<String, (Vec<Snapshot>, Vec<Snapshot>)>;

fn tables(data_set: &DataSet) -> Tables {
    let mut tables = Tables::new();
    for table in data_set.tables() {
        let (rows, deleted) = tables.entry(table.name().to_owned()).or_default();
        rows.extend(table.iter().map(snapshot));
        deleted.extend(table.deleted_rows().map(snapshot));
    }
    tables.retain(|_, (rows, deleted)| !rows.is_empty() || !deleted.is_empty());
    tables
}

fn take_batches(stream: &mut RowStream, tables: &mut Tables) {
    let mut spare = None;
    while let Some(batch) = stream.batch(spare.take()) {
        let (rows, _) = tables.entry(batch.name().to_owned()).or_default();
        assert_eq!(batch.first_row(), rows.len());
        rows.extend(batch.iter().map(snapshot));
        spare = Some(batch);
    }
}

/// Reads `body` as a stream in pieces of these lengths: its tables, or the error; `None` if the stream leaves it to the plain
/// reader.
fn read(body: &[u8], size: usize, length: &mut dyn FnMut(usize) -> usize) -> Result<Option<Tables>, StreamError> {
    let mut stream = RowStream::new(limits(), None, Keeping::Rows).in_sizes_of(size);
    let mut tables = Tables::new();
    let mut rest = body;
    while !rest.is_empty() {
        let (mut piece, tail) = rest.split_at(length(body.len() - rest.len()).min(rest.len()));
        rest = tail;
        while stream.feed(&mut piece, &mut cut)? {
            take_batches(&mut stream, &mut tables);
        }
    }
    if let Ended::Document(bytes) = stream.end(&mut cut)? {
        assert_eq!(bytes, body);
        return Ok(None);
    }
    take_batches(&mut stream, &mut tables);
    let changes = stream.late_changes();
    for table in changes.deleted {
        tables.entry(table.name().to_owned()).or_default().1.extend(table.deleted_rows().map(snapshot));
    }
    for change in changes.originals {
        let (rows, _) = tables.get_mut(change.originals.name()).unwrap();
        for (original, row) in change.originals.iter().zip(change.rows) {
            rows[row].original = Some(cells(original));
            rows[row].state = if rows[row].state == RowState::Unchanged { RowState::Modified } else { rows[row].state };
        }
    }
    for change in changes.errors {
        let row = &mut tables.get_mut(&change.table).unwrap().0[change.row];
        row.error = change.error.or(row.error.take());
        row.column_errors.extend(change.column_errors);
    }
    Ok(Some(tables))
}

/// Reads `body` as a stream in pieces of these lengths, and compares with the plain reader's data set or error. Returns whether the
/// stream read it.
pub(super) fn compare_stream(body: &[u8], size: usize, length: &mut dyn FnMut(usize) -> usize) -> bool {
    compare_with(read_document(body).as_ref(), body, size, length)
}

fn compare_with(expected: Option<&DataSet>, body: &[u8], size: usize, length: &mut dyn FnMut(usize) -> usize) -> bool {
    let text = || String::from_utf8_lossy(body);
    match (read(body, size, length), expected) {
        (Ok(None), _) | (Err(_), None) => return false,
        (Ok(Some(found)), Some(expected)) => {
            assert_eq!(by_order(found), by_order(tables(expected)), "{}", text());
        }
        (Ok(Some(_)), None) => panic!("only the stream accepts {}", text()),
        (Err(error), Some(_)) => panic!("only the stream refuses {}: {error:?}", text()),
    }
    true
}

/// Streamed rows come as they arrive; those of a whole data set have the order of the server's count.
fn by_order(mut tables: Tables) -> Tables {
    tables.values_mut().for_each(|(rows, _)| rows.sort_by_key(|row| row.order));
    tables
}

pub(super) fn compare_counts(body: &[u8], size: usize) {
    let Some(expected) = read_document(body) else {
        return;
    };
    let mut stream = RowStream::new(limits(), None, Keeping::Counts).in_sizes_of(size);
    for piece in body.chunks(size) {
        assert!(!stream.feed(&mut &*piece, &mut cut).unwrap(), "there are no batches");
    }
    if stream.end(&mut cut).unwrap() == Ended::Read {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for (name, count) in stream.row_counts().into_iter().filter(|(_, count)| *count > 0) {
            *counts.entry(name).or_default() += count;
        }
        let expected = tables(&expected).into_iter().map(|(name, (rows, _))| (name, rows.len()));
        let expected: BTreeMap<String, usize> = expected.filter(|(_, count)| *count > 0).collect();
        assert_eq!(counts, expected, "{}", String::from_utf8_lossy(body));
    }
}

/// Two pieces, with the border at each place; and pieces of each small length.
pub(super) fn every_border(body: &[u8]) {
    let expected = read_document(body);
    for border in 0..=body.len() {
        compare_with(expected.as_ref(), body, 64, &mut |at| if at == 0 && border > 0 { border } else { usize::MAX });
    }
    for length in 1..12 {
        compare_with(expected.as_ref(), body, 40, &mut |_| length);
    }
}

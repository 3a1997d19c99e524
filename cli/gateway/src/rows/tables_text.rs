//! The tables of a result as text of JSON, while they arrive. As values of JSON they would take forty times the text.

use std::collections::HashMap;
use std::io::Write;

#[cfg(feature = "server")]
use asmx_runtime::DataSet;
use asmx_runtime::batches::Progress;
use asmx_runtime::results::table::{Row, Table};
use serde_json::{Value as Json, json};

use crate::rows::row_writer::{RowForm, RowWriter, RowWriterError};
use crate::rows::texts::RowsError;

/// The most text of rows that wait: 8 MiB.
const MOST_HELD: usize = 8 * 1024 * 1024;

/// Writes `{"part": {"tables": [{"name", "rows", "columns"}]}}`, as [`asmx_runtime::json`] has it. A result of up to 8 MiB has its tables and rows in
/// the order that the server states. Rows of a larger one go out as they come, table after table; where rows of tables alternate, at most 8 MiB
/// of them wait.
#[derive(Debug)]
pub struct TablesWriter {
    /// The name of the part that is the DataSet.
    part: String,
    tables: Vec<Written>,
    /// The places of tables, by name.
    indices: HashMap<String, usize>,
    has_completed: bool,
    /// The table whose rows go out.
    open: Option<usize>,
    waiting_bytes: usize,
    most_held: usize,
    has_begun: bool,
}

/// Facts of a DataSet that are complete behind its last row.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct TablesEnd {
    /// The names of its tables, in their order; `None` if it is null.
    pub tables: Option<Vec<String>>,
    /// The value of `$rest`: what the response has beside it, and no description declares.
    pub undeclared: Option<Json>,
}

#[derive(Debug)]
struct Written {
    name: String,
    /// Those of the last batch, which has all.
    columns: Json,
    rows: RowWriter,
    /// Rows that wait, a line each, and the place of each in the order of the server.
    lines: Vec<u8>,
    order: Vec<u32>,
    has_rows: bool,
    is_over: bool,
}

impl TablesWriter {
    /// A writer of the DataSet in this part of a result.
    #[must_use]
    pub fn new(part: impl Into<String>) -> Self {
        let (part, indices) = (part.into(), HashMap::new());
        let (waiting_bytes, most_held, has_begun, has_completed) = (0, MOST_HELD, false, false);
        Self { part, tables: Vec::new(), indices, has_completed, open: None, waiting_bytes, most_held, has_begun }
    }

    /// Writes the rows of a batch, or keeps them until their table is next.
    ///
    /// # Errors
    ///
    /// The output fails, or more rows come of a table that had to be completed, because too many rows of others waited.
    pub fn write(&mut self, batch: &Table, out: &mut impl Write) -> Result<(), RowWriterError> {
        let index = self.index_of(batch.full_name());
        let is_open = self.open == Some(index);
        let Some(table) = self.tables.get_mut(index) else { return Ok(()) };
        if table.is_over {
            return Err(RowsError::Alternating(table.name.clone()).into());
        }
        let before = table.lines.len();
        table.add(batch)?;
        if is_open {
            return Ok(table.flush(out)?);
        }
        self.waiting_bytes += table.lines.len() - before;
        if self.waiting_bytes <= self.most_held {
            return Ok(());
        }
        self.end(out)?;
        let waiting = self.tables.iter().enumerate().filter(|(_, table)| !table.is_over);
        match waiting.max_by_key(|(_, table)| table.lines.len()).map(|(index, _)| index) {
            Some(longest) => self.begin(longest, out),
            None => Ok(()),
        }
    }

    /// Writes what is left, after the last batch.
    ///
    /// # Errors
    ///
    /// The output fails.
    pub fn finish(&mut self, end: &TablesEnd, out: &mut impl Write) -> Result<(), RowWriterError> {
        match &end.tables {
            Some(names) => self.rest_of_tables(names, out)?,
            None => write!(out, "{{{}:null", Json::from(self.part.as_str()))?,
        }
        if let Some(undeclared) = &end.undeclared {
            write!(out, ",\"$rest\":{undeclared}")?;
        }
        Ok(out.write_all(b"}\n")?)
    }

    fn rest_of_tables(&mut self, names: &[String], out: &mut impl Write) -> Result<(), RowWriterError> {
        self.begin_result(out)?;
        self.end(out)?;
        let order: HashMap<&str, usize> =
            names.iter().rev().zip((0..names.len()).rev()).map(|(name, index)| (name.as_str(), index)).collect();
        let mut remaining: Vec<usize> = (0..self.tables.len()).collect();
        remaining.sort_by_key(|index| {
            let name = self.tables.get(*index).map(|table| table.name.as_str());
            name.and_then(|name| order.get(name).copied()).unwrap_or(usize::MAX)
        });
        for index in remaining {
            if self.tables.get(index).is_some_and(|table| !table.is_over) {
                self.begin(index, out)?;
                self.end(out)?;
            }
        }
        Ok(out.write_all(b"]}")?)
    }

    fn begin_result(&mut self, out: &mut impl Write) -> std::io::Result<()> {
        if std::mem::replace(&mut self.has_begun, true) {
            return Ok(());
        }
        write!(out, "{{{}:{{\"tables\":[", Json::from(self.part.as_str()))
    }

    fn index_of(&mut self, name: &str) -> usize {
        if let Some(index) = self.indices.get(name) {
            return *index;
        }
        self.indices.insert(name.to_owned(), self.tables.len());
        self.tables.push(Written::new(name));
        self.tables.len() - 1
    }

    /// Begins a table, with the rows that wait.
    fn begin(&mut self, index: usize, out: &mut impl Write) -> Result<(), RowWriterError> {
        self.begin_result(out)?;
        let comma = if self.has_completed { "," } else { "" };
        self.open = Some(index);
        let Some(table) = self.tables.get_mut(index) else { return Ok(()) };
        write!(out, "{comma}{{\"name\":{},\"rows\":[", Json::from(table.name.as_str()))?;
        self.waiting_bytes = self.waiting_bytes.saturating_sub(table.lines.len());
        table.sort();
        Ok(table.flush(out)?)
    }

    /// Completes the open table.
    fn end(&mut self, out: &mut impl Write) -> Result<(), RowWriterError> {
        let Some(table) = self.open.take().and_then(|index| self.tables.get_mut(index)) else { return Ok(()) };
        (table.is_over, self.has_completed) = (true, true);
        Ok(write!(out, "],\"columns\":{}}}", table.columns)?)
    }
}

impl Written {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            columns: Json::Null,
            rows: RowWriter::new(RowForm::JsonLines),
            lines: Vec::new(),
            order: Vec::new(),
            has_rows: false,
            is_over: false,
        }
    }

    fn add(&mut self, batch: &Table) -> Result<(), RowWriterError> {
        let columns = batch.columns().iter();
        self.columns = columns.map(|column| json!({ "name": column.name, "type": column.type_name() })).collect();
        self.order.extend(batch.iter().map(Row::order));
        self.rows.write(batch, Progress::default(), &mut self.lines)
    }

    /// Puts the rows that wait in the order of the server.
    fn sort(&mut self) {
        if self.order.is_sorted() {
            return;
        }
        let mut lines: Vec<_> = self.order.iter().zip(self.lines.split_inclusive(|byte| *byte == b'\n')).collect();
        lines.sort_by_key(|(order, _)| **order);
        self.lines = lines.iter().flat_map(|(_, line)| line.iter().copied()).collect();
    }

    /// Writes the lines as items of the array.
    fn flush(&mut self, out: &mut impl Write) -> std::io::Result<()> {
        if self.lines.pop().is_some() {
            let comma: &[u8] = if std::mem::replace(&mut self.has_rows, true) { b"," } else { b"" };
            out.write_all(comma)?;
            // No text of JSON has a line break of its own.
            self.lines.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b',');
            out.write_all(&self.lines)?;
        }
        self.lines.clear();
        self.order.clear();
        Ok(())
    }
}

/// The tables of a whole DataSet, in their order.
#[cfg(feature = "server")]
pub(crate) fn tables_text(part: &str, data_set: &DataSet) -> Result<String, RowWriterError> {
    if data_set.is_null() {
        return Ok(json!({ part: null }).to_string());
    }
    let (mut writer, mut text) = (TablesWriter::new(part), Vec::new());
    for table in data_set.tables() {
        let index = writer.index_of(table.full_name());
        writer.begin(index, &mut text)?;
        writer.write(table, &mut text)?;
        writer.end(&mut text)?;
    }
    writer.finish(&TablesEnd { tables: Some(Vec::new()), undeclared: None }, &mut text)?;
    text.pop();
    // Names and cells are strings.
    Ok(String::from_utf8(text).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use asmx_runtime::results::table::ColumnType;

    use super::*;

    fn table(name: &str, ids: std::ops::Range<u32>) -> Table {
        let rows = ids.map(|id| [id.to_string()]);
        Table::new(name).column("Id", ColumnType::Int).with_rows(rows)
    }

    /// A writer that lets fewer rows wait, so that tables need not be large.
    fn writer() -> TablesWriter {
        TablesWriter { most_held: MOST_HELD / 100, ..TablesWriter::new("R") }
    }

    fn written(batches: &[Table], names: &[&str]) -> Json {
        let (mut writer, mut text) = (writer(), Vec::new());
        for batch in batches {
            writer.write(batch, &mut text).unwrap();
        }
        let names: Vec<String> = names.iter().copied().map(str::to_owned).collect();
        writer.finish(&TablesEnd { tables: Some(names), undeclared: None }, &mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    #[test]
    fn small_results_have_the_order_of_the_schema() {
        let columns = json!([{ "name": "Id", "type": "xs:int" }]);
        let rows = |ids: std::ops::Range<u32>| ids.map(|id| json!({ "Id": id })).collect::<Vec<_>>();
        assert_eq!(
            written(&[table("B", 0..1), table("A", 0..2), table("C", 0..0)], &["A", "B", "C"]),
            json!({ "R": { "tables": [
                { "name": "A", "rows": rows(0..2), "columns": columns },
                { "name": "B", "rows": rows(0..1), "columns": columns },
                { "name": "C", "rows": [], "columns": columns },
            ] } })
        );
        assert_eq!(written(&[], &[]), json!({ "R": { "tables": [] } }));
    }

    #[test]
    fn large_tables_come_one_after_the_other_and_alternating_ones_are_refused() {
        let large = |name: &str, batch: u32| table(name, batch * 1_000..(batch + 1) * 1_000);
        let batches: Vec<Table> =
            (0..10).map(|batch| large("A", batch)).chain((0..10).map(|batch| large("B", batch))).collect();
        let json = written(&batches, &["B", "A"]);
        let tables = json["R"]["tables"].as_array().unwrap();
        let shape: Vec<_> = tables
            .iter()
            .map(|table| (table["name"].as_str().unwrap(), table["rows"].as_array().unwrap().len()))
            .collect();
        assert_eq!(shape, [("A", 10_000), ("B", 10_000)]);
        assert_eq!(tables[1]["rows"][9_999]["Id"], 9_999);
        let (mut writer, mut text) = (writer(), Vec::new());
        for batch in &batches {
            writer.write(batch, &mut text).unwrap();
            text.clear();
        }
        let error = writer.write(&table("A", 1..2), &mut text).unwrap_err().to_string();
        assert!(error.contains("`A`") && error.contains("jsonl"), "{error}");
    }
}

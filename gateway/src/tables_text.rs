//! The tables of a result as text of JSON, while they arrive. As values of JSON they would take forty times the text.

use std::io::Write;

use asmx_runtime::DataSet;
use asmx_runtime::batches::Progress;
use asmx_runtime::results::table::Table;
use serde_json::{Value as Json, json};

use crate::row_writer::{RowForm, RowWriter, RowWriterError};
use crate::rows::RowsError;

/// The most text of rows that wait until the table before them is complete: 8 MiB.
const MOST_HELD: usize = 8 * 1024 * 1024;

/// Writes `{"part": {"tables": [{"name", "rows", "columns"}]}}`, as [`asmx_runtime::json`] has it. Rows go out as they come, table after table.
/// Where rows of tables alternate, at most 8 MiB of them wait.
#[derive(Debug)]
pub struct TablesWriter {
    /// The name of the part that is the DataSet.
    part: String,
    tables: Vec<Written>,
    /// The table whose rows go out.
    open: Option<usize>,
    held: usize,
    has_begun: bool,
}

#[derive(Debug)]
struct Written {
    name: String,
    /// Those of the last batch, which has all.
    columns: Json,
    rows: RowWriter,
    /// Rows that wait.
    text: Vec<u8>,
    is_over: bool,
}

impl TablesWriter {
    /// A writer of the DataSet in this part of a result.
    #[must_use]
    pub fn new(part: impl Into<String>) -> Self {
        Self { part: part.into(), tables: Vec::new(), open: None, held: 0, has_begun: false }
    }

    /// Writes the rows of a batch, or keeps them until their table is next.
    ///
    /// # Errors
    ///
    /// The output fails, or more rows come of a table that had to be completed, because too many rows of others waited.
    pub fn write(&mut self, batch: &Table, out: &mut impl Write) -> Result<(), RowWriterError> {
        let found = self.tables.iter().position(|table| table.name == batch.name());
        let index = found.unwrap_or_else(|| {
            self.tables.push(Written::new(batch.name()));
            self.tables.len() - 1
        });
        if self.open.is_none() {
            self.begin(index, out)?;
        }
        let is_open = self.open == Some(index);
        let Some(table) = self.tables.get_mut(index) else { return Ok(()) };
        if table.is_over {
            return Err(RowsError::Alternating(table.name.clone()).into());
        }
        let columns = batch.columns().iter();
        table.columns = columns.map(|column| json!({ "name": column.name, "type": column.type_name() })).collect();
        if is_open {
            return table.rows.write(batch, Progress::default(), out);
        }
        let before = table.text.len();
        table.rows.write(batch, Progress::default(), &mut table.text)?;
        self.held += table.text.len() - before;
        if self.held <= MOST_HELD {
            return Ok(());
        }
        self.end(out)?;
        let waiting = self.tables.iter().enumerate().filter(|(_, table)| !table.is_over);
        match waiting.max_by_key(|(_, table)| table.text.len()).map(|(index, _)| index) {
            Some(longest) => self.begin(longest, out),
            None => Ok(()),
        }
    }

    /// Writes what is left, after the last batch. A result without tables is null.
    ///
    /// # Errors
    ///
    /// The output fails.
    pub fn finish(&mut self, out: &mut impl Write) -> Result<(), RowWriterError> {
        if !self.has_begun {
            writeln!(out, "{}", json!({ &self.part: null }))?;
            return Ok(());
        }
        self.end(out)?;
        for index in 0..self.tables.len() {
            if self.tables.get(index).is_some_and(|table| !table.is_over) {
                self.begin(index, out)?;
                self.end(out)?;
            }
        }
        out.write_all(b"]}}\n")?;
        Ok(())
    }

    /// Begins a table, with the rows that wait.
    fn begin(&mut self, index: usize, out: &mut impl Write) -> Result<(), RowWriterError> {
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        if is_first {
            write!(out, "{{{}:{{\"tables\":[", Json::from(self.part.as_str()))?;
        }
        self.open = Some(index);
        let Some(table) = self.tables.get_mut(index) else { return Ok(()) };
        let comma = if is_first { "" } else { "," };
        write!(out, "{comma}{{\"name\":{},\"rows\":[", Json::from(table.name.as_str()))?;
        let text = std::mem::take(&mut table.text);
        self.held = self.held.saturating_sub(text.len());
        Ok(out.write_all(&text)?)
    }

    /// Completes the open table.
    fn end(&mut self, out: &mut impl Write) -> Result<(), RowWriterError> {
        let Some(table) = self.open.take().and_then(|index| self.tables.get_mut(index)) else { return Ok(()) };
        table.is_over = true;
        Ok(write!(out, "],\"columns\":{}}}", table.columns)?)
    }
}

impl Written {
    fn new(name: &str) -> Self {
        let rows = RowWriter::new(RowForm::JsonLines).in_array();
        Self { name: name.to_owned(), columns: Json::Null, rows, text: Vec::new(), is_over: false }
    }
}

/// The tables of a whole DataSet, in their order.
#[cfg(feature = "server")]
pub(crate) fn tables_text(part: &str, data_set: &DataSet) -> Result<String, RowWriterError> {
    let (mut writer, mut text) = (TablesWriter::new(part), Vec::new());
    if data_set.is_null() {
        return Ok(json!({ part: null }).to_string());
    }
    for table in data_set.tables() {
        // Each is complete.
        writer.end(&mut text)?;
        writer.write(table, &mut text)?;
    }
    if !writer.has_begun {
        return Ok(json!({ part: { "tables": [] } }).to_string());
    }
    writer.finish(&mut text)?;
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

    fn written(batches: &[Table]) -> Json {
        let (mut writer, mut text) = (TablesWriter::new("R"), Vec::new());
        for batch in batches {
            writer.write(batch, &mut text).unwrap();
        }
        writer.finish(&mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    #[test]
    fn tables_come_one_after_the_other_or_wait() {
        let columns = json!([{ "name": "Id", "type": "xs:int" }]);
        let rows = |ids: std::ops::Range<u32>| ids.map(|id| json!({ "Id": id })).collect::<Vec<_>>();
        assert_eq!(
            written(&[table("A", 0..2), table("B", 0..1), table("A", 2..3), table("C", 0..0)]),
            json!({ "R": { "tables": [
                { "name": "A", "rows": rows(0..3), "columns": columns },
                { "name": "B", "rows": rows(0..1), "columns": columns },
                { "name": "C", "rows": [], "columns": columns },
            ] } })
        );
        assert_eq!(written(&[]), json!({ "R": null }));
    }

    #[test]
    fn many_rows_of_alternating_tables_are_refused() {
        let (mut writer, mut text) = (TablesWriter::new("R"), Vec::new());
        writer.write(&table("A", 0..1), &mut text).unwrap();
        for batch in 0..20 {
            writer.write(&table("B", batch * 100_000..(batch + 1) * 100_000), &mut text).unwrap();
            text.clear();
        }
        let error = writer.write(&table("A", 1..2), &mut text).unwrap_err().to_string();
        assert!(error.contains("`A`") && error.contains("jsonl"), "{error}");
    }
}

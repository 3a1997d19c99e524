//! Rows of tables in the forms that texts have.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::{Map, Value as Json};

use asmx_runtime::batches::Progress;
use asmx_runtime::results::table::{Cell, RowData, Table};

use super::found_table::FoundTable;
use super::shape::{ColumnShape, JSON, Source};
use crate::rows::csv::CsvOptions;
use crate::rows::row_writer::{RowForm, RowWriter, RowWriterError};
use crate::rows::texts::{Grid, GridRow, MANY, RowsError, is_number, permit_cells, size, terminal_safe};

impl FoundTable<'_> {
    /// The cell of a row in a column; `None` for null.
    fn cell<'r>(&self, row: &'r Json, column: &ColumnShape) -> Option<Cow<'r, Json>> {
        let cell = match self.source {
            Source::Values => Some(Cow::Borrowed(row)),
            Source::Typed if column.name == "$type" => row.get("$type").map(Cow::Borrowed),
            Source::Typed => Some(typed(row)),
            Source::Chosen => {
                let (name, value) = row.as_object()?.iter().next()?;
                Some(if column.name == "$choice" { Cow::Owned(name.as_str().into()) } else { Cow::Borrowed(value) })
            }
            _ if column.keys.is_empty() => Some(Cow::Borrowed(row)),
            _ => column.keys.iter().try_fold(row, |value, key| value.get(key)).map(Cow::Borrowed),
        };
        cell.filter(|cell| !cell.is_null())
    }

    pub(super) fn has_cell(&self, row: &Json, column: &ColumnShape) -> bool {
        self.cell(row, column).is_some()
    }

    /// The text of a cell; `None` for null.
    pub(crate) fn text(&self, row: &Json, column: &ColumnShape) -> Option<String> {
        self.cell(row, column).map(|cell| text_of(&cell, column))
    }

    /// Refuses more than so many cells for each byte of the rows in JSON, and returns these bytes: 0 of few cells, because counting takes as long
    /// as writing.
    fn check_cells(&self, per_byte: u32) -> Result<u64, RowsError> {
        let cells = (self.columns.len() as u64).saturating_mul(self.rows.len() as u64);
        if cells <= MANY {
            return Ok(0);
        }
        let bytes = self.rows.iter().map(|row| size(row) as u64).sum();
        permit_cells(per_byte, cells, bytes).map(|()| bytes)
    }

    /// As a table of texts.
    ///
    /// # Errors
    ///
    /// Most of its cells would be empty.
    pub fn grid(&self) -> Grid {
        let indices: HashMap<&str, usize> =
            self.columns.iter().enumerate().rev().map(|(index, column)| (column.name.as_str(), index)).collect();
        let is_by_name = matches!(self.source, Source::Objects | Source::DataSet | Source::Elements);
        let row = |row: &Json| -> GridRow {
            let column = |index: usize| Some((index, self.text(row, self.columns.get(index)?)?));
            match row.as_object().filter(|_| is_by_name) {
                // A row of a sparse table costs what it has.
                Some(members) if members.len() < self.columns.len() => {
                    let mut cells: GridRow =
                        members.keys().filter_map(|name| column(*indices.get(name.as_str())?)).collect();
                    cells.extend(
                        self.columns
                            .iter()
                            .enumerate()
                            .filter(|(_, column)| column.keys != [column.name.as_str()])
                            .filter_map(|(index, _)| column(index)),
                    );
                    cells.sort_unstable_by_key(|(index, _)| *index);
                    cells.dedup_by_key(|(index, _)| *index);
                    cells
                }
                _ => (0..self.columns.len()).filter_map(column).collect(),
            }
        };
        Grid {
            name: Some(self.name.clone()),
            columns: self.columns.iter().map(|column| column.name.clone()).collect(),
            rows: self.rows.iter().map(row).collect(),
            numbers: self.columns.iter().map(|column| is_number(&column.type_name)).collect(),
        }
    }
}

impl FoundTable<'_> {
    /// Its rows as texts in typed columns.
    ///
    /// # Errors
    ///
    /// No column is known, or there are more than `per_byte` cells for each byte of the rows in JSON.
    pub fn table(&self, per_byte: u32) -> Result<Table, RowsError> {
        self.batch(per_byte).map(|(table, _)| table)
    }

    /// As [`table`](Self::table), with the progress for a [writer](RowWriter): that of a response of these rows in JSON.
    ///
    /// # Errors
    ///
    /// As [`table`](Self::table).
    pub fn batch(&self, per_byte: u32) -> Result<(Table, Progress), RowsError> {
        if self.columns.is_empty() {
            return Err(RowsError::NoColumns);
        }
        let mut progress = Progress::default();
        progress.bytes = self.check_cells(per_byte)?;
        let columns = self.columns.iter().map(ColumnShape::text_column);
        let mut table = columns.fold(Table::new(&self.name), Table::with_column);
        for row in self.rows.iter() {
            let cell =
                |column: &ColumnShape| self.text(row, column).map_or(Cell::DbNull, |text| Cell::Text(text.into()));
            table.push(RowData::new(self.columns.iter().map(cell)));
        }
        Ok((table, progress))
    }
}

impl FoundTable<'_> {
    /// The columns of its first row that have a value, each as a row of name and value: values for people.
    #[must_use]
    pub fn members(&self) -> Grid {
        let row = self.rows.first().unwrap_or(&Json::Null);
        let filled = self.columns.iter().filter_map(|column| Some((column, self.text(row, column)?)));
        let rows = filled.map(|(column, text)| vec![(0, column.name.clone()), (1, text)]).collect();
        let columns = vec!["name".to_owned(), "value".to_owned()];
        Grid { name: None, columns, rows, numbers: vec![false, false] }
    }
}

/// The text of a cell.
fn text_of(cell: &Json, column: &ColumnShape) -> String {
    match cell {
        Json::String(text) if column.type_name != JSON => text.clone(),
        // Lists and flags are the text as sent.
        Json::Array(items) if column.type_name == "xs:string" => items
            .iter()
            .map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned))
            .collect::<Vec<_>>()
            .join(" "),
        other => other.to_string(),
    }
}

/// The value of `anyType` without its type.
fn typed(row: &Json) -> Cow<'_, Json> {
    match row.as_object() {
        Some(members) if members.contains_key("$value") => {
            members.get("$value").map_or(Cow::Owned(Json::Null), Cow::Borrowed)
        }
        Some(members) if members.contains_key("$type") => {
            let without_type = members.iter().filter(|(name, _)| *name != "$type");
            Cow::Owned(without_type.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>().into())
        }
        _ => Cow::Borrowed(row),
    }
}

/// A line of JSON for each row: an object with a value for each column, or the value if the rows are values.
pub(crate) fn json_lines(table: &FoundTable<'_>) -> String {
    let cells = (table.columns.len() as u64).saturating_mul(table.rows.len() as u64);
    let has_nulls = cells <= MANY || table.check_cells(CELLS_OF_LINES).is_ok();
    let mut text = String::new();
    for row in table.rows.iter() {
        if row.is_null() {
            text.push_str("null\n");
            continue;
        }
        if table.source == Source::Values {
            text.push_str(&terminal_safe(&row.to_string()));
            text.push('\n');
            continue;
        }
        let mut object = Map::new();
        if has_nulls || !matches!(table.source, Source::Objects | Source::DataSet) {
            for column in &table.columns {
                let cell = table.cell(row, column).map_or(Json::Null, Cow::into_owned);
                object.insert(column.name.clone(), cell);
            }
            table.push_undeclared(&mut object, row);
        } else if let Some(members) = row.as_object() {
            let names = names_by_key(&table.columns);
            let present = members.iter().filter(|(_, value)| !value.is_null());
            object.extend(present.map(|(key, value)| {
                (names.get(key.as_str()).map_or_else(|| key.clone(), |name| (*name).to_owned()), value.clone())
            }));
        }
        text.push_str(&terminal_safe(&Json::from(object).to_string()));
        text.push('\n');
    }
    text
}

/// The names of columns that differ from the key of their cells.
fn names_by_key(columns: &[ColumnShape]) -> HashMap<&str, &str> {
    let renamed = columns.iter().filter(|column| matches!(column.keys.as_slice(), [key] if *key != column.name));
    renamed.map(|column| (column.keys.first().map_or("", String::as_str), column.name.as_str())).collect()
}

/// Lines have a null in every cell if these are at most so many for each byte of the rows.
const CELLS_OF_LINES: u32 = 8;

/// Comma-separated values with a line of names. A null is empty, and an empty text is `""`; in a table of one column both are `""`.
///
/// # Errors
///
/// More than `per_byte` cells for each byte of the rows in JSON, or no column is known.
pub(crate) fn csv(table: &FoundTable<'_>, per_byte: u32, options: CsvOptions) -> Result<String, RowsError> {
    if table.columns.is_empty() {
        return Err(RowsError::NoColumns);
    }
    table.check_cells(per_byte)?;
    let mut text = String::new();
    options.names(&mut text, table.columns.iter().map(|column| column.name.as_str()));
    for row in table.rows.iter() {
        let cells = table.columns.iter().map(|column| {
            let cell = table.cell(row, column);
            let type_name = match cell.as_deref() {
                // A value of any type has its own.
                Some(Json::Number(_)) => "xs:double",
                Some(Json::Bool(_)) => "xs:boolean",
                _ => column.type_name.as_str(),
            };
            (cell.map(|cell| text_of(&cell, column)), type_name)
        });
        let cells: Vec<(Option<String>, &str)> = cells.collect();
        options.line(&mut text, cells.iter().map(|(cell, type_name)| (cell.as_deref(), *type_name)));
    }
    Ok(text)
}

/// The rows of a table as this writer writes them.
///
/// # Errors
///
/// The form cannot hold them.
pub fn written_by(table: &FoundTable<'_>, writer: &mut RowWriter) -> Result<Vec<u8>, RowWriterError> {
    let per_byte = writer.most_cells_per_byte();
    match writer.form() {
        RowForm::JsonLines => Ok(json_lines(table).into_bytes()),
        RowForm::Csv => Ok(csv(table, per_byte, writer.csv_options())?.into_bytes()),
        #[cfg(feature = "arrow")]
        RowForm::Arrow | RowForm::ArrowFile | RowForm::Parquet => {
            let ((batch, progress), mut bytes) = (table.batch(per_byte)?, Vec::new());
            writer.write(&batch, progress, &mut bytes)?;
            writer.finish(&mut bytes)?;
            Ok(bytes)
        }
    }
}

#[cfg(all(test, feature = "arrow"))]
mod tests {
    use serde_json::json;

    use super::super::TableShape;
    use super::*;

    /// Each empty cell takes 8 bytes, and each row has 2.
    #[test]
    fn arrow_of_empty_cells_is_bounded_in_a_complete_result_too() {
        let names: Vec<String> = (0..128).map(|number| format!("C{number}")).collect();
        let shape = TableShape::of_rows::<128>(std::array::from_fn(|index| names[index].as_str()));
        let rows = |count: usize| vec![json!({}); count];
        for (count, is_written) in [(1000, true), (18_000, false)] {
            let table = FoundTable::of(&shape, Cow::Owned(rows(count)));
            for form in [RowForm::Arrow, RowForm::Parquet] {
                let written = written_by(&table, &mut RowWriter::new(form).cells_per_byte(64));
                assert_eq!(written.is_ok(), is_written, "{count} {form:?}");
                let is_bound =
                    |error| matches!(error, RowWriterError::Form(RowsError::TooManyCells { per_byte: 4, .. }));
                assert!(written.err().is_none_or(is_bound), "{count} {form:?}");
            }
        }
    }
}

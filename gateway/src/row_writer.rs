//! Rows of batches as lines of JSON, CSV or Arrow.

use std::io::{self, Write};

#[cfg(feature = "arrow")]
use crate::arrow::Arrow;
use asmx_runtime::json::nulls_are_few;
use asmx_runtime::results::table::{Column, Table};
use serde_json::Value as Json;

use crate::numbers::{exact, is_number};
use crate::rows::{RowsError, csv_line, shown};

/// The length of text that is written at once.
const PIECE: usize = 64 * 1024;

/// Writes batches of a [`RowStream`](crate::RowStream). Each write of text ends with a whole row.
#[derive(Debug)]
pub struct RowWriter {
    form: RowForm,
    with_numbers: bool,
    /// The number of columns in the line of names, once it is written.
    columns: Option<usize>,
    #[cfg(feature = "arrow")]
    arrow: Arrow,
    piece: String,
}

/// The form of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowForm {
    /// A JSON object a line, as [`rows::json_lines`](crate::rows::json_lines).
    JsonLines,
    /// Comma-separated values with a line of names, as [`rows::csv`](crate::rows::csv).
    Csv,
    /// A stream of the Arrow IPC format. The first batch decides the types of the columns: a later value that they cannot hold exactly is an
    /// error.
    #[cfg(feature = "arrow")]
    Arrow,
}

/// The error of rows that are written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RowWriterError {
    /// The rows have no such form.
    #[error(transparent)]
    Form(#[from] RowsError),
    /// A column or cell has no type of Arrow.
    #[cfg(feature = "arrow")]
    #[error("{0}; lines of JSON and CSV hold every value")]
    Arrow(#[from] asmx_arrow::Error),
    /// The output fails.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl RowWriter {
    /// A writer of this form.
    #[must_use]
    pub fn new(form: RowForm) -> Self {
        Self {
            form,
            with_numbers: false,
            columns: None,
            #[cfg(feature = "arrow")]
            arrow: Arrow::new(),
            piece: String::new(),
        }
    }

    /// Writes cells of lines of JSON as numbers and booleans where that is exact, as [`with_numbers`](crate::with_numbers).
    #[must_use]
    pub const fn with_numbers(mut self, on: bool) -> Self {
        self.with_numbers = on;
        self
    }

    /// Writes the rows of a batch.
    ///
    /// # Errors
    ///
    /// The output fails, or CSV has no column for a cell, because the schema does not declare it and its first rows lacked it.
    pub fn write(&mut self, batch: &Table, out: &mut impl Write) -> Result<(), RowWriterError> {
        match self.form {
            RowForm::JsonLines => self.lines(batch, out)?,
            RowForm::Csv => self.csv(batch, out)?,
            #[cfg(feature = "arrow")]
            RowForm::Arrow => out.write_all(&self.arrow.batch(batch)?)?,
        }
        Ok(self.flush(out)?)
    }

    /// Writes what ends the rows, after the last batch.
    ///
    /// # Errors
    ///
    /// The output fails.
    pub fn finish(&mut self, out: &mut impl Write) -> Result<(), RowWriterError> {
        #[cfg(feature = "arrow")]
        if self.form == RowForm::Arrow {
            out.write_all(&self.arrow.end()?)?;
        }
        Ok(out.flush()?)
    }

    fn lines(&mut self, batch: &Table, out: &mut impl Write) -> io::Result<()> {
        let keys: Vec<_> = batch.columns().iter().map(|column| self.key(column)).collect();
        let with_nulls = nulls_are_few(batch);
        for row in batch {
            self.piece.push('{');
            let mut is_first = true;
            for ((_, cell), (key, is_number)) in row.cells().zip(&keys) {
                let text = cell.text();
                if text.is_none() && !with_nulls {
                    continue;
                }
                self.piece.push_str(if std::mem::take(&mut is_first) { "" } else { "," });
                self.piece.push_str(key);
                let number = text.filter(|_| *is_number).and_then(exact);
                match (text, number) {
                    (None, _) => self.piece.push_str("null"),
                    (Some(text), Some(_)) => self.piece.push_str(text),
                    (Some(text), None) => self.piece.push_str(&quoted(text)),
                }
            }
            self.piece.push_str("}\n");
            self.flush_large(out)?;
        }
        Ok(())
    }

    /// The beginning of a member, and whether its cells may be numbers.
    fn key(&self, column: &Column) -> (String, bool) {
        (quoted(&column.name) + ":", self.with_numbers && is_number(column.type_name()))
    }

    fn csv(&mut self, batch: &Table, out: &mut impl Write) -> Result<(), RowWriterError> {
        let names = || batch.columns().iter().map(|column| column.name.as_str());
        match self.columns {
            None => {
                csv_line(&mut self.piece, names().map(Some));
                self.columns = Some(batch.columns().len());
            }
            Some(columns) => {
                if let Some(late) = names().nth(columns) {
                    return Err(RowsError::LateColumn(asmx_types::display::shown_line(late).into_owned()).into());
                }
            }
        }
        for row in batch {
            let cells: Vec<_> = row.cells().map(|(_, cell)| cell.into_text()).collect();
            csv_line(&mut self.piece, cells.iter().map(Option::as_deref));
            self.flush_large(out)?;
        }
        Ok(())
    }

    fn flush_large(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.piece.len() >= PIECE { self.flush(out) } else { Ok(()) }
    }

    fn flush(&mut self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.piece.as_bytes())?;
        self.piece.clear();
        Ok(())
    }
}

/// A string of JSON that no terminal obeys. Most cells need no escapes.
fn quoted(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\') {
        return ["\"", text, "\""].concat();
    }
    shown(&Json::from(text).to_string())
}

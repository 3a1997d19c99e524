//! Rows of batches as lines of JSON, CSV, Arrow or Parquet.

use std::io::{self, Write};

#[cfg(feature = "arrow")]
use crate::rows::arrow::{Arrow, Writer};
use asmx_runtime::batches::Progress;
use asmx_runtime::json::{CellKind, RowMembers};
use asmx_runtime::results::table::{Column, Row, Table};
#[cfg(feature = "arrow")]
use asmx_types::display::shown_line;
use serde_json::Value as Json;

use crate::rows::cells::Cells;
use crate::rows::csv::CsvOptions;
use crate::rows::row_columns::RowColumns;
#[cfg(feature = "arrow")]
use crate::rows::texts::names;
use crate::rows::texts::{CELLS_PER_BYTE, RowsError, fixed_columns, terminal_safe};

/// The length of text that is written at once.
const PIECE: usize = 64 * 1024;

/// Writes batches of a [`RowStream`](crate::RowStream). Each write of text ends with a whole row.
#[derive(Debug)]
pub struct RowWriter {
    form: RowForm,
    /// The number of columns in the line of names, once it is written.
    columns: Option<usize>,
    /// Those of the first batch, in a form with fixed columns.
    row_columns: RowColumns,
    /// For Arrow and Parquet.
    #[cfg(feature = "arrow")]
    arrow: Option<Arrow>,
    cells: Cells,
    csv: CsvOptions,
    /// The number of columns of the batch that is being written, if the form has fixed columns. Columns behind are left out.
    fixed: usize,
    /// The columns that were left out, and why.
    left_out: Vec<(String, &'static str)>,
    /// Of the batch that is being written as lines of JSON.
    members: Option<Members>,
    piece: String,
}

/// The members of lines of JSON.
#[derive(Debug)]
struct Members {
    rows: RowMembers,
    /// By column: the key, and the kind of its cells.
    columns: Vec<(String, CellKind)>,
}

/// The form of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowForm {
    /// A JSON object a line.
    JsonLines,
    /// Comma-separated values with a line of names. A null is empty, and an empty text is `""`; in a table of one column both are `""`.
    Csv,
    /// A stream of the Arrow IPC format. The schema decides the types of the columns; a value that they cannot hold is an error.
    #[cfg(feature = "arrow")]
    Arrow,
    /// A file of the Arrow IPC format, which can be read from any batch. Types are those of [`Arrow`](Self::Arrow).
    #[cfg(feature = "arrow")]
    ArrowFile,
    /// A Parquet file, compressed with Snappy. Types are those of [`Arrow`](Self::Arrow). Memory holds the encoded columns of a row group.
    #[cfg(feature = "arrow")]
    Parquet,
}

impl RowForm {
    #[cfg(feature = "arrow")]
    fn arrow(self) -> Option<Arrow> {
        match self {
            Self::JsonLines | Self::Csv => None,
            Self::Arrow => Some(Arrow::new(Writer::stream)),
            Self::ArrowFile => Some(Arrow::new(Writer::file)),
            Self::Parquet => Some(Arrow::new(Writer::parquet)),
        }
    }
}

/// The error of rows that are written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RowWriterError {
    /// The rows have no such form.
    #[error(transparent)]
    Form(#[from] RowsError),
    /// A form is chosen for a column that the table lacks.
    #[cfg(feature = "arrow")]
    #[error("a form is chosen for the column `{}`, which the table lacks; there are: {}", shown_line(column), names(known.iter().map(String::as_str)))]
    NoColumn {
        /// The name that was given.
        column: String,
        /// The names of the columns of the table.
        known: Vec<String>,
    },
    /// A column or cell has no type of Arrow.
    #[cfg(feature = "arrow")]
    #[error("{0}; lines of JSON and CSV hold every value")]
    Arrow(asmx_arrow::Error),
    /// The output fails.
    #[error(transparent)]
    Output(#[from] io::Error),
}

#[cfg(feature = "arrow")]
impl From<asmx_arrow::Error> for RowWriterError {
    fn from(error: asmx_arrow::Error) -> Self {
        match error {
            asmx_arrow::Error::UnknownColumn { column, known } => Self::NoColumn { column, known },
            error => Self::Arrow(error),
        }
    }
}

impl RowWriter {
    /// A writer of this form.
    #[must_use]
    pub fn new(form: RowForm) -> Self {
        Self {
            form,
            columns: None,
            row_columns: RowColumns::default(),
            #[cfg(feature = "arrow")]
            arrow: form.arrow(),
            cells: Cells::new(CELLS_PER_BYTE),
            csv: CsvOptions::default(),
            fixed: 0,
            left_out: Vec::new(),
            members: None,
            piece: String::new(),
        }
    }

    /// Sets the most cells that CSV, Arrow and Parquet may have for each byte received. The default is 64.
    #[must_use]
    pub const fn cells_per_byte(mut self, cells: u32) -> Self {
        self.cells = Cells::new(cells);
        self
    }

    /// Sets how CSV is written.
    #[must_use]
    pub const fn csv(mut self, options: CsvOptions) -> Self {
        self.csv = options;
        self
    }

    /// Sets the forms of columns in Arrow and Parquet, before the first batch.
    #[cfg(feature = "arrow")]
    #[must_use]
    pub fn arrow(mut self, options: asmx_arrow::Options) -> Self {
        if let Some(arrow) = &mut self.arrow {
            arrow.options(options);
        }
        self
    }

    /// Takes [forms of columns](Self::arrow) that its table lacks for ones of other tables.
    #[must_use]
    #[cfg_attr(not(feature = "arrow"), expect(unused_mut, reason = "only Arrow has forms of columns"))]
    pub fn one_of_several(mut self) -> Self {
        #[cfg(feature = "arrow")]
        if let Some(arrow) = &mut self.arrow {
            arrow.one_of_several();
        }
        self
    }

    /// The facts that CSV, Arrow and Parquet left out so far, in words, each once.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let notes = self.left_out.iter().map(|(column, why)| left_out_note(column, why));
        #[cfg(feature = "arrow")]
        let notes = notes.chain(self.of_arrow().map(ToString::to_string));
        notes.collect()
    }

    /// Whether a note says that empty texts of this column are null.
    #[cfg(feature = "arrow")]
    pub(crate) fn has_empty_as_null(&self, column: &str) -> bool {
        self.of_arrow().any(|note| matches!(note, asmx_arrow::Note::EmptyIsNull { column: noted } if noted == column))
    }

    /// The columns of the rows; empty before the first batch, and for lines of JSON.
    #[must_use]
    pub const fn columns(&self) -> &RowColumns {
        &self.row_columns
    }

    /// The columns that were left out so far, because nothing declares them: at most 100.
    #[must_use]
    pub fn columns_left_out(&self) -> Vec<String> {
        let names = self.left_out.iter().map(|(column, _)| column);
        #[cfg(feature = "arrow")]
        let names = names.chain(self.of_arrow().filter_map(|note| match note {
            asmx_arrow::Note::ColumnLeftOut { column } => Some(column),
            _ => None,
        }));
        names.cloned().collect()
    }

    /// The notes of Arrow, but for those of columns that are known to be left out.
    #[cfg(feature = "arrow")]
    fn of_arrow(&self) -> impl Iterator<Item = &asmx_arrow::Note> {
        let is_known = |note: &&asmx_arrow::Note| match note {
            asmx_arrow::Note::ColumnLeftOut { column } => self.left_out.iter().any(|(known, _)| known == column),
            _ => false,
        };
        self.arrow.as_ref().map(Arrow::notes).unwrap_or_default().iter().filter(move |note| !is_known(note))
    }

    pub(crate) const fn form(&self) -> RowForm {
        self.form
    }

    pub(crate) const fn csv_options(&self) -> CsvOptions {
        self.csv
    }

    pub(crate) const fn most_cells_per_byte(&self) -> u32 {
        self.cells.per_byte()
    }

    /// Says that the next batches are those of another response, with a progress of its own.
    pub const fn next_response(&mut self) {
        self.cells.restart();
    }

    /// Writes the rows of a batch. `progress` is that of the stream, once it gave the batch.
    ///
    /// # Errors
    ///
    /// The output fails; CSV has no column for a cell, because the schema does not declare it and its first rows lacked it; or CSV, Arrow
    /// or Parquet would have more cells than [`cells_per_byte`](Self::cells_per_byte) permits.
    pub fn write(&mut self, batch: &Table, progress: Progress, out: &mut impl Write) -> Result<(), RowWriterError> {
        let mut next = self.begin(batch, progress, out)?;
        while let Some(row) = next {
            next = self.write_rows(batch, row, out)?;
        }
        Ok(())
    }

    /// Begins a batch: returns its first row, unless it is written whole.
    pub(crate) fn begin(
        &mut self,
        batch: &Table,
        progress: Progress,
        out: &mut impl Write,
    ) -> Result<Option<usize>, RowWriterError> {
        if self.form != RowForm::JsonLines {
            self.fix_columns(batch);
        }
        match self.form {
            RowForm::JsonLines => self.members = Some(Members::of(batch)),
            RowForm::Csv => {
                self.cells.add(batch, progress)?;
                self.csv_names(batch)?;
            }
            #[cfg(feature = "arrow")]
            RowForm::Arrow | RowForm::ArrowFile | RowForm::Parquet => {
                self.cells.add_whole(batch, progress)?;
                let Some(arrow) = &mut self.arrow else { return Ok(None) };
                let (bytes, error) = arrow.batch(batch);
                out.write_all(&bytes)?;
                return error.map_or(Ok(None), |error| Err(error.into()));
            }
        }
        self.flush(out)?;
        Ok(Some(0))
    }

    /// Writes some 64 KiB of rows from this one on; returns the next one, if there are more.
    pub(crate) fn write_rows(
        &mut self,
        batch: &Table,
        mut row: usize,
        out: &mut impl Write,
    ) -> Result<Option<usize>, RowWriterError> {
        while let Some(next) = batch.row_at(row).filter(|_| self.piece.len() < PIECE) {
            match &self.members {
                Some(members) => members.line(next, &mut self.piece),
                None => self.csv_row(next),
            }
            row += 1;
        }
        self.flush(out)?;
        Ok(Some(row).filter(|row| *row < batch.row_count()))
    }

    /// Writes what ends the rows, after the last batch.
    ///
    /// # Errors
    ///
    /// The output fails.
    pub fn finish(&mut self, out: &mut impl Write) -> Result<(), RowWriterError> {
        #[cfg(feature = "arrow")]
        if let Some(arrow) = &mut self.arrow {
            out.write_all(&arrow.end()?)?;
        }
        Ok(out.flush()?)
    }

    /// The columns of the batch that a form with fixed columns has. Of a table with declared columns others are left out.
    fn fix_columns(&mut self, batch: &Table) {
        let columns = fixed_columns(batch);
        if self.row_columns.is_empty() {
            self.row_columns = RowColumns::of(columns);
        }
        self.fixed = columns.len();
        for column in batch.columns().iter().skip(columns.len()) {
            if self.left_out.len() < MOST_NOTES && !self.left_out.iter().any(|(known, _)| *known == column.name) {
                self.left_out.push((column.name.clone(), why_left_out(column)));
            }
        }
    }

    /// The line of names before the first row, or whether a column came behind it.
    fn csv_names(&mut self, batch: &Table) -> Result<(), RowsError> {
        let columns = fixed_columns(batch);
        let names = || columns.iter().map(|column| column.name.as_str());
        match self.columns {
            None => {
                self.csv.names(&mut self.piece, names());
                self.columns = Some(names().count());
                Ok(())
            }
            Some(columns) => names()
                .nth(columns)
                .map_or(Ok(()), |late| Err(RowsError::LateColumn(asmx_types::display::shown_line(late).into_owned()))),
        }
    }

    fn csv_row(&mut self, row: Row<'_>) {
        let cells = row.cells().take(self.fixed);
        let cells: Vec<_> = cells.map(|(column, cell)| (cell.into_text(), column.type_name())).collect();
        self.csv.line(&mut self.piece, cells.iter().map(|(cell, type_name)| (cell.as_deref(), *type_name)));
    }

    fn flush(&mut self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.piece.as_bytes())?;
        self.piece.clear();
        Ok(())
    }
}

impl Members {
    fn of(batch: &Table) -> Self {
        let column = batch.columns().iter();
        let columns = column.map(|column| (quoted(&column.name), CellKind::of(column.type_name()))).collect();
        Self { rows: RowMembers::of(batch), columns }
    }

    /// An object with the members of the row.
    fn line(&self, row: Row<'_>, out: &mut String) {
        let mut separator = '{';
        for position in self.rows.of_row(row.index()) {
            let Some((key, kind)) = self.columns.get(position) else { continue };
            out.push(std::mem::replace(&mut separator, ','));
            out.push_str(key);
            out.push(':');
            match row.text_at(position) {
                None => out.push_str("null"),
                Some(text) if kind.write(&text, out) => {}
                Some(text) => out.push_str(&quoted(&text)),
            }
        }
        out.push_str(if separator == '{' { "{}\n" } else { "}\n" });
    }
}

/// The most columns that are noted.
const MOST_NOTES: usize = 100;

pub(crate) const NO_SCHEMA: &str = "no schema declares it";
pub(crate) const NOT_DESCRIBED: &str = "the description lacks it";

/// Why a form with fixed columns leaves a column out: one of the schema of the response has a type.
pub(crate) fn why_left_out(column: &Column) -> &'static str {
    if column.type_name().is_empty() { NO_SCHEMA } else { NOT_DESCRIBED }
}

pub(crate) fn left_out_note(column: &str, why: &str) -> String {
    format!("column `{}` is left out: {why}", asmx_types::display::shown_line(column))
}

/// A string of JSON that no terminal obeys. Most cells need no escapes.
fn quoted(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\') {
        return ["\"", text, "\""].concat();
    }
    terminal_safe(&Json::from(text).to_string())
}

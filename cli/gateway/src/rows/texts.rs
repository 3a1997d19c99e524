//! Rows in texts: what all their forms share.

use std::fmt::Write as _;
use std::io;

use asmx_runtime::json::CellKind;
use asmx_runtime::results::table::{Column, Row, Table};
use asmx_types::display::{is_obeyed, shown_line};
use serde_json::Value as Json;

/// The most cells for each byte received, unless a setting says otherwise.
pub const CELLS_PER_BYTE: u32 = 64;
/// So many cells are always made.
pub(crate) const MANY: u64 = 100_000;

/// A table of texts.
#[non_exhaustive]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grid {
    /// The name of the table, if it has one.
    pub name: Option<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<GridRow>,
    /// By column: whether its cells are numbers.
    pub numbers: Vec<bool>,
}

impl Grid {
    /// Adds the rows of a batch to those of its table. Columns that no schema declares are left out, if others are declared.
    pub fn add(&mut self, batch: &Table) {
        let columns = fixed_columns(batch);
        self.name = Some(batch.full_name().to_owned());
        self.columns = columns.iter().map(|column| column.name.clone()).collect();
        self.numbers = columns.iter().map(|column| is_number(column.type_name())).collect();
        let row = |row: Row<'_>| -> GridRow {
            let cells = row.cells().take(columns.len()).enumerate();
            cells.filter_map(|(index, (_, cell))| Some((index, cell.into_text()?.into_owned()))).collect()
        };
        self.rows.extend(batch.iter().map(row));
    }
}

/// The cells of a row that have a value, each with the position of its column, in order of the columns.
pub type GridRow = Vec<(usize, String)>;

/// Why a result has no rows in the form that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowsError {
    /// A table was named, and the result has none.
    #[error("the result has no tables, and so none called `{0}`")]
    NoTables(String),
    /// The result has other tables.
    #[error("the result has no table `{0}`; there are: {1}")]
    NoSuchTable(String, String),
    /// The result has several tables, and none was named.
    #[error("the result has several tables: choose one of {0}")]
    SeveralTables(String),
    /// A column came after the line of names was written.
    #[error(
        "the column `{0}` is not in the schema and comes after rows without it, which CSV cannot show: use JSON lines"
    )]
    LateColumn(String),
    /// A form with a cell for every column would be much larger than the response.
    #[error(
        "{cells} cells, most of them empty, are more than {per_byte} for each of the {bytes} bytes received: use lines of JSON, which leave \
         empty cells out"
    )]
    TooManyCells {
        /// Columns times rows.
        cells: u64,
        /// The bytes received so far, or the bytes of the result in JSON.
        bytes: u64,
        /// The most cells for each byte.
        per_byte: u32,
    },
    /// Rows of tables alternate, and too many waited for their table.
    #[error(
        "the rows of `{0}` come between those of other tables, and more than 8 MiB of rows would have to wait: take lines of JSON of one table \
         (`jsonl`)"
    )]
    Alternating(String),
    /// No column of the table is known: the result is null, or a DataSet without tables.
    #[error("the response has no table, and nothing states the columns: a spec can declare them (`<columns>`)")]
    NoColumns,
    /// The operation has no result.
    #[error("the operation has no result, and so no rows")]
    NoRows,
    /// A path was named that the description lacks.
    #[error("the result has no `{0}`; there is: {1}")]
    NoPath(String, String),
    /// A path leads to a DataSet.
    #[error("`{0}` is a DataSet: its tables have names, of which one can be chosen")]
    TablesHaveNames(String),
    /// The response has elements among the rows that the description lacks: they may be rows of another name.
    #[error(
        "the rows of `{0}` are not all: the response has elements among them that the document does not declare, and only JSON has them: {1}"
    )]
    OtherRows(String, String),
    /// The part holds XML whose root has elements of several names, and a path to the rows tells which are meant.
    #[error(
        "the rows of `{0}` cannot be told: its root has elements of several names, and nothing says which are rows: name one of {1}"
    )]
    SeveralElements(String, String),
    /// No row of a delimited text has the delimiter of columns. The number of declared columns.
    #[error(
        "no row of the text has the column delimiter of the request, and {0} columns are declared: the service may use other delimiters, which \
         the request can state, or its text is a message (in JSON it is whole)"
    )]
    OneCellRows(usize),
    /// The part holds XML in which rows cannot be told.
    #[error("the rows of `{0}` cannot be told: {1}")]
    NotRows(String, String),
}

impl RowsError {
    pub(crate) fn unknown(table: &str, all: &[String]) -> Self {
        if all.is_empty() {
            return Self::NoTables(shown_line(table).into_owned());
        }
        Self::NoSuchTable(shown_line(table).into_owned(), names(all.iter().map(String::as_str)))
    }
}

/// The columns that a form with fixed columns has: those that a schema declares, or all if none is. Undeclared ones stand behind the others.
pub(crate) fn fixed_columns(batch: &Table) -> &[Column] {
    let declared = batch.columns().iter().take_while(|column| column.is_declared()).count();
    if declared == 0 { batch.columns() } else { batch.columns().get(..declared).unwrap_or_default() }
}

/// Whether the main table of a schema (`msdata:MainDataTable`), which may be `namespace:name`, is the table of this full name.
pub(crate) fn is_main_table(full_name: &str, main: &str) -> bool {
    let in_parts = full_name.strip_prefix('{').and_then(|rest| rest.rsplit_once('}'));
    let is_own = |parts: (&str, &str)| full_name == parts.1 || in_parts == Some(parts);
    is_named(full_name, main) || main.rsplit_once(':').is_some_and(is_own)
}

/// Whether a table of this full name is meant: `{namespace}name` is also called `name`.
pub(crate) fn is_named(full_name: &str, name: &str) -> bool {
    full_name == name
        || full_name.strip_prefix('{').and_then(|rest| rest.rsplit_once('}')).is_some_and(|(_, own)| own == name)
}

/// Whether cells of this type are numbers, for people.
pub(crate) fn is_number(type_name: &str) -> bool {
    let is_kind = matches!(CellKind::of(type_name), CellKind::Integer | CellKind::Float);
    is_kind || matches!(type_name, "xs:decimal" | "xs:integer" | "xs:long" | "xs:unsignedLong")
}

pub(crate) fn names<'a>(all: impl Iterator<Item = &'a str>) -> String {
    all.map(shown_line).collect::<Vec<_>>().join(", ")
}

/// Whether so many cells may be made of so many bytes.
pub(crate) fn permit_cells(per_byte: u32, cells: u64, bytes: u64) -> Result<(), RowsError> {
    let is_permitted = cells <= bytes.saturating_mul(per_byte.into());
    if is_permitted { Ok(()) } else { Err(RowsError::TooManyCells { cells, bytes, per_byte }) }
}

/// The bytes of a value in JSON.
pub(crate) fn size(value: &Json) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // Counting cannot fail.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}

/// JSON that no terminal obeys: by itself it escapes only some control characters.
#[must_use]
pub fn terminal_safe(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if is_obeyed(character) && character != '\n' {
            // Writing to a String cannot fail.
            let _ = write!(text, "\\u{:04x}", u32::from(character));
        } else {
            text.push(character);
        }
    }
    text
}

//! Tables as a spreadsheet of Excel: one sheet a table.

mod cell;
mod names;
mod note;
mod output;

use std::collections::HashMap;
use std::io::{self, Write};

use asmx_runtime::results::table::{Column, Row, Table};
use asmx_types::display::shown_line;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use cell::{Cell, Fact, Kind};
use names::SheetNames;
use note::Notes;
use output::Output;

use crate::rows::row_writer::why_left_out;
use crate::rows::texts::{RowsError, fixed_columns};
pub use note::SpreadsheetNote;

/// The rows of a sheet, with that of the names.
const MOST_ROWS: u32 = 1_048_576;
const MOST_COLUMNS: usize = 16_384;
/// Each has a temporary file until the spreadsheet is saved, and a process has some 1,000 files.
const MOST_SHEETS: usize = 255;
/// In characters.
const LONGEST_TEXT: usize = 32_767;

const DATE: &str = "yyyy-mm-dd";
const TIME: &str = "yyyy-mm-dd hh:mm:ss";
/// In characters; a narrower column shows `###` for a time.
const WIDTH_OF_TIME: u32 = 19;
const WIDTH_OF_DATE: u32 = 11;

/// Writes tables into one `.xlsx` file, one sheet a table. Rows go to nameless temporary files first, so memory holds one row of each table.
///
/// Numbers of more than 15 digits, dates before 1900 and values that are none of their type are texts. A table of more rows than a sheet has goes
/// on in the next one.
pub struct Spreadsheet {
    book: Workbook,
    names: SheetNames,
    tables: HashMap<String, Sheet>,
    notes: Notes,
    date: Format,
    time: Format,
}

/// The sheet of a table, or the last of several.
#[derive(Debug)]
struct Sheet {
    index: usize,
    /// The name of the first sheet of the table.
    first: String,
    next_row: u32,
    /// The number of its last rows that have no value: a sheet has rows of cells only.
    empty_rows: u32,
    columns: Vec<(String, Kind)>,
}

/// Why a table cannot be in a spreadsheet.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpreadsheetError {
    /// A sheet has fewer columns.
    #[error("the table `{}` has {columns} columns, and a sheet at most 16,384: write CSV", shown_line(table))]
    Columns {
        /// The table.
        table: String,
        /// The number of its columns.
        columns: usize,
    },
    /// The tables need more sheets.
    #[error("the result needs more than 255 sheets, the most of a spreadsheet here: take JSON, or one table")]
    Sheets,
    /// A batch has a column that the sheet lacks, because rows were written before.
    #[error(
        "the column `{}` of the table `{}` comes after rows without it: write lines of JSON",
        shown_line(column),
        shown_line(table)
    )]
    LateColumn {
        /// The table.
        table: String,
        /// The column.
        column: String,
    },
    /// A cell is longer than Excel reads.
    #[error(
        "row {row} of the table `{}` has a text of {characters} characters in column `{}`, and a cell holds 32,767: write CSV",
        shown_line(table),
        shown_line(column)
    )]
    Text {
        /// The table.
        table: String,
        /// The column.
        column: String,
        /// The row of the sheet, counted from 1.
        row: u32,
        /// The length of the text.
        characters: usize,
    },
    /// The table has no such form, or there is none.
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// The output, or a temporary file, fails.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The writer of spreadsheets refuses.
    #[error("the spreadsheet cannot be written: {0}")]
    Writer(String),
}

impl SpreadsheetError {
    /// The form of a result that holds the table, by the name that the command and REST give it: `csv` or `jsonl`. `None` if no other form helps.
    #[must_use]
    pub const fn instead(&self) -> Option<&'static str> {
        match self {
            Self::Columns { .. } | Self::Text { .. } => Some("csv"),
            Self::LateColumn { .. } => Some("jsonl"),
            Self::Sheets => Some("json"),
            Self::Rows(_) | Self::Output(_) | Self::Writer(_) => None,
        }
    }
}

impl From<XlsxError> for SpreadsheetError {
    fn from(error: XlsxError) -> Self {
        match error {
            XlsxError::IoError(error) => Self::Output(error),
            error => Self::Writer(error.to_string()),
        }
    }
}

debug_only!(Spreadsheet: names, tables);

impl Default for Spreadsheet {
    fn default() -> Self {
        Self {
            book: Workbook::new(),
            names: SheetNames::default(),
            tables: HashMap::new(),
            notes: Notes::default(),
            date: Format::new().set_num_format(DATE),
            time: Format::new().set_num_format(TIME),
        }
    }
}

/// The most columns of a batch that are noted as left out.
const MOST_LEFT_OUT: usize = 100;

impl Spreadsheet {
    /// A spreadsheet without sheets.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The facts that cells leave out, each once. Complete after the last batch.
    #[must_use]
    pub fn notes(&self) -> Vec<SpreadsheetNote> {
        let mut last: Vec<(&String, &Sheet)> = self.tables.iter().filter(|(_, sheet)| sheet.empty_rows > 0).collect();
        last.sort_by_key(|(_, sheet)| sheet.index);
        let empty = last.iter().map(|(table, sheet)| SpreadsheetNote::of_empty_rows(table, sheet.empty_rows));
        self.notes.all().iter().cloned().chain(empty).collect()
    }

    /// Adds the rows of a batch to the sheet of its table. A table without rows gets a sheet with its columns.
    ///
    /// # Errors
    ///
    /// A table or cell is larger than a sheet holds, or a temporary file fails.
    pub fn write(&mut self, batch: &Table) -> Result<(), SpreadsheetError> {
        let table = batch.full_name();
        let mut sheet = match self.tables.remove(table) {
            Some(sheet) => sheet,
            None => self.begun(batch)?,
        };
        let columns = fixed_columns(batch);
        // Cells have the place of their column.
        let is_late = |(place, column): &(usize, &Column)| {
            sheet.columns.get(*place).is_none_or(|(known, _)| *known != column.name)
        };
        if let Some((_, late)) = columns.iter().enumerate().find(is_late) {
            return Err(SpreadsheetError::LateColumn { table: table.to_owned(), column: late.name.clone() });
        }
        for column in batch.columns().iter().skip(columns.len()).take(MOST_LEFT_OUT) {
            self.notes.add(table, &column.name, Fact::LeftOut(why_left_out(column)));
        }
        for index in 0..batch.row_count() {
            if sheet.next_row == MOST_ROWS {
                if sheet.empty_rows > 0 {
                    self.notes.push(SpreadsheetNote::of_empty_rows(table, sheet.empty_rows));
                }
                let name = self.names.continuation(&sheet.first);
                sheet = self.added(table, name, (sheet.first, sheet.columns))?;
            }
            let Some(row) = batch.row_at(index) else { continue };
            self.row(table, &mut sheet, row)?;
        }
        self.tables.insert(table.to_owned(), sheet);
        Ok(())
    }

    /// The columns that were left out, because nothing declares them.
    #[must_use]
    pub fn columns_left_out(&self) -> Vec<String> {
        self.notes.all().iter().filter_map(SpreadsheetNote::column_left_out).map(str::to_owned).collect()
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// No table was added, or the output fails.
    pub fn save(mut self, out: impl Write + Send) -> Result<(), SpreadsheetError> {
        if self.tables.is_empty() {
            return Err(RowsError::NoColumns.into());
        }
        let mut out = Output::new(out);
        let saved = self.book.save_to_writer(&mut out);
        out.result()?;
        Ok(saved?)
    }

    fn begun(&mut self, batch: &Table) -> Result<Sheet, SpreadsheetError> {
        let columns = fixed_columns(batch);
        if columns.len() > MOST_COLUMNS {
            return Err(SpreadsheetError::Columns { table: batch.full_name().to_owned(), columns: columns.len() });
        }
        let columns = columns.iter().map(|column| (column.name.clone(), Kind::of(column))).collect();
        let (table, name) = (batch.full_name(), self.names.of_table(batch.full_name()));
        if name != table {
            self.notes.push(SpreadsheetNote::of_name(table, &name));
        }
        self.added(table, name.clone(), (name, columns))
    }

    /// A sheet of a table, with the line of names.
    fn added(
        &mut self,
        table: &str,
        name: String,
        (first, columns): (String, Vec<(String, Kind)>),
    ) -> Result<Sheet, SpreadsheetError> {
        let index = self.book.worksheets().len();
        if index >= MOST_SHEETS {
            return Err(SpreadsheetError::Sheets);
        }
        let sheet = self.book.add_worksheet_with_constant_memory()?;
        sheet.set_name(name)?.set_freeze_panes(1, 0)?;
        for (column, (_, kind)) in (0u16..).zip(&columns) {
            match kind {
                Kind::Date => sheet.set_column_width(column, WIDTH_OF_DATE)?,
                Kind::Time => sheet.set_column_width(column, WIDTH_OF_TIME)?,
                _ => continue,
            };
        }
        for (column, (name, _)) in (0u16..).zip(&columns) {
            write_text(sheet, (table, name), (0, column), name)?;
        }
        Ok(Sheet { index, first, next_row: 1, empty_rows: 0, columns })
    }

    fn row(&mut self, table: &str, sheet: &mut Sheet, row: Row<'_>) -> Result<(), SpreadsheetError> {
        let target = self.book.worksheet_from_index(sheet.index)?;
        let (at, mut is_empty) = (sheet.next_row, true);
        for ((column, (name, kind)), (_, cell)) in (0u16..).zip(&sheet.columns).zip(row.cells()) {
            let Some(text) = cell.text() else { continue };
            is_empty &= text.is_empty();
            let (cell, facts) = Cell::of(*kind, text);
            facts.into_iter().flatten().for_each(|fact| self.notes.add(table, name, fact));
            match cell {
                Cell::Number(number) => target.write_number(at, column, number)?,
                Cell::Boolean(value) => target.write_boolean(at, column, value)?,
                Cell::Date(day) => target.write_number_with_format(at, column, day, &self.date)?,
                Cell::Time(time) => target.write_number_with_format(at, column, time, &self.time)?,
                Cell::Text => {
                    write_text(target, (table, name), (at, column), text)?;
                    continue;
                }
            };
        }
        sheet.next_row += 1;
        sheet.empty_rows = if is_empty { sheet.empty_rows + 1 } else { 0 };
        Ok(())
    }
}

/// A text is never a formula.
fn write_text(
    sheet: &mut Worksheet,
    (table, column): (&str, &str),
    (row, place): (u32, u16),
    text: &str,
) -> Result<(), SpreadsheetError> {
    // A character has at most 4 bytes.
    if text.len() > LONGEST_TEXT {
        let characters = text.chars().count();
        if characters > LONGEST_TEXT {
            let (table, column) = (table.to_owned(), column.to_owned());
            return Err(SpreadsheetError::Text { table, column, row: row + 1, characters });
        }
    }
    sheet.write_string(row, place, text)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use asmx_runtime::results::table::{Cell as TableCell, RowData};

    use super::*;

    fn table(name: &str, columns: &[(&str, &str)], rows: &[&[Option<&str>]]) -> Table {
        let mut table =
            columns.iter().map(|(name, kind)| Column::of_type(*name, *kind)).fold(Table::new(name), Table::with_column);
        for row in rows {
            let cells = row.iter().map(|cell| match *cell {
                Some(text) => TableCell::Text(text.into()),
                None => TableCell::DbNull,
            });
            table.push(RowData::new(cells));
        }
        table
    }

    /// The XML of a part of the file.
    fn part(file: &[u8], name: &str) -> String {
        let mut archive = zip::ZipArchive::new(io::Cursor::new(file)).unwrap();
        let mut text = String::new();
        archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    fn saved(book: Spreadsheet) -> Vec<u8> {
        let mut file = Vec::new();
        book.save(&mut file).unwrap();
        file
    }

    #[test]
    fn sheets_are_bounded() {
        let mut book = Spreadsheet::new();
        for number in 0..MOST_SHEETS {
            book.write(&table(&format!("T{number}"), &[("Id", "xs:int")], &[])).unwrap();
        }
        let refused = book.write(&table("Last", &[("Id", "xs:int")], &[])).unwrap_err();
        assert_eq!((refused.to_string().contains("255 sheets"), refused.instead()), (true, Some("json")));
    }

    #[test]
    fn cells_have_the_types_of_their_columns() {
        let columns = [
            ("Id", "xs:int"),
            ("Price", "xs:decimal"),
            ("Paid", "xs:boolean"),
            ("At", "xs:dateTime"),
            ("To", "xs:string"),
        ];
        let mut book = Spreadsheet::new();
        let rows: [&[Option<&str>]; 2] = [
            &[Some("7"), Some("1.50"), Some("true"), Some("2024-02-29T12:00:00"), Some("=1+1")],
            &[None, Some("12345678901234567.89"), None, Some("1899-12-31T00:00:00"), Some("")],
        ];
        book.write(&table("Orders", &columns, &rows)).unwrap();
        let notes: Vec<String> = book.notes().iter().map(ToString::to_string).collect();
        assert_eq!(
            notes,
            [
                "column `Price` of `Orders`: numbers of more than 15 digits are texts",
                "column `At` of `Orders`: dates before 1900 are texts"
            ]
        );
        let sheet = part(&saved(book), "xl/worksheets/sheet1.xml");
        for cell in [
            "<c r=\"A2\"><v>7</v></c>",
            "<c r=\"B2\"><v>1.5</v></c>",
            "<c r=\"C2\" t=\"b\"><v>1</v></c>",
            "<v>45351.5</v>",
            "<c r=\"E2\" t=\"inlineStr\"><is><t>=1+1</t></is></c>",
            "<is><t>12345678901234567.89</t></is>",
            "<is><t>1899-12-31T00:00:00</t></is>",
        ] {
            assert!(sheet.contains(cell), "{cell}: {sheet}");
        }
        assert!(!sheet.contains("<f>") && !sheet.contains("r=\"A3\""), "{sheet}");
    }

    #[test]
    fn rows_without_values_at_the_end_are_noted() {
        let mut book = Spreadsheet::new();
        let columns = [("Id", "xs:int"), ("Name", "xs:string")];
        let (empty, with_empty_text, filled): ([Option<&str>; 2], _, _) =
            ([None, None], [None, Some("")], [Some("1"), None]);
        book.write(&table("T", &columns, &[&empty, &filled, &empty])).unwrap();
        book.write(&table("T", &columns, &[&with_empty_text])).unwrap();
        book.write(&table("U", &columns, &[&empty, &filled])).unwrap();
        book.write(&table("V", &columns, &[&empty])).unwrap();
        let notes: Vec<String> = book.notes().iter().map(ToString::to_string).collect();
        assert_eq!(
            notes,
            [
                "the last 2 rows of `T` have no values, and the sheet ends before them",
                "the last row of `V` has no values, and the sheet ends before it"
            ]
        );
    }

    #[test]
    fn a_time_that_is_cut_and_loses_its_zone_has_both_notes() {
        let mut book = Spreadsheet::new();
        let rows: [&[Option<&str>]; 1] = [&[Some("2024-02-29T12:00:00.1234567+02:00")]];
        book.write(&table("T", &[("At", "xs:dateTime")], &rows)).unwrap();
        let notes: Vec<String> = book.notes().iter().map(ToString::to_string).collect();
        assert_eq!(
            notes,
            [
                "column `At` of `T`: the zones of the values are left out",
                "column `At` of `T`: times are cut to milliseconds"
            ]
        );
    }

    #[test]
    fn tables_that_alternate_have_a_sheet_each() {
        let mut book = Spreadsheet::new();
        let rows: [&[Option<&str>]; 1] = [&[Some("1")]];
        for name in ["a", "A", "a"] {
            book.write(&table(name, &[("Id", "xs:int")], &rows)).unwrap();
        }
        book.write(&table("none", &[("Id", "xs:int")], &[])).unwrap();
        let notes: Vec<String> = book.notes().iter().map(ToString::to_string).collect();
        assert_eq!(notes, ["the table `A` is the sheet `A~2`"]);
        let file = saved(book);
        let names = part(&file, "xl/workbook.xml");
        assert!(
            names.contains("name=\"a\"") && names.contains("name=\"A~2\"") && names.contains("name=\"none\""),
            "{names}"
        );
        assert!(part(&file, "xl/worksheets/sheet1.xml").contains("r=\"A3\""));
        assert!(part(&file, "xl/worksheets/sheet3.xml").contains("<is><t>Id</t></is>"));
    }

    #[test]
    fn what_a_sheet_cannot_hold_is_refused_with_the_form_that_can() {
        let names: Vec<String> = (0..=MOST_COLUMNS).map(|column| format!("C{column}")).collect();
        let columns: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "xs:string")).collect();
        let error = Spreadsheet::new().write(&table("T", &columns, &[])).unwrap_err().to_string();
        assert_eq!(error, "the table `T` has 16385 columns, and a sheet at most 16,384: write CSV");
        let long = "x".repeat(LONGEST_TEXT + 1);
        let rows: [&[Option<&str>]; 1] = [&[Some(&long)]];
        let error = Spreadsheet::new().write(&table("T", &[("A", "xs:string")], &rows)).unwrap_err().to_string();
        let expected =
            "row 2 of the table `T` has a text of 32768 characters in column `A`, and a cell holds 32,767: write CSV";
        assert_eq!(error, expected);
    }

    #[test]
    fn rows_beyond_a_sheet_go_on_in_the_next() {
        let mut book = Spreadsheet::new();
        let rows: [&[Option<&str>]; 2] = [&[Some("1")], &[Some("2")]];
        let batch = table("T", &[("Id", "xs:int")], &rows);
        book.write(&table("T", &[("Id", "xs:int")], &[])).unwrap();
        book.tables.get_mut("T").unwrap().next_row = MOST_ROWS - 1;
        book.write(&batch).unwrap();
        let file = saved(book);
        assert!(part(&file, "xl/workbook.xml").contains("name=\"T (2)\""));
        assert!(part(&file, "xl/worksheets/sheet1.xml").contains("<c r=\"A1048576\"><v>1</v></c>"));
        let second = part(&file, "xl/worksheets/sheet2.xml");
        assert!(second.contains("<is><t>Id</t></is>") && second.contains("<c r=\"A2\"><v>2</v></c>"), "{second}");
    }
}

//! Prints results.

use std::io::{self, IsTerminal as _, Write as _};

#[cfg(feature = "xlsx")]
use asmx_gateway::SpreadsheetError;
use asmx_gateway::rows::terminal_safe;
use asmx_gateway::tables::{self, Chosen, FoundTable, LeftOut, RowsNote, TableShape};
use asmx_types::display::{shown_line, shown_lines};
use serde_json::Value as Json;

use super::super::terminal;
use super::super::to_file::ToFile;
use super::destination::Destination;
use super::form::{COMMAND_LINE, Form};
use super::table::{TooWide, table};

/// Prints a text, and returns the exit code. A reader that has seen enough is no failure. No terminal obeys what a service sends.
pub(in crate::cli) fn print(bytes: &[u8]) -> io::Result<u8> {
    let mut out = io::stdout().lock();
    let written = if out.is_terminal() {
        out.write_all(shown_lines(&String::from_utf8_lossy(bytes)).as_bytes())
    } else {
        out.write_all(bytes)
    };
    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            writeln!(io::stderr(), "error: standard output: {error}").map(|()| 1)
        }
        _ => Ok(0),
    }
}

/// Writes a text into the file, or prints it without one. Returns the exit code.
pub(in crate::cli) fn print_to(to: &ToFile, text: &str) -> io::Result<u8> {
    if to.is_file() { to.write(text).map(|is_written| u8::from(!is_written)) } else { print(text.as_bytes()) }
}

/// A result in a form.
pub(in crate::cli) struct Text {
    pub(in crate::cli) bytes: Vec<u8>,
    /// For standard error.
    pub(super) notes: Vec<String>,
    /// The content that the description lacks and that the form leaves out.
    pub(super) left_out: LeftOut,
}

/// The result in a form other than raw. `chosen` names one of several tables. On a terminal JSON is indented, and tables fit its width.
pub(in crate::cli) fn text(
    shapes: &[TableShape],
    result: &Json,
    to: &Destination,
    chosen: Option<&str>,
) -> Result<Text, String> {
    let (form, is_for_people) = (to.form, to.is_terminal());
    let limits = || tables::notes(shapes, result).iter().map(ToString::to_string).collect();
    if matches!(form, Form::Json | Form::Raw) {
        let text = if is_for_people { format!("{result:#}") } else { result.to_string() };
        return Ok(Text {
            bytes: (terminal_safe(&text) + "\n").into_bytes(),
            notes: limits(),
            left_out: LeftOut::default(),
        });
    }
    let width = if is_for_people { terminal::width() } else { None };
    if form == Form::Table && chosen.is_none() {
        let tables = tables::all(shapes, result);
        let bytes = people(&tables, width).map_err(|why| why.to_string())?.into_bytes();
        let notes = tables.iter().flat_map(FoundTable::notes).map(|note| note.to_string()).collect();
        return Ok(Text { bytes, notes, left_out: tables.iter().map(|table| table.left_out(false)).collect() });
    }
    let Chosen { table, notes, .. } =
        tables::choose(shapes, result, chosen).map_err(|why| why.in_words(COMMAND_LINE))?;
    let left_out = table.left_out(form == Form::Jsonl);
    let Some(mut writer) = to.rows() else {
        let text = people(std::slice::from_ref(&table), width).map_err(|why| why.to_string())?;
        let notes = notes.iter().map(ToString::to_string).collect();
        return Ok(Text { bytes: text.into_bytes(), notes, left_out });
    };
    let written = tables::written_by(&table, &mut writer).map_err(|why| why.in_words(COMMAND_LINE))?;
    let notes = notes.iter().filter(|note| !note.is_repeated_by(&writer)).map(ToString::to_string);
    let notes = notes.chain(writer.notes());
    Ok(Text { bytes: written, notes: notes.collect(), left_out })
}

/// The reason why a result is not in a spreadsheet, in words of the command.
#[cfg(feature = "xlsx")]
pub(super) fn no_spreadsheet(why: &SpreadsheetError) -> String {
    why.instead().map_or_else(|| why.to_string(), |form| format!("{why} (`--format {form}`)"))
}

/// All tables; values as a table of names and values, and a lone value alone. XML without rows is its text.
fn people(all: &[FoundTable<'_>], width: Option<usize>) -> Result<String, TooWide> {
    let is_alone = all.len() == 1;
    let each = all.iter().map(|found| {
        if found.is_values() {
            let members = found.members();
            return match members.rows.as_slice() {
                [only] if is_alone => {
                    Ok(shown_lines(&only.iter().skip(1).map(|(_, cell)| cell.as_str()).collect::<String>())
                        .into_owned()
                        + "\n")
                }
                [] => Ok(String::new()),
                _ => table(&members, width),
            };
        }
        let heading = if is_alone { String::new() } else { format!("{}\n", shown_line(&found.name)) };
        Ok(heading + &rows(found, width)?)
    });
    Ok(each.collect::<Result<Vec<_>, _>>()?.join("\n"))
}

fn rows(found: &FoundTable<'_>, width: Option<usize>) -> Result<String, TooWide> {
    match found.xml_without_rows() {
        Some(xml) => Ok(shown_lines(xml.trim_end()).into_owned() + "\n"),
        None if found.columns.is_empty() && found.row_count() > 0 => {
            let (count, rows) = (found.row_count(), if found.row_count() == 1 { "row" } else { "rows" });
            Ok(format!("({count} {rows} without values)\n"))
        }
        None if found.columns.is_empty() => Ok(String::new()),
        None => table(&found.grid(), width),
    }
}

/// The notes, and the option that shows what rows do not.
pub(super) fn noted<'n>(notes: impl IntoIterator<Item = &'n RowsNote>) -> Vec<String> {
    let with_option = |note: &RowsNote| match note {
        RowsNote::Hidden(_) => format!("{note}. `--full` shows it"),
        note => note.to_string(),
    };
    notes.into_iter().map(with_option).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use asmx_gateway::rows::RowsError;
    use serde_json::json;

    use super::*;

    fn table_on_a_pipe() -> Destination {
        Destination::of(Some(Form::Table), Some(Path::new("never-written"))).unwrap()
    }

    #[test]
    fn reasons_name_options_of_the_command() {
        let several = RowsError::SeveralElements("List".to_owned(), "List/Page or List/Group".to_owned());
        assert!(several.in_words(COMMAND_LINE).ends_with("name one of List/Page or List/Group with `--rows`"));
        #[cfg(feature = "xlsx")]
        assert_eq!(
            no_spreadsheet(&SpreadsheetError::Columns { table: "T".to_owned(), columns: 16_385 }),
            "the table `T` has 16385 columns, and a sheet at most 16,384: write CSV (`--format csv`)"
        );
    }

    #[test]
    fn a_table_of_mostly_empty_cells_is_refused_before_it_is_made() {
        let names: Vec<String> = (0..20_000).map(|number| format!("C{number}")).collect();
        let rows: Vec<Json> = names.iter().map(|name| json!({ name: 1 })).collect();
        let columns: Vec<Json> = names.iter().map(|name| json!({ "name": name, "type": "xs:int" })).collect();
        let table = json!({ "tables": [{ "name": "T", "columns": columns, "rows": rows }] });
        let refusal = text(&[TableShape::of_data_set()], &table, &table_on_a_pipe(), None).err().unwrap();
        assert!(refusal.contains("nearly all of them blanks"), "{refusal}");
    }

    #[test]
    fn cells_stand_below_their_columns() {
        let rows = json!([{ "Id": 1 }, { "Name": "Ann", "Id": 20 }, { "Name": "Bo", "Note": null }, null]);
        let shape = TableShape::of_rows(["Id", "Name", "Note"]);
        let printed = text(&[shape], &rows, &table_on_a_pipe(), None).unwrap().bytes;
        let printed = String::from_utf8(printed).unwrap();
        assert_eq!(printed, "Id  Name  Note\n──  ────  ────\n1\n20  Ann\n    Bo\n\n");
    }
}

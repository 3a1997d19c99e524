//! Prints results.

use std::io::{self, IsTerminal as _, Write as _};

use asmx_gateway::rows::{Grid, RowsError, cell, csv, grids, inner, json_lines, shown};
use asmx_types::display::{shown_line, shown_lines};
use serde_json::Value as Json;

use super::table::{TooWide, table};
use super::terminal;

/// The form of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(in crate::cli) enum Form {
    /// Aligned columns that fit the terminal
    Table,
    /// One JSON value
    Json,
    /// A JSON value a line: rows of a table, items of an array
    Jsonl,
    /// Comma-separated values with a line of names; null is empty, an empty text is `""`
    Csv,
    /// The rows of a DataSet as a stream of Arrow IPC
    #[cfg(feature = "arrow")]
    Arrow,
    /// The body of the response as it came
    Raw,
}

impl Form {
    /// Why a result cannot come in this form. Asked before the call.
    pub(super) fn hindrance(self, has_rows: bool) -> Option<String> {
        match self {
            #[cfg(feature = "arrow")]
            Self::Arrow if !has_rows => Some(RowsError::NotArrow.to_string()),
            #[cfg(feature = "arrow")]
            Self::Arrow if io::stdout().is_terminal() => {
                Some("Arrow is for programs: redirect the output to a file or a program".to_owned())
            }
            _ => None,
        }
    }

    /// A table for people, JSON for programs.
    pub(in crate::cli) fn usual() -> Self {
        if io::stdout().is_terminal() { Self::Table } else { Self::Json }
    }

    /// Whether it shows an array in a row as one text.
    pub(in crate::cli) const fn has_cells(self) -> bool {
        matches!(self, Self::Table | Self::Csv)
    }
}

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

/// The result in a form other than raw. `chosen` names one of several tables.
pub(in crate::cli) fn text(result: &Json, form: Form, chosen: Option<&str>) -> Result<String, String> {
    if matches!(form, Form::Json | Form::Raw) {
        let is_for_people = io::stdout().is_terminal();
        let text = if is_for_people { format!("{result:#}") } else { result.to_string() };
        return Ok(shown(&text) + "\n");
    }
    if form == Form::Table {
        let grids = grids(result, chosen).map_err(|why| why.to_string())?;
        return match grids {
            Some(grids) => several(grids),
            None => people(inner(result)),
        }
        .map_err(|why| why.to_string());
    }
    #[cfg(feature = "arrow")]
    if form == Form::Arrow {
        return Err(RowsError::NotArrow.to_string());
    }
    let text = if form == Form::Jsonl { json_lines(result, chosen) } else { csv(result, chosen) };
    text.map_err(unfit)
}

/// The reason why a result has no rows, in words of the command.
pub(super) fn unfit(why: RowsError) -> String {
    match why {
        RowsError::SeveralTables(names) => format!("the result has several tables: choose one with `--table`: {names}"),
        why => why.to_string(),
    }
}

fn several(all: Vec<Grid>) -> Result<String, TooWide> {
    let (width, is_alone) = (terminal::width(), all.len() == 1);
    let each = all.into_iter().map(|rows| {
        let heading = rows.name.as_deref().filter(|_| !is_alone);
        let heading = heading.map(|name| format!("{}\n", shown_line(name))).unwrap_or_default();
        Ok(heading + &table(&rows, width)?)
    });
    Ok(each.collect::<Result<Vec<_>, _>>()?.join("\n"))
}

fn people(value: &Json) -> Result<String, TooWide> {
    match value {
        Json::Array(_) => table(&Grid::of(value), terminal::width()),
        Json::Object(object) if !object.is_empty() => table(&Grid::of_members(object), terminal::width()),
        Json::Object(_) | Json::Null => Ok(String::new()),
        value => Ok(shown_lines(&cell(value).unwrap_or_default()).into_owned() + "\n"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_table_of_mostly_empty_cells_is_refused_before_it_is_made() {
        let names: Vec<String> = (0..20_000).map(|number| format!("C{number}")).collect();
        let rows: Vec<Json> = names.iter().map(|name| json!({ name: 1 })).collect();
        let columns: Vec<Json> = names.iter().map(|name| json!({ "name": name, "type": "xs:int" })).collect();
        let table = json!({ "tables": [{ "name": "T", "columns": columns, "rows": rows }] });
        for result in [Json::Array(rows), table] {
            let refusal = text(&result, Form::Table, None).unwrap_err();
            assert!(refusal.contains("nearly all of them blanks"), "{refusal}");
        }
    }

    #[test]
    fn cells_stand_below_their_columns() {
        let rows = json!([{ "Id": 1 }, { "Name": "Ann", "Id": 20 }, { "Name": "Bo", "Note": null }, "text"]);
        let printed = text(&rows, Form::Table, None).unwrap();
        assert_eq!(printed, "Id    Name  Note\n────  ────  ────\n1\n20    Ann\n      Bo\ntext\n");
    }
}

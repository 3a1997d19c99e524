//! Prints results.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};

use asmx_types::display::{is_obeyed, shown_line, shown_lines};
use serde_json::Value as Json;

use super::rows::{Grid, cell, inner, tables};
use super::table::table;
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
    /// The body of the response as it came
    Raw,
}

impl Form {
    /// A table for people, JSON for programs.
    pub(in crate::cli) fn usual() -> Self {
        if io::stdout().is_terminal() { Self::Table } else { Self::Json }
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
    let Some(all) = tables(result) else {
        if let Some(name) = chosen {
            return Err(format!("the result has no tables, and so none called `{}`", shown_line(name)));
        }
        return Ok(match form {
            Form::Jsonl => items(inner(result)),
            Form::Csv => csv(&Grid::of(result)),
            _ => people(inner(result)),
        });
    };
    let names: Vec<_> = all.iter().map(|(name, _)| shown_line(name.unwrap_or_default()).into_owned()).collect();
    let all: Vec<_> = all.into_iter().filter(|(name, _)| chosen.is_none_or(|chosen| *name == Some(chosen))).collect();
    if let Some(chosen) = chosen.filter(|_| all.is_empty()) {
        return Err(format!("the result has no table `{}`; there are: {}", shown_line(chosen), names.join(", ")));
    }
    if form == Form::Table {
        return Ok(several(all.into_iter().map(|(name, table)| Grid::of_table(name, table)).collect()));
    }
    let (name, one) = match all.as_slice() {
        [] => return Ok(String::new()),
        [(name, one)] => (*name, *one),
        _ => return Err(format!("the result has several tables: choose one with `--table`: {}", names.join(", "))),
    };
    match (form, one.get("rows")) {
        (Form::Jsonl, Some(rows)) => Ok(items(rows)),
        _ => Ok(csv(&Grid::of_table(name, one))),
    }
}

fn items(value: &Json) -> String {
    match value {
        Json::Array(items) => items.iter().map(|item| shown(&item.to_string()) + "\n").collect(),
        value => shown(&value.to_string()) + "\n",
    }
}

fn several(all: Vec<Grid>) -> String {
    let (width, is_alone) = (terminal::width(), all.len() == 1);
    let each = all.into_iter().map(|rows| {
        let heading = rows.name.as_deref().filter(|_| !is_alone);
        let heading = heading.map(|name| format!("{}\n", shown_line(name))).unwrap_or_default();
        heading + &table(&rows, width)
    });
    each.collect::<Vec<_>>().join("\n")
}

fn people(value: &Json) -> String {
    match value {
        Json::Array(_) => table(&Grid::of(value), terminal::width()),
        Json::Object(object) if !object.is_empty() => table(&Grid::of_members(object), terminal::width()),
        Json::Object(_) | Json::Null => String::new(),
        value => shown_lines(&cell(value).unwrap_or_default()).into_owned() + "\n",
    }
}

fn csv(rows: &Grid) -> String {
    let mut text = String::new();
    let mut line = |cells: &mut dyn Iterator<Item = Option<&str>>| {
        for (index, cell) in cells.enumerate() {
            text.push_str(if index == 0 { "" } else { "," });
            match cell {
                Some(cell) if cell.is_empty() || cell.contains([',', '"', '\n', '\r']) => {
                    // Writing to a String cannot fail.
                    let _ = write!(text, "\"{}\"", cell.replace('"', "\"\""));
                }
                cell => text.push_str(cell.unwrap_or_default()),
            }
        }
        text.push_str("\r\n");
    };
    line(&mut rows.columns.iter().map(|name| Some(name.as_str())));
    for row in &rows.rows {
        line(&mut row.iter().map(Option::as_deref));
    }
    text
}

/// JSON that no terminal obeys: by itself it escapes only some control characters.
pub(super) fn shown(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for character in json.chars() {
        if is_obeyed(character) && character != '\n' {
            // Writing to a String cannot fail.
            let _ = write!(shown, "\\u{:04x}", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    shown
}

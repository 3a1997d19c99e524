//! Files that a call reads: parameters, headers, secrets.

use std::fmt::Display;
use std::io::{self, BufRead as _, Read as _};
use std::path::Path;

use asmx_gateway::text_of;
use asmx_types::display::shown_line;
use serde_json::{Map, Value as Json};

use super::super::failure::Failure;
use super::super::profile::warn_of_readers;

pub(in crate::cli) fn object(file: &str) -> Result<Map<String, Json>, Failure> {
    let text = read(file)?;
    if text.trim().is_empty() {
        let file = if file == "-" { "standard input".into() } else { shown_line(file) };
        return Err(Failure::usage(format!("{file} is empty: a JSON object is needed, with a value for each name")));
    }
    match asmx_gateway::read_json(text.as_bytes()) {
        Ok(Json::Object(object)) => Ok(object),
        Ok(_) => {
            Err(Failure::usage(format!("{}: a JSON object is needed, with a value for each name", shown_line(file))))
        }
        Err(error) => {
            let (line, column) = (error.line(), error.column());
            let why = error.to_string();
            // The words hold nothing of the text, which may have a password.
            let why = why.split(" at line ").next().unwrap_or_default();
            let not_json = if error.is_data() { "" } else { "not JSON, " };
            Err(Failure::usage(format!("{}: {not_json}at line {line}, column {column}: {why}", shown_line(file))))
        }
    }
}

/// The first line of a file with a secret.
pub(in crate::cli) fn first_line_of(file: &str) -> Result<String, Failure> {
    let text = read(file)?;
    if file != "-" {
        warn_of_readers(Path::new(file));
    }
    first_line(&text, &shown_line(file))
}

/// The next line of standard input with a secret. What follows is not waited for.
pub(in crate::cli) fn next_line_of_input() -> Result<String, Failure> {
    let mut line = String::new();
    let read = io::stdin().lock().take(LONGEST_LINE).read_line(&mut line);
    read.map_err(|error| Failure::usage(format!("standard input: {error}")))?;
    first_line(&line, "standard input")
}

/// The most bytes of a line of standard input.
const LONGEST_LINE: u64 = 64 * 1024;

fn first_line(text: &str, file: &str) -> Result<String, Failure> {
    match text.lines().next().map(str::trim).filter(|line| !line.is_empty()) {
        Some(line) => Ok(line.to_owned()),
        None => Err(Failure::usage(format!("the first line of {file} is empty"))),
    }
}

pub(super) fn read(file: &str) -> Result<String, Failure> {
    let unreadable = |error: &dyn Display| match file {
        "-" => Failure::usage(format!("standard input: {error}")),
        file => Failure::usage(format!("cannot read {}: {error}", shown_line(file))),
    };
    let bytes = if file == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    text_of(bytes.map_err(|error| unreadable(&error))?).map_err(|error| unreadable(&error))
}

//! Delimited data in requests, cut into rows and cells.

use std::borrow::Cow;

use asmx_runtime::DelimitedText;
use asmx_runtime::Delimiters;

use crate::refusal::{Kind, Refusal, Result};

/// Row delimiter where a request needs exactly one row: no text holds it.
const NO_ROWS: &str = "\0\0\0";

/// The longest delimiter, in bytes: at every place that may be one, so much is compared.
const LONGEST: usize = 100;

/// What data is delimited by, as a request states it: without a row delimiter a line feed, without a column delimiter a comma.
pub fn delimiters(row: Option<&str>, column: Option<&str>, qualifier: Option<&str>) -> Delimiters {
    let or = |mark: Option<&str>, usual: &str| Some(mark.filter(|mark| !mark.is_empty()).unwrap_or(usual).to_owned());
    Delimiters { row: or(row, "\n"), column: or(column, ","), qualifier: qualifier.map(str::to_owned) }
}

/// Cuts `data` into rows; blank rows are left out. Each comes with its number, counted from 1 and blank ones included. Where
/// rows end in a line feed, a carriage return before it belongs to it.
pub fn rows(data: &str, delimiters: &Delimiters, parameter: &str) -> Result<Vec<(usize, Vec<String>)>> {
    let marks = [&delimiters.row, &delimiters.column, &delimiters.qualifier];
    if marks.into_iter().flatten().any(|mark| mark.len() > LONGEST) {
        let message = format!("{parameter} cannot be cut: a delimiter has at most {LONGEST} bytes");
        return Err(Refusal::new(Kind::InvalidDelimiter, message));
    }
    let data = match delimiters.row.as_deref() {
        Some("\n") => Cow::Owned(data.replace("\r\n", "\n")),
        _ => Cow::Borrowed(data),
    };
    let text = DelimitedText::new(data);
    let rows = text.rows_with(delimiters).map_err(|error| {
        Refusal::new(
            Kind::InvalidDelimiter,
            format!("{parameter} cannot be cut (rows and cells counted from 0): {error}"),
        )
    })?;
    let is_blank = |row: &[Cow<'_, str>]| row.len() == 1 && row.iter().all(|cell| cell.trim().is_empty());
    let numbered = rows.into_iter().enumerate().filter(|(_, row)| !is_blank(row));
    Ok(numbered.map(|(index, row)| (index + 1, row.into_iter().map(Cow::into_owned).collect())).collect())
}

/// Cuts one row.
pub fn cells(data: &str, column: Option<&str>, qualifier: Option<&str>, parameter: &str) -> Result<Vec<String>> {
    let delimiters = delimiters(Some(NO_ROWS), column, qualifier);
    let mut rows = rows(data, &delimiters, parameter)?.into_iter();
    let first = rows.next().map(|(_, cells)| cells).unwrap_or_default();
    match rows.next() {
        Some(_) => {
            Err(Refusal::new(Kind::InvalidDelimiter, format!("{parameter} holds characters that no text holds")))
        }
        None => Ok(first),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_and_without_qualifier() {
        let delimiters = delimiters(None, None, Some("\""));
        let found = rows("a,\"b,\r\n\"\"c\"\"\"\r\n\r\nd,\r\n", &delimiters, "ImportData").unwrap();
        assert_eq!(
            found,
            [(1, vec!["a".to_owned(), "b,\n\"c\"".to_owned()]), (3, vec!["d".to_owned(), String::new()])]
        );
        let odd = super::delimiters(Some("<br/>"), Some("---"), None);
        assert_eq!(rows("a---b<br/>c---d", &odd, "ImportData").unwrap().len(), 2);
        let long = super::delimiters(Some(&"a".repeat(101)), None, None);
        assert!(rows("b", &long, "ImportData").unwrap_err().to_string().contains("at most 100 bytes"));
    }

    #[test]
    fn one_row_of_cells() {
        assert_eq!(cells("a,\"b,c\",d\ne", None, Some("\""), "FieldValues").unwrap(), ["a", "b,c", "d\ne"]);
        assert!(cells("", None, None, "FieldNames").unwrap().is_empty());
        assert!(cells("\"a", None, Some("\""), "FieldNames").is_err());
        assert!(cells("a\0\0\0b", None, None, "FieldNames").is_err());
    }
}

//! Reading parameters: blank ones, options, delimited data.

use std::borrow::Cow;

use asmx_runtime::{DelimitedText, Delimiters};

use crate::refusal::{Kind, Refusal, Result};

/// A text that is not blank.
pub fn non_blank(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

/// A value of a request, shortened for a message.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 80;
    if text.chars().count() <= LONGEST { text.to_owned() } else { text.chars().take(LONGEST).chain(['…']).collect() }
}

/// The most options; each is compared with those before it.
const MOST: usize = 100;

/// Options as given. Names are compared without regard to case; unknown ones have no effect.
#[derive(Debug, Default)]
pub struct Options(Vec<(String, String)>);

impl Options {
    /// Reads options. A comma separates options only if a name and `=` follow, so values may contain commas.
    pub fn parse(text: Option<&str>) -> Result<Self> {
        let Some(text) = non_blank(text) else { return Ok(Self::default()) };
        let mut options: Vec<(String, String)> = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let Some(name) = name_at(rest) else {
                let message = format!("Options: `{}` is not of the form Name=Value", shortened(rest));
                return Err(Refusal::new(Kind::InvalidParameter, message));
            };
            if options.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) {
                return Err(Refusal::new(Kind::InvalidParameter, format!("Options: `{name}` is given twice")));
            }
            if options.len() == MOST {
                return Err(Refusal::new(Kind::InvalidParameter, format!("Options: there are more than {MOST}")));
            }
            let value = rest.get(name.len() + 1..).unwrap_or_default();
            let end = value.match_indices(',').map(|(at, _)| at).find(|at| {
                let after = value.get(at + 1..).unwrap_or_default();
                name_at(after.trim_start_matches(' ')).is_some() || after.trim().is_empty()
            });
            // A comma at the very end is a separator, unless it is the whole value.
            let end = end.filter(|_| value != ",");
            let (value, after) = end.and_then(|end| value.split_at_checked(end)).unwrap_or((value, ""));
            options.push((name.to_owned(), value.to_owned()));
            rest = after.strip_prefix(',').unwrap_or(after).trim_start_matches(' ');
        }
        Ok(Self(options))
    }

    /// The value of an option, unless it is empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// Whether an option is switched on.
    pub fn is_on(&self, name: &str) -> Result<bool> {
        self.get(name).map_or(Ok(false), |value| truth(value, name))
    }
}

/// Reads `True` or `False` in any case, also `1` and `0`, `Yes` and `No`.
pub fn truth(value: &str, name: &str) -> Result<bool> {
    match value.trim().to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" => Ok(true),
        "false" | "0" | "no" => Ok(false),
        _ => Err(Refusal::new(
            Kind::InvalidParameter,
            format!("{name} `{}` is neither True nor False", shortened(value)),
        )),
    }
}

/// The option name that `text` begins with, if `=` follows it.
fn name_at(text: &str) -> Option<&str> {
    let (name, _) = text.split_once('=')?;
    let starts_well = name.starts_with(|first: char| first.is_ascii_alphabetic());
    (starts_well && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')).then_some(name)
}

/// A row delimiter that no text contains, for requests that need exactly one row.
const NO_ROWS: &str = "\0\0\0";

/// The longest delimiter in bytes: it is compared at every place of the data.
const LONGEST: usize = 100;

/// The delimiters of a request. By default a line feed ends rows and a comma separates columns.
pub fn delimiters(row: Option<&str>, column: Option<&str>, qualifier: Option<&str>) -> Delimiters {
    let or =
        |mark: Option<&str>, default: &str| Some(mark.filter(|mark| !mark.is_empty()).unwrap_or(default).to_owned());
    Delimiters { row: or(row, "\n"), column: or(column, ","), qualifier: qualifier.map(str::to_owned) }
}

/// Cuts `data` into rows without blank ones. Each comes with its number, counted from 1 with blank rows. If rows end
/// in a line feed, a carriage return before it belongs to it.
pub fn rows(data: &str, delimiters: &Delimiters, parameter: &str) -> Result<Vec<(usize, Vec<String>)>> {
    let texts = [&delimiters.row, &delimiters.column, &delimiters.qualifier];
    if texts.into_iter().flatten().any(|mark| mark.len() > LONGEST) {
        let message = format!("{parameter} cannot be cut: a delimiter has at most {LONGEST} bytes");
        return Err(Refusal::new(Kind::InvalidDelimiter, message));
    }
    let data = match delimiters.row.as_deref() {
        Some("\n") => Cow::Owned(data.replace("\r\n", "\n")),
        _ => Cow::Borrowed(data),
    };
    let text = DelimitedText::new(data);
    let rows = text.cells_with(delimiters).map_err(|error| {
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
        Some(_) => Err(Refusal::new(
            Kind::InvalidDelimiter,
            format!("{parameter} has characters that are not allowed in a text"),
        )),
        None => Ok(first),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::format_collect)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn usual_options_are_read() {
        let options =
            Options::parse(Some("ReplyTo=a@b.test, clicktrack=TRUE,ToOtherFieldNames=EmailAddress,First, Wrapping=0,"))
                .unwrap();
        assert_eq!(options.get("replyto"), Some("a@b.test"));
        assert!(options.is_on("ClickTrack").unwrap());
        assert_eq!(options.get("ToOtherFieldNames"), Some("EmailAddress,First"));
        assert!(!options.is_on("Wrapping").unwrap());
        assert_eq!(options.get("Priority"), None);
        let options = Options::parse(Some("ToOtherColDelimiter=,,ToOtherRowDelimiter=|")).unwrap();
        assert_eq!((options.get("ToOtherColDelimiter"), options.get("ToOtherRowDelimiter")), (Some(","), Some("|")));
        assert_eq!(Options::parse(Some("ToOtherColDelimiter=,")).unwrap().get("ToOtherColDelimiter"), Some(","));
    }

    #[test]
    fn mistakes_are_named() {
        for text in ["fast", "=x", "A=1,A=2", "1A=2"] {
            assert!(Options::parse(Some(text)).is_err(), "{text}");
        }
        assert!(Options::parse(Some("OpenTrack=maybe")).unwrap().is_on("OpenTrack").is_err());
    }

    #[test]
    fn the_number_of_options_is_bounded() {
        let options = |count: usize| (0..count).map(|index| format!("a{index}=1,")).collect::<String>();
        assert_eq!(Options::parse(Some(&options(100))).unwrap().get("a99"), Some("1"));
        let refused = Options::parse(Some(&options(101))).unwrap_err();
        assert_eq!(refused.to_string(), "Options: there are more than 100");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".*") {
            let _ = Options::parse(Some(&text));
        }
    }

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

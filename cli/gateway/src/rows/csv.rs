//! Lines of comma-separated values.

use std::fmt;
use std::str::FromStr;

use asmx_runtime::results::table::DATE_TIME_OFFSET;

use crate::rows::of_type::is_value;

/// How CSV is written. The default has commas, no mark, and texts as they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CsvOptions {
    has_mark: bool,
    separator: Option<Separator>,
    guards_formulas: bool,
}

/// The character between the cells of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Separator(char);

impl Default for Separator {
    fn default() -> Self {
        Self(',')
    }
}

impl fmt::Display for Separator {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.0)
    }
}

impl FromStr for Separator {
    type Err = &'static str;

    /// One character of ASCII, or `tab`. Letters, digits, blanks, quotes and the characters of numbers are refused.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WHY: &str = "a separator is one character, such as `;`, or `tab`";
        let mut characters = text.chars();
        match (text, characters.next(), characters.next()) {
            ("tab" | "\\t" | "\t", ..) => Ok(Self('\t')),
            (_, Some(character), None)
                if character.is_ascii_punctuation() && !['"', '.', '+', '-', '_', '\''].contains(&character) =>
            {
                Ok(Self(character))
            }
            _ => Err(WHY),
        }
    }
}

impl CsvOptions {
    /// Begins with a byte order mark, by which spreadsheets recognise UTF-8.
    #[must_use]
    pub const fn mark(mut self, on: bool) -> Self {
        self.has_mark = on;
        self
    }

    /// Sets the character between cells.
    #[must_use]
    pub const fn separator(mut self, separator: Separator) -> Self {
        self.separator = Some(separator);
        self
    }

    /// Puts `'` before texts and names of columns that begin with `=`, `+`, `-`, `@`, a tab or CR, which a spreadsheet takes for a formula.
    /// Numbers, dates and bytes stay: values of a column of such a type. Any other text in it is a text.
    #[must_use]
    pub const fn guard_formulas(mut self, on: bool) -> Self {
        self.guards_formulas = on;
        self
    }

    pub(crate) const fn has_mark(self) -> bool {
        self.has_mark
    }

    pub(crate) const fn has_separator(self) -> bool {
        self.separator.is_some()
    }

    pub(crate) const fn guards_formulas(self) -> bool {
        self.guards_formulas
    }

    /// The line of names, which is the first.
    pub(crate) fn names<'a>(self, text: &mut String, names: impl Iterator<Item = &'a str>) {
        if self.has_mark {
            text.push('\u{feff}');
        }
        self.line(text, names.map(|name| (Some(name), TEXT)));
    }

    /// Adds a line of cells, each with the type of its column. A null is empty, an empty text is `""`. Readers skip blank lines, so a null in a line
    /// of one cell is `""`.
    pub(crate) fn line<'a>(self, text: &mut String, cells: impl Iterator<Item = (Option<&'a str>, &'a str)>) {
        let begin = text.len();
        let mut count = 0;
        for (cell, type_name) in cells {
            if count > 0 {
                text.push(self.between());
            }
            count += 1;
            if let Some(cell) = cell {
                self.cell(text, cell, type_name);
            }
        }
        if count == 1 && text.len() == begin {
            text.push_str("\"\"");
        }
        text.push_str("\r\n");
    }

    fn between(self) -> char {
        self.separator.unwrap_or_default().0
    }

    fn cell(self, text: &mut String, cell: &str, type_name: &str) {
        let begins_as_formula = self.guards_formulas && cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
        let is_text = || is_text(type_name) || !is_value(type_name, cell);
        let guard = if begins_as_formula && is_text() { "'" } else { "" };
        if cell.is_empty() || cell.contains([self.between(), '"', '\n', '\r']) {
            text.push('"');
            text.push_str(guard);
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(guard);
            text.push_str(cell);
        }
    }
}

/// The type of a cell that is a text.
pub(crate) const TEXT: &str = "xs:string";

/// Whether cells of this type are texts, which may begin as a formula does.
fn is_text(type_name: &str) -> bool {
    let is_other = |name: &str| {
        name.ends_with("Integer")
            || ["decimal", "integer", "long", "int", "short", "byte", "float", "double", "boolean"].contains(&name)
            || ["unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte"].contains(&name)
            || ["date", "dateTime", "time", "duration", "base64Binary", "hexBinary"].contains(&name)
            || name.starts_with('g')
    };
    type_name != DATE_TIME_OFFSET && !type_name.strip_prefix("xs:").is_some_and(is_other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(options: CsvOptions, cells: &[(Option<&str>, &str)]) -> String {
        let mut text = String::new();
        options.line(&mut text, cells.iter().copied());
        text
    }

    #[test]
    fn a_null_in_a_line_of_one_cell_is_no_blank_line() {
        let options = CsvOptions::default();
        assert_eq!(line(options, &[(None, TEXT)]), "\"\"\r\n");
        assert_eq!(line(options, &[(Some(""), TEXT)]), "\"\"\r\n");
        assert_eq!(line(options, &[(None, TEXT), (None, TEXT)]), ",\r\n");
    }

    #[test]
    fn texts_that_begin_as_formulas_are_guarded_and_numbers_stay() {
        let options = CsvOptions::default().guard_formulas(true);
        for (cell, expected) in [
            ("=1+1", "'=1+1"),
            ("+49 30", "'+49 30"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("\r=1", "\"'\r=1\""),
            ("=A1,\"x\"", "\"'=A1,\"\"x\"\"\""),
            ("a=1", "a=1"),
            ("", "\"\""),
        ] {
            assert_eq!(line(options, &[(Some(cell), TEXT), (None, TEXT)]), format!("{expected},\r\n"));
        }
        // Numbers, dates and bytes stay, and other texts in their columns are guarded.
        for (type_name, cell, expected) in [
            ("xs:int", "-1", "-1"),
            ("xs:int", "=1+1", "'=1+1"),
            ("xs:decimal", "-1.5", "-1.5"),
            ("xs:decimal", "-1+1", "'-1+1"),
            ("xs:duration", "-P1D", "-P1D"),
            ("xs:dateTime", "@x", "'@x"),
        ] {
            assert_eq!(line(options, &[(Some(cell), type_name)]), format!("{expected}\r\n"));
        }
        let mut names = String::new();
        options.mark(true).names(&mut names, ["=Name", "Id"].into_iter());
        assert_eq!(names, "\u{feff}'=Name,Id\r\n");
        for (type_name, is_a_text) in [
            ("xs:string", true),
            ("", true),
            ("json", true),
            ("xs:anyURI", true),
            ("xs:decimal", false),
            ("xs:negativeInteger", false),
            ("xs:unsignedByte", false),
            ("xs:duration", false),
            ("xs:dateTime", false),
            ("dateTimeOffset", false),
            ("xs:gYear", false),
            ("xs:base64Binary", false),
        ] {
            assert_eq!(is_text(type_name), is_a_text, "{type_name}");
        }
    }

    #[test]
    fn a_separator_is_quoted_in_cells() {
        let options = CsvOptions::default().separator(";".parse().unwrap());
        assert_eq!(line(options, &[(Some("a;b"), TEXT), (Some("1,5"), TEXT)]), "\"a;b\";1,5\r\n");
        assert_eq!("tab".parse(), Ok(Separator('\t')));
        assert_eq!("|".parse(), Ok(Separator('|')));
        for refused in ["", ";;", "a", "1", " ", "\"", "\n", "-", ".", "é"] {
            assert!(refused.parse::<Separator>().is_err(), "{refused}");
        }
    }
}

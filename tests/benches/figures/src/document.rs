//! The page with the table of figures.

use std::fmt;

use crate::figure::{Goal, MARK};

const HEADER: &str = "| what | goal | measured | commit | date | met |";
const RULE: &str = "|---|---|---|---|---|---|";

/// A page with one table of figures. Everything around the table is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    before: String,
    rows: Vec<Row>,
    after: String,
}

/// A figure in the table.
#[derive(Debug, Clone, PartialEq)]
struct Row {
    what: String,
    goal: String,
    measured: String,
    commit: String,
    date: String,
    /// `None` without a goal.
    met: Option<bool>,
}

/// Why a page or a line cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentError(String);

impl fmt::Display for DocumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for DocumentError {}

impl Document {
    /// Reads a page. What its column `met` says is not read: it follows from the others.
    ///
    /// # Errors
    ///
    /// The page has no such table, a row has other cells, or a goal or a figure is not a number.
    pub fn read(text: &str) -> Result<Self, DocumentError> {
        let head = format!("{HEADER}\n{RULE}\n");
        let Some((before, rest)) = text.split_once(&head) else {
            return Err(DocumentError(format!("the page has no table with the header {HEADER}")));
        };
        let end = rest.split_inclusive('\n').take_while(|line| line.starts_with('|')).map(str::len).sum();
        let (table, after) = rest.split_at(end);
        let rows = table.lines().map(read_row).collect::<Result<_, _>>()?;
        Ok(Self { before: before.to_owned(), rows, after: after.to_owned() })
    }

    /// The page.
    pub fn write(&self) -> String {
        let rows = self.rows.iter().map(|row| {
            let met = match row.met {
                None => "",
                Some(true) => "yes",
                Some(false) => "**no**",
            };
            let Row { what, goal, measured, commit, date, .. } = row;
            format!("| {what} | {goal} | {measured} | {commit} | {date} | {met} |\n")
        });
        format!("{}{HEADER}\n{RULE}\n{}{}", self.before, rows.collect::<String>(), self.after)
    }

    /// The figures that miss their goal, in the order of the table.
    pub fn missed(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().filter(|row| row.met == Some(false)).map(|row| row.what.as_str())
    }

    /// Takes the figures out of what a measuring tool printed. A figure that the table has gets a new row in its place, any other one
    /// comes last; a line that tells no figure is passed over. The result is how many figures there were.
    ///
    /// # Errors
    ///
    /// A line is a figure's and cannot be read.
    pub fn record(&mut self, printed: &str, commit: &str, date: &str) -> Result<usize, DocumentError> {
        let mut count = 0;
        for line in printed.lines() {
            let mut cells = line.split('\t');
            if cells.next() != Some(MARK) {
                continue;
            }
            let (Some(what), Some(goal), Some(measured), None) =
                (cells.next(), cells.next(), cells.next(), cells.next())
            else {
                return Err(DocumentError(format!(
                    "a figure is a name, a goal and a number, with tabs between: {line}"
                )));
            };
            let row = row([what, goal, measured, commit, date])?;
            count += 1;
            match self.rows.iter_mut().find(|old| old.what == row.what) {
                Some(old) => *old = row,
                None => self.rows.push(row),
            }
        }
        Ok(count)
    }
}

fn read_row(line: &str) -> Result<Row, DocumentError> {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let ["", what, goal, measured, commit, date, _, ""] = *cells.as_slice() else {
        return Err(DocumentError(format!("a row of the table has six cells: {line}")));
    };
    row([what, goal, measured, commit, date])
}

fn row([what, goal, measured, commit, date]: [&str; 5]) -> Result<Row, DocumentError> {
    if what.is_empty() || what.contains('|') {
        return Err(DocumentError(format!("`{what}` cannot be the name of a figure")));
    }
    let (wanted, value) = (read_goal(goal)?, number(measured)?);
    let met = wanted.map(|wanted| match wanted {
        Goal::AtLeast(least) => value >= least,
        Goal::AtMost(most) => value <= most,
    });
    let [what, goal, measured, commit, date] = [what, goal, measured, commit, date].map(str::to_owned);
    Ok(Row { what, goal, measured, commit, date, met })
}

fn read_goal(text: &str) -> Result<Option<Goal>, DocumentError> {
    if text == "-" {
        return Ok(None);
    }
    if let Some(least) = text.strip_prefix("at least ") {
        return Ok(Some(Goal::AtLeast(number(least)?)));
    }
    if let Some(most) = text.strip_prefix("at most ") {
        return Ok(Some(Goal::AtMost(number(most)?)));
    }
    Err(DocumentError(format!("`{text}` is no goal: write `at least 2.0`, `at most 0.5 s` or `-`")))
}

/// The number that a text begins with; a unit and a spread may follow it.
fn number(text: &str) -> Result<f64, DocumentError> {
    let number = text.split(' ').next().unwrap_or_default();
    let value = number.parse::<f64>().ok().filter(|value| value.is_finite());
    value.ok_or_else(|| DocumentError(format!("`{text}` does not begin with a number")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;
    use crate::Figure;

    const PAGE: &str = "# Measurements\n\n\
        | what | goal | measured | commit | date | met |\n\
        |---|---|---|---|---|---|\n\
        | escape | at least 4.5 | 7.34 (5.71 to 7.71) | aaaaaaa | 2026-01-01 | yes |\n\
        | call | at most 1.5 µs | 1.67 µs | bbbbbbb | 2026-01-02 | **no** |\n\
        | import | - | 280180 /s | bbbbbbb | 2026-01-02 |  |\n\
        \n## Behind\n";

    #[test]
    fn a_page_that_is_read_is_written_as_it_was() {
        let document = Document::read(PAGE).unwrap();
        assert_eq!(document.write(), PAGE);
        assert_eq!(document.missed().collect::<Vec<_>>(), ["call"]);
    }

    #[test]
    fn printed_figures_replace_their_rows_and_others_stay() {
        let mut document = Document::read(PAGE).unwrap();
        let call = Figure::new("call", 1.25).unit("µs").goal(Goal::AtMost(1.5)).spread(1.2, 1.3);
        let new = Figure::new("new", 2.0).goal(Goal::AtLeast(2.5)).decimals(1);
        let printed = format!("| a table | of the tool |\n{call}\n\n{new}\n");
        assert_eq!(document.record(&printed, "ccccccc", "2026-02-01"), Ok(2));
        let expected = PAGE
            .replace(
                "| call | at most 1.5 µs | 1.67 µs | bbbbbbb | 2026-01-02 | **no** |",
                "| call | at most 1.50 µs | 1.25 µs (1.20 to 1.30) | ccccccc | 2026-02-01 | yes |",
            )
            .replace("\n\n## Behind", "\n| new | at least 2.5 | 2.0 | ccccccc | 2026-02-01 | **no** |\n\n## Behind");
        assert_eq!(document.write(), expected);
        assert_eq!(document.missed().collect::<Vec<_>>(), ["new"]);
    }

    #[test]
    fn what_the_page_says_of_a_goal_is_worked_out_anew() {
        let wrong = PAGE.replace("| yes |", "| **no** |");
        assert_eq!(Document::read(&wrong).unwrap().write(), PAGE);
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_its_place() {
        let error = |page: &str| Document::read(page).unwrap_err().to_string();
        assert!(error("# Measurements\n").contains("has no table"));
        assert_eq!(
            error(&PAGE.replace("at most 1.5 µs", "fast")),
            "`fast` is no goal: write `at least 2.0`, `at most 0.5 s` or `-`"
        );
        assert_eq!(error(&PAGE.replace("1.67 µs", "slow")), "`slow` does not begin with a number");
        assert!(
            error(&PAGE.replace("| bbbbbbb | 2026-01-02 |  |", "|  |"))
                .starts_with("a row of the table has six cells: ")
        );
        let mut document = Document::read(PAGE).unwrap();
        let error = document.record("figure\tcall\t1.5", "ccccccc", "2026-02-01").unwrap_err().to_string();
        assert!(error.starts_with("a figure is a name, a goal and a number"), "{error}");
    }
}

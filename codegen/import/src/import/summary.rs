//! The report of an import on one screen.

use std::fmt;

use asmx_types::display::{shortened, shown_line};

use super::proposals::api_words;
use super::report::{Entry, InWords, Report};

const LINES: usize = 8;

const LENGTH: usize = 300;

/// The parts of a [`Report`] that a person has to look at: what was left out, notes, decisions. `Display` gives plain text of at most some 30
/// lines.
#[derive(Debug, Clone, Copy)]
pub struct Summary<'a>(InWords<'a>);

impl Report {
    /// The parts that a person has to look at. `Display` of the report itself has everything.
    #[must_use]
    pub const fn summary(&self) -> Summary<'_> {
        self.in_words(api_words).summary()
    }
}

impl<'a> InWords<'a> {
    /// The parts that a person has to look at. `Display` of the report itself has everything.
    #[must_use]
    pub const fn summary(self) -> Summary<'a> {
        Summary(self)
    }
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.0.report;
        report.headline(formatter)?;
        let entries = || report.ports.iter().chain(&report.operations).chain(&report.types);
        let is_wanted = |entry: &&Entry| !entry.is_imported && !entry.is_unselected();
        section(
            formatter,
            "Left out",
            entries().filter(is_wanted).map(|entry| format!("{}: {}", entry.name, entry.outcome)),
        )?;
        let notes =
            entries().flat_map(|entry| entry.remarks().into_iter().map(move |note| format!("{}: {note}", entry.name)));
        section(formatter, "Notes", notes)?;
        section(formatter, "To review", self.0.proposals())
    }
}

fn section(formatter: &mut fmt::Formatter<'_>, title: &str, lines: impl Iterator<Item = String>) -> fmt::Result {
    let mut lines = lines.peekable();
    if lines.peek().is_some() {
        writeln!(formatter, "\n{title}")?;
    }
    for line in lines.by_ref().take(LINES) {
        writeln!(formatter, "  {}", shortened(&shown_line(&line), LENGTH))?;
    }
    match lines.count() {
        0 => Ok(()),
        more => writeln!(formatter, "  … and {more} more"),
    }
}

//! What became of every operation, type and binding.

use std::fmt;

use asmx_types::shown::shown_line;

/// What became of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The service's name.
    pub service: String,
    /// The documents that were read, the one that was asked for first.
    pub documents: Vec<String>,
    /// Scheme and host of the first port whose address has both: where the document says that the service is.
    pub host: Option<String>,
    /// Ports, and bindings without one.
    pub ports: Vec<Entry>,
    /// Operations in the order of the document.
    pub operations: Vec<Entry>,
    /// Types that have a name, in the order of the document.
    pub types: Vec<Entry>,
    /// What a person should look at: what names suggest and a WSDL document does not say.
    pub proposals: Vec<String>,
}

/// What became of one port, operation or type.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its name in the document; of operations that share one, that of their input.
    pub name: String,
    /// Another name of an operation in the document: that of its input, or the one that it shares.
    pub alias: Option<String>,
    /// Whether it is in the model.
    pub is_imported: bool,
    /// What it became, or why it was left out.
    pub outcome: String,
    /// Further notes.
    pub notes: Vec<String>,
}

impl Entry {
    pub(super) fn imported(name: impl Into<String>, outcome: impl Into<String>) -> Self {
        Self { name: name.into(), alias: None, is_imported: true, outcome: outcome.into(), notes: Vec::new() }
    }

    pub(super) fn left_out(name: impl Into<String>, outcome: impl Into<String>) -> Self {
        Self { is_imported: false, ..Self::imported(name, outcome) }
    }

    /// Nobody asked for it.
    pub(super) fn leave_out(&mut self) {
        let left_out = Self::left_out(std::mem::take(&mut self.name), "left out: not asked for");
        *self = Self { alias: self.alias.take(), ..left_out };
    }
}

impl fmt::Display for Report {
    /// Plain text: a headline, and a line for each thing.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let imported = |entries: &[Entry]| entries.iter().filter(|entry| entry.is_imported).count();
        writeln!(
            formatter,
            "{}: {} of {} operations, {} of {} types, {} of {} ports",
            shown_line(&self.service),
            imported(&self.operations),
            self.operations.len(),
            imported(&self.types),
            self.types.len(),
            imported(&self.ports),
            self.ports.len()
        )?;
        section(formatter, "Documents", self.documents.iter().map(|name| (name.as_str(), "", [].as_slice())))?;
        for (title, entries) in [("Ports", &self.ports), ("Operations", &self.operations), ("Types", &self.types)] {
            let lines =
                entries.iter().map(|entry| (entry.name.as_str(), entry.outcome.as_str(), entry.notes.as_slice()));
            section(formatter, title, lines)?;
        }
        section(formatter, "To review", self.proposals.iter().map(|proposal| (proposal.as_str(), "", [].as_slice())))
    }
}

fn section<'a>(
    formatter: &mut fmt::Formatter<'_>,
    title: &str,
    lines: impl Iterator<Item = (&'a str, &'a str, &'a [String])>,
) -> fmt::Result {
    let mut is_first = true;
    for (name, outcome, notes) in lines {
        if std::mem::take(&mut is_first) {
            writeln!(formatter, "\n{title}")?;
        }
        let separator = if outcome.is_empty() { "" } else { ": " };
        writeln!(formatter, "  {}{separator}{}", shown_line(name), shown_line(outcome))?;
        for note in notes {
            writeln!(formatter, "    {}", shown_line(note))?;
        }
    }
    Ok(())
}

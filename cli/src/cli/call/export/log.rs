//! The log of an export: a line a part, and on a terminal its progress.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};

use asmx_gateway::Progress;
use asmx_gateway::date_ranges::Part;

use super::super::progress::ProgressLine;
use crate::cli::failure::Failure;

pub(super) struct Log {
    parts: usize,
    ended: Cell<usize>,
    arrived: Cell<Progress>,
    progress: RefCell<ProgressLine>,
    /// The notes that were printed, at the first part of each, and the other parts that they hold for.
    notes: RefCell<BTreeMap<String, BTreeSet<String>>>,
}

impl Log {
    pub(super) fn new(parts: usize) -> Self {
        Self {
            parts,
            ended: Cell::new(0),
            arrived: Cell::default(),
            progress: RefCell::new(ProgressLine::new(true)),
            notes: RefCell::default(),
        }
    }

    /// Adds what has arrived since `before`.
    pub(super) fn arrived(&self, before: Progress, now: Progress) {
        let mut all = self.arrived.get();
        all.rows += now.rows.saturating_sub(before.rows);
        all.bytes += now.bytes.saturating_sub(before.bytes);
        self.arrived.set(all);
        self.progress.borrow_mut().show(all);
    }

    pub(super) fn note(&self, part: &Part, text: &str) {
        let mut notes = self.notes.borrow_mut();
        if let Some(parts) = notes.get_mut(text) {
            parts.insert(part.name());
            return;
        }
        notes.insert(text.to_owned(), BTreeSet::new());
        self.clear();
        anstream::eprintln!("note: {}: {text}", part.name());
    }

    /// Says how many more parts the notes hold for.
    pub(super) fn repeated_notes(&self) {
        for (text, parts) in &*self.notes.borrow() {
            let Some(last) = parts.last() else { continue };
            let which = match parts.len() {
                1 => last.clone(),
                count => format!("{count} more parts, the last of them {last}"),
            };
            self.clear();
            anstream::eprintln!("note: {which}: {text}");
        }
    }

    pub(super) fn line_of_part(&self, text: &str) -> Result<(), Failure> {
        self.ended.set(self.ended.get() + 1);
        self.line(&format!("{text} ({} of {})", self.ended.get(), self.parts))
    }

    pub(super) fn line_of_failure(&self, part: &Part, text: &str) {
        self.ended.set(self.ended.get() + 1);
        self.clear();
        anstream::eprintln!("{} is not written ({} of {})\n{text}", part.name(), self.ended.get(), self.parts);
    }

    pub(super) fn line(&self, text: &str) -> Result<(), Failure> {
        self.clear();
        writeln!(io::stdout(), "{text}").map_err(|error| Failure::unwritten(&error))
    }

    fn clear(&self) {
        self.progress.replace(ProgressLine::new(true));
    }
}

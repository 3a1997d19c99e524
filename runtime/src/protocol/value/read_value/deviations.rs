//! What of a response contradicts the service's own description.

use std::cell::{Cell, RefCell};
use std::fmt::Display;

use crate::xml;
use crate::xml::PullReader;

/// Collects what contradicts the description, in words that begin with the place.
#[derive(Debug)]
pub(crate) struct Deviations {
    notes: RefCell<Vec<String>>,
    /// How many there are beyond the most that are kept.
    more: Cell<usize>,
    /// How many of the outermost elements are left out of a place.
    around: usize,
}

/// The most that are kept.
const MOST: usize = 100;

impl Deviations {
    /// None yet. Places do not name the `around` outermost elements.
    pub(crate) const fn new(around: usize) -> Self {
        Self { notes: RefCell::new(Vec::new()), more: Cell::new(0), around }
    }

    /// Notes `what` of the element that was read last; `inside` names something in it.
    #[cold]
    pub(crate) fn note(&self, element: &PullReader<'_>, inside: &str, what: impl Display) {
        let mut notes = self.notes.borrow_mut();
        if notes.len() == MOST {
            self.more.set(self.more.get().saturating_add(1));
            return;
        }
        let place = self.place(element, inside);
        let place = if place.is_empty() { "the response".to_owned() } else { format!("`{place}`") };
        notes.push(format!("{place} {what}"));
    }

    /// The names of the open elements, and of something in the innermost.
    pub(super) fn place(&self, element: &PullReader<'_>, inside: &str) -> String {
        let mut place = String::new();
        for name in element.open_names().skip(self.around).chain(Some(inside).filter(|inside| !inside.is_empty())) {
            if !place.is_empty() {
                place.push('/');
            }
            place.push_str(&xml::shortened(name, 80));
        }
        place
    }

    /// All of them.
    pub(crate) fn finish(self) -> Vec<String> {
        let mut notes = self.notes.into_inner();
        if self.more.get() > 0 {
            notes.push(format!("and {} more", self.more.get()));
        }
        notes
    }
}

//! What of a response contradicts the service's own description.

use std::cell::{Cell, RefCell};
use std::fmt::Display;

use crate::operation::{Member, Place, Presence};
use crate::xml;
use crate::xml::PullReader;

/// Collects what contradicts the description, in words that begin with the place.
#[derive(Debug)]
pub(crate) struct Deviations {
    notes: RefCell<Vec<String>>,
    /// Whether there are more than those that are kept.
    has_more: Cell<bool>,
    /// How many of the outermost elements are left out of a place.
    around: usize,
    /// The members that were asked for last, by their address, and whether some are due: usually many structures are of one type.
    due: Cell<(usize, bool)>,
}

/// The most that are kept.
const MOST: usize = 100;

impl Deviations {
    /// None yet. Places do not name the `around` outermost elements.
    pub(crate) const fn new(around: usize) -> Self {
        Self { notes: RefCell::new(Vec::new()), has_more: Cell::new(false), around, due: Cell::new((0, false)) }
    }

    /// Notes `what` of the element that was read last; `inside` names something in it.
    #[cold]
    pub(crate) fn note(&self, element: &PullReader<'_>, inside: &str, what: impl Display) {
        let mut notes = self.notes.borrow_mut();
        if notes.len() == MOST {
            self.has_more.set(true);
            return;
        }
        let place = self.place(element, inside);
        let place = if place.is_empty() { "the response".to_owned() } else { format!("`{place}`") };
        notes.push(format!("{place} {what}"));
    }

    /// Whether it contradicts the description that one of these members is missing, and is to be told.
    pub(super) fn may_miss(&self, members: &'static [Member]) -> bool {
        let address = members.as_ptr().addr();
        if self.due.get().0 != address {
            self.due.set((address, members.iter().any(is_due)));
        }
        self.due.get().1 && !self.has_more.get()
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
        if self.has_more.get() {
            notes.push("and more".to_owned());
        }
        notes
    }
}

/// Whether a response that has not the member contradicts the description.
pub(super) const fn is_due(member: &Member) -> bool {
    matches!(member.presence, Presence::Required | Presence::Nullable)
        && matches!(member.place, Place::Element | Place::Attribute)
        && !member.repeated
}

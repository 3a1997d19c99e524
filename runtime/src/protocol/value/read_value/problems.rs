//! Values that are not of their types: errors in requests, notes in responses.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fmt::Display;

use super::super::write_value::MAX_NESTING;
use super::retained::Undeclared;
use crate::fault::Exception;
use crate::operation::Member;
use crate::value::rest::Content;
use crate::xml;
use crate::xml::PullReader;

/// The error of an element that is not of its type. It is one pointer, because every reader of a value returns it.
#[derive(Debug)]
pub(crate) struct Unreadable(Box<Details>);

#[derive(Debug)]
pub(crate) struct Details {
    /// The name of the element, in responses with those around it.
    pub(crate) element: String,
    /// The byte of the document where the element ends.
    pub(crate) end: usize,
    pub(crate) reason: Reason,
}

impl std::ops::Deref for Unreadable {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

#[derive(Debug)]
pub(crate) enum Reason {
    /// Markup in a text. Genuine servers respond 400 without a body.
    NotOnlyText,
    /// Invalid Base64. Genuine servers respond 400 without a body.
    NotBase64,
    /// A text that is not of the type, or a stated type that is not allowed, with the exception of .NET.
    Invalid(Exception),
    /// A text that is not a value of the field's type, which is named.
    Refused(String),
    /// Values nested too deep.
    TooDeep,
    /// More values than the limit.
    TooMany,
}

impl Unreadable {
    #[cold]
    pub(super) fn new(name: &str, passed: &PullReader<'_>, reason: Reason) -> Self {
        Self(Box::new(Details { element: name.to_owned(), end: passed.position(), reason }))
    }

    pub(super) fn passing(element: &mut PullReader<'_>, reason: Reason) -> Self {
        let name = element.name();
        element.skip();
        Self::new(name, element, reason)
    }

    pub(crate) fn too_many(element: &mut PullReader<'_>) -> Self {
        Self::passing(element, Reason::TooMany)
    }

    pub(crate) fn message(&self) -> String {
        match &self.reason {
            Reason::NotOnlyText => "it contains markup".to_owned(),
            Reason::NotBase64 => "its text is not base64".to_owned(),
            Reason::Invalid(exception) => exception.message.clone(),
            Reason::Refused(expected) => format!("it is not a valid {expected}"),
            Reason::TooMany => "there are more values than a request may have".to_owned(),
            Reason::TooDeep => format!("its values are nested deeper than {MAX_NESTING} levels"),
        }
    }
}

/// Collects contradictions of a response to its description. Each sentence begins with the place.
#[derive(Debug)]
pub(crate) struct Deviations {
    notes: RefCell<Vec<String>>,
    /// The notes again: each is noted once.
    known: RefCell<HashSet<String>>,
    /// Whether notes were dropped.
    has_more: Cell<bool>,
    /// The number of outermost elements that places leave out.
    around: usize,
    /// The members of the last [`may_miss`](Self::may_miss), by address, and its result. Many structures in a row are of one type.
    due: Cell<(usize, bool)>,
    /// The parts of the message, by address, and whether an element among them is unknown.
    parts: Cell<(usize, bool)>,
    /// Whether the response has not what the description promises.
    is_unrecognised: Cell<bool>,
    pub(super) undeclared: Undeclared,
}

/// The most notes that are kept.
const MOST: usize = 100;

impl Deviations {
    /// No notes. Places leave out the `around` outermost elements.
    pub(crate) fn new(around: usize) -> Self {
        Self {
            notes: RefCell::default(),
            known: RefCell::default(),
            has_more: Cell::new(false),
            around,
            due: Cell::new((0, false)),
            parts: Cell::new((0, false)),
            is_unrecognised: Cell::new(false),
            undeclared: Undeclared::new(around),
        }
    }

    /// Begins undeclared content inside of the `depth` outermost elements, although places begin further out.
    pub(crate) fn retaining_inside(self, depth: usize) -> Self {
        Self { undeclared: Undeclared::new(depth), ..self }
    }

    /// Notes `what` about the element that was read last, or about `inside` in it.
    #[cold]
    pub(crate) fn note(&self, element: &PullReader<'_>, inside: &str, what: impl Display) {
        if self.has_more.get() {
            return;
        }
        let place = self.place(element, inside);
        let place = if place.is_empty() { "the response".to_owned() } else { format!("`{place}`") };
        let note = format!("{place} {what}");
        let (mut notes, mut known) = (self.notes.borrow_mut(), self.known.borrow_mut());
        if known.contains(&note) {
            return;
        }
        if notes.len() == MOST {
            self.has_more.set(true);
            return;
        }
        known.insert(note.clone());
        notes.push(note);
    }

    /// Begins the parts of the message.
    pub(super) fn begin_parts(&self, parts: &[Member]) {
        self.parts.set((parts.as_ptr().addr(), false));
    }

    /// Notes an unknown element among these members.
    pub(super) fn note_unknown(&self, members: &[Member]) {
        if self.parts.get().0 == members.as_ptr().addr() {
            self.parts.set((self.parts.get().0, true));
        }
    }

    /// Decides whether the response is recognised: no required part is absent, and no unknown element stands in the place of all parts.
    pub(crate) fn end_parts(&self, parts: &[Member], is_there: impl Fn(usize) -> bool) {
        let lacks_one = parts.iter().enumerate().any(|(index, part)| part.must_be_in_response() && !is_there(index));
        let has_other = self.parts.get().1 && !parts.is_empty() && !(0..parts.len()).any(&is_there);
        self.is_unrecognised.set(lacks_one || has_other);
    }

    /// Whether the response has not what the description promises.
    pub(crate) fn is_unrecognised(&self) -> bool {
        self.is_unrecognised.get()
    }

    /// Whether a missing one of these members is a contradiction that is noted.
    pub(super) fn may_miss(&self, members: &'static [Member]) -> bool {
        let address = members.as_ptr().addr();
        if self.due.get().0 != address {
            self.due.set((address, members.iter().any(Member::must_be_in_response)));
        }
        self.due.get().1 && !self.has_more.get()
    }

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

    /// The notes, and the content that the description lacks outside of structures.
    pub(crate) fn finish(self) -> (Vec<String>, Content) {
        let mut notes = self.notes.into_inner();
        if self.has_more.get() {
            notes.push("and more".to_owned());
        }
        (notes, self.undeclared.into_content())
    }
}

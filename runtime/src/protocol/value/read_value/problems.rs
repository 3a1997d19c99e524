//! Values that are not of their types: errors in requests, notes in responses.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fmt::Display;

use super::super::write_value::MAX_NESTING;
use super::retained::Undeclared;
use crate::fault::Exception;
use crate::operation::Member;
use crate::protocol::decode_response::named;
use crate::value::deviation::Deviation;
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
    /// Content that is not a data set or a document, with the reason.
    Unfit(String),
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
            Reason::Unfit(why) => why.clone(),
            Reason::TooMany => "there are more values than a request may have".to_owned(),
            Reason::TooDeep => format!("its values are nested deeper than {MAX_NESTING} levels"),
        }
    }
}

/// Collects contradictions of a response to its description.
#[derive(Debug)]
pub(crate) struct Deviations {
    notes: RefCell<Vec<Deviation>>,
    /// The notes again: each is noted once.
    known: RefCell<HashSet<Deviation>>,
    /// Whether notes were dropped.
    has_more: Cell<bool>,
    /// The number of outermost elements that places leave out.
    around: usize,
    /// The members of the last [`may_miss`](Self::may_miss), by address, and its result. Many structures in a row are of one type.
    required: Cell<(usize, bool)>,
    /// The parts of the message, by address.
    parts: Cell<usize>,
    /// The first unknown element among the parts.
    other: RefCell<Option<String>>,
    /// Whether the response has not what the description promises.
    is_unrecognised: Cell<bool>,
    /// Whether a contradiction is an error, so that what .NET reads in two ways has to be as it is described.
    is_strict: bool,
    /// The first contradiction that a strict reader refuses.
    refused: RefCell<Option<Deviation>>,
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
            required: Cell::new((0, false)),
            parts: Cell::new(0),
            other: RefCell::default(),
            is_unrecognised: Cell::new(false),
            is_strict: false,
            refused: RefCell::default(),
            undeclared: Undeclared::new(around),
        }
    }

    /// Begins undeclared content inside of the `depth` outermost elements, although places begin further out.
    pub(crate) fn retaining_inside(self, depth: usize) -> Self {
        Self { undeclared: Undeclared::new(depth), ..self }
    }

    pub(crate) fn strict(self, is_strict: bool) -> Self {
        Self { is_strict, ..self }
    }

    pub(crate) const fn is_strict(&self) -> bool {
        self.is_strict
    }

    /// Notes `what` about the element that was read last, or about `child` in it. A strict reader refuses the response.
    #[cold]
    pub(crate) fn note(&self, element: &PullReader<'_>, child: &str, what: impl Display) {
        let is_first = self.is_strict && self.refused.borrow().is_none();
        if self.has_more.get() && !is_first {
            return;
        }
        let note = self.deviation(element, child, what);
        if is_first {
            *self.refused.borrow_mut() = Some(note.clone());
        }
        self.push(note);
    }

    /// As [`note`](Self::note), for what changes no value of the description: strict readers pass it over too.
    #[cold]
    pub(crate) fn remark(&self, element: &PullReader<'_>, child: &str, what: impl Display) {
        if !self.has_more.get() {
            self.push(self.deviation(element, child, what));
        }
    }

    fn deviation(&self, element: &PullReader<'_>, child: &str, what: impl Display) -> Deviation {
        Deviation::new(self.path(element, child), what)
    }

    fn push(&self, note: Deviation) {
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
        self.parts.set(parts.as_ptr().addr());
    }

    /// Whether these members are the parts of the message.
    pub(super) fn are_parts(&self, members: &[Member]) -> bool {
        self.parts.get() == members.as_ptr().addr()
    }

    /// Whether the element holds a part of the message.
    pub(super) fn is_of_part(&self, element: &PullReader<'_>) -> bool {
        element.depth() == self.around + 1
    }

    /// Keeps the first unknown element among the parts.
    pub(super) fn note_unknown(&self, element: &PullReader<'_>) {
        self.other.borrow_mut().get_or_insert_with(|| named(element.name(), element.namespace()));
    }

    /// Decides whether the response is recognised: no required part is absent, and no unknown element stands in the place of all parts.
    pub(crate) fn end_parts(&self, parts: &[Member], is_there: impl Fn(usize) -> bool) {
        let lacks_one = parts.iter().enumerate().any(|(index, part)| part.must_be_in_response() && !is_there(index));
        let has_other = self.other.borrow().is_some() && !parts.is_empty() && !(0..parts.len()).any(&is_there);
        self.is_unrecognised.set(lacks_one || has_other);
    }

    /// Whether the response has not what the description promises.
    pub(crate) fn is_unrecognised(&self) -> bool {
        self.is_unrecognised.get()
    }

    /// The sentence of an error, if the reader is strict and the response contradicts its description. `parts` are those of the message.
    pub(crate) fn refusal(&self, parts: &[Member]) -> Option<String> {
        if !self.is_strict {
            return None;
        }
        match (&*self.other.borrow(), parts) {
            (Some(other), [result]) if self.is_unrecognised() => {
                Some(format!("the response contains {other} instead of the result `{}`", result.name))
            }
            _ => self.refused.borrow().as_ref().map(|first| format!("the result cannot be read: {first}")),
        }
    }

    /// Whether a missing one of these members is a contradiction that is noted.
    pub(super) fn may_miss(&self, members: &'static [Member]) -> bool {
        let address = members.as_ptr().addr();
        if self.required.get().0 != address {
            self.required.set((address, members.iter().any(Member::must_be_in_response)));
        }
        self.required.get().1 && !self.has_more.get()
    }

    pub(super) fn path(&self, element: &PullReader<'_>, child: &str) -> String {
        let mut path = String::new();
        for name in element.open_names().skip(self.around).chain(Some(child).filter(|child| !child.is_empty())) {
            if !path.is_empty() {
                path.push('/');
            }
            path.push_str(&xml::shortened(name, 80));
        }
        path
    }

    /// The notes, and the content that the description lacks outside of structures.
    pub(crate) fn finish(self) -> (Vec<Deviation>, Content) {
        let mut notes = self.notes.into_inner();
        if self.has_more.get() {
            notes.push(Deviation::without_path("and more"));
        }
        (notes, self.undeclared.into_content())
    }
}

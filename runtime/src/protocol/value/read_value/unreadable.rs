//! Elements that are not of their type.

use super::super::write_value::MAX_NESTING;
use crate::fault::Exception;
use crate::xml::PullReader;

/// An element that is not of its type. As small as a value, since every value that is read may be one.
#[derive(Debug)]
pub(crate) struct Unreadable(Box<Details>);

/// What there is to say of it.
#[derive(Debug)]
pub(crate) struct Details {
    /// Name of the element; with those around it, where deviations are noted with them.
    pub(crate) element: String,
    /// Where it ends in the document's text, in bytes.
    pub(crate) end: usize,
    /// What is wrong.
    pub(crate) reason: Reason,
}

impl std::ops::Deref for Unreadable {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

/// What is wrong with an element.
#[derive(Debug)]
pub(crate) enum Reason {
    /// Something else than text where only text may be. Genuine servers respond 400 without a body.
    NotOnlyText,
    /// Text that no base64 decoder reads. Genuine servers respond 400 without a body here, too.
    NotBase64,
    /// Text that is not of the type, or a type that cannot stand there.
    Invalid(Exception),
    /// No value of the field's own type, which this is.
    Refused(String),
    /// Elements nested deeper than any value may be.
    TooDeep,
    /// More values than a request may have.
    TooMany,
}

impl Unreadable {
    /// The element called `name` was just passed.
    #[cold]
    pub(super) fn new(name: &str, passed: &PullReader<'_>, reason: Reason) -> Self {
        Self(Box::new(Details { element: name.to_owned(), end: passed.position(), reason }))
    }

    /// The element is unreadable as a whole; it is passed over.
    pub(super) fn passing(element: &mut PullReader<'_>, reason: Reason) -> Self {
        let name = element.name();
        element.skip();
        Self::new(name, element, reason)
    }

    /// The element is one value more than a request may have.
    pub(crate) fn too_many(element: &mut PullReader<'_>) -> Self {
        Self::passing(element, Reason::TooMany)
    }

    /// What is wrong, for people.
    pub(crate) fn message(&self) -> String {
        match &self.reason {
            Reason::NotOnlyText => "there is something else than text in it".to_owned(),
            Reason::NotBase64 => "its text is not base64".to_owned(),
            Reason::Invalid(exception) => exception.message.clone(),
            Reason::Refused(expected) => format!("it is not a valid {expected}"),
            Reason::TooMany => "there are more values than a request may have".to_owned(),
            Reason::TooDeep => format!("its values are nested deeper than {MAX_NESTING} levels"),
        }
    }
}

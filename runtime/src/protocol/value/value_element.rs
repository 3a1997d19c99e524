//! Reads the text and the children of an element.

use std::borrow::Cow;

use crate::protocol::soap::soap_version::XSI;
use crate::xml;
use crate::xml::{PullReader, Pulled};

/// The element whose start tag was read last. It is read once.
pub(crate) trait ValueElement<'d> {
    /// Whether the element has `xsi:nil`.
    fn is_nil(&self) -> bool;

    /// The text of the element, or `None` if it contains anything else. Passes the element.
    fn take_text(&mut self) -> Option<Cow<'d, str>>;

    /// Visits every child element, and skips the rest of each. Passes the element.
    fn take_children(&mut self, visit: impl FnMut(&mut Self));
}

/// Whether a value of `xsi:nil` means null.
pub(crate) fn says_nil(value: &str) -> bool {
    matches!(xml::trim_white_space(value), "true" | "1")
}

impl<'d> ValueElement<'d> for PullReader<'d> {
    fn is_nil(&self) -> bool {
        self.attribute(Some(XSI), "nil").is_some_and(|value| says_nil(&value))
    }

    fn take_text(&mut self) -> Option<Cow<'d, str>> {
        let (text, is_only_text) = take_texts(self);
        is_only_text.then_some(text)
    }

    fn take_children(&mut self, mut visit: impl FnMut(&mut Self)) {
        let depth = self.depth();
        while let Some(event) = self.content(depth) {
            if let Pulled::Start = event {
                visit(self);
            }
        }
    }
}

/// The joined texts directly inside the element, and whether it contains nothing else. Passes the element.
pub(crate) fn take_texts<'d>(element: &mut PullReader<'d>) -> (Cow<'d, str>, bool) {
    if let Some(text) = element.simple_text() {
        return (Cow::Borrowed(text), true);
    }
    let (depth, mut text, mut is_only_text) = (element.depth(), Joined::default(), true);
    while let Some(event) = element.content(depth) {
        match event {
            Pulled::Text(part) => text.push(part, || element.text_ahead()),
            Pulled::Start | Pulled::Other => is_only_text = false,
        }
    }
    (text.finish(), is_only_text)
}

#[derive(Default)]
pub(crate) struct Joined<'d>(Cow<'d, str>);

impl<'d> Joined<'d> {
    /// Adds a part. `ahead` gives the most bytes that may follow, for which room is reserved once.
    pub(crate) fn push(&mut self, part: Cow<'d, str>, ahead: impl FnOnce() -> usize) {
        if self.0.is_empty() {
            self.0 = part;
            return;
        }
        let text = self.0.to_mut();
        if text.capacity() - text.len() < part.len() {
            text.reserve_exact(part.len() + ahead());
        }
        text.push_str(&part);
    }

    pub(crate) fn finish(self) -> Cow<'d, str> {
        match self.0 {
            Cow::Owned(mut text) => {
                text.shrink_to_fit();
                Cow::Owned(text)
            }
            borrowed @ Cow::Borrowed(_) => borrowed,
        }
    }
}

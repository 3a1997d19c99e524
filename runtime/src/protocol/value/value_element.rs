//! What values need of the element whose start tag was read last.

use std::borrow::Cow;

use crate::protocol::soap::soap_version::XSI;
use crate::xml;
use crate::xml::{PullReader, Pulled};

/// An element that is read once, from its start to its end.
pub(crate) trait ValueElement<'d> {
    /// Whether the element says that it is null.
    fn is_nil(&self) -> bool;

    /// Its text; `None` if there is something else in it. It is behind the element then.
    fn take_text(&mut self) -> Option<Cow<'d, str>>;

    /// Shows every child element; what is left of one is passed over. It is behind the element then.
    fn take_children(&mut self, visit: impl FnMut(&mut Self));
}

/// Whether an `xsi:nil` says that an element is null.
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
        while let Some(inside) = self.content(depth) {
            if let Pulled::Start = inside {
                visit(self);
            }
        }
    }
}

/// The texts directly inside the element, joined, and whether there is nothing else in it. It is passed.
pub(crate) fn take_texts<'d>(element: &mut PullReader<'d>) -> (Cow<'d, str>, bool) {
    if let Some(text) = element.plain_text() {
        return (Cow::Borrowed(text), true);
    }
    let (depth, mut text, mut is_only_text) = (element.depth(), Joined::default(), true);
    while let Some(inside) = element.content(depth) {
        match inside {
            Pulled::Text(part) => text.push(part, || element.text_ahead()),
            Pulled::Start | Pulled::Other => is_only_text = false,
        }
    }
    (text.finish(), is_only_text)
}

/// Parts of a text, one after the other.
#[derive(Default)]
pub(crate) struct Joined<'d>(Cow<'d, str>);

impl<'d> Joined<'d> {
    /// Adds a part. `ahead` tells how much may follow it: room for all of it is taken once.
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

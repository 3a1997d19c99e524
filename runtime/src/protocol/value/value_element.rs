//! The elements that values are read from: those of a tree, and those that are just being read.

use std::borrow::Cow;

use crate::protocol::soap::soap_version::XSI;
use crate::xml;
use crate::xml::{Element, PullReader, Pulled};

/// An element that is read once, from its start to its end.
pub(crate) trait ValueElement<'d> {
    /// The local name.
    fn name(&self) -> &'d str;

    /// The namespace, `None` for no namespace.
    fn namespace(&self) -> Option<&str>;

    /// Whether the element says that it is null.
    fn is_nil(&self) -> bool;

    /// Its text; `None` if there is something else in it. It is behind the element then.
    fn take_text(&mut self) -> Option<Cow<'d, str>>;

    /// Shows every child element; what is left of one is passed over. It is behind the element then.
    fn take_children(&mut self, visit: impl FnMut(&mut Self));

    /// Passes over the element.
    fn skip(&mut self);

    /// Where the element that was passed ends in the document's text, in bytes.
    fn end(&self) -> usize;

    /// How many child elements it has, where there are no more than `most`.
    fn count_children(&self, most: usize) -> usize;
}

/// Whether an `xsi:nil` says that an element is null.
pub(crate) fn says_nil(value: &str) -> bool {
    matches!(xml::trim_white_space(value), "true" | "1")
}

impl<'d> ValueElement<'d> for Element<'d> {
    fn name(&self) -> &'d str {
        (*self).name()
    }

    fn namespace(&self) -> Option<&str> {
        (*self).namespace()
    }

    fn is_nil(&self) -> bool {
        self.attribute(Some(XSI), "nil").is_some_and(says_nil)
    }

    fn take_text(&mut self) -> Option<Cow<'d, str>> {
        self.has_only_text().then(|| self.text())
    }

    fn take_children(&mut self, mut visit: impl FnMut(&mut Self)) {
        self.elements().for_each(|mut child| visit(&mut child));
    }

    fn skip(&mut self) {}

    fn end(&self) -> usize {
        self.span().end
    }

    fn count_children(&self, most: usize) -> usize {
        self.elements().take(most).count()
    }
}

/// The element whose start tag was read last.
impl<'d> ValueElement<'d> for PullReader<'d> {
    fn name(&self) -> &'d str {
        self.name()
    }

    fn namespace(&self) -> Option<&str> {
        self.namespace()
    }

    fn is_nil(&self) -> bool {
        self.attribute(Some(XSI), "nil").is_some_and(|value| says_nil(&value))
    }

    fn take_text(&mut self) -> Option<Cow<'d, str>> {
        let (depth, mut text) = (self.depth(), Some(Joined::default()));
        while let Some(inside) = self.content(depth) {
            match (inside, &mut text) {
                (Pulled::Text(part), Some(text)) => text.push(part, || self.text_ahead()),
                (Pulled::Text(_), None) => {}
                (Pulled::Start | Pulled::Other, _) => text = None,
            }
        }
        text.map(Joined::finish)
    }

    fn take_children(&mut self, mut visit: impl FnMut(&mut Self)) {
        let depth = self.depth();
        while let Some(inside) = self.content(depth) {
            if let Pulled::Start = inside {
                visit(self);
            }
        }
    }

    fn skip(&mut self) {
        self.skip();
    }

    fn end(&self) -> usize {
        self.position()
    }

    fn count_children(&self, most: usize) -> usize {
        self.elements_ahead(most)
    }
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

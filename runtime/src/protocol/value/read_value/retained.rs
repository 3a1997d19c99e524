//! The undeclared content of the structures that are read.

use std::cell::{Cell, RefCell};
use std::mem;

use crate::value::rest::{Content, Untyped};
use crate::xml;
use crate::xml::PullReader;

/// The longest name of an element around undeclared content, in characters.
const LONGEST_NAME: usize = 256;
/// The undeclared content of the structure that is read.
#[derive(Debug)]
pub(super) struct Undeclared {
    /// The number of open elements around the content.
    depth: Cell<usize>,
    content: RefCell<Content>,
}

/// The undeclared content of the structure around the one that is read.
pub(super) struct Around {
    depth: usize,
    content: Content,
}

impl Undeclared {
    /// The content inside of `depth` elements.
    pub(super) const fn new(depth: usize) -> Self {
        Self { depth: Cell::new(depth), content: RefCell::new(Content(Vec::new())) }
    }

    /// Begins the content of a structure inside of `depth` elements.
    pub(super) fn begin(&self, depth: usize) -> Around {
        Around { depth: self.depth.replace(depth), content: mem::take(&mut *self.content.borrow_mut()) }
    }

    /// Ends it, and goes on with that of the structure around.
    pub(super) fn end(&self, around: Around) -> Content {
        self.depth.set(around.depth);
        self.content.replace(around.content)
    }

    pub(super) fn into_content(self) -> Content {
        self.content.into_inner()
    }

    /// Adds a part that is directly inside of the `open` outermost elements.
    pub(super) fn push(&self, element: &PullReader<'_>, open: usize, key: Box<str>, value: Untyped) {
        let around = self.depth.get();
        let path = element.open_names().take(open).skip(around).map(|name| xml::shortened(name, LONGEST_NAME));
        let path: Vec<_> = path.collect();
        self.content.borrow_mut().push(path.iter().map(AsRef::as_ref), key, value);
    }
}

//! The elements that declare the items of the model, noted while they are read.

use std::collections::HashMap;

use super::element::Element;

/// The elements of the parts of one item, by their names. The first one of a name counts.
#[derive(Default)]
pub(super) struct Origins<'a>(HashMap<String, Element<'a>>);

impl<'a> Origins<'a> {
    pub(super) fn add(&mut self, name: impl Into<String>, element: Element<'a>) {
        self.0.entry(name.into()).or_insert(element);
    }

    pub(super) fn append(&mut self, more: Self) {
        for (name, element) in more.0 {
            self.add(name, element);
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<Element<'a>> {
        self.0.get(name).copied()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, Element<'a>)> {
        self.0.iter().map(|(name, element)| (name.as_str(), *element))
    }
}

/// The elements of an operation's messages.
#[derive(Default)]
pub(super) struct MessageOrigins<'a> {
    pub(super) request: Origins<'a>,
    pub(super) response: Origins<'a>,
    pub(super) request_headers: Origins<'a>,
    pub(super) response_headers: Origins<'a>,
}

impl<'a> MessageOrigins<'a> {
    pub(super) fn of(request: Origins<'a>, response: Origins<'a>) -> Self {
        Self { request, response, ..Self::default() }
    }
}

/// The element of a type, and those of its members, or of its values, tables and columns by the end of their paths.
pub(super) struct TypeOrigins<'a> {
    pub(super) element: Element<'a>,
    pub(super) parts: Origins<'a>,
}

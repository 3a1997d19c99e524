//! Builds the elements of a spec.

use super::layout::{self, Block, Content, Item, Thing};

#[must_use]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Element>,
    paragraphs: Vec<String>,
}

impl Element {
    pub fn new(name: &'static str) -> Self {
        Self { name, attributes: Vec::new(), children: Vec::new(), paragraphs: Vec::new() }
    }

    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    pub fn with_some(self, name: &'static str, value: Option<impl Into<String>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub fn with_flag(self, name: &'static str, is_set: bool) -> Self {
        self.with_some(name, is_set.then_some("true"))
    }

    pub fn children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// Adds `<doc>`, if there are paragraphs, and an `<undocumented>` for each open point.
    pub fn described(self, doc: &[String], undocumented: &[String]) -> Self {
        let doc = (!doc.is_empty()).then(|| Self::text("doc", doc));
        let open = undocumented.iter().map(|words| Self::text("undocumented", std::slice::from_ref(words)));
        self.children(doc.into_iter().chain(open))
    }

    pub fn text(name: &'static str, paragraphs: &[String]) -> Self {
        Self { paragraphs: paragraphs.to_vec(), ..Self::new(name) }
    }

    /// Arranges the attributes by their positions.
    pub fn arranged(mut self, position: impl Fn(&str) -> Option<usize>) -> Self {
        self.attributes.sort_by_key(|(name, _)| position(name));
        self
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    pub fn attributes(&self) -> &[(&'static str, String)] {
        &self.attributes
    }

    pub fn elements(&self) -> &[Self] {
        &self.children
    }

    pub fn elements_mut(&mut self) -> &mut Vec<Self> {
        &mut self.children
    }

    pub fn without(mut self, name: &str) -> Self {
        self.attributes.retain(|(known, _)| *known != name);
        self
    }

    pub fn only(mut self, is_kept: impl Fn(&Self) -> bool) -> Self {
        self.children.retain(is_kept);
        self
    }

    /// The text at an indentation, without the indentation of the first line and without the final line break.
    pub fn fragment(&self, indent: usize) -> String {
        self.block().fragment(indent)
    }

    /// One line, however long.
    pub fn line(&self) -> Option<String> {
        self.block().one_line(usize::MAX)
    }

    pub fn document(&self) -> String {
        layout::document(true, &[Item { gap: false, thing: Thing::Element(self.block()) }])
    }

    fn block(&self) -> Block<'_> {
        let content = if !self.paragraphs.is_empty() {
            Content::Words(self.paragraphs.iter().map(|paragraph| layout::words(paragraph)).collect())
        } else if self.children.is_empty() {
            Content::Nothing
        } else {
            let before = std::iter::once(None).chain(self.children.iter().map(|child| Some(child.name)));
            let items = self.children.iter().zip(before).map(|(child, before)| Item {
                gap: self.has_gap(before, child.name),
                thing: Thing::Element(child.block()),
            });
            Content::Items(items.collect())
        };
        let attributes = self.attributes.iter().map(|(name, value)| (*name, value.as_str())).collect();
        Block { name: self.name, attributes, for_editors: Vec::new(), content }
    }

    /// Whether an empty line separates two children: parts of a service, and operations.
    fn has_gap(&self, before: Option<&'static str>, name: &'static str) -> bool {
        let kind = |name: &str| match name {
            "doc" | "undocumented" => 0,
            "port" => 1,
            "enum" | "structure" | "array" => 2,
            "common" => 3,
            _ => 4,
        };
        match (self.name, before) {
            ("service", Some(before)) => kind(before) != kind(name) || name == "area",
            ("area", Some(_)) => name == "operation",
            _ => false,
        }
    }
}

//! Access to an element of a spec that has been checked.

use roxmltree::Node;

use super::ast::{Attributes, Flag, Text};
use super::check;
use super::format::{AttributeRule, ElementRule, Values};
use super::xml::{tag, value_span, words};
use crate::diagnostic::{Code, Diagnostic, Source, Span};

#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    node: Node<'a, 'a>,
    rule: &'static ElementRule,
    source: &'a Source,
}

impl<'a> Element<'a> {
    /// Checks an element against its rule. Adds the mistakes; correct parts can still be read.
    pub(super) fn checked(
        source: &'a Source,
        node: Node<'a, 'a>,
        rule: &'static ElementRule,
        mistakes: &mut Vec<Diagnostic>,
    ) -> Self {
        let element = Self { node, rule, source };
        check::attributes(source, node, rule, mistakes);
        check::children(source, node, rule, mistakes);
        // A limit with a number of records needs no words.
        if rule.text && element.paragraphs().is_empty() && node.attribute("records").is_none() {
            mistakes.push(
                Diagnostic::new(Code::EmptyText, element.tag(), format!("`<{}>` is empty", rule.name))
                    .help("write the text, or remove the element"),
            );
        }
        element
    }

    pub(super) fn tag(&self) -> Span {
        tag(self.node)
    }

    /// The children with these names, in order, each with the name that it stands for. A misspelt name has been reported and stands for the
    /// proposed one. Elements of other namespaces have been reported and are left out.
    pub(super) fn children_of<'n>(
        &self,
        names: &'n [&'static str],
    ) -> impl Iterator<Item = (Node<'a, 'a>, &'static str)> + use<'a, 'n> {
        let (namespace, rule) = (self.node.tag_name().namespace(), self.rule);
        self.node
            .children()
            .filter(move |child| child.is_element() && child.tag_name().namespace() == namespace)
            .filter_map(move |child| {
                let name = child.tag_name().name();
                let known = names.iter().copied().find(|known| *known == name);
                let child_name =
                    known.or_else(|| check::correction(rule, name).filter(|child_name| names.contains(child_name)))?;
                Some((child, child_name))
            })
    }

    /// An optional attribute. An empty value counts as missing; it has been reported if it is a mistake.
    pub(super) fn optional(&self, name: &str) -> Option<Text> {
        let attribute = self.node.attribute_node(name)?;
        let value = attribute.value();
        (!value.trim().is_empty()).then(|| Text { value: value.to_owned(), span: value_span(self.source, attribute) })
    }

    /// A required attribute; if it is missing, an empty text at the tag.
    pub(super) fn required(&self, name: &str) -> Text {
        self.optional(name).unwrap_or_else(|| Text { value: String::new(), span: self.tag() })
    }

    /// An attribute without changes, possibly empty.
    pub(super) fn verbatim(&self, name: &str) -> Option<Text> {
        let attribute = self.node.attribute_node(name)?;
        Some(Text { value: attribute.value().to_owned(), span: value_span(self.source, attribute) })
    }

    /// An attribute that is present, possibly empty, which has been reported.
    pub(super) fn present(&self, name: &str) -> Option<Text> {
        let mut text = self.verbatim(name)?;
        if text.value.trim().is_empty() {
            text.value.clear();
        }
        Some(text)
    }

    pub(super) fn flag(&self, name: &str) -> Option<Flag> {
        Flag::of(&self.optional(name)?)
    }

    pub(super) fn attributes(&self) -> Attributes {
        let text = |rule: &AttributeRule| match rule.values {
            Values::AnyText => self.verbatim(rule.name),
            _ => self.optional(rule.name),
        };
        Attributes(self.rule.attributes().filter_map(|rule| Some((rule.name, text(rule)?))).collect())
    }

    /// The words of an attribute, each with its location. A value with character references has one location.
    pub(super) fn words(&self, name: &str) -> Option<Vec<Text>> {
        let value = self.optional(name)?;
        Some(words(self.source, &value))
    }

    /// The text of the element: one item a paragraph, with single blanks.
    pub(super) fn paragraphs(&self) -> Vec<String> {
        let text: String = self.node.children().filter_map(|child| child.is_text().then(|| child.text())?).collect();
        paragraphs(&text)
    }
}

/// Empty lines separate paragraphs; blanks within are collapsed.
pub fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match paragraphs.last_mut() {
            Some(last) if !words.is_empty() => {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.push_str(&words.join(" "));
            }
            _ => paragraphs.push(String::new()),
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

//! One element of a spec, checked against the table before anything is taken from it.

use std::ops::Range;

use roxmltree::{Attribute, Node};

use super::ast::{Flag, Text};
use super::format::{self, AttributeRule, ElementRule, Values};
use crate::diagnostic::{Code, Diagnostic, Source, Span, nearest, quoted};

/// The namespace of `xsi:noNamespaceSchemaLocation`, by which editors find the schema: the only one that attributes may have.
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// An element whose attributes, children and text have been checked.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    node: Node<'a, 'a>,
    source: &'a Source,
}

impl<'a> Element<'a> {
    /// Checks an element against its rule. The mistakes are added; what is right can be taken from the answer all the same.
    pub(super) fn checked(
        source: &'a Source,
        node: Node<'a, 'a>,
        rule: &ElementRule,
        mistakes: &mut Vec<Diagnostic>,
    ) -> Self {
        let element = Self { node, source };
        element.check_attributes(rule, mistakes);
        element.check_children(rule, mistakes);
        if rule.text && element.paragraphs().is_empty() && !element.has_attribute_only_meaning() {
            mistakes.push(
                Diagnostic::new(
                    Code::EmptyText,
                    element.tag(),
                    format!("`<{}>` says nothing", rule.name),
                )
                .help("write the text, or remove the element"),
            );
        }
        element
    }

    /// A limit in records needs no words.
    fn has_attribute_only_meaning(&self) -> bool {
        self.node.attribute("records").is_some()
    }

    /// The name in the start tag.
    pub(super) fn tag(&self) -> Span {
        tag(self.source, self.node)
    }

    fn check_attributes(&self, rule: &ElementRule, mistakes: &mut Vec<Diagnostic>) {
        for attribute in self.node.attributes() {
            if attribute.namespace() == Some(XSI) {
                continue;
            }
            let known = rule
                .attributes
                .iter()
                .find(|known| known.name == attribute.name() && attribute.namespace().is_none());
            match known {
                Some(known) => check_value(self.source, rule, known, attribute, mistakes),
                None => mistakes.push(unknown_attribute(rule, attribute)),
            }
        }
        for needed in rule
            .attributes
            .iter()
            .filter(|attribute| attribute.required)
        {
            if self.node.attribute(needed.name).is_none() {
                mistakes.push(
                    Diagnostic::new(
                        Code::MissingAttribute,
                        self.tag(),
                        format!("`<{}>` lacks the attribute `{}`", rule.name, needed.name),
                    )
                    .help_if(
                        allowed(&needed.values)
                            .map(|words| format!("write `{}=\"…\"`: {words}", needed.name)),
                    ),
                );
            }
        }
    }

    fn check_children(&self, rule: &ElementRule, mistakes: &mut Vec<Diagnostic>) {
        let mut latest: Option<(u8, Node<'a, 'a>)> = None;
        let mut singles: Vec<(&str, Node<'a, 'a>)> = Vec::new();
        for child in self.node.children() {
            if child.is_text() && !rule.text {
                self.check_blank(child, rule, mistakes);
            }
            if !child.is_element() {
                continue;
            }
            let name = child.tag_name().name();
            if child.tag_name().namespace() != self.node.tag_name().namespace() {
                mistakes.push(
                    Diagnostic::new(
                        Code::ElementInNamespace,
                        tag(self.source, child),
                        format!("{} is in a namespace", quoted(&format!("<{name}>"))),
                    )
                    .help("the elements of a spec have no prefix and no `xmlns`"),
                );
                continue;
            }
            let Some(place) = rule.children.iter().find(|known| known.name == name) else {
                mistakes.push(unknown_child(self.source, rule, child));
                continue;
            };
            if let Some((_, earlier)) = latest.filter(|(rank, _)| *rank > place.rank) {
                mistakes.push(misplaced(self.source, rule, child, earlier));
            } else {
                latest = Some((place.rank, child));
            }
            if place.once {
                if let Some((_, first)) = singles.iter().find(|(single, _)| *single == name) {
                    mistakes.push(
                        Diagnostic::new(
                            Code::RepeatedElement,
                            tag(self.source, child),
                            format!("a second `<{name}>` in one `<{}>`", rule.name),
                        )
                        .also(tag(self.source, *first), "the first one")
                        .help("make one of the two"),
                    );
                } else {
                    singles.push((name, child));
                }
            }
        }
        if !rule.needs_one_of.is_empty()
            && !rule
                .needs_one_of
                .iter()
                .any(|name| self.children(name).next().is_some())
        {
            let names: Vec<String> = rule
                .needs_one_of
                .iter()
                .map(|name| format!("`<{name}>`"))
                .collect();
            mistakes.push(
                Diagnostic::new(
                    Code::MissingElement,
                    self.tag(),
                    format!("`<{}>` holds no {}", rule.name, names.join(" and no ")),
                )
                .help("add one, or remove the element"),
            );
        }
    }

    fn check_blank(&self, node: Node<'a, 'a>, rule: &ElementRule, mistakes: &mut Vec<Diagnostic>) {
        let Some(text) = node.text().filter(|text| !text.trim().is_empty()) else {
            return;
        };
        let range = node.range();
        let raw = self.source.text.get(range.clone()).unwrap_or_default();
        let start = range.start + (raw.len() - raw.trim_start().len());
        let line = raw.trim().lines().next().unwrap_or_default();
        mistakes.push(
            Diagnostic::new(
                Code::UnexpectedText,
                Span::new(start, start + line.len()),
                format!("text in `<{}>`, which holds elements only", rule.name),
            )
            .help(
                match rule.children.iter().any(|child| child.name == "doc") {
                    true => format!(
                        "write `<doc>{}</doc>`, or remove it",
                        quoted(text.trim()).trim_matches('`')
                    ),
                    false => "remove it".to_owned(),
                },
            ),
        );
    }

    /// The children of a name, in order. Elements of other namespaces have been reported and are left out.
    pub(super) fn children(&self, name: &str) -> impl Iterator<Item = Node<'a, 'a>> + use<'a, '_> {
        let namespace = self.node.tag_name().namespace();
        let wanted = name.to_owned();
        self.node.children().filter(move |child| {
            child.is_element()
                && child.tag_name().name() == wanted
                && child.tag_name().namespace() == namespace
        })
    }

    /// The children of two names, in order.
    pub(super) fn children_of_both(
        &self,
        names: [&'static str; 2],
    ) -> impl Iterator<Item = Node<'a, 'a>> + use<'a> {
        let namespace = self.node.tag_name().namespace();
        self.node.children().filter(move |child| {
            child.is_element()
                && names.contains(&child.tag_name().name())
                && child.tag_name().namespace() == namespace
        })
    }

    /// An attribute that may be missing. An empty value counts as missing: it has been reported where it is a mistake.
    pub(super) fn optional(&self, name: &str) -> Option<Text> {
        let attribute = self.node.attribute_node(name)?;
        let value = attribute.value();
        (!value.trim().is_empty()).then(|| Text {
            value: value.to_owned(),
            span: value_span(self.source, attribute),
        })
    }

    /// An attribute that must be there; an empty text where it is not, at the place of the tag.
    pub(super) fn required(&self, name: &str) -> Text {
        self.optional(name).unwrap_or_else(|| Text {
            value: String::new(),
            span: self.tag(),
        })
    }

    /// An attribute as it is, an empty one included.
    pub(super) fn verbatim(&self, name: &str) -> Option<Text> {
        let attribute = self.node.attribute_node(name)?;
        Some(Text {
            value: attribute.value().to_owned(),
            span: value_span(self.source, attribute),
        })
    }

    /// A boolean attribute; `None` where it is missing or no boolean.
    pub(super) fn flag(&self, name: &str) -> Option<Flag> {
        let text = self.optional(name)?;
        let value = match text.value.as_str() {
            "true" => true,
            "false" => false,
            _ => return None,
        };
        Some(Flag {
            value,
            span: text.span,
        })
    }

    /// The words of an attribute, each with its place. Where the value is not written as it reads (character references),
    /// the place is that of the whole value.
    pub(super) fn words(&self, name: &str) -> Option<Vec<Text>> {
        let whole = self.optional(name)?;
        Some(words(self.source, &whole))
    }

    /// The text of the element: one item a paragraph, blanks within as one blank.
    pub(super) fn paragraphs(&self) -> Vec<String> {
        let text: String = self
            .node
            .children()
            .filter_map(|child| child.is_text().then(|| child.text())?)
            .collect();
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
}

fn words(source: &Source, whole: &Text) -> Vec<Text> {
    let written = source.text.get(whole.span.start..whole.span.end) == Some(whole.value.as_str());
    whole
        .value
        .split_whitespace()
        .map(|word| {
            let offset = word.as_ptr().addr() - whole.value.as_ptr().addr();
            let start = whole.span.start + offset;
            let span = if written {
                Span::new(start, start + word.len())
            } else {
                whole.span
            };
            Text {
                value: word.to_owned(),
                span,
            }
        })
        .collect()
}

/// The place of an element's name in its start tag.
pub(super) fn tag(source: &Source, node: Node<'_, '_>) -> Span {
    let start = node.range().start + 1;
    let rest = source.text.get(start..).unwrap_or_default();
    let length = rest
        .find(|character: char| character.is_whitespace() || matches!(character, '>' | '/'))
        .unwrap_or(rest.len());
    Span::new(start, start + length)
}

/// The place of an attribute's value, or of the whole attribute where the value is empty.
fn value_span(source: &Source, attribute: Attribute<'_, '_>) -> Span {
    let span = |range: Range<usize>| source.clamp(Span::new(range.start, range.end));
    if attribute.value().is_empty() {
        span(attribute.range())
    } else {
        span(attribute.range_value())
    }
}

fn unknown_attribute(rule: &ElementRule, attribute: Attribute<'_, '_>) -> Diagnostic {
    let name = attribute.range_qname();
    let names = || rule.attributes.iter().map(|known| known.name);
    Diagnostic::new(
        Code::UnknownAttribute,
        Span::new(name.start, name.end),
        format!(
            "`<{}>` has no attribute {}",
            rule.name,
            quoted(attribute.name())
        ),
    )
    .help(match nearest(attribute.name(), names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if rule.attributes.is_empty() => "remove it".to_owned(),
        None => format!("it has {}", list(names())),
    })
}

fn unknown_child(source: &Source, rule: &ElementRule, child: Node<'_, '_>) -> Diagnostic {
    let name = child.tag_name().name();
    let names = || rule.children.iter().map(|known| known.name);
    Diagnostic::new(
        Code::UnknownElement,
        tag(source, child),
        format!(
            "{} does not belong in `<{}>`",
            quoted(&format!("<{name}>")),
            rule.name
        ),
    )
    .help(match nearest(name, names()) {
        Some(near) => format!("did you mean `<{near}>`?"),
        None if rule.text => "it holds text only; write `<` as `&lt;`".to_owned(),
        None if rule.children.is_empty() => format!("`<{}>` is empty", rule.name),
        None => match format::ELEMENTS
            .iter()
            .find(|parent| parent.children.iter().any(|known| known.name == name))
        {
            Some(parent) => format!("it belongs in `<{}>`", parent.name),
            None => format!("it holds {}", list(names().map(|name| format!("<{name}>")))),
        },
    })
}

fn misplaced(
    source: &Source,
    rule: &ElementRule,
    child: Node<'_, '_>,
    earlier: Node<'_, '_>,
) -> Diagnostic {
    let (name, before) = (child.tag_name().name(), earlier.tag_name().name());
    let mut order: Vec<(u8, Vec<&str>)> = Vec::new();
    for known in rule.children {
        match order.last_mut() {
            Some((rank, names)) if *rank == known.rank => names.push(known.name),
            _ => order.push((known.rank, vec![known.name])),
        }
    }
    let order: Vec<String> = order
        .iter()
        .map(|(_, names)| {
            names
                .iter()
                .map(|name| format!("`<{name}>`"))
                .collect::<Vec<_>>()
                .join(" or ")
        })
        .collect();
    Diagnostic::new(
        Code::MisplacedElement,
        tag(source, child),
        format!("`<{name}>` comes after `<{before}>` in `<{}>`", rule.name),
    )
    .also(
        tag(source, earlier),
        format!("`<{name}>` belongs before this"),
    )
    .help(format!("the order is {}", order.join(", ")))
}

fn check_value(
    source: &Source,
    rule: &ElementRule,
    attribute: &AttributeRule,
    found: Attribute<'_, '_>,
    mistakes: &mut Vec<Diagnostic>,
) {
    let value = found.value();
    let span = value_span(source, found);
    if value.trim().is_empty() {
        if !matches!(attribute.values, Values::AnyText) {
            mistakes.push(
                Diagnostic::new(
                    Code::EmptyValue,
                    span,
                    format!(
                        "the attribute `{}` of `<{}>` is empty",
                        attribute.name, rule.name
                    ),
                )
                .help(match (allowed(&attribute.values), attribute.required) {
                    (Some(words), _) => format!("write {words}"),
                    (None, true) => "give it a value".to_owned(),
                    (None, false) => "give it a value, or remove it".to_owned(),
                }),
            );
        }
        return;
    }
    let (code, names): (Code, &[&str]) = match attribute.values {
        Values::Text | Values::AnyText => return,
        Values::Boolean => (Code::InvalidBoolean, &["true", "false"]),
        Values::Number => {
            if value
                .parse::<u64>()
                .ok()
                .filter(|number| *number > 0)
                .is_none()
            {
                mistakes.push(
                    Diagnostic::new(
                        Code::InvalidNumber,
                        span,
                        format!("{} is not a number of records", quoted(value)),
                    )
                    .help("write a positive whole number without separators: `20000`"),
                );
            }
            return;
        }
        Values::OneOf(names, code) => (code, names),
        Values::SomeOf(names) => {
            return check_words(
                &words(
                    source,
                    &Text {
                        value: value.to_owned(),
                        span,
                    },
                ),
                names,
                mistakes,
            );
        }
    };
    if !names.contains(&value) {
        let words = allowed(&attribute.values).unwrap_or_default();
        mistakes.push(
            Diagnostic::new(
                code,
                span,
                format!(
                    "{} is no `{}` of `<{}>`",
                    quoted(value),
                    attribute.name,
                    rule.name
                ),
            )
            .help(match nearest(value, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`? It is {words}"),
                None => format!("write {words}"),
            }),
        );
    }
}

fn check_words(words: &[Text], names: &[&str], mistakes: &mut Vec<Diagnostic>) {
    for (index, word) in words.iter().enumerate() {
        if !names.contains(&word.value.as_str()) {
            mistakes.push(
                Diagnostic::new(
                    Code::UnknownTransport,
                    word.span,
                    format!("there is no transport {}", quoted(&word.value)),
                )
                .help(match nearest(&word.value, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("transports are {}", list(names.iter().copied())),
                }),
            );
        } else if let Some(first) = words
            .iter()
            .take(index)
            .find(|earlier| earlier.value == word.value)
        {
            mistakes.push(
                Diagnostic::new(
                    Code::RepeatedTransport,
                    word.span,
                    format!("the transport `{}` is named twice", word.value),
                )
                .also(first.span, "first here")
                .help("name it once"),
            );
        }
    }
}

/// What an attribute may say, in words, where it is one of a few.
fn allowed(values: &Values) -> Option<String> {
    match values {
        Values::Text | Values::AnyText => None,
        Values::Boolean => Some("`true` or `false`".to_owned()),
        Values::Number => Some("a positive whole number".to_owned()),
        Values::OneOf(names, _) => Some(format!("one of {}", list(names.iter().copied()))),
        Values::SomeOf(names) => Some(format!("some of {}", list(names.iter().copied()))),
    }
}

fn list(names: impl Iterator<Item = impl std::fmt::Display>) -> String {
    names
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

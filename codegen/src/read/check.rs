//! Compares an element with its rule, and reports mistakes.

use std::collections::BTreeMap;

use asmx_types::{MOST_SCALE, Scalar};
use roxmltree::{Attribute, Node};

use super::ast::Text;
use super::format::{self, AttributeRule, ChildRule, ElementRule, Values};
use super::xml::{tag, value_span, words};
use crate::diagnostic::{Code, Diagnostic, Source, Span, did_you_mean, nearest, question, quoted, similar};
use crate::names;

/// The namespace of `xsi:noNamespaceSchemaLocation`, by which editors find the schema. No other namespace is allowed for attributes.
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

pub(super) fn attributes(source: &Source, node: Node<'_, '_>, rule: &ElementRule, mistakes: &mut Vec<Diagnostic>) {
    for attribute in node.attributes() {
        if attribute.namespace() == Some(XSI) {
            continue;
        }
        let known = rule.attributes().find(|known| known.name == attribute.name() && attribute.namespace().is_none());
        match known {
            Some(known) => check_value(source, rule, known, attribute, mistakes),
            None => mistakes.push(unknown_attribute(rule, attribute)),
        }
    }
    for needed in rule.attributes().filter(|attribute| attribute.required) {
        if node.attribute(needed.name).is_none() {
            let message = format!("`<{}>` lacks the attribute `{}`", rule.name, needed.name);
            mistakes.push(Diagnostic::new(Code::MissingAttribute, tag(node), message).help(
                match allowed(&needed.values) {
                    Some(words) => format!("add `{}=\"…\"`: {words}", needed.name),
                    None => format!("add `{}=\"…\"`", needed.name),
                },
            ));
        }
    }
}

pub(super) fn children(source: &Source, node: Node<'_, '_>, rule: &ElementRule, mistakes: &mut Vec<Diagnostic>) {
    let mut observed = Observed::default();
    for child in node.children() {
        if child.is_text() && !rule.text {
            mistakes.extend(unexpected_text(source, rule, child));
        }
        if !child.is_element() {
            continue;
        }
        let name = child.tag_name().name();
        if child.tag_name().namespace() != node.tag_name().namespace() {
            let message = format!("{} is in a namespace", quoted(&format!("<{name}>")));
            mistakes.push(
                Diagnostic::new(Code::ElementInNamespace, tag(child), message)
                    .help("the elements of a spec have no prefix and no `xmlns`"),
            );
        } else if let Some(child_rule) = rule.children().find(|known| known.name == name) {
            mistakes.extend(observed.add(rule, child_rule, child));
        } else {
            mistakes.push(unknown_child(rule, child));
            if let Some(correction) = correction(rule, name) {
                observed.names.entry(correction).or_insert(child);
            }
        }
    }
    let lacks_all = |names: &[&str]| !names.is_empty() && !names.iter().any(|name| observed.names.contains_key(name));
    if lacks_all(rule.needs_one_of) {
        let names: Vec<String> = rule.needs_one_of.iter().map(|name| format!("`<{name}>`")).collect();
        let message = format!("`<{}>` needs at least one {}", rule.name, names.join(" or "));
        mistakes.push(Diagnostic::new(Code::MissingElement, tag(node), message).help("add one, or remove the element"));
    }
}

#[derive(Default)]
struct Observed<'a> {
    names: BTreeMap<&'static str, Node<'a, 'a>>,
    latest: Option<(u8, Node<'a, 'a>)>,
    /// The ranks that came too late since then.
    late: Vec<u8>,
}

impl<'a> Observed<'a> {
    fn add(&mut self, rule: &ElementRule, child_rule: &'static ChildRule, child: Node<'a, 'a>) -> Vec<Diagnostic> {
        let mut mistakes = Vec::new();
        match self.latest {
            Some((rank, earlier)) if rank > child_rule.rank => {
                if !self.late.contains(&child_rule.rank) {
                    self.late.push(child_rule.rank);
                    mistakes.push(misplaced(rule, child, earlier));
                }
            }
            _ => {
                self.latest = Some((child_rule.rank, child));
                self.late.clear();
            }
        }
        match self.names.get(child_rule.name) {
            Some(first) if child_rule.once => mistakes.push(
                Diagnostic::new(
                    Code::RepeatedElement,
                    tag(child),
                    format!("a second `<{}>` in one `<{}>`", child_rule.name, rule.name),
                )
                .also(tag(*first), "the first one")
                .help("keep one of the two, or merge them"),
            ),
            Some(_) => {}
            None => {
                self.names.insert(child_rule.name, child);
            }
        }
        mistakes
    }
}

fn unexpected_text(source: &Source, rule: &ElementRule, node: Node<'_, '_>) -> Option<Diagnostic> {
    let text = node.text().map(str::trim).filter(|text| !text.is_empty())?;
    let range = node.range();
    let raw = source.text.get(range.clone()).unwrap_or_default();
    let start = range.start + (raw.len() - raw.trim_start().len());
    let line = raw.trim().lines().next().unwrap_or_default();
    let help = if rule.children().any(|child| child.name == "doc") {
        let sample = quoted(text);
        format!("write `<doc>{}</doc>`, or remove it", sample.trim_matches('`'))
    } else {
        "remove it".to_owned()
    };
    Some(
        Diagnostic::new(
            Code::UnexpectedText,
            Span::new(start, start + line.len()),
            format!("text in `<{}>`, which holds elements only", rule.name),
        )
        .help(help),
    )
}

fn unknown_attribute(rule: &ElementRule, attribute: Attribute<'_, '_>) -> Diagnostic {
    let name = attribute.range_qname();
    let names = || rule.attributes().map(|known| known.name);
    Diagnostic::new(
        Code::UnknownAttribute,
        Span::new(name.start, name.end),
        format!("`<{}>` has no attribute {}", rule.name, quoted(attribute.name())),
    )
    .help(match question(attribute.name(), names()) {
        Some(question) => question,
        None if names().next().is_none() => "remove it".to_owned(),
        None => format!("it has {}", list(names())),
    })
}

fn unknown_child(rule: &ElementRule, child: Node<'_, '_>) -> Diagnostic {
    let name = child.tag_name().name();
    let names = || rule.children().map(|known| known.name);
    Diagnostic::new(
        Code::UnknownElement,
        tag(child),
        format!("{} does not belong in `<{}>`", quoted(&format!("<{name}>")), rule.name),
    )
    .help(match children_question(rule, name) {
        Some(question) => question,
        None if rule.text => "it holds text only; write `<` as `&lt;`".to_owned(),
        None if names().next().is_none() => format!("`<{}>` is empty", rule.name),
        None => match format::ELEMENTS.iter().find(|parent| parent.children().any(|known| known.name == name)) {
            Some(parent) => format!("it belongs in `<{}>`", parent.name),
            None => format!("it holds {}", list(names().map(|name| format!("<{name}>")))),
        },
    })
}

/// The question for the children that a misspelt one may mean.
fn children_question(rule: &ElementRule, name: &str) -> Option<String> {
    if format::rule(name).is_some() {
        return None;
    }
    let similar = similar(name, rule.children().map(|known| known.name));
    let similar: Vec<String> = similar.into_iter().map(|name| format!("<{name}>")).collect();
    (!similar.is_empty()).then(|| did_you_mean(&similar.iter().map(String::as_str).collect::<Vec<_>>()))
}

/// The child that is read in the place of a misspelt one. An element that belongs elsewhere is not misspelt.
pub(super) fn correction(rule: &ElementRule, name: &str) -> Option<&'static str> {
    if format::rule(name).is_some() {
        return None;
    }
    nearest(name, rule.children().map(|known| known.name))
}

fn misplaced(rule: &ElementRule, child: Node<'_, '_>, earlier: Node<'_, '_>) -> Diagnostic {
    let (name, before) = (child.tag_name().name(), earlier.tag_name().name());
    let mut order: Vec<(u8, Vec<&str>)> = Vec::new();
    for known in rule.children() {
        match order.last_mut() {
            Some((rank, names)) if *rank == known.rank => names.push(known.name),
            _ => order.push((known.rank, vec![known.name])),
        }
    }
    let order: Vec<String> = order
        .iter()
        .map(|(_, names)| names.iter().map(|name| format!("`<{name}>`")).collect::<Vec<_>>().join(" or "))
        .collect();
    Diagnostic::new(
        Code::MisplacedElement,
        tag(child),
        format!("`<{name}>` comes after `<{before}>` in `<{}>`", rule.name),
    )
    .also(tag(earlier), format!("`<{name}>` belongs before this"))
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
            let message = format!("the attribute `{}` of `<{}>` is empty", attribute.name, rule.name);
            mistakes.push(Diagnostic::new(Code::EmptyValue, span, message).help(
                match (allowed(&attribute.values), attribute.required) {
                    (Some(words), _) => format!("write {words}"),
                    (None, true) => "give it a value".to_owned(),
                    (None, false) => "give it a value, or remove it".to_owned(),
                },
            ));
        }
        return;
    }
    if let Some(character) = forbidden(attribute, value) {
        mistakes.push(
            Diagnostic::new(
                Code::InvalidName,
                span,
                format!("`{}` of `<{}>` holds the character U+{:04X}", attribute.name, rule.name, u32::from(character)),
            )
            .label("not allowed in a name")
            .help("remove it: names cannot hold line breaks, control characters, direction marks or backticks"),
        );
        return;
    }
    let (code, names): (Code, &[&str]) = match attribute.values {
        Values::Text | Values::AnyText => return,
        Values::Boolean => (Code::InvalidBoolean, &["true", "false"]),
        Values::Number => {
            if !value.parse::<u64>().is_ok_and(|number| number > 0) {
                mistakes.push(
                    Diagnostic::new(Code::InvalidNumber, span, format!("{} is not a number of records", quoted(value)))
                        .help("write a positive whole number without separators: `20000`"),
                );
            }
            return;
        }
        Values::Digits => {
            if !value.parse::<u8>().is_ok_and(|digits| digits <= MOST_SCALE) {
                let help = format!("write {}: `2`", allowed(&attribute.values).unwrap_or_default());
                let message = format!("{} is not a number of digits", quoted(value));
                mistakes.push(Diagnostic::new(Code::InvalidNumber, span, message).help(help));
            }
            return;
        }
        Values::OneOf(names, code) => (code, names),
        Values::SomeOf(names) => {
            return check_words(&words(source, &Text { value: value.to_owned(), span }), names, mistakes);
        }
    };
    if names.contains(&value) {
        return;
    }
    let message = format!("{} is not a value of the attribute `{}`", quoted(value), attribute.name);
    if code == Code::UnknownResultKind && Scalar::ALL.iter().any(|scalar| scalar.name() == value) {
        let help = format!("write the element `<result type=\"{value}\"/>`");
        return mistakes.push(Diagnostic::new(code, span, message).help(help));
    }
    let question = question(value, names.iter().copied()).filter(|_| names.len() > 2);
    let is_unlike = question.is_none();
    let help = question.unwrap_or_else(|| format!("write {}", allowed(&attribute.values).unwrap_or_default()));
    let mut mistake = Diagnostic::new(code, span, message).help(help);
    if code == Code::UnknownResultKind && is_unlike {
        mistake = mistake.help("for a value of another type, write the element `<result type=\"…\"/>`");
    }
    mistakes.push(mistake);
}

/// A character that the attribute cannot hold. Titles, reasons and addresses may have backticks. Attributes that may be empty are data
/// without restrictions.
fn forbidden(attribute: &AttributeRule, value: &str) -> Option<char> {
    let may_have_backticks = matches!(attribute.name, "title" | "deprecated" | "path" | "location");
    let found = names::forbidden(value).filter(|_| matches!(attribute.values, Values::Text));
    found.filter(|found| *found != '`' || !may_have_backticks)
}

fn check_words(words: &[Text], names: &[&str], mistakes: &mut Vec<Diagnostic>) {
    for (index, word) in words.iter().enumerate() {
        if !names.contains(&word.value.as_str()) {
            let message = format!("unknown transport {}", quoted(&word.value));
            mistakes.push(
                Diagnostic::new(Code::UnknownTransport, word.span, message).help(
                    question(&word.value, names.iter().copied())
                        .unwrap_or_else(|| format!("transports are {}", list(names.iter().copied()))),
                ),
            );
        } else if let Some(first) = words.iter().take(index).find(|earlier| earlier.value == word.value) {
            let message = format!("the transport `{}` is named twice", word.value);
            mistakes.push(
                Diagnostic::new(Code::RepeatedTransport, word.span, message)
                    .also(first.span, "first here")
                    .help("name it once"),
            );
        }
    }
}

fn allowed(values: &Values) -> Option<String> {
    match values {
        Values::Text | Values::AnyText => None,
        Values::Boolean => Some("`true` or `false`".to_owned()),
        Values::Number => Some("a positive whole number".to_owned()),
        Values::Digits => Some(format!("a whole number from 0 to {MOST_SCALE}")),
        Values::OneOf(names, _) => Some(format!("one of {}", list(names.iter().copied()))),
        Values::SomeOf(names) => Some(format!("some of {}", list(names.iter().copied()))),
    }
}

fn list(names: impl Iterator<Item = impl std::fmt::Display>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

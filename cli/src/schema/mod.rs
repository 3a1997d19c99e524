//! The XML Schema of specs, with which editors complete and explain them: from the reader's table of elements and the descriptions in `words.txt`.
//! `shapes.xsd` defines the attribute values.

use std::collections::BTreeMap;

use asmx_codegen::elements::{self, Build as _, Element};
use asmx_codegen::read::format::{AttributeRule, ChildRule, ELEMENTS, ElementRule, ROOT};

const WORDS: &str = include_str!("words.txt");
const SHAPES: &str = include_str!("shapes.xsd");

/// The XML Schema of specs. Empty only if its parts are not well-formed, which a test rules out.
#[must_use]
pub fn schema() -> String {
    let words = Words::new();
    let Ok(mut schema) = Element::parse(SHAPES.as_bytes()) else { return String::new() };
    if let Some(root) = schema.elements_mut().find(|child| child.name == "element") {
        *root = root.clone().annotated(words.of(ROOT).doc);
    }
    let types = ELEMENTS.iter().filter_map(|rule| words.element(rule));
    elements::document(&schema.children(types).children(words.enumerations()))
}

#[derive(Clone, Copy, Default)]
struct Description {
    kind: Option<&'static str>,
    default: Option<&'static str>,
    doc: &'static str,
}

/// The lines of `words.txt`: `param@rust RustName: …`, `param/doc: …`, `Effect=read: …`; `*` means any element.
struct Words {
    descriptions: BTreeMap<&'static str, Description>,
    /// Enumeration types with their values, in file order.
    enumerations: Vec<(&'static str, Vec<&'static str>)>,
}

impl Words {
    fn new() -> Self {
        let mut words = Self { descriptions: BTreeMap::new(), enumerations: Vec::new() };
        let lines = WORDS.lines().filter(|line| !line.starts_with('#'));
        for (head, doc) in lines.filter_map(|line| line.split_once(": ")) {
            let (name, kind) = head.split_once(' ').map_or((head, None), |(name, kind)| (name, Some(kind)));
            let (kind, default) = kind
                .and_then(|kind| kind.split_once('='))
                .map_or((kind, None), |(kind, default)| (Some(kind), Some(default)));
            words.descriptions.insert(name, Description { kind, default, doc });
            match (name.split_once('='), words.enumerations.last_mut()) {
                (Some((of, word)), Some((known, all))) if of == *known => all.push(word),
                (Some((of, word)), _) => words.enumerations.push((of, vec![word])),
                (None, _) => {}
            }
        }
        words
    }

    fn of(&self, name: &str) -> Description {
        self.descriptions.get(name).copied().unwrap_or_default()
    }

    /// The description of a part of an element, or of that part in any element.
    fn part(&self, element: &str, sign: char, name: &str) -> Description {
        let description = self.descriptions.get(format!("{element}{sign}{name}").as_str());
        description.copied().unwrap_or_else(|| self.of(&format!("*{sign}{name}")))
    }

    /// The type of an element; `None` for plain text.
    fn element(&self, rule: &ElementRule) -> Option<Element> {
        let attributes = rule.attributes().map(|attribute| self.attribute(rule, attribute));
        let kind = node("complexType", &[("name", rule.name)]).annotated(self.of(rule.name).doc);
        if !rule.text {
            return Some(kind.children(self.sequence(rule)).children(attributes));
        }
        let text = node("extension", &[("base", "xs:string")]).children(attributes);
        (!text.children.is_empty()).then(|| kind.child(node("simpleContent", &[]).child(text)))
    }

    fn sequence(&self, rule: &ElementRule) -> Option<Element> {
        let mut ranks: BTreeMap<u8, Vec<&ChildRule>> = BTreeMap::new();
        for child in rule.children() {
            ranks.entry(child.rank).or_default().push(child);
        }
        let is_needed = |children: &[&ChildRule]| children.iter().any(|child| rule.needs_one_of.contains(&child.name));
        let particle = |child: &ChildRule, occurrence: &[(&str, &str)]| {
            let is_text =
                ELEMENTS.iter().any(|rule| rule.name == child.name && rule.text && rule.attributes().next().is_none());
            let named = [("name", child.name), ("type", if is_text { "Text" } else { child.name })];
            node("element", &[&named, occurrence].concat()).annotated(self.part(rule.name, '/', child.name).doc)
        };
        let ranks = ranks.into_values().map(|children| {
            let least: &[_] = if is_needed(&children) { &[] } else { &[("minOccurs", "0")] };
            let many = [least, &[("maxOccurs", "unbounded")]].concat();
            match children.as_slice() {
                [child] => particle(child, if child.once { least } else { &many }),
                _ => node("choice", &many).children(children.iter().map(|child| particle(child, &[]))),
            }
        });
        let ranks: Vec<Element> = ranks.collect();
        (!ranks.is_empty()).then(|| node("sequence", &[]).children(ranks))
    }

    fn attribute(&self, rule: &ElementRule, attribute: &AttributeRule) -> Element {
        let Description { kind, default, doc } = self.part(rule.name, '@', attribute.name);
        let mut all = vec![("name", attribute.name), ("type", kind.unwrap_or("xs:string"))];
        all.extend(attribute.required.then_some(("use", "required")));
        all.extend(default.map(|default| ("default", default)));
        node("attribute", &all).annotated(doc)
    }

    fn enumerations(&self) -> impl Iterator<Item = Element> {
        self.enumerations.iter().map(|(name, words)| {
            let occurrence =
                |word: &&str| node("enumeration", &[("value", word)]).annotated(self.of(&format!("{name}={word}")).doc);
            let restriction = node("restriction", &[("base", "xs:token")]).children(words.iter().map(occurrence));
            node("simpleType", &[("name", name)]).annotated(self.of(name).doc).child(restriction)
        })
    }
}

fn node(name: &str, attributes: &[(&str, &str)]) -> Element {
    attributes.iter().fold(Element::of("xs", name), |element, (name, value)| element.with(name, *value))
}

//! The XML Schema of specs, with which editors complete and explain them: from the reader's table of elements and the descriptions in `words.txt`.
//! `shapes.xsd` defines the attribute values.

use std::collections::BTreeMap;

use asmx_codegen::read::format::{AttributeRule, ChildRule, ELEMENTS, ElementRule, ROOT};
use xmltree::{Element, EmitterConfig, XMLNode};

const WORDS: &str = include_str!("words.txt");
const SHAPES: &str = include_str!("shapes.xsd");

/// The XML Schema of specs. Empty only if its parts are not well-formed, which a test rules out.
#[must_use]
pub fn schema() -> String {
    let words = Words::new();
    let Ok(mut schema) = Element::parse(SHAPES.as_bytes()) else { return String::new() };
    if let Some(root) =
        schema.children.iter_mut().filter_map(XMLNode::as_mut_element).find(|child| child.name == "element")
    {
        document(root, words.of(ROOT).doc);
    }
    schema.children.extend(ELEMENTS.iter().filter_map(|rule| words.element(rule)).map(XMLNode::Element));
    schema.children.extend(words.enumerations().map(XMLNode::Element));
    let config = EmitterConfig::new().perform_indent(true).line_separator("\n").write_document_declaration(false);
    let mut bytes = b"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".to_vec();
    // Writing to memory cannot fail, and every element is closed.
    let _ = schema.write_with_config(&mut bytes, config);
    bytes.push(b'\n');
    String::from_utf8_lossy(&bytes).into_owned()
}

#[derive(Clone, Copy, Default)]
struct Said {
    kind: Option<&'static str>,
    default: Option<&'static str>,
    doc: &'static str,
}

/// The lines of `words.txt`: `param@rust RustName: …`, `param/doc: …`, `Effect=read: …`; `*` means any element.
struct Words {
    said: BTreeMap<&'static str, Said>,
    /// Enumeration types with their values, in file order.
    enumerations: Vec<(&'static str, Vec<&'static str>)>,
}

impl Words {
    fn new() -> Self {
        let mut words = Self { said: BTreeMap::new(), enumerations: Vec::new() };
        let lines = WORDS.lines().filter(|line| !line.starts_with('#'));
        for (head, doc) in lines.filter_map(|line| line.split_once(": ")) {
            let (name, kind) = head.split_once(' ').map_or((head, None), |(name, kind)| (name, Some(kind)));
            let (kind, default) = kind
                .and_then(|kind| kind.split_once('='))
                .map_or((kind, None), |(kind, default)| (Some(kind), Some(default)));
            words.said.insert(name, Said { kind, default, doc });
            match (name.split_once('='), words.enumerations.last_mut()) {
                (Some((of, word)), Some((known, all))) if of == *known => all.push(word),
                (Some((of, word)), _) => words.enumerations.push((of, vec![word])),
                (None, _) => {}
            }
        }
        words
    }

    fn of(&self, name: &str) -> Said {
        self.said.get(name).copied().unwrap_or_default()
    }

    /// The description of a part of an element, or of that part in any element.
    fn part(&self, element: &str, sign: char, name: &str) -> Said {
        let said = self.said.get(format!("{element}{sign}{name}").as_str());
        said.copied().unwrap_or_else(|| self.of(&format!("*{sign}{name}")))
    }

    /// The type of an element; `None` for plain text.
    fn element(&self, rule: &ElementRule) -> Option<Element> {
        let attributes = rule.attributes().map(|attribute| self.attribute(rule, attribute));
        let kind = node("complexType", &[("name", rule.name)]);
        let mut kind = documented(kind, self.of(rule.name).doc);
        if !rule.text {
            kind.children.extend(self.sequence(rule).map(XMLNode::Element));
            kind.children.extend(attributes.map(XMLNode::Element));
            return Some(kind);
        }
        let attributes: Vec<Element> = attributes.collect();
        let text = node("extension", &[("base", "xs:string")]);
        (!attributes.is_empty()).then(|| with(kind, [with(node("simpleContent", &[]), [with(text, attributes)])]))
    }

    fn sequence(&self, rule: &ElementRule) -> Option<Element> {
        let mut ranks: BTreeMap<u8, Vec<&ChildRule>> = BTreeMap::new();
        for child in rule.children() {
            ranks.entry(child.rank).or_default().push(child);
        }
        let is_needed = |children: &[&ChildRule]| children.iter().any(|child| rule.needs_one_of.contains(&child.name));
        let one = |child: &ChildRule, occurrence: &[(&str, &str)]| {
            let is_text =
                ELEMENTS.iter().any(|rule| rule.name == child.name && rule.text && rule.attributes().next().is_none());
            let named = [("name", child.name), ("type", if is_text { "Text" } else { child.name })];
            documented(node("element", &[&named, occurrence].concat()), self.part(rule.name, '/', child.name).doc)
        };
        let ranks = ranks.into_values().map(|children| {
            let least: &[_] = if is_needed(&children) { &[] } else { &[("minOccurs", "0")] };
            let many = [least, &[("maxOccurs", "unbounded")]].concat();
            match children.as_slice() {
                [child] => one(child, if child.once { least } else { &many }),
                _ => with(node("choice", &many), children.iter().map(|child| one(child, &[]))),
            }
        });
        let ranks: Vec<Element> = ranks.collect();
        (!ranks.is_empty()).then(|| with(node("sequence", &[]), ranks))
    }

    fn attribute(&self, rule: &ElementRule, attribute: &AttributeRule) -> Element {
        let Said { kind, default, doc } = self.part(rule.name, '@', attribute.name);
        let mut all = vec![("name", attribute.name), ("type", kind.unwrap_or("xs:string"))];
        all.extend(attribute.required.then_some(("use", "required")));
        all.extend(default.map(|default| ("default", default)));
        documented(node("attribute", &all), doc)
    }

    fn enumerations(&self) -> impl Iterator<Item = Element> {
        self.enumerations.iter().map(|(name, words)| {
            let one = |word: &&str| {
                documented(node("enumeration", &[("value", word)]), self.of(&format!("{name}={word}")).doc)
            };
            let restriction = with(node("restriction", &[("base", "xs:token")]), words.iter().map(one));
            with(documented(node("simpleType", &[("name", name)]), self.of(name).doc), [restriction])
        })
    }
}

fn node(name: &str, attributes: &[(&str, &str)]) -> Element {
    let mut element = Element::new(name);
    element.prefix = Some("xs".to_owned());
    element.attributes.extend(attributes.iter().map(|(name, value)| ((*name).into(), (*value).to_owned())));
    element
}

fn with(mut element: Element, children: impl IntoIterator<Item = Element>) -> Element {
    element.children.extend(children.into_iter().map(XMLNode::Element));
    element
}

fn documented(mut element: Element, doc: &str) -> Element {
    document(&mut element, doc);
    element
}

/// Inserts documentation as first child.
fn document(element: &mut Element, doc: &str) {
    let mut text = node("documentation", &[]);
    text.children.push(XMLNode::Text(doc.to_owned()));
    element.children.insert(0, XMLNode::Element(with(node("annotation", &[]), [text])));
}

//! The reference of the spec format is generated from the schema for editors.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use roxmltree::{Document, Node};

use crate::documents::read;

/// Its path in the book.
pub const PAGE: &str = "reference/spec-format.md";

const XSD: &str = "http://www.w3.org/2001/XMLSchema";

const INTRODUCTION: &str = "# The spec format

A spec is one XML document, `<service>` outermost, in UTF-8 and without a namespace. This page is made of
`spec/service.xsd`, the schema that editors complete specs with. What goes over several places (whether a name exists, is there
twice, or gives a Rust name) the schema does not say: [the codes of mistakes](codes/names-on-the-wire.md) do.

`?` stands for at most once, `*` for any number, `+` for at least once.
";

pub fn page() -> String {
    let text = read("spec/service.xsd");
    let document = Document::parse(&text).unwrap();
    Schema::new(&document).page()
}

/// The schema, by type name.
struct Schema<'a> {
    types: BTreeMap<&'a str, Node<'a, 'a>>,
    /// Elements in the order in which a reader meets them, with their types.
    elements: Vec<(&'a str, &'a str)>,
}

impl<'a> Schema<'a> {
    fn new(document: &'a Document<'a>) -> Self {
        let root = document.root_element();
        let types: BTreeMap<&str, Node<'_, '_>> = root
            .children()
            .filter_map(|node| Some((node.attribute("name")?, node)))
            .filter(|(_, node)| !node.has_tag_name((XSD, "element")))
            .collect();
        let mut elements = vec![("service", "service")];
        let mut next = 0;
        while let Some((_, kind)) = elements.get(next) {
            next += 1;
            for child in children(types[kind]) {
                let child = (child.attribute("name").unwrap(), child.attribute("type").unwrap());
                if !elements.contains(&child) {
                    elements.push(child);
                }
            }
        }
        Self { types, elements }
    }

    fn page(&self) -> String {
        let mut page = INTRODUCTION.to_owned();
        page.push_str("\n## Elements\n\n| element | what it is |\n|---|---|\n");
        for (name, kind) in &self.elements {
            writeln!(page, "| [`<{name}>`](#{name}) | {} |", cell(&documentation(self.types[kind]))).unwrap();
        }
        for (name, kind) in &self.elements {
            self.push_element(&mut page, name, self.types[kind]);
        }
        page.push_str("\n## Words\n\nAttributes that are one of some words.\n");
        for (name, node) in &self.types {
            Self::push_words(&mut page, name, *node);
        }
        page
    }

    fn push_element(&self, page: &mut String, name: &str, node: Node<'a, 'a>) {
        write!(page, "\n### {name}\n\n{}\n", documentation(node)).unwrap();
        let parents = self
            .elements
            .iter()
            .filter(|(_, kind)| children(self.types[kind]).any(|child| child.attribute("name") == Some(name)));
        let parents: Vec<String> = parents.map(|(name, _)| format!("[`<{name}>`](#{name})")).collect();
        if parents.is_empty() {
            page.push_str("\nIt is the outermost element.\n");
        } else {
            write!(page, "\nStands in {}.\n", parents.join(", ")).unwrap();
        }
        if node.has_tag_name((XSD, "simpleType")) {
            page.push_str("\nIt holds text.\n");
            return;
        }
        let attributes = Self::attributes(node);
        if !attributes.is_empty() {
            page.push_str("\n| attribute | value | |\n|---|---|---|\n");
            for attribute in attributes {
                let name = attribute.attribute("name").unwrap();
                let value = self.value(attribute.attribute("type").unwrap());
                let needed = match (attribute.attribute("use"), attribute.attribute("default")) {
                    (Some("required"), _) => "**required** ".to_owned(),
                    (_, Some(default)) => format!("`{default}` if it is not there. "),
                    _ => String::new(),
                };
                writeln!(page, "| `{name}` | {value} | {needed}{} |", cell(&documentation(attribute))).unwrap();
            }
        }
        let children: Vec<Node<'_, '_>> = children(node).collect();
        if !children.is_empty() {
            page.push_str("\n| child, in this order | |\n|---|---|\n");
            let mut last_choice = None;
            for child in children {
                let choice = child.ancestors().find(|node| node.has_tag_name((XSD, "choice")));
                let is_in_choice = choice.is_some();
                let often = often(
                    choice
                        .filter(|choice| child.attribute("maxOccurs").is_none() && choice.has_attribute("maxOccurs"))
                        .unwrap_or(child),
                );
                let or = if is_in_choice && last_choice == choice { "or " } else { "" };
                last_choice = choice;
                let name = child.attribute("name").unwrap();
                writeln!(page, "| {or}[`<{name}>`](#{name}){often} | {} |", cell(&documentation(child))).unwrap();
            }
        }
    }

    /// The attributes of a type, with groups expanded.
    fn attributes(node: Node<'a, 'a>) -> Vec<Node<'a, 'a>> {
        let mut attributes = Vec::new();
        for node in node.children() {
            if node.has_tag_name((XSD, "attribute")) {
                attributes.push(node);
            } else if node.has_tag_name((XSD, "simpleContent")) || node.has_tag_name((XSD, "extension")) {
                attributes.extend(Self::attributes(node));
            }
        }
        attributes
    }

    /// The values that an attribute type allows.
    fn value(&self, kind: &str) -> String {
        match kind {
            "Boolean" => "`true`, `false`".to_owned(),
            "xs:NCName" => "a name".to_owned(),
            "xs:string" => "any text".to_owned(),
            "xs:positiveInteger" => "a whole number from 1".to_owned(),
            "xs:NMTOKENS" => "names, with blanks between them".to_owned(),
            kind => self.value_of_own(self.types[kind]),
        }
    }

    fn value_of_own(&self, node: Node<'a, 'a>) -> String {
        let link = |kind: &str| format!("[`{kind}`](#{})", kind.to_lowercase());
        let has_words = |kind: &&str| self.types.get(kind).is_some_and(|node| !words(*node).is_empty());
        let members = |of: &str, attribute: &str| {
            let node = node.descendants().find(|node| node.has_tag_name((XSD, of)))?;
            let members: Vec<&str> = node.attribute(attribute)?.split(' ').filter(has_words).collect();
            (!members.is_empty()).then(|| members.into_iter().map(link).collect::<Vec<_>>())
        };
        if let Some(items) = members("list", "itemType") {
            return format!("some of {}, with blanks between them", items.concat());
        }
        if let Some(members) = members("union", "memberTypes") {
            return format!("{}, or a name", members.join(", "));
        }
        if words(node).is_empty() {
            let documentation = documentation(node);
            return if documentation.is_empty() { "a text".to_owned() } else { cell(&documentation) };
        }
        link(node.attribute("name").unwrap())
    }

    fn push_words(page: &mut String, name: &str, node: Node<'a, 'a>) {
        let words = words(node);
        let is_used = node.document().descendants().any(|node| {
            node.attribute("type") == Some(name)
                || node.attribute("memberTypes").is_some_and(|types| types.split(' ').any(|member| member == name))
                || node.attribute("itemType") == Some(name)
        });
        if words.is_empty() || name == "Boolean" || !is_used {
            return;
        }
        write!(page, "\n### {name}\n\n{}\n\n| word | meaning |\n|---|---|\n", documentation(node)).unwrap();
        for word in words {
            writeln!(page, "| `{}` | {} |", word.attribute("value").unwrap(), cell(&documentation(word))).unwrap();
        }
    }
}

/// The elements that a type may contain.
fn children<'a>(node: Node<'a, 'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    node.descendants().filter(|node| node.has_tag_name((XSD, "element")))
}

/// The type's own documentation.
fn words<'a>(node: Node<'a, 'a>) -> Vec<Node<'a, 'a>> {
    node.descendants().filter(|node| node.has_tag_name((XSD, "enumeration"))).collect()
}

/// The occurrence of an element or choice.
fn often(node: Node<'_, '_>) -> &'static str {
    match (node.attribute("minOccurs"), node.attribute("maxOccurs")) {
        (Some("0"), Some("unbounded")) => " *",
        (_, Some("unbounded")) => " +",
        (Some("0"), _) => " ?",
        _ => "",
    }
}

/// The documentation of a node on one line.
fn documentation(node: Node<'_, '_>) -> String {
    let annotation = node.children().find(|node| node.has_tag_name((XSD, "annotation")));
    let text = annotation.and_then(|node| node.descendants().find(|node| node.has_tag_name((XSD, "documentation"))));
    let text = text.and_then(|node| node.text()).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Escapes a text for a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

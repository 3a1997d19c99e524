//! The schema for editors agrees with the specs at hand and with the reader's table of elements.
//!
//! `spec/service.xsd` is the output of the command `schema`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use asmx_codegen::model::Scalar;
use asmx_codegen::read::format::{self as format, AttributeRule, ELEMENTS, Values};
use goldens::examples::Example;
use goldens::mistakes::{Mistake, OF_SPECS};
use roxmltree::{Document, Node};

use crate::xmllint::validates;

const XSD: &str = "http://www.w3.org/2001/XMLSchema";

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn schema_path() -> PathBuf {
    workspace().join("spec/service.xsd")
}

/// `INSTA_UPDATE=always` writes the file, only if it changes, because other tests read it meanwhile.
#[test]
fn the_schema_of_the_workspace_is_current() {
    let is_current = || fs::read_to_string(schema_path()).unwrap() == asmx::schema::schema();
    if !is_current() && std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(schema_path(), asmx::schema::schema()).unwrap();
    }
    assert!(is_current(), "`asmx schema` prints another one");
}

/// Valid service specs below a folder.
fn specs(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            specs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "xml") {
            let text = fs::read_to_string(&path).unwrap_or_default();
            let is_spec =
                Document::parse(&text).is_ok_and(|document| document.root_element().has_tag_name(format::ROOT));
            if is_spec {
                found.push(path);
            }
        }
    }
}

#[test]
fn every_spec_is_valid() {
    let schema = schema_path();
    let mut found = Vec::new();
    for folder in [
        "spec",
        "tests",
        "codegen/tests",
        "codegen/import/tests",
        "codegen/review/tests",
        "examples",
        "cli/tests",
        "examples/sandbox/tests",
    ] {
        specs(&workspace().join(folder), &mut found);
    }
    assert!(!found.is_empty(), "there is no spec");
    for path in found {
        match validates(&schema, &path) {
            Some(Err(words)) => panic!("{words}"),
            Some(Ok(())) => {}
            None => return,
        }
    }
}

/// A file with the spec of a wrong example.
fn written(name: &str, wrong: &Example) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong-specs");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.xml"));
    fs::write(&path, wrong.spec()).unwrap();
    path
}

/// The schema finds mistakes that are in one place, so editors show them while people type.
#[test]
fn mistakes_of_shape_are_invalid() {
    let schema = schema_path();
    for Mistake { name, wrong, .. } in OF_SPECS.all() {
        // Exceptions: a list type cannot require distinct items, an element cannot depend on an attribute, and a text cannot exclude words.
        if !name.starts_with("ASMX01") || ["17", "19", "20"].iter().any(|number| name[6..].starts_with(number)) {
            continue;
        }
        match validates(&schema, &written(&name, &wrong)) {
            Some(result) => assert!(result.is_err(), "the schema accepts {name}"),
            None => return,
        }
    }
}

#[test]
fn groups_and_operations_that_do_not_exist_are_invalid() {
    let schema = schema_path();
    for name in ["ASMX0204-operation-twice", "ASMX0206", "ASMX0401-group", "ASMX0508-variant"] {
        match validates(&schema, &written(name, &OF_SPECS.named(name).wrong)) {
            Some(result) => {
                let words = result.expect_err(name);
                assert!(words.contains("key-sequence") || words.contains("keyref"), "{words}");
            }
            None => return,
        }
    }
}

/// The schema, by type name.
struct Schema<'a> {
    types: BTreeMap<&'a str, Node<'a, 'a>>,
    /// Each element has one type everywhere.
    elements: BTreeMap<&'a str, &'a str>,
}

impl<'a> Schema<'a> {
    fn new(document: &'a Document<'a>) -> Self {
        let root = document.root_element();
        let types = root
            .children()
            .filter(|node| ["complexType", "simpleType"].contains(&node.tag_name().name()))
            .map(|node| (node.attribute("name").unwrap(), node))
            .collect();
        let mut elements = BTreeMap::new();
        for element in root.descendants().filter(|node| node.has_tag_name((XSD, "element"))) {
            let (name, kind) = (element.attribute("name").unwrap(), element.attribute("type").unwrap());
            let known = elements.insert(name, kind);
            assert!(known.is_none_or(|known| known == kind), "<{name}> has two types");
        }
        Self { types, elements }
    }

    fn attributes(node: Node<'a, 'a>) -> Vec<Node<'a, 'a>> {
        node.descendants().filter(|node| node.has_tag_name((XSD, "attribute"))).collect()
    }

    fn words(&self, simple_type: &str) -> Vec<&'a str> {
        let Some(node) = self.types.get(simple_type) else {
            return Vec::new();
        };
        let list = node.descendants().find(|node| node.has_tag_name((XSD, "list")));
        if let Some(list) = list {
            return self.words(list.attribute("itemType").unwrap());
        }
        let words = node.descendants().filter(|node| node.has_tag_name((XSD, "enumeration")));
        words.map(|node| node.attribute("value").unwrap()).collect()
    }
}

fn is_documented(node: Node<'_, '_>) -> bool {
    let annotation = node.children().find(|node| node.has_tag_name((XSD, "annotation")));
    let text = annotation.and_then(|node| node.descendants().find(|node| node.has_tag_name((XSD, "documentation"))));
    text.and_then(|node| node.text()).is_some_and(|text| !text.trim().is_empty())
}

#[test]
fn the_schema_says_what_the_reader_accepts() {
    let path = schema_path();
    let text = fs::read_to_string(path).unwrap();
    let document = Document::parse(&text).unwrap();
    let schema = Schema::new(&document);
    let names: BTreeSet<&str> = ELEMENTS.iter().map(|rule| rule.name).collect();
    assert_eq!(schema.elements.keys().copied().collect::<BTreeSet<_>>(), names);
    for rule in ELEMENTS {
        let kind = schema.elements.get(rule.name).unwrap();
        let node = schema.types.get(kind).unwrap();
        let attributes = Schema::attributes(*node);
        let declared: Vec<&str> = attributes.iter().map(|node| node.attribute("name").unwrap()).collect();
        let accepted: Vec<&str> = rule.attributes().map(|attribute| attribute.name).collect();
        assert_eq!(declared, accepted, "attributes of <{}>", rule.name);
        for (node, attribute) in attributes.iter().zip(rule.attributes()) {
            check_attribute(&schema, *node, rule.name, attribute);
        }
        let elements: BTreeSet<&str> = node
            .descendants()
            .filter(|node| node.has_tag_name((XSD, "element")))
            .map(|node| node.attribute("name").unwrap())
            .collect();
        let accepted: BTreeSet<&str> = rule.children().map(|child| child.name).collect();
        assert_eq!(elements, accepted, "children of <{}>", rule.name);
    }
}

fn check_attribute(schema: &Schema<'_>, node: Node<'_, '_>, element: &str, attribute: &AttributeRule) {
    let label = format!("{} of <{element}>", attribute.name);
    assert_eq!(node.attribute("use") == Some("required"), attribute.required, "{label}");
    let words = schema.words(node.attribute("type").unwrap());
    let accepted: Vec<&str> = match attribute.values {
        Values::Boolean => vec!["true", "false"],
        Values::OneOf(words, _) | Values::SomeOf(words) => words.to_vec(),
        Values::Text if element == "column" && attribute.name == "type" => {
            Scalar::ALL.iter().map(|scalar| scalar.name()).collect()
        }
        Values::Text | Values::AnyText | Values::Number | Values::Digits => Vec::new(),
    };
    assert_eq!(words, accepted, "{label}");
}

/// Editors show this documentation beside completions.
#[test]
fn the_schema_documents_every_element_attribute_and_value() {
    let path = schema_path();
    let text = fs::read_to_string(path).unwrap();
    let document = Document::parse(&text).unwrap();
    let is_named = |node: &Node<'_, '_>| ["name", "value"].iter().any(|name| node.attribute(*name).is_some());
    let kinds = ["element", "attribute", "complexType", "simpleType", "enumeration"];
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for node in document.descendants().filter(|node| kinds.contains(&node.tag_name().name())).filter(is_named) {
        let name = node.attribute("name").or(node.attribute("value")).unwrap();
        assert!(is_documented(node), "{} {name} is not documented", node.tag_name().name());
        *counts.entry(node.tag_name().name()).or_default() += 1;
    }
    assert_eq!(counts.keys().copied().collect::<BTreeSet<_>>(), BTreeSet::from(kinds));
    assert!(counts.values().all(|count| *count > 0) && counts["enumeration"] > 100, "{counts:?}");
}

/// Editors find the schema by an attribute, which is allowed in any spec with any prefix.
#[test]
fn a_spec_may_name_its_schema() {
    let spec = |attributes: &str| {
        format!(
            "<?xml-model href='service.xsd'?>\n<service name='S' path='/s.asmx'{attributes}><doc>S.</doc>\
             <area name='a' title='A'><operation name='O' effect='read' result='none'><doc>Does.</doc></operation></area></service>"
        )
    };
    let named = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:noNamespaceSchemaLocation='service.xsd'";
    for attributes in [String::new(), format!(" {named}")] {
        asmx_codegen::load("s.xml", spec(&attributes).as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    }
    let other = spec(" xmlns:i='urn:other' i:noNamespaceSchemaLocation='service.xsd'");
    let mistakes = asmx_codegen::load("s.xml", other.as_bytes()).unwrap_err();
    assert_eq!(mistakes.iter().map(|mistake| mistake.code().as_str()).collect::<Vec<_>>(), ["ASMX0104"]);
    let schema = schema_path();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("names-its-schema.xml");
    fs::write(&file, spec(&format!(" {named}"))).unwrap();
    if let Some(Err(words)) = validates(&schema, &file) {
        panic!("{words}");
    }
}

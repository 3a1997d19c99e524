//! Exports of imported services equal the genuine documents, definition by definition, except for listed differences.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use asmx_codegen::wsdl_at;
use asmx_import::import_file;
use roxmltree::{Document, Node};

use crate::models;

const XSD: &str = "http://www.w3.org/2001/XMLSchema";

/// Attributes that hold a qualified name.
const REFERENCES: &[&str] = &["type", "base", "ref", "itemType", "element", "message", "binding"];

/// The differences, each with its reason. `*` is any rest of a name.
const DIFFERENCES: &[(&str, &str)] = &[
    // rpc/encoded is not imported.
    ("rpcenc", "*"),
    // The model names an overload by its message, also in `wsdl:operation`.
    ("ops", "operation Add*"),
    ("http", "operation Over*"),
    // Our messages are named after their operation.
    ("ops", "operation OriginalName"),
    ("ops", "message OriginalName*"),
    ("ops", "message RenamedMessage*"),
    // Over GET and POST, genuine servers ignore .NET attributes of a result: `DataType="date"`, names of items.
    ("arrays", "element ArrayOfString4"),
    ("arrays", "element ArrayOfString5"),
    ("arrays", "message EchoNoNilHttp*"),
    ("arrays", "message EchoRenamedArrayHttp*"),
    ("ops", "element date"),
    ("ops", "element dateTime"),
    ("ops", "message ReturnDateHttp*"),
    // An element without a namespace is declared locally.
    ("ns", "complexType Both"),
    ("ns", "element InNoNs"),
    // Mixed content is imported as arbitrary content.
    ("shapes", "complexType TextList"),
    // We always declare both types of the namespace.
    ("headers", "simpleType char"),
    // Our array parts over HTTP are `tns:ArrayOfString`, which readers resolve without another schema.
    ("enums", "complexType ArrayOfString"),
    ("ops", "complexType ArrayOfString"),
    ("scalars", "complexType ArrayOfString"),
];

fn resolved(node: Node<'_, '_>, name: &str) -> String {
    let (prefix, local) = name.split_once(':').map_or((None, name), |(prefix, local)| (Some(prefix), local));
    let namespace = if prefix == Some("xml") { Some("xml") } else { node.lookup_namespace_uri(prefix) };
    let namespace = namespace.unwrap_or_default();
    if namespace.ends_with("/AbstractTypes") {
        let own = namespace.trim_end_matches("AbstractTypes").trim_end_matches('/');
        return format!("{{{own}}}ArrayOfString");
    }
    format!("{{{}}}{local}", namespace.trim_end_matches('/'))
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail.get(..2).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        if let (b'%', Some(byte)) = (first, hex) {
            bytes.push(byte);
            rest = &tail[2..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// An element as text, without insignificant differences.
fn canonical(node: Node<'_, '_>, out: &mut String) {
    let name = node.tag_name().name();
    let _ = write!(out, "<{name}");
    let mut attributes: BTreeMap<&str, String> = BTreeMap::new();
    for attribute in node.attributes() {
        let value = attribute.value();
        let value_text = match attribute.name() {
            // 1 is the default.
            "minOccurs" | "maxOccurs" if value == "1" => continue,
            "maxOccurs" if is_data(node) => continue,
            "use" if value == "optional" => continue,
            "mixed" if value == "false" => continue,
            // The host depends on where the document was recorded.
            "location" if name == "address" => value.rsplit('/').next().unwrap().to_owned(),
            "location" | "soapAction" => percent_decoded(value),
            "type" if name == "content" => value.to_owned(),
            other if REFERENCES.contains(&other) => resolved(node, value),
            _ => value.to_owned(),
        };
        attributes.insert(attribute.name(), value_text);
    }
    for (name, value) in attributes {
        let value = if name == "type" && value.contains("}ArrayOfString") && node.has_tag_name((WSDL, "part")) {
            "strings".to_owned()
        } else {
            value
        };
        let _ = write!(out, " {name}={value:?}");
    }
    out.push('>');
    if is_data(node) {
        // .NET and Mono declare DataSets differently.
        out.push_str("data");
        return;
    }
    for child in node.children().filter(|child| child.is_element() && child.tag_name().name() != "import") {
        canonical(child, out);
    }
    out.push_str(node.text().unwrap_or_default().trim());
    out.push_str("</>");
}

const WSDL: &str = "http://schemas.xmlsoap.org/wsdl/";

/// Whether the content is a schema and a diffgram.
fn is_data(node: Node<'_, '_>) -> bool {
    let is_schema =
        |child: Node<'_, '_>| child.attribute("namespace") == Some(XSD) || child.attribute("ref") == Some("s:schema");
    node.tag_name().name() == "sequence" && node.children().find(Node::is_element).is_some_and(is_schema)
}

/// The definitions of a document, by kind and name.
fn definitions(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let document = Document::parse(text).unwrap();
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut add = |owner: &str, node: Node<'_, '_>| {
        let mut canonical_text = owner.to_owned();
        canonical(node, &mut canonical_text);
        let name = node.attribute("name").unwrap_or_default();
        all.entry(format!("{} {name}", node.tag_name().name())).or_default().insert(canonical_text);
    };
    for node in document.root_element().children().filter(Node::is_element) {
        match node.tag_name().name() {
            "types" => {
                for schema in node.children().filter(Node::is_element) {
                    let namespace = schema.attribute("targetNamespace").unwrap_or_default();
                    let is_abstract = namespace.ends_with("/AbstractTypes");
                    let definitions = schema.children().filter(|child| child.is_element() && !is_abstract);
                    for definition in definitions.filter(|child| child.tag_name().name() != "import") {
                        add(namespace, definition);
                    }
                }
            }
            "portType" | "binding" | "service" => {
                for child in node.children().filter(Node::is_element) {
                    add(node.attribute("name").unwrap_or_default(), child);
                }
            }
            "documentation" => {}
            _ => add("", node),
        }
    }
    all
}

#[test]
fn our_documents_say_what_genuine_ones_say() {
    let mut found = BTreeSet::new();
    let (mut compared, mut unlisted) = (0, Vec::new());
    for path in models::genuine_documents() {
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let service = import_file(&path).unwrap().service;
        let namespace = service.namespace.clone().unwrap();
        let ours = wsdl_at(&service, Some(&namespace), &format!("http://localhost{}", service.path)).unwrap();
        let (genuine, ours) = (definitions(&fs::read_to_string(&path).unwrap()), definitions(&ours));
        let keys: BTreeSet<&String> = genuine.keys().chain(ours.keys()).collect();
        for key in keys {
            compared += 1;
            if genuine.get(key) == ours.get(key) || key.starts_with("documentation") {
                continue;
            }
            let is_it =
                |pattern: &str| pattern.strip_suffix('*').map_or(key == pattern, |begin| key.starts_with(begin));
            let listed = DIFFERENCES.iter().find(|(service, pattern)| *service == stem && is_it(pattern));
            let Some(listed) = listed else {
                unlisted.push(format!("{stem}, {key}:\n{:#?}\n{:#?}", genuine.get(key), ours.get(key)));
                continue;
            };
            found.insert(listed);
        }
    }
    assert!(unlisted.is_empty(), "{}", unlisted.join("\n"));
    assert!(compared > 2_000, "{compared}");
    let unneeded: Vec<_> = DIFFERENCES.iter().filter(|listed| !found.contains(listed)).collect();
    assert!(unneeded.is_empty(), "these do not differ: {unneeded:?}");
}

//! Places in WSDL documents and schemas: those of the declaring elements, found by name.

use std::collections::HashMap;

use asmx_types::xml_name::decode_local_name;
use roxmltree::Node;

use super::facets::Facets;
use super::{Places, array_path, member_label, operation_path, type_paths};
use asmx_codegen::diagnostic::Source;
use asmx_codegen::model::{NamedTypeKind, Place, Service, naming};
use asmx_codegen::read::xml;
use asmx_import::import::Documents;
use asmx_import::import::sources;

const WSDL: &str = "http://schemas.xmlsoap.org/wsdl/";
const XSD: &str = "http://www.w3.org/2001/XMLSchema";

pub(in crate::diff) fn of_documents(documents: &dyn Documents, name: &str, service: &Service) -> Places {
    let sources = sources(documents, name);
    let mut found = Found::default();
    for (number, source) in sources.iter().enumerate() {
        found.document(number, source);
    }
    let mut places = Places::new(sources);
    found.write(service, &mut places);
    places.facets = Some(found.facets.by_place());
    places
}

/// The number of a document, and the byte offset in it.
type At = (usize, usize);

/// Declarations of documents, by name. The first one of a name wins.
#[derive(Default)]
struct Found {
    definitions: Option<At>,
    address: Option<At>,
    ports: HashMap<String, At>,
    operations: HashMap<String, At>,
    parts: HashMap<(String, String), At>,
    /// Global types and elements.
    types: HashMap<String, Declared>,
    elements: HashMap<String, Declared>,
    /// Local elements with anonymous types.
    inner: HashMap<String, Declared>,
    facets: Facets,
}

#[derive(Clone)]
struct Declared {
    at: At,
    members: HashMap<String, At>,
    values: HashMap<String, At>,
}

fn name_of(node: Node<'_, '_>, attribute: &str) -> Option<String> {
    node.attribute(attribute).map(|name| decode_local_name(name.trim()).into_owned())
}

/// The place of the element's name, after the opening bracket.
fn at(document: usize, node: Node<'_, '_>) -> At {
    (document, node.range().start + 1)
}

impl Found {
    fn document(&mut self, number: usize, source: &Source) {
        // Malformed XML was reported by the import.
        let Ok(tree) = xml::parse(source) else { return };
        for node in tree.root_element().descendants().filter(Node::is_element) {
            let tag = node.tag_name();
            let place = at(number, node);
            let parent = node.parent_element().map(|parent| parent.tag_name().name());
            if tag.namespace() == Some(XSD) {
                self.facets.add(place, node);
            }
            match (tag.namespace(), tag.name()) {
                (Some(WSDL), "definitions") => {
                    self.definitions.get_or_insert(place);
                }
                (Some(WSDL), "operation") if parent == Some("portType") => {
                    let names = node.children().filter(|child| child.tag_name().name() == "input");
                    let of_input = names.filter_map(|input| name_of(input, "name"));
                    // Overloads have the names of their messages.
                    for name in name_of(node, "name").into_iter().chain(of_input) {
                        self.operations.entry(name).or_insert(place);
                    }
                }
                (Some(WSDL), "port") => {
                    if let Some(name) = name_of(node, "name") {
                        self.ports.entry(name).or_insert(place);
                    }
                }
                (Some(_), "address") if parent == Some("port") => {
                    self.address.get_or_insert(place);
                }
                (Some(WSDL), "part") => {
                    let message = node.parent_element().and_then(|message| name_of(message, "name"));
                    if let (Some(message), Some(part)) = (message, name_of(node, "name")) {
                        self.parts.entry((message, part)).or_insert(place);
                    }
                }
                (Some(XSD), "complexType" | "simpleType" | "element") => self.declaration(number, node, parent),
                _ => {}
            }
        }
    }

    fn declaration(&mut self, number: usize, node: Node<'_, '_>, parent: Option<&str>) {
        let Some(name) = name_of(node, "name") else { return };
        let is_global = matches!(parent, Some("schema" | "redefine"));
        let is_element = node.tag_name().name() == "element";
        let has_own_type = node.children().any(|child| matches!(child.tag_name().name(), "complexType" | "simpleType"));
        let map = match (is_global, is_element) {
            (true, true) => &mut self.elements,
            (true, false) => &mut self.types,
            (false, true) if has_own_type => &mut self.inner,
            _ => return,
        };
        map.entry(name).or_insert_with(|| declared(number, node));
    }

    fn write(&self, service: &Service, places: &mut Places) {
        let mut add = |path: String, at: Option<At>| {
            if let Some((document, offset)) = at {
                places.add(path, document, offset);
            }
        };
        add("service".to_owned(), self.definitions);
        add("service/namespace".to_owned(), self.definitions);
        add("service/path".to_owned(), self.address.or(self.definitions));
        for port in &service.ports {
            add(format!("ports/{}", port.name), self.ports.get(&port.name).copied());
        }
        for (named, path) in service.types.iter().zip(type_paths(service)) {
            let declared = self.types.get(&named.name).or_else(|| self.inner.get(&named.name));
            let Some(declared) = declared.or_else(|| self.elements.get(&named.name)) else { continue };
            add(path.clone(), Some(declared.at));
            for (value, at) in &declared.values {
                add(format!("{path}/values/{value}"), Some(*at));
            }
            if let NamedTypeKind::Structure(structure) = &named.kind {
                for member in &structure.members {
                    add(
                        format!("{path}/members/{}", member_label(member)),
                        declared.members.get(&member.name).copied(),
                    );
                    if let Place::Choice(alternatives) = &member.place {
                        for one in alternatives {
                            let path = format!("{path}/members/{}/alternatives/{}", member_label(member), one.name);
                            add(path, declared.members.get(&one.name).copied());
                        }
                    }
                }
            }
            if let NamedTypeKind::DataSet(data_set) = &named.kind {
                for table in &data_set.tables {
                    let Some(found) = self.inner.get(table.name()) else { continue };
                    let path = format!("{path}/tables/{}", table.name());
                    add(path.clone(), Some(found.at));
                    for column in &table.table.columns {
                        add(format!("{path}/columns/{}", column.name), found.members.get(&column.name).copied());
                    }
                }
            }
        }
        for array in &service.standalone_arrays {
            let name = naming::decoded(&service.types).of_array(array);
            add(array_path(&name), self.types.get(&name).map(|declared| declared.at));
        }
        for operation in &service.operations {
            let path = operation_path(&operation.name);
            add(path.clone(), self.operations.get(&operation.name).copied());
            let wrapper = |stated: Option<&asmx_codegen::model::Name>, usual: String| {
                self.elements.get(&stated.map_or(usual, |name| name.name.clone()))
            };
            let request = wrapper(operation.messages.request.as_ref(), operation.name.clone());
            let response = wrapper(operation.messages.response.as_ref(), format!("{}Response", operation.name));
            let of = |wrapper: Option<&Declared>, name: &str, message: &str| {
                let inside = wrapper.and_then(|wrapper| wrapper.members.get(name)).copied();
                let part = || self.parts.get(&(format!("{}{message}", operation.name), name.to_owned())).copied();
                inside.or_else(|| self.elements.get(name).map(|element| element.at)).or_else(part)
            };
            for member in &operation.parameters {
                let label = member_label(member);
                add(format!("{path}/parameters/{label}"), of(request, &member.name, "SoapIn"));
            }
            for member in &operation.outputs {
                let label = member_label(member);
                let place = of(response, &member.name, "SoapOut");
                add(format!("{path}/outputs/{label}"), place);
                add(format!("{path}/result"), place);
            }
            let headers = &operation.messages;
            for (folder, members) in
                [("request-headers", &headers.request_headers), ("response-headers", &headers.response_headers)]
            {
                for member in members {
                    let at = self.elements.get(&member.name).map(|element| element.at);
                    add(format!("{path}/{folder}/{}", member.name), at);
                }
            }
        }
    }
}

fn declared(document: usize, node: Node<'_, '_>) -> Declared {
    let mut declared = Declared { at: at(document, node), members: HashMap::new(), values: HashMap::new() };
    for inner in node.descendants().filter(|inner| inner.is_element() && *inner != node) {
        match inner.tag_name().name() {
            "element" | "attribute" => {
                let local = |name: String| name.rsplit(':').next().map(str::to_owned);
                let name = name_of(inner, "name").or_else(|| name_of(inner, "ref").and_then(local));
                if let Some(name) = name {
                    declared.members.entry(name).or_insert_with(|| at(document, inner));
                }
            }
            "enumeration" => {
                if let Some(value) = inner.attribute("value") {
                    declared.values.entry(value.to_owned()).or_insert_with(|| at(document, inner));
                }
            }
            _ => {}
        }
    }
    declared
}

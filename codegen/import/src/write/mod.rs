//! Writes a model as a spec, the way a person would.
//!
//! Attributes with default values are left out. Equal models give equal bytes, and [`load`](asmx_codegen::load) gives an equal model.

pub mod keys;
pub mod layout;
pub mod members;
pub mod operations;
mod words;

use asmx_codegen::elements::{Build as _, Element, XMLNode};
use asmx_codegen::model::{ArrayType, DataSetTable, NamedType, NamedTypeKind, Namespace, Operation, Port, Service};
use asmx_codegen::names;

use self::keys::{Keys, encoded};
use self::operations::{Header, ResultStyle};

/// The spec of a service.
#[must_use]
pub fn spec_text(service: &Service) -> String {
    let is_documented = !service.doc.is_empty() && service.operations.iter().all(|operation| !operation.doc.is_empty());
    if is_documented {
        let text = document(self::service(service, false));
        if asmx_codegen::load("", text.as_bytes()).is_ok() {
            return text;
        }
    }
    document(self::service(service, true))
}

fn document(mut service: Element) -> String {
    spaced(&mut service);
    layout::document(true, &[XMLNode::Element(service)])
}

/// Adds empty lines between the parts of a service, and between operations.
fn spaced(service: &mut Element) {
    let kind = |name: &str| match name {
        "doc" | "undocumented" => 0,
        "port" => 1,
        "enum" | "structure" | "array" => 2,
        "common" => 3,
        _ => 4,
    };
    let mut before = None;
    for mut node in std::mem::take(&mut service.children) {
        if let XMLNode::Element(child) = &mut node {
            let kind = kind(&child.name);
            let has_gap = before.is_some_and(|before| before != kind) || matches!(&*child.name, "area" | "operation");
            if before.replace(kind).is_some() && has_gap {
                service.children.push(XMLNode::Text(layout::GAP.to_owned()));
            }
            if child.name == "area" {
                spaced(child);
            }
        }
        service.children.push(node);
    }
}

/// Writes `<service>`; `is_imported` marks a spec that may lack what a spec of one's own must declare.
fn service(service: &Service, is_imported: bool) -> Element {
    let keys = Keys::new(service);
    let headers = operations::common_headers(&service.operations);
    let operation =
        |operation: &Operation| operations::operation(service, &keys, operation, ResultStyle::Shortest, headers.len());
    service_with(service, &keys, is_imported, &headers, operation)
}

/// Writes a service with the headers of `<common>` and a writer for operations.
pub fn service_with(
    service: &Service,
    keys: &Keys<'_>,
    is_imported: bool,
    headers: &[Header<'_>],
    operation: impl Fn(&Operation) -> Element,
) -> Element {
    let ports = service.ports.iter().map(|model| port(service, model));
    let types = service.types.iter().enumerate().map(|(index, named)| named_type(keys, index, named));
    let arrays = keys.arrays.iter().map(|declared| array(keys, declared));
    let has_common = !service.common.is_empty() || !headers.is_empty();
    let common = service.common.iter().map(|member| members::member(keys, member, &Namespace::Service));
    let common = common.chain(headers.iter().map(|(header, direction)| members::header(keys, header, direction)));
    let common = has_common.then(|| Element::new("common").children(common));
    let areas = service.areas.iter().enumerate().map(|(number, area)| {
        let operations = service.operations.iter().filter(|operation| operation.area == number);
        Element::new("area")
            .with("name", &area.name)
            .with("title", &area.title)
            .described(&area.doc, &[])
            .children(operations.map(&operation))
    });
    Element::new("service")
        .with("name", encoded(&service.name))
        .with("path", &service.path)
        .with_some("namespace", service.namespace.clone())
        .with_flag("imported", is_imported)
        .described(&service.doc, &service.undocumented)
        .children(ports)
        .children(types)
        .children(arrays)
        .children(common)
        .children(areas)
}

fn port(service: &Service, port: &Port) -> Element {
    let path = (port.path != service.path).then(|| port.path.clone());
    Element::new("port").with("name", &port.name).with("transport", port.transport.name()).with_some("path", path)
}

fn named_type(keys: &Keys<'_>, index: usize, named: &NamedType) -> Element {
    let key = keys.named(index);
    let element = match &named.kind {
        NamedTypeKind::Enumeration(enumeration) => {
            Element::new("enum").with("name", key).with_flag("flags", enumeration.flags)
        }
        NamedTypeKind::Structure(structure) => Element::new("structure")
            .with("name", key)
            .with_some("base", structure.base.map(|base| keys.named(base)))
            .with_flag("abstract", structure.is_abstract),
        NamedTypeKind::DataSet(_) => Element::new("dataset").with("name", key),
    };
    let wire_name = encoded(&named.name);
    let rust = names::type_name(key).is_none_or(|default| default != named.rust_name).then(|| named.rust_name.clone());
    let element = element.with_some("wire-name", (wire_name != key).then_some(wire_name));
    let element = match &named.kind {
        // A DataSet always declares its namespace.
        NamedTypeKind::DataSet(_) => element.with("namespace", members::words_of(&named.namespace)),
        NamedTypeKind::Enumeration(_) | NamedTypeKind::Structure(_) => {
            members::namespace(element, &named.namespace, &Namespace::Service)
        }
    };
    let element = element.with_flag("anonymous", named.anonymous).with_some("rust", rust).described(&named.doc, &[]);
    match &named.kind {
        NamedTypeKind::Enumeration(enumeration) => element.children(enumeration.values.iter().map(|value| {
            let rust = names::variant_name(&value.name).is_none_or(|default| default != value.variant);
            Element::new("value")
                .with("name", &value.name)
                .with_some("rust", rust.then(|| value.variant.clone()))
                .described(&value.doc, &[])
        })),
        NamedTypeKind::Structure(structure) => {
            element.children(structure.members.iter().map(|member| members::member(keys, member, &named.namespace)))
        }
        NamedTypeKind::DataSet(data_set) => {
            element.children(data_set.tables.iter().map(|model| table(&named.rust_name, model)))
        }
    }
}

fn table(data_set: &str, table: &DataSetTable) -> Element {
    let default_method = names::member_name(table.name()).unwrap_or_default();
    let usual_row = names::of_rows(data_set, &table.method);
    Element::new("table")
        .with("name", table.name())
        .with_some("row", (table.table.row != usual_row).then(|| table.table.row.clone()))
        .with_some("rust", (table.method != default_method).then(|| table.method.clone()))
        .described(&table.doc, &[])
        .children(operations::columns(&table.table.columns))
}

pub fn array(keys: &Keys<'_>, array: &ArrayType) -> Element {
    let key = keys.array(array);
    let element = Element::new("array").with("name", key);
    let has_alternatives = !array.alternatives.is_empty();
    let element = if has_alternatives {
        element
    } else {
        let words = keys.item_words(&array.item);
        let item = Some(encoded(&array.item_name)).filter(|name| *name != keys.naming().of_items(&array.item));
        element.with("type", words.type_name).with_some("item", item).with_flag("list", words.list)
    };
    let default_nullable = !has_alternatives && !keys.is_value(&array.item);
    let nullable = (array.nullable_items != default_nullable).then(|| array.nullable_items.to_string());
    let item_namespace = (array.item_namespace != array.namespace).then(|| members::words_of(&array.item_namespace));
    let usual_name = keys.usual_array_name(array);
    let wire_name = array.name.as_deref().map(encoded).filter(|name| name != key || *name == usual_name);
    let element = element
        .with_some("item-namespace", item_namespace)
        .with_some("nullable", nullable)
        .with_some("wire-name", wire_name);
    members::namespace(element, &array.namespace, &Namespace::Service)
        .with_flag("anonymous", array.name.is_none() && key != usual_name)
        .children(array.alternatives.iter().map(|alternative| members::member(keys, alternative, &array.namespace)))
}

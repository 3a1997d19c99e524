//! Look-ups in the schemas of a data set: global definitions, types, and the content of complex types.

use std::collections::HashMap;

use crate::table::SchemaAttribute;
use crate::vocabulary::{MSDATA, XS};
use asmx_xml::{Attribute, Element};

const LONGEST_CHAIN: usize = 32;

/// The schemas of one container, which may refer to each other's definitions.
pub(super) struct Schemas<'d> {
    schemas: Vec<Element<'d>>,
    definitions: HashMap<(&'d str, &'d str), Vec<Element<'d>>>,
}

impl<'d> Schemas<'d> {
    pub(super) fn of(container: Element<'d>) -> Self {
        let schemas: Vec<_> = container.elements().filter(|element| element.is(Some(XS), "schema")).collect();
        let mut definitions: HashMap<_, Vec<_>> = HashMap::new();
        for definition in
            schemas.iter().flat_map(|schema| schema.elements()).filter(|child| child.namespace() == Some(XS))
        {
            // A table in a schema of its own may have the name of the data set; only the table is referred to.
            let is_data_set = definition.attribute(Some(MSDATA), "IsDataSet") == Some("true");
            if let Some(name) = definition.attribute(None, "name").filter(|_| !is_data_set) {
                definitions.entry((definition.name(), name)).or_default().push(definition);
            }
        }
        Self { schemas, definitions }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Element<'d>> {
        self.schemas.iter().copied()
    }

    /// The global definition of this kind (`element`, `complexType`, …) that `name`, a `QName` written on `at`, refers to, and its
    /// schema.
    pub(super) fn definition(&self, at: Element<'d>, kind: &str, name: &str) -> Option<Element<'d>> {
        let (prefix, local) = match name.split_once(':') {
            Some((prefix, local)) => (Some(prefix), local),
            None => (None, name),
        };
        let namespace = at.namespace_of_prefix(prefix);
        let found = self.definitions.get(&(kind, local))?;
        let is_meant = |definition: &&Element<'d>| target_namespace(schema_of(**definition)) == namespace;
        found.iter().find(is_meant).or_else(|| found.first()).copied()
    }

    pub(super) fn complex_type(&self, element: Element<'d>) -> Option<Element<'d>> {
        let inline = element.element(Some(XS), "complexType");
        inline.or_else(|| self.definition(element, "complexType", element.attribute(None, "type")?))
    }

    /// The simple type of a declaration: the name of the XML Schema type that it restricts, and the restrictions.
    pub(super) fn simple_type(&self, declaration: Element<'d>) -> (String, Vec<(String, String)>) {
        self.chain(declaration, "type")
    }

    /// The simple type that an extension of simple content extends.
    pub(super) fn simple_base(&self, extension: Element<'d>) -> (String, Vec<(String, String)>) {
        self.chain(extension, "base")
    }

    fn chain(&self, declaration: Element<'d>, mut attribute: &str) -> (String, Vec<(String, String)>) {
        let mut facets = Vec::new();
        let mut at = declaration;
        for _ in 0..LONGEST_CHAIN {
            let inner = match at.attribute(None, attribute) {
                Some(name) => match self.definition_of_simple_type(at, name) {
                    Some(definition) => Some(definition),
                    None => return (type_name(at, name), facets),
                },
                None => at.element(Some(XS), "simpleType"),
            };
            let Some(restriction) = inner.and_then(|inner| inner.element(Some(XS), "restriction")) else {
                let name = if inner.is_some() { "xs:string" } else { "xs:anyType" };
                return (name.to_owned(), facets);
            };
            for facet in restriction.elements().filter(|facet| facet.namespace() == Some(XS)) {
                if let Some(value) = facet.attribute(None, "value") {
                    facets.push((facet.name().to_owned(), value.to_owned()));
                }
            }
            (at, attribute) = (restriction, "base");
        }
        ("xs:string".to_owned(), facets)
    }

    fn definition_of_simple_type(&self, at: Element<'d>, name: &str) -> Option<Element<'d>> {
        let prefix = name.split_once(':').map(|(prefix, _)| prefix);
        if at.namespace_of_prefix(prefix) == Some(XS) { None } else { self.definition(at, "simpleType", name) }
    }
}

pub(super) fn schema_of(element: Element<'_>) -> Element<'_> {
    let mut at = element;
    while !at.is(Some(XS), "schema") {
        match at.parent() {
            Some(parent) => at = parent,
            None => break,
        }
    }
    at
}

pub(super) fn target_namespace(schema: Element<'_>) -> Option<&str> {
    schema.attribute(None, "targetNamespace").filter(|namespace| !namespace.is_empty())
}

/// The name of a type: with the prefix `xs` if it is of XML Schema, else its local name.
fn type_name(at: Element<'_>, name: &str) -> String {
    let (prefix, local) = match name.split_once(':') {
        Some((prefix, local)) => (Some(prefix), local),
        None => (None, name),
    };
    if at.namespace_of_prefix(prefix) == Some(XS) { format!("xs:{local}") } else { local.to_owned() }
}

/// The declarations inside a complex type: elements and attributes, through sequences, choices and extensions.
pub(super) fn declarations(complex_type: Element<'_>) -> Vec<Element<'_>> {
    let mut found = Vec::new();
    // A stack: children are pushed in reverse order.
    let mut waiting = vec![complex_type];
    while let Some(element) = waiting.pop() {
        if element.namespace() != Some(XS) {
            continue;
        }
        match element.name() {
            "element" | "attribute" => found.push(element),
            "complexType" | "sequence" | "choice" | "all" | "complexContent" | "simpleContent" | "extension" => {
                let children: Vec<Element<'_>> = element.elements().collect();
                waiting.extend(children.into_iter().rev());
            }
            _ => {}
        }
    }
    found
}

pub(super) fn is_true(value: Option<&str>) -> bool {
    matches!(value, Some("true" | "1"))
}

pub(super) fn other(attribute: &Attribute<'_>) -> SchemaAttribute {
    SchemaAttribute {
        namespace: attribute.namespace.map(str::to_owned),
        name: attribute.name.to_owned(),
        value: attribute.value.to_owned(),
    }
}

//! Look-ups in the schemas of a data set: global definitions, types, and the content of complex types.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::error::DataSetError;
use super::repeats::Repeats;
use crate::table::SchemaAttribute;
use crate::vocabulary::{MSDATA, XS};
use asmx_xml::{Attribute, Element};

const LONGEST_CHAIN: usize = 32;

/// The schemas of one container, which may refer to each other's definitions.
pub(super) struct Schemas<'d> {
    all: Vec<Element<'d>>,
    /// By kind, local name and namespace.
    definitions: HashMap<(&'d str, &'d str, Option<&'d str>), Element<'d>>,
    /// The first of each kind and local name.
    first_definitions: HashMap<(&'d str, &'d str), Element<'d>>,
    /// The contents of declarations and complex types by their beginnings: many declarations can have one type.
    contents: RefCell<HashMap<usize, Option<Rc<Content<'d>>>>>,
}

/// The content of a complex type.
pub(super) struct Content<'d> {
    pub(super) simple: Option<Element<'d>>,
    /// The elements and attributes, through sequences, choices and extensions.
    pub(super) declarations: Vec<Element<'d>>,
}

/// A simple type: the name of the XML Schema type that it restricts, and the restrictions.
pub(super) type SimpleType = (String, Vec<(String, String)>);

impl<'d> Schemas<'d> {
    pub(super) fn of(container: Element<'d>) -> Self {
        let all: Vec<_> = container.elements().filter(|element| element.is(Some(XS), "schema")).collect();
        let (mut definitions, mut first_definitions) = (HashMap::new(), HashMap::new());
        for schema in &all {
            let namespace = target_namespace(*schema);
            for definition in schema.elements().filter(|child| child.namespace() == Some(XS)) {
                // A table in a schema of its own may have the name of the data set; only the table is referred to.
                let is_data_set = definition.attribute(Some(MSDATA), "IsDataSet") == Some("true");
                if let Some(name) = definition.attribute(None, "name").filter(|_| !is_data_set) {
                    let kind = definition.name();
                    definitions.entry((kind, name, namespace)).or_insert(definition);
                    first_definitions.entry((kind, name)).or_insert(definition);
                }
            }
        }
        Self { all, definitions, first_definitions, contents: RefCell::default() }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Element<'d>> {
        self.all.iter().copied()
    }

    /// The global definition of this kind (`element`, `complexType`, …) that `name`, a `QName` written on `at`, refers to, and its
    /// schema.
    pub(super) fn definition(&self, at: Element<'d>, kind: &str, name: &str) -> Option<Element<'d>> {
        let (namespace, local) = at.qualified(name);
        let definition = self.definitions.get(&(kind, local, namespace));
        definition.or_else(|| self.first_definitions.get(&(kind, local))).copied()
    }

    fn complex_type(&self, element: Element<'d>) -> Option<Element<'d>> {
        let inline = element.element(Some(XS), "complexType");
        inline.or_else(|| self.definition(element, "complexType", element.attribute(None, "type")?))
    }

    /// The content of the complex type of a declaration; `None` if it has none.
    pub(super) fn content(&self, declaration: Element<'d>) -> Option<Rc<Content<'d>>> {
        let known = |element: Element<'_>| self.contents.borrow().get(&element.span().start).cloned();
        known(declaration).unwrap_or_else(|| {
            let complex_type = self.complex_type(declaration);
            let content =
                complex_type.map(|of| known(of).flatten().unwrap_or_else(|| Rc::new(Content::of_complex_type(of))));
            let mut contents = self.contents.borrow_mut();
            for element in complex_type.into_iter().chain([declaration]) {
                contents.insert(element.span().start, content.clone());
            }
            content
        })
    }

    /// The simple type of a declaration.
    pub(super) fn simple_type(&self, of: Element<'d>, repeats: &mut Repeats) -> Result<SimpleType, DataSetError> {
        self.chain(of, "type", repeats)
    }

    /// The simple type that an extension of simple content extends.
    pub(super) fn simple_base(&self, of: Element<'d>, repeats: &mut Repeats) -> Result<SimpleType, DataSetError> {
        self.chain(of, "base", repeats)
    }

    fn chain(
        &self,
        declaration: Element<'d>,
        mut attribute: &str,
        repeats: &mut Repeats,
    ) -> Result<SimpleType, DataSetError> {
        let mut facets = Vec::new();
        let mut at = declaration;
        for _ in 0..LONGEST_CHAIN {
            let inner = match at.attribute(None, attribute) {
                Some(name) => match self.definition_of_simple_type(at, name) {
                    Some(definition) => {
                        repeats.declaration(definition)?;
                        Some(definition)
                    }
                    None => return Ok((type_name(at, name), facets)),
                },
                None => at.element(Some(XS), "simpleType"),
            };
            let Some(restriction) = inner.and_then(|inner| inner.element(Some(XS), "restriction")) else {
                let name = if inner.is_some() { "xs:string" } else { "xs:anyType" };
                return Ok((name.to_owned(), facets));
            };
            for facet in restriction.elements().filter(|facet| facet.namespace() == Some(XS)) {
                if let Some(value) = facet.attribute(None, "value") {
                    facets.push((facet.name().to_owned(), value.to_owned()));
                }
            }
            (at, attribute) = (restriction, "base");
        }
        Ok(("xs:string".to_owned(), facets))
    }

    fn definition_of_simple_type(&self, at: Element<'d>, name: &str) -> Option<Element<'d>> {
        if at.qualified(name).0 == Some(XS) { None } else { self.definition(at, "simpleType", name) }
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
    match at.qualified(name) {
        (Some(XS), local) => format!("xs:{local}"),
        (_, local) => local.to_owned(),
    }
}

impl<'d> Content<'d> {
    fn of_complex_type(complex_type: Element<'d>) -> Self {
        let mut declarations = Vec::new();
        // A stack: children are pushed in reverse order.
        let mut waiting = vec![complex_type];
        while let Some(element) = waiting.pop() {
            if element.namespace() != Some(XS) {
                continue;
            }
            match element.name() {
                "element" | "attribute" => declarations.push(element),
                "complexType" | "sequence" | "choice" | "all" | "complexContent" | "simpleContent" | "extension" => {
                    let children: Vec<Element<'_>> = element.elements().collect();
                    waiting.extend(children.into_iter().rev());
                }
                _ => {}
            }
        }
        Self { simple: complex_type.element(Some(XS), "simpleContent"), declarations }
    }
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

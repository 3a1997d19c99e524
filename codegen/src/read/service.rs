//! Elements to the spec as it is written, one function for each element.

use roxmltree::Node;

use super::ast::{
    Area, Column, Columns, Entry, EnumValue, Group, Limit, Operation, Param, ResultElement, Service, TypeBody,
    TypeDefinition,
};
use super::element::Element;
use super::format;
use crate::diagnostic::{Diagnostic, Source};

/// Reads elements that have been checked, and checks their children.
pub(super) struct Reader<'a, 'm> {
    pub(super) source: &'a Source,
    pub(super) mistakes: &'m mut Vec<Diagnostic>,
}

impl<'a> Reader<'a, '_> {
    /// Checks a child, whose name the table has, since its parent was checked against it.
    fn checked(&mut self, node: Node<'a, 'a>) -> Option<Element<'a>> {
        let rule = format::rule(node.tag_name().name())?;
        Some(Element::checked(self.source, node, rule, self.mistakes))
    }

    /// The children of a name, each read.
    fn each<T>(&mut self, parent: Element<'a>, name: &str, read: fn(&mut Self, Element<'a>) -> T) -> Vec<T> {
        let nodes: Vec<Node<'a, 'a>> = parent.children(name).collect();
        nodes
            .into_iter()
            .filter_map(|node| {
                let element = self.checked(node)?;
                Some(read(self, element))
            })
            .collect()
    }

    /// `<service>`
    pub(super) fn service(mut self, element: Element<'a>) -> Service {
        let mut types = Vec::new();
        for node in element.children_of_both(["enum", "structure"]) {
            if let Some(child) = self.checked(node) {
                types.push(self.type_definition(child, node.tag_name().name() == "enum"));
            }
        }
        Service {
            tag: element.tag(),
            name: element.required("name"),
            path: element.required("path"),
            namespace: element.optional("namespace"),
            doc: self.doc(element),
            undocumented: self.undocumented(element),
            types,
            groups: self.each(element, "group", Self::group),
            common: self.each(element, "common", Self::entries).into_iter().next().unwrap_or_default(),
            areas: self.each(element, "area", Self::area),
        }
    }

    fn type_definition(&mut self, element: Element<'a>, is_enumeration: bool) -> TypeDefinition {
        TypeDefinition {
            name: element.required("name"),
            rust: element.optional("rust"),
            doc: self.doc(element),
            body: if is_enumeration {
                TypeBody::Enumeration(self.each(element, "value", Self::enum_value))
            } else {
                TypeBody::Structure(self.each(element, "param", Self::param))
            },
        }
    }

    fn enum_value(&mut self, element: Element<'a>) -> EnumValue {
        EnumValue { name: element.verbatim("name"), rust: element.optional("rust"), doc: self.doc(element) }
    }

    fn group(&mut self, element: Element<'a>) -> Group {
        let _ = self.doc(element);
        Group { name: element.required("name"), role: element.optional("role"), entries: self.entries(element) }
    }

    fn entries(&mut self, element: Element<'a>) -> Vec<Entry> {
        let mut entries = Vec::new();
        for node in element.children_of_both(["param", "use"]) {
            let Some(child) = self.checked(node) else {
                continue;
            };
            entries.push(match node.tag_name().name() {
                "use" => Entry::Use(child.required("group")),
                _ => Entry::Param(Box::new(self.param(child))),
            });
        }
        entries
    }

    fn param(&mut self, element: Element<'a>) -> Param {
        Param {
            name: element.required("name"),
            type_name: element.required("type"),
            array: element.flag("array"),
            item: element.optional("item"),
            required: element.flag("required"),
            nullable: element.flag("nullable"),
            secret: element.flag("secret"),
            role: element.optional("role"),
            rust: element.optional("rust"),
            doc: self.doc(element),
            undocumented: self.undocumented(element),
        }
    }

    fn area(&mut self, element: Element<'a>) -> Area {
        Area {
            name: element.required("name"),
            title: element.required("title"),
            doc: self.doc(element),
            operations: self.each(element, "operation", Self::operation),
        }
    }

    fn operation(&mut self, element: Element<'a>) -> Operation {
        Operation {
            tag: element.tag(),
            name: element.required("name"),
            result: element.present("result"),
            effect: element.required("effect"),
            open: element.flag("open"),
            variant_of: element.optional("variant-of"),
            rust: element.optional("rust"),
            deprecated: element.optional("deprecated"),
            transports: element.words("transports"),
            doc: self.doc(element),
            entries: self.entries(element),
            result_element: self.each(element, "result", Self::result).into_iter().next(),
            limits: self.each(element, "limit", |_, limit| Self::limit(limit)),
            undocumented: self.undocumented(element),
        }
    }

    fn result(&mut self, element: Element<'a>) -> ResultElement {
        ResultElement {
            tag: element.tag(),
            kind: element.present("kind"),
            type_name: element.present("type"),
            array: element.flag("array"),
            element: element.optional("element"),
            doc: self.doc(element),
            columns: self.each(element, "columns", Self::columns).into_iter().next(),
        }
    }

    fn columns(&mut self, element: Element<'a>) -> Columns {
        Columns {
            tag: element.tag(),
            table: element.optional("table"),
            rust: element.optional("rust"),
            all: self.each(element, "column", Self::column),
        }
    }

    fn column(&mut self, element: Element<'a>) -> Column {
        Column {
            name: element.required("name"),
            type_name: element.required("type"),
            required: element.flag("required"),
            rust: element.optional("rust"),
            doc: self.doc(element),
        }
    }

    fn limit(element: Element<'a>) -> Limit {
        let records = element.optional("records").and_then(|text| text.value.parse().ok());
        Limit { records, doc: element.paragraphs() }
    }

    fn doc(&mut self, element: Element<'a>) -> Vec<String> {
        self.each(element, "doc", |_, doc| doc.paragraphs()).into_iter().next().unwrap_or_default()
    }

    /// What is left open: one item an element.
    fn undocumented(&mut self, element: Element<'a>) -> Vec<String> {
        self.each(element, "undocumented", |_, open| open.paragraphs().join(" "))
    }
}

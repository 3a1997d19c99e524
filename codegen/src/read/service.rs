//! From elements to the spec as written: a function for each element.

use roxmltree::Node;

use super::ast::{
    Area, ArrayDefinition, Column, Columns, Entry, EnumValue, Flag, Group, Header, Limit, Operation, Param, Place,
    Port, ResultElement, Service, Table, TypeBody, TypeDefinition, WrapperName,
};
use super::element::Element;
use super::format;

/// The elements that can be parameters or members of a structure.
const MEMBERS: &[&str] = &["param", "attribute", "text", "mixed", "choice", "any", "any-attributes"];
use crate::diagnostic::{Code, Diagnostic, Source};
use crate::read::format::DEEPEST;

pub(super) struct Reader<'a, 'm> {
    pub(super) source: &'a Source,
    pub(super) mistakes: &'m mut Vec<Diagnostic>,
    pub(super) depth: usize,
}

impl<'a> Reader<'a, '_> {
    /// Checks a child against the rule of its name. The rule exists, because the parent was checked.
    fn checked(&mut self, (node, name): (Node<'a, 'a>, &str)) -> Option<Element<'a>> {
        let rule = format::rule(name)?;
        Some(Element::checked(self.source, node, rule, self.mistakes))
    }

    fn each<T>(&mut self, parent: Element<'a>, name: &'static str, read: fn(&mut Self, Element<'a>) -> T) -> Vec<T> {
        let mut all = Vec::new();
        for child in parent.children_of(&[name]) {
            if let Some(element) = self.checked(child) {
                all.push(read(self, element));
            }
        }
        all
    }

    pub(super) fn service(mut self, element: Element<'a>) -> Service {
        let mut types = Vec::new();
        for (node, name) in element.children_of(&["enum", "structure", "dataset"]) {
            if let Some(child) = self.checked((node, name)) {
                types.push(self.type_definition(child, name));
            }
        }
        let common = |reader: &mut Self, common: Element<'a>| {
            (reader.entries(common), reader.each(common, "header", Self::header))
        };
        let (common, headers) = self.each(element, "common", common).into_iter().next().unwrap_or_default();
        Service {
            tag: element.tag(),
            name: element.required("name"),
            path: element.required("path"),
            namespace: element.verbatim("namespace"),
            imported: Flag::is_set(element.flag("imported")),
            doc: self.doc(element),
            undocumented: self.undocumented(element),
            ports: self.each(element, "port", |_, port| Port {
                name: port.required("name"),
                transport: port.required("transport"),
                path: port.optional("path"),
            }),
            types,
            arrays: self.each(element, "array", Self::array),
            groups: self.each(element, "group", Self::group),
            common,
            headers,
            areas: self.each(element, "area", Self::area),
            comments: Vec::new(),
        }
    }

    fn type_definition(&mut self, element: Element<'a>, kind: &str) -> TypeDefinition {
        TypeDefinition {
            name: element.required("name"),
            wire_name: element.optional("wire-name"),
            namespace: element.verbatim("namespace"),
            anonymous: element.flag("anonymous"),
            rust: element.optional("rust"),
            doc: self.doc(element),
            body: match kind {
                "enum" => {
                    let flags = element.flag("flags");
                    TypeBody::Enumeration { values: self.each(element, "value", Self::enum_value), flags }
                }
                "dataset" => TypeBody::DataSet { tables: self.each(element, "table", Self::table) },
                _ => TypeBody::Structure {
                    members: self.members(element),
                    base: element.optional("base"),
                    is_abstract: element.flag("abstract"),
                },
            },
        }
    }

    fn array(&mut self, element: Element<'a>) -> ArrayDefinition {
        ArrayDefinition {
            name: element.required("name"),
            type_name: element.optional("type"),
            item: element.optional("item"),
            item_namespace: element.verbatim("item-namespace"),
            list: element.flag("list"),
            nullable: element.flag("nullable"),
            wire_name: element.optional("wire-name"),
            namespace: element.verbatim("namespace"),
            anonymous: element.flag("anonymous"),
            alternatives: self.members(element),
        }
    }

    fn members(&mut self, element: Element<'a>) -> Vec<Param> {
        element.children_of(MEMBERS).filter_map(|child| self.member(child)).collect()
    }

    fn member(&mut self, (node, name): (Node<'a, 'a>, &str)) -> Option<Param> {
        let element = self.checked((node, name))?;
        let mut param = self.param(element);
        match name {
            "attribute" => param.place = Place::Attribute,
            "text" => param.place = Place::Text,
            "mixed" => param.place = Place::Mixed,
            "choice" => {
                self.depth += 1;
                let too_deep = self.depth > DEEPEST;
                if too_deep {
                    self.mistakes.push(
                        Diagnostic::new(
                            Code::NestedTooDeep,
                            element.tag(),
                            format!("choices in choices, more than {DEEPEST} levels deep"),
                        )
                        .help("use fewer levels"),
                    );
                }
                param.place = Place::Choice(if too_deep { Vec::new() } else { self.members(element) });
                self.depth -= 1;
            }
            "any" => param.place = Place::AnyElements,
            "any-attributes" => param.place = Place::AnyAttributes,
            _ => {}
        }
        Some(param)
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
        for (node, name) in element.children_of(&[MEMBERS, &["use"]].concat()) {
            if name == "use" {
                entries.extend(self.checked((node, name)).map(|child| Entry::Use(child.required("group"))));
            } else {
                entries.extend(self.member((node, name)).map(|param| Entry::Param(Box::new(param))));
            }
        }
        entries
    }

    fn param(&mut self, element: Element<'a>) -> Param {
        Param {
            place: Place::Element,
            name: element.required("name"),
            type_name: element.required("type"),
            attributes: element.attributes(),
            rust: element.optional("rust"),
            doc: self.doc(element),
            undocumented: self.undocumented(element),
        }
    }

    /// A named output, or the unnamed member in an output.
    fn output(&mut self, element: Element<'a>) -> Param {
        let inner = self.members(element).into_iter().next();
        inner.unwrap_or_else(|| self.param(element))
    }

    fn header(&mut self, element: Element<'a>) -> Header {
        Header { param: self.param(element), direction: element.optional("direction") }
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
            content: element.optional("content"),
            rows: element.optional("rows"),
            effect: element.required("effect"),
            open: element.flag("open"),
            open_namespaces: element.verbatim("open-namespaces"),
            variant_of: element.optional("variant-of"),
            rust: element.optional("rust"),
            deprecated: element.optional("deprecated"),
            transports: element.words("transports"),
            ports: element.words("ports"),
            style: element.optional("style"),
            request: WrapperName {
                element: element.optional("request-element"),
                namespace: element.verbatim("request-namespace"),
            },
            response: WrapperName {
                element: element.optional("response-element"),
                namespace: element.verbatim("response-namespace"),
            },
            action: element.verbatim("action"),
            location: element.optional("location"),
            one_way: element.flag("one-way"),
            on_contradiction: element.optional("on-contradiction"),
            doc: self.doc(element),
            entries: self.entries(element),
            result_element: self.each(element, "result", Self::result).into_iter().next(),
            outputs: self.each(element, "output", Self::output),
            headers: self.each(element, "header", Self::header),
            limits: self.each(element, "limit", |_, limit| Self::limit(limit)),
            undocumented: self.undocumented(element),
        }
    }

    fn result(&mut self, element: Element<'a>) -> ResultElement {
        let mut param = self.param(element);
        ResultElement {
            tag: element.tag(),
            kind: element.present("kind"),
            type_name: element.present("type"),
            element: element.optional("element"),
            doc: std::mem::take(&mut param.doc),
            param,
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

    fn table(&mut self, element: Element<'a>) -> Table {
        Table {
            name: element.required("name"),
            row: element.optional("row"),
            rust: element.optional("rust"),
            doc: self.doc(element),
            columns: self.each(element, "column", Self::column),
        }
    }

    fn column(&mut self, element: Element<'a>) -> Column {
        Column {
            name: element.required("name"),
            type_name: element.required("type"),
            required: element.flag("required"),
            scale: element.optional("scale"),
            mapping: element.optional("mapping"),
            rust: element.optional("rust"),
            doc: self.doc(element),
        }
    }

    fn limit(element: Element<'a>) -> Limit {
        let records = element.optional("records").and_then(|text| text.value.parse().ok());
        Limit { tag: element.tag(), records, doc: element.paragraphs() }
    }

    fn doc(&mut self, element: Element<'a>) -> Vec<String> {
        self.each(element, "doc", |_, doc| doc.paragraphs()).into_iter().next().unwrap_or_default()
    }

    fn undocumented(&mut self, element: Element<'a>) -> Vec<String> {
        self.each(element, "undocumented", |_, open| open.paragraphs().join(" "))
    }
}

//! Types: enumerations, structures, arrays, and types without a name.

use super::{OWN, Schemas, microsoft};
use crate::elements::{Build as _, Element};
use crate::emit::text;
use crate::emit::wsdl::element::{encode, xsd};
use crate::model::{ArrayType, Member, NamedType, NamedTypeKind, Namespace, Place, Presence, Structure, Type, XmlKind};
use crate::read::format::DEEPEST;

impl<'a> Schemas<'a> {
    /// Adds the type to the node: a reference, or the type itself if it has no name.
    pub(super) fn typed(&mut self, schema: usize, node: Element, kind: &Type) -> Element {
        match kind {
            Type::Any => node,
            Type::Xml(XmlKind::DataSet) => {
                self.import(schema, microsoft::XML_SCHEMA);
                node.child(microsoft::data_set())
            }
            Type::Xml(XmlKind::DataTable) => node.child(microsoft::data_table()),
            Type::Xml(_) => node.child(microsoft::xml_document()),
            Type::List(item) => {
                let item = self.type_name(schema, item);
                node.child(xsd("simpleType").child(xsd("list").with("itemType", item)))
            }
            Type::Named(index) if self.data_set(*index).is_some() => {
                let namespace = self.data_set(*index).map(|named| self.uri(&named.namespace)).unwrap_or_default();
                self.import(schema, &namespace);
                node.child(microsoft::typed_data_set(&namespace))
            }
            Type::Named(index) if self.is_inline(*index) => {
                self.open.push(*index);
                let inline = self.service.types.get(*index).map(|named| self.definition(schema, named));
                self.open.pop();
                self.define_waiting();
                node.children(inline)
            }
            kind => node.with("type", self.type_name(schema, kind)),
        }
    }

    /// The type with that index if it is a typed DataSet: a schema has no type of its name.
    fn data_set(&self, index: usize) -> Option<&'a NamedType> {
        self.service.types.get(index).filter(|named| matches!(named.kind, NamedTypeKind::DataSet(_)))
    }

    /// Whether a type without a name is written in place: the document needs it once, in few levels of other types.
    pub(super) fn is_inline(&self, index: usize) -> bool {
        self.service.types.get(index).is_some_and(|named| named.anonymous)
            && !self.anonymous.is_shared(index)
            && self.open.len() < DEEPEST
    }

    pub(in crate::emit::wsdl) fn type_name(&mut self, schema: usize, kind: &Type) -> String {
        match kind {
            Type::Scalar(scalar) if scalar.is_of_dotnet() => {
                let microsoft = self.schema_of(microsoft::MICROSOFT_TYPES);
                if scalar.has_base() && self.defined.insert(format!("scalar {}", scalar.name())) {
                    self.define(microsoft, microsoft::restriction(*scalar));
                }
                self.reference(schema, microsoft, scalar.name())
            }
            Type::Scalar(scalar) => format!("s:{}", scalar.name()),
            Type::Named(index) if self.data_set(*index).is_some() => {
                self.define_any();
                self.reference(schema, OWN, "any")
            }
            Type::Named(index) => {
                let Some(named) = self.service.types.get(*index) else {
                    return String::new();
                };
                let target = self.schema(&named.namespace);
                let name =
                    if named.anonymous { self.anonymous.name(*index, named).to_owned() } else { encode(&named.name) };
                if named.anonymous && self.defined.insert(format!("type {index}")) {
                    if self.open.len() < DEEPEST {
                        self.define_named(*index, named, &name);
                    } else {
                        self.waiting.push(*index);
                    }
                }
                self.reference(schema, target, &name)
            }
            Type::Array(array) => {
                let name = self.define_array(array);
                let target = self.schema(&array.namespace);
                self.reference(schema, target, &name)
            }
            Type::List(item) => self.type_name(schema, item),
            Type::Any => "s:anyType".to_owned(),
            Type::Xml(_) => {
                self.define_any();
                self.reference(schema, OWN, "any")
            }
        }
    }

    /// Defines the type of parts that hold any elements.
    pub(in crate::emit::wsdl) fn define_any(&mut self) {
        let is_declared =
            |named: &NamedType| !named.anonymous && named.name == "any" && named.namespace == Namespace::Service;
        if !self.defined.insert("any".to_owned()) || self.service.types.iter().any(is_declared) {
            return;
        }
        let any = xsd("any").with("minOccurs", "0").with("maxOccurs", "unbounded");
        let sequence = xsd("sequence").child(any);
        let definition = xsd("complexType").with("mixed", "true").child(sequence).with("name", "any");
        self.define(OWN, definition);
    }

    pub(super) fn define_named(&mut self, index: usize, named: &'a NamedType, name: &str) {
        let schema = self.schema(&named.namespace);
        self.open.push(index);
        let definition = self.definition(schema, named).with("name", name);
        self.open.pop();
        self.define(schema, definition);
        self.define_waiting();
    }

    /// Defines the waiting types, unless other types are in progress.
    fn define_waiting(&mut self) {
        while self.open.is_empty()
            && let Some(index) = self.waiting.pop()
        {
            if let Some(named) = self.service.types.get(index) {
                let name = self.anonymous.name(index, named).to_owned();
                self.define_named(index, named, &name);
            }
        }
    }

    pub(super) fn definition(&mut self, schema: usize, named: &NamedType) -> Element {
        let definition = match &named.kind {
            NamedTypeKind::Enumeration(enumeration) => {
                let values = enumeration.values.iter().map(|value| {
                    xsd("enumeration").with("value", &value.name).annotated(&text::plain_text(&value.doc))
                });
                let restriction = xsd("restriction").with("base", "s:string").children(values);
                if enumeration.flags {
                    let items = xsd("simpleType").child(restriction);
                    xsd("simpleType").child(xsd("list").child(items))
                } else {
                    xsd("simpleType").child(restriction)
                }
            }
            NamedTypeKind::Structure(structure) => self.structure(schema, structure),
            // The DataSet's own schema has its tables.
            NamedTypeKind::DataSet(_) => microsoft::typed_data_set(&self.uri(&named.namespace)),
        };
        definition.annotated(&text::plain_text(&named.doc))
    }

    pub(super) fn structure(&mut self, schema: usize, structure: &Structure) -> Element {
        let members: Vec<&Member> = structure.members.iter().collect();
        let content = self.content(schema, &members, self.open.last().copied());
        let definition = match (structure.base, &content.text) {
            (None, None) => content.complex_type(),
            (None, Some(text)) => {
                let base = self.type_name(schema, &text.kind);
                content.extension("simpleContent", &base)
            }
            (Some(base), _) => {
                let kind = if self.has_text(base) { "simpleContent" } else { "complexContent" };
                let base = self.type_name(schema, &Type::Named(base));
                content.extension(kind, &base)
            }
        };
        if structure.is_abstract { definition.with("abstract", "true") } else { definition }
    }

    /// Whether the content of a structure is a text, directly or by a base.
    fn has_text(&self, index: usize) -> bool {
        let lineage = self.service.lineage(index);
        lineage.iter().any(|(_, structure)| structure.members.iter().any(|member| member.place == Place::Text))
    }

    /// Defines an array unless it is defined, and returns its name.
    pub(super) fn define_array(&mut self, array: &ArrayType) -> String {
        let name = self.arrays.name(array);
        let schema = self.schema(&array.namespace);
        if !self.defined.insert(format!("array {schema} {name}")) {
            return name;
        }
        // The array precedes the arrays of its items.
        let index = self.at(schema).map(|schema| {
            schema.definitions.push(xsd("complexType"));
            schema.definitions.len() - 1
        });
        let content = if array.alternatives.is_empty() {
            let presence = if array.nullable_items { Presence::OptionalNullable } else { Presence::Optional };
            let item = Member {
                namespace: array.item_namespace.clone(),
                ..Member::element(&array.item_name, array.item.clone(), presence).with(|facets| facets.repeated = true)
            };
            xsd("sequence").children(self.particle(schema, &item, "##any"))
        } else {
            let alternatives: Vec<&Member> = array.alternatives.iter().collect();
            let is_only = alternatives.len() == 1;
            let alternatives: Vec<Element> = alternatives
                .into_iter()
                .filter_map(|member| self.particle(schema, member, if is_only { "##any" } else { "##other" }))
                .collect();
            xsd("choice").with("minOccurs", "0").with("maxOccurs", "unbounded").children(alternatives)
        };
        let definition = xsd("complexType").with("name", &name).child(content);
        if let Some(slot) = index.and_then(|index| self.at(schema)?.definitions.get_mut(index)) {
            *slot = definition;
        }
        name
    }
}

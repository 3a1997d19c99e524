//! Members: elements, choices, wildcards and attributes.

use super::Schemas;
use super::microsoft::XML;
use super::wildcards;
use crate::elements::{Build as _, Element};
use crate::emit::documentation;
use crate::emit::wsdl::element::{encode, xsd};
use crate::model::{Member, Place, Type};

impl Schemas<'_> {
    /// The particles and attributes of members; `owner` is the structure that has them.
    pub(super) fn content(&mut self, schema: usize, members: &[&Member], owner: Option<usize>) -> Content {
        let default = self.usual_namespaces(schema, members, owner);
        let has_any = members.iter().any(|member| member.place == Place::AnyElements);
        let mut content = Content::default();
        for member in members {
            match &member.place {
                Place::Attribute => {
                    let attribute = self.attribute(schema, member);
                    content.attributes.push(attribute);
                }
                Place::AnyAttributes => {
                    content.any_attributes = Some(wildcards::node("anyAttribute", &member.wildcard, "##any"));
                }
                Place::Mixed => {
                    content.is_mixed = true;
                    content.mixed = (!has_any).then(|| wildcards::node("any", &member.wildcard, default));
                }
                Place::Text => content.text = Some((*member).clone()),
                Place::Element | Place::Choice(_) | Place::AnyElements => {
                    content.particles.extend(self.particle(schema, member, default));
                }
            }
        }
        content
    }

    /// An element, a choice or a wildcard; `default` are the namespaces of a wildcard that states none.
    pub(super) fn particle(&mut self, schema: usize, member: &Member, default: &str) -> Option<Element> {
        let minimum = if member.presence.is_optional() { "0" } else { "1" };
        let maximum = if member.repeated { "unbounded" } else { "1" };
        let with_occurs = |node: Element| node.with("minOccurs", minimum).with("maxOccurs", maximum);
        Some(match &member.place {
            Place::Choice(alternatives) => {
                let alternatives = alternatives.iter();
                let alternatives: Vec<Element> =
                    alternatives.filter_map(|alternative| self.particle(schema, alternative, default)).collect();
                with_occurs(xsd("choice")).children(alternatives).annotated(&documentation::words(member))
            }
            Place::AnyElements => {
                with_occurs(wildcards::node("any", &member.wildcard, default)).annotated(&documentation::words(member))
            }
            _ => {
                let target = self.uri(&member.namespace);
                let own = self.all.get(schema).map(|schema| schema.namespace.clone()).unwrap_or_default();
                let element = with_occurs(xsd("element"));
                if target != own && !target.is_empty() {
                    let name = self.global_element(member, false);
                    let to = self.schema(&member.namespace);
                    return Some(element.with("ref", self.reference(schema, to, &name)));
                }
                let element = if target == own { element } else { element.with("form", "unqualified") };
                let element = element.with("name", encode(&member.name));
                self.declare(schema, element, member).annotated(&documentation::words(member))
            }
        })
    }

    pub(super) fn declare(&mut self, schema: usize, element: Element, member: &Member) -> Element {
        let nillable = member.presence.is_nullable().then_some("true");
        let element = element.with_some("nillable", nillable).with_some("default", member.default.as_ref());
        self.typed(schema, element, &member.kind)
    }

    /// Defines a global element unless it is defined, and returns its name. `is_message` is whether it belongs to a message.
    pub(super) fn global_element(&mut self, member: &Member, is_message: bool) -> String {
        let name = encode(&member.name);
        let schema = self.schema(&member.namespace);
        if self.elements.insert((schema, name.clone())) {
            let element = xsd("element").with("name", &name);
            let element = self.declare(schema, element, member).annotated(&documentation::words(member));
            if let Some(schema) = self.at(schema) {
                if is_message { &mut schema.elements } else { &mut schema.definitions }.push(element);
            }
        }
        name
    }

    pub(super) fn attribute(&mut self, schema: usize, member: &Member) -> Element {
        let name = encode(&member.name);
        let target = self.uri(&member.namespace);
        let own = self.all.get(schema).map(|schema| schema.namespace.clone()).unwrap_or_default();
        let required = (!member.presence.is_optional()).then_some("required");
        let mut node = xsd("attribute").with_some("use", required);
        if target == XML {
            self.import(schema, XML);
            return node.with("ref", format!("xml:{name}"));
        }
        if target != own && !target.is_empty() {
            let to = self.schema(&member.namespace);
            // Attributes and elements have separate names.
            if self.elements.insert((to, format!("@{name}"))) {
                let attribute = xsd("attribute").with("name", &name);
                let attribute = self.attribute_type(to, attribute, &member.kind);
                self.define(to, attribute);
            }
            node = node.with("ref", self.reference(schema, to, &name));
        } else {
            let form = (target == own && !own.is_empty()).then_some("qualified");
            node = self.attribute_type(schema, node.with_some("form", form).with("name", &name), &member.kind);
        }
        node.with_some("default", member.default.as_ref()).annotated(&documentation::words(member))
    }

    pub(super) fn attribute_type(&mut self, schema: usize, attribute: Element, kind: &Type) -> Element {
        match kind {
            Type::Scalar(_) | Type::Named(_) | Type::List(_) => self.typed(schema, attribute, kind),
            Type::Array(_) | Type::Any | Type::Xml(_) => attribute.with("type", "s:string"),
        }
    }
}

#[derive(Default)]
pub(super) struct Content {
    pub(super) particles: Vec<Element>,
    pub(super) attributes: Vec<Element>,
    pub(super) any_attributes: Option<Element>,
    pub(super) is_mixed: bool,
    pub(super) mixed: Option<Element>,
    pub(super) text: Option<Member>,
}

impl Content {
    /// `s:complexType`, without a sequence if there are no members.
    pub(super) fn complex_type(self) -> Element {
        let mixed = self.is_mixed.then_some("true");
        self.into_holder(xsd("complexType").with_some("mixed", mixed))
    }

    /// A type that extends `base`, as `complexContent` or `simpleContent`.
    pub(super) fn extension(self, kind: &str, base: &str) -> Element {
        let mixed = (kind == "complexContent").then(|| self.is_mixed.to_string());
        let content = xsd(kind).with_some("mixed", mixed);
        let extension = self.into_holder(xsd("extension").with("base", base));
        xsd("complexType").child(content.child(extension))
    }

    fn into_holder(mut self, holder: Element) -> Element {
        if let Some(any) = self.mixed {
            self.particles.push(any.with("minOccurs", "0").with("maxOccurs", "unbounded"));
        }
        let sequence = (!self.particles.is_empty()).then(|| xsd("sequence").children(self.particles));
        holder.children(sequence).children(self.attributes).children(self.any_attributes)
    }
}

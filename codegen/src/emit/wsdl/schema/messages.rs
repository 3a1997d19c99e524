//! The elements of messages: wrappers, bare parts, headers, and the roots of results over HTTP.

use asmx_types::rules::array_name;

use super::members::Content;
use super::{OWN, Schemas};
use crate::elements::Build as _;
use crate::emit::wsdl::element::{encode, xsd};
use crate::model::{Member, Operation, Place, ProcessContents, Scalar, Style, Type, Wildcard, XmlKind, naming};

impl<'a> Schemas<'a> {
    /// Adds the elements of an operation's messages over SOAP, headers included.
    pub(super) fn operation(&mut self, operation: &'a Operation) {
        let messages = &operation.messages;
        let headers = messages.request_headers.iter().chain(&messages.response_headers);
        match messages.style {
            Style::Wrapped => self.wrappers(operation),
            Style::Bare => {
                let parameters = self.service.common.iter().chain(&operation.parameters);
                for part in parameters.chain(&operation.outputs).filter(|part| part.place == Place::Element) {
                    self.global_element(part, true);
                }
            }
            Style::Rpc => {}
        }
        for header in headers {
            self.global_element(header, true);
        }
    }

    pub(super) fn wrappers(&mut self, operation: &'a Operation) {
        let request = operation.request_element();
        let parameters: Vec<&Member> = self.service.common.iter().chain(&operation.parameters).collect();
        let schema = self.schema(&request.namespace);
        let mut content = self.content(schema, &parameters, None);
        if operation.open {
            let mut more = Member::unnamed(Place::AnyElements);
            more.wildcard = Wildcard { namespaces: operation.open_namespaces.clone(), process: ProcessContents::Lax };
            let with_more: Vec<&Member> = parameters.iter().copied().chain([&more]).collect();
            let default = self.usual_namespaces(schema, &with_more, None);
            content.particles.extend(self.particle(schema, &more, default));
        }
        self.wrapper(schema, &encode(&request.name), content);
        if operation.messages.one_way {
            return;
        }
        let response = operation.response_element();
        let outputs: Vec<&Member> = operation.outputs.iter().collect();
        let schema = self.schema(&response.namespace);
        let content = self.content(schema, &outputs, None);
        self.wrapper(schema, &encode(&response.name), content);
    }

    pub(super) fn wrapper(&mut self, schema: usize, name: &str, content: Content) {
        if self.elements.insert((schema, name.to_owned())) {
            let element = xsd("element").with("name", name).child(content.complex_type());
            if let Some(schema) = self.at(schema) {
                schema.elements.push(element);
            }
        }
    }

    /// Adds the root element of an operation's result over HTTP.
    pub(super) fn root(&mut self, operation: &Operation) {
        let Some(name) = self.root_name(operation) else { return };
        let Some(output) = operation.outputs.first() else { return };
        if !self.elements.insert((OWN, name.clone())) {
            return;
        }
        let root = xsd("element").with("name", name);
        let root = if self.service.is_value(&output.kind) { root } else { root.with("nillable", "true") };
        let root = self.typed(OWN, root, &output.kind);
        if let Some(schema) = self.at(OWN) {
            schema.roots.push(root);
        }
    }

    /// The name of a result's root element over HTTP: that of its type. `None` for an XML document, which has its own root, and for types
    /// without a name.
    pub(in crate::emit::wsdl) fn root_name(&self, operation: &Operation) -> Option<String> {
        let output = operation.outputs.first().filter(|output| output.place == Place::Element && !output.repeated)?;
        Some(match &output.kind {
            // Clients expect the usual name of integers, even if another array has that name, too.
            kind if kind.is_integers() => array_name(Scalar::Int.name()),
            Type::Named(index) => encode(&self.service.types.get(*index).filter(|named| !named.anonymous)?.name),
            Type::Array(array) => self.arrays.name(array),
            Type::Xml(XmlKind::Content) | Type::List(_) => return None,
            kind => naming::encoded(&self.service.types).of(kind),
        })
    }
}

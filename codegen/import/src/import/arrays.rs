//! Array types.

use asmx_codegen::diagnostic::Code;
use asmx_codegen::model::{ArrayType, Type, XmlKind, naming};
use asmx_types::rules::array_name;
use asmx_types::xml_name::decode_local_name;

use super::element::{Element, QName, WSDL, XSD};
use super::particles::{Gathered, Occurs};
use super::problems::Loss;
use super::types::Types;

impl<'a> Types<'a> {
    pub(super) fn array(&mut self, (namespace, name): QName<'a>, items: Element<'a>) -> Type {
        let is_choice = items.local() == "choice";
        let mut alternatives = if is_choice {
            let mut alternatives = Gathered::default();
            self.alternatives(items, &mut alternatives, 0);
            alternatives.members
        } else {
            self.elements(items, Occurs::ONCE)
        };
        // The array says how often its items stand.
        let has_alternatives = alternatives.len() > 1;
        for item in &mut alternatives {
            if !item.presence.is_optional() && !is_choice {
                self.problems.lose(Loss::OCCURRENCES, items.location(), name);
            }
            if item.default.is_some() && !has_alternatives {
                self.problems.lose(Loss::FIXED, items.location(), &item.name);
            }
            item.repeated = false;
        }
        let mut array = if has_alternatives {
            ArrayType { alternatives, ..ArrayType::of(Type::Any, "", false) }
        } else {
            let Some(item) = alternatives.pop() else { return Type::Xml(XmlKind::Content) };
            let is_nullable = item.presence.is_nullable();
            ArrayType { item_namespace: item.namespace, ..ArrayType::of(item.kind, &item.name, is_nullable) }
        };
        array.namespace = self.namespace(namespace);
        let name = decode_local_name(name);
        if has_alternatives || self.array_name(&array.item) != name {
            array.name = Some(name.into_owned());
        }
        Type::Array(Box::new(array))
    }

    pub(super) fn array_name(&self, item: &Type) -> String {
        array_name(&naming::decoded(&self.named).of(item))
    }

    /// An array in SOAP encoding: found in encoded messages and in the parts of GET and POST.
    pub(super) fn encoded_array(&mut self, restriction: Element<'a>) -> Type {
        let attributes = restriction.all(XSD, "attribute");
        let array_type = attributes.filter_map(|attribute| {
            let written = attribute.node.attribute((WSDL, "arrayType"))?;
            Some((attribute, written.split('[').next().unwrap_or_default()))
        });
        if let Some((attribute, name)) = array_type.last() {
            self.problems.report(
                (Code::EncodedArray, restriction.location()),
                "an array in SOAP encoding",
                (
                    "imported as an array of elements `Item`",
                    "check what the service sends; messages without SOAP encoding cannot have such arrays",
                ),
            );
            let item = match self.schemas.resolve(attribute, name) {
                Some(name) => self.named_type(name, attribute.location()),
                None => self.undeclared_prefix(name, attribute.location()),
            };
            return Type::Array(Box::new(ArrayType::of(item, "Item", true)));
        }
        let element = restriction.all(XSD, "sequence").find_map(|sequence| sequence.first(XSD, "element"));
        let item = element.and_then(|element| self.elements(element, Occurs::ONCE).into_iter().next());
        let (kind, name) = item.map_or((Type::Any, "Item".to_owned()), |item| (item.kind, item.name));
        Type::Array(Box::new(ArrayType::of(kind, &name, true)))
    }
}

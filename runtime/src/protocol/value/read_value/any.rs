//! Reads values with a stated type (`xsi:type`).

use std::borrow::Cow;

use super::problems::{Reason, Unreadable};
use super::scalar::OfText;
use super::{ValueReader, is_encoding};
use crate::fault::Exception;
use crate::operation::{Namespace, Scalar, Structure, Type};
use crate::protocol::soap::soap_version::{XSD, XSI};
use crate::value::field::{Field, Input, Step};
use crate::value::rest::{Content, Rest, Untyped};
use crate::xml;
use crate::xml::PullReader;

struct Named<'n> {
    /// `None` if the prefix is not declared.
    namespace: Option<&'n str>,
    local: &'n str,
}

impl<'n> Named<'n> {
    fn of(name: &'n str, element: &'n PullReader<'_>) -> Self {
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        let namespace = match element.namespace_of_prefix(prefix) {
            None if !prefix.is_empty() => None,
            bound => Some(bound.unwrap_or_default()),
        };
        Self { namespace, local }
    }
}

impl ValueReader<'_> {
    pub(super) fn structure_or_derived(
        &self,
        declared: &'static Structure,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let Some(name) = self.stated_type(element) else {
            if declared.is_abstract {
                match self.deviations {
                    Some(deviations) => {
                        deviations.note(element, "", "states no type, but its declared type is abstract");
                    }
                    None => return Err(self.is_abstract(declared, element)),
                }
                // An abstract structure has no Rust type.
                if self.typed {
                    return self.xml_into(element, slot);
                }
            }
            return self.structure_into(declared, element, slot);
        };
        let named = Named::of(&name, element);
        if self.is_type(&named, declared.name, declared.namespace) {
            return self.structure_into(declared, element, slot);
        }
        let derived = declared.derived().iter().find(|derived| self.is_type(&named, derived.name, derived.namespace));
        match derived {
            Some(derived) => {
                let slot = self.enter(slot, Step::OfType(Type::Structure(derived)), element)?;
                self.structure_into(derived, element, slot)
            }
            None => self.of_undeclared_type(declared, &name, element, slot),
        }
    }

    pub(super) fn any_into(&self, element: &mut PullReader<'_>, slot: &mut dyn Field) -> Result<(), Unreadable> {
        let Some(name) = self.stated_type(element) else { return self.xml_into(element, slot) };
        let named = Named::of(&name, element);
        if named.namespace == Some(XSD) && named.local == "anyType" {
            return self.xml_into(element, slot);
        }
        let is_scalar = |scalar: &&Scalar| {
            let namespace = Type::Scalar(**scalar).namespace().uri("");
            named.namespace == Some(namespace) && scalar.name() == named.local
        };
        let scalar = Scalar::ALL.iter().find(is_scalar).map(|scalar| Type::Scalar(*scalar));
        let Some(kind) = scalar.or_else(|| self.type_named(&named)) else {
            return self.any_of_undeclared_type(&name, element, slot);
        };
        let slot = self.enter(slot, Step::OfType(kind), element)?;
        // The field is an `AnyValue`, not of a generated type.
        let reader = Self { typed: false, ..*self };
        match kind {
            Type::Structure(structure) => reader.structure_into(structure, element, slot),
            Type::Array(array) => reader.array_into(array, element, slot),
            simple => {
                self.no_attributes(simple, element)?;
                reader.simple_into(simple, OfText::NOTHING, element, slot)
            }
        }
    }

    pub(super) fn stated_type<'d>(&self, element: &PullReader<'d>) -> Option<Cow<'d, str>> {
        if !element.has_attributes() {
            return None;
        }
        Some(match element.attribute(Some(XSI), "type")? {
            // Genuine servers do not recognise a type with blanks around its name.
            name if self.deviations.is_none() => name,
            Cow::Borrowed(name) => Cow::Borrowed(xml::trim_white_space(name)),
            Cow::Owned(name) => Cow::Owned(xml::trim_white_space(&name).to_owned()),
        })
    }

    fn is_type(&self, named: &Named<'_>, name: &str, namespace: Namespace) -> bool {
        is_encoding(named.local, name) && named.namespace == Some(namespace.uri(self.namespace))
    }

    /// The service's type of that name, or an array of a built-in type.
    fn type_named(&self, named: &Named<'_>) -> Option<Type> {
        self.types.iter().chain(Type::BUILT_IN_ARRAYS).find_map(|kind| match kind {
            Type::Structure(structure) => {
                let mut all = std::iter::once(*structure).chain(structure.derived().iter().copied());
                all.find(|one| self.is_type(named, one.name, one.namespace)).map(Type::Structure)
            }
            Type::Enumeration(enumeration) => {
                self.is_type(named, enumeration.name, enumeration.namespace).then_some(*kind)
            }
            Type::Array(array) => self.is_type(named, &kind.name(), array.namespace).then_some(*kind),
            Type::Scalar(_) | Type::List(_) | Type::Any | Type::Xml(_) | Type::DataSet(_) => None,
        })
    }

    /// Reads a value of a type that no schema declares as one of the declared type.
    fn of_undeclared_type(
        &self,
        declared: &'static Structure,
        name: &str,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let type_name = self.undeclared_type(name, element)?;
        if !self.retains {
            return self.xml_into(element, slot);
        }
        self.structure_into(declared, element, slot)?;
        slot.add_rest(Rest { type_name: Some(type_name), ..Rest::default() });
        Ok(())
    }

    /// Reads a value of a type that no schema declares where any type is expected: its text, or what is in it.
    fn any_of_undeclared_type(
        &self,
        name: &str,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let stated = self.undeclared_type(name, element)?;
        if !self.retains {
            return self.xml_into(element, slot);
        }
        let (name, type_name) = (element.name(), Some(stated.clone()));
        let namespace = stated.trim_start_matches('{').rsplit_once('}').map_or("", |(namespace, _)| namespace);
        let content = match self.undeclared_content(namespace, element)? {
            Untyped::Nil => Content::default(),
            Untyped::Text(text) => {
                self.give(slot, Input::Text(Cow::Owned(text.into())), name, element)?;
                slot.add_rest(Rest { type_name, ..Rest::default() });
                return Ok(());
            }
            Untyped::Content(content) => content,
        };
        self.enter(slot, Step::Members(0), element)?;
        slot.add_rest(Rest { type_name, content });
        Ok(())
    }

    /// Notes a type that no schema declares, and returns it as `{namespace}name`. In a request it is an error.
    fn undeclared_type(&self, name: &str, element: &mut PullReader<'_>) -> Result<Box<str>, Unreadable> {
        let named = Named::of(name, element);
        let namespace = named.namespace.unwrap_or_default();
        let Some(deviations) = self.deviations else {
            let message = format!(
                "The specified type was not recognized: name='{}', namespace='{namespace}', at {}.",
                named.local,
                at(element)
            );
            return Err(Unreadable::passing(element, invalid_operation(message)));
        };
        let what = format!(
            "is of the type `{}` of namespace `{}`, which is unknown to its description",
            xml::shortened(named.local, 80),
            xml::shortened(namespace, 80)
        );
        deviations.note(element, "", what);
        // A long namespace may be that of many values.
        if self.retains && !self.budget.take_declaration(namespace.len()) {
            return Err(Unreadable::too_many(element));
        }
        Ok(format!("{{{namespace}}}{}", named.local).into())
    }

    pub(super) fn is_abstract(&self, structure: &Structure, element: &mut PullReader<'_>) -> Unreadable {
        let message = format!(
            "The specified type is abstract: name='{}', namespace='{}', at {}.",
            structure.name,
            structure.namespace.uri(self.namespace),
            at(element)
        );
        Unreadable::passing(element, invalid_operation(message))
    }
}

/// Names the element as .NET does.
fn at(element: &PullReader<'_>) -> String {
    let namespace = element.namespace().unwrap_or_default();
    format!("<{} xmlns='{}'>", xml::shortened(element.name(), 80), xml::shortened(namespace, 80))
}

fn invalid_operation(message: String) -> Reason {
    Reason::Invalid(Exception { type_name: Some("System.InvalidOperationException".to_owned()), message })
}

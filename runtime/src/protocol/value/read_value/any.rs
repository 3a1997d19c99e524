//! Values that say what type they are of.

use std::borrow::Cow;

use super::ValueReader;
use super::unreadable::{Reason, Unreadable};
use crate::fault::Exception;
use crate::operation::{Namespace, Scalar, Structure, Type};
use crate::protocol::soap::soap_version::{XSD, XSI};
use crate::value::field::{Field, Step};
use crate::xml;
use crate::xml::PullReader;

/// What `xsi:type` names.
struct Named<'d> {
    /// `None` if the prefix is not declared.
    namespace: Option<String>,
    local: Cow<'d, str>,
}

impl ValueReader<'_> {
    /// The structure that the element is of: the declared one, or one that is derived from it.
    pub(super) fn structure_or_derived(
        &self,
        declared: &'static Structure,
        element: &mut PullReader<'_>,
        place: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let Some(named) = self.stated_type(element) else {
            if declared.is_abstract {
                match self.deviations {
                    Some(deviations) => deviations.note(element, "", "says no type, and its own is abstract"),
                    None => return Err(self.is_abstract(declared, element)),
                }
                // There is no Rust type for it.
                if self.typed {
                    return self.xml_into(element, place);
                }
            }
            return self.structure_into(declared, element, place);
        };
        if self.is_type(&named, declared.name, declared.namespace) {
            return self.structure_into(declared, element, place);
        }
        let derived = declared.derived().iter().find(|derived| self.is_type(&named, derived.name, derived.namespace));
        match derived {
            Some(derived) => {
                let place = self.inside(place, Step::OfType(Type::Structure(derived)), element)?;
                self.structure_into(derived, element, place)
            }
            None => self.of_unknown_type(&named, element, place),
        }
    }

    /// A value whose place says nothing of its type.
    pub(super) fn any_into(&self, element: &mut PullReader<'_>, place: &mut dyn Field) -> Result<(), Unreadable> {
        let is_any = |named: &Named<'_>| named.namespace.as_deref() == Some(XSD) && named.local == "anyType";
        let Some(named) = self.stated_type(element).filter(|named| !is_any(named)) else {
            return self.xml_into(element, place);
        };
        let is_scalar = |scalar: &&Scalar| {
            let namespace = Type::Scalar(**scalar).namespace().uri("");
            named.namespace.as_deref() == Some(namespace) && scalar.name() == named.local
        };
        let scalar = Scalar::ALL.iter().find(is_scalar).map(|scalar| Type::Scalar(*scalar));
        let Some(kind) = scalar.or_else(|| self.type_named(&named)) else {
            return self.of_unknown_type(&named, element, place);
        };
        let place = self.inside(place, Step::OfType(kind), element)?;
        // It is no field of a type of its own.
        let reader = self.typed(false);
        match kind {
            Type::Structure(structure) => reader.structure_into(structure, element, place),
            Type::Array(array) => reader.array_into(array, element, place),
            simple => reader.simple_into(simple, None, element, place),
        }
    }

    /// The type that the element says it is of.
    fn stated_type<'d>(&self, element: &PullReader<'d>) -> Option<Named<'d>> {
        if !element.has_attributes() {
            return None;
        }
        let name = element.attribute(Some(XSI), "type")?;
        let name = match name {
            // Genuine servers do not know a type with blanks around its name.
            name if self.deviations.is_none() => name,
            Cow::Borrowed(name) => Cow::Borrowed(xml::trim_white_space(name)),
            Cow::Owned(name) => Cow::Owned(xml::trim_white_space(&name).to_owned()),
        };
        let (prefix, local) = match name {
            Cow::Borrowed(name) => {
                let (prefix, local) = name.split_once(':').unwrap_or(("", name));
                (Cow::Borrowed(prefix), Cow::Borrowed(local))
            }
            Cow::Owned(name) => {
                let (prefix, local) = name.split_once(':').unwrap_or(("", &name));
                (Cow::Owned(prefix.to_owned()), Cow::Owned(local.to_owned()))
            }
        };
        let namespace = match element.namespace_of_prefix(&prefix) {
            None if !prefix.is_empty() => None,
            bound => Some(bound.unwrap_or_default().to_owned()),
        };
        Some(Named { namespace, local })
    }

    fn is_type(&self, named: &Named<'_>, name: &str, namespace: Namespace) -> bool {
        named.namespace.as_deref() == Some(namespace.uri(self.namespace))
            && xml::name::is_encoding_of(&named.local, name)
    }

    /// The service's type of that name, or an array of what is built in.
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

    fn of_unknown_type(
        &self,
        named: &Named<'_>,
        element: &mut PullReader<'_>,
        place: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let namespace = named.namespace.as_deref().unwrap_or_default();
        let Some(deviations) = self.deviations else {
            let message = format!(
                "The specified type was not recognized: name='{}', namespace='{namespace}', at {}.",
                named.local,
                at(element)
            );
            return Err(Unreadable::passing(element, invalid_operation(message)));
        };
        let what = format!(
            "is of the type `{}` of namespace `{}`, which its description does not know",
            xml::shortened(&named.local, 80),
            xml::shortened(namespace, 80)
        );
        deviations.note(element, "", what);
        self.xml_into(element, place)
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

/// The element as .NET names it.
fn at(element: &PullReader<'_>) -> String {
    let namespace = element.namespace().unwrap_or_default();
    format!("<{} xmlns='{}'>", xml::shortened(element.name(), 80), xml::shortened(namespace, 80))
}

fn invalid_operation(message: String) -> Reason {
    Reason::Invalid(Exception { type_name: Some("System.InvalidOperationException".to_owned()), message })
}

//! Which type a qualified name is: what `xsi:type` says, and `$type` in JSON.

use super::{Namespace, Scalar, Service, Type};

/// The namespace of the types that are built into XML Schema.
pub const XSD_NAMESPACE: &str = "http://www.w3.org/2001/XMLSchema";

/// The namespace of the types that ASMX adds to them: `guid` and `char`.
pub const MICROSOFT_TYPES_NAMESPACE: &str = "http://microsoft.com/wsdl/types/";

impl Scalar {
    /// The namespace of its name.
    #[must_use]
    pub const fn namespace(self) -> &'static str {
        match self {
            Self::Guid | Self::Char => MICROSOFT_TYPES_NAMESPACE,
            _ => XSD_NAMESPACE,
        }
    }
}

impl Type {
    /// The namespace of its [name](Self::name).
    #[must_use]
    pub const fn namespace(self) -> Namespace {
        match self {
            Self::Scalar(scalar) => Namespace::Of(scalar.namespace()),
            Self::Enumeration(enumeration) => enumeration.namespace,
            Self::Structure(structure) => structure.namespace,
            Self::Array(array) => array.namespace,
            Self::Any | Self::List(_) => Namespace::Of(XSD_NAMESPACE),
            Self::Xml(_) => Namespace::Service,
        }
    }
}

impl Service {
    /// The type with that qualified name: a built-in one, or one of [`types`](Self::types). The name is decoded; `own` is the
    /// URI of the service's namespace.
    #[must_use]
    pub fn type_named(&self, namespace: &str, name: &str, own: &str) -> Option<Type> {
        if matches!(namespace, XSD_NAMESPACE | MICROSOFT_TYPES_NAMESPACE)
            && let Some(scalar) =
                Scalar::ALL.iter().find(|scalar| scalar.name() == name && scalar.namespace() == namespace)
        {
            return Some(Type::Scalar(*scalar));
        }
        if namespace == XSD_NAMESPACE && name == "anyType" {
            return Some(Type::Any);
        }
        self.types.iter().copied().find(|kind| kind.is_named(name) && kind.namespace().uri(own) == namespace)
    }
}

impl Type {
    /// Whether that is its name; without making it.
    fn is_named(self, name: &str) -> bool {
        match self {
            Self::Enumeration(enumeration) => enumeration.name == name,
            Self::Structure(structure) => structure.name == name,
            _ => self.name() == name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ArrayType, Enumeration, Structure};

    static COLOR: Enumeration = Enumeration::new("Color", &["Red"]);
    static ITEM: Structure = Structure::new("Item", &[]);
    static ITEM_OF_A: Structure = Structure::new("Item", &[]).namespace(Namespace::Of("urn:a"));
    static ITEMS: ArrayType = ArrayType::new(Type::Structure(&ITEM), "Item");
    static SERVICE: Service = Service::new("S", "/s.asmx", "", &[], &[], &[]).types(&[
        Type::Enumeration(&COLOR),
        Type::Structure(&ITEM),
        Type::Structure(&ITEM_OF_A),
        Type::Array(&ITEMS),
    ]);

    fn found(namespace: &str, name: &str) -> Option<Type> {
        SERVICE.type_named(namespace, name, "urn:own")
    }

    #[test]
    fn types_are_found_by_namespace_and_name() {
        assert_eq!(found("urn:own", "Color"), Some(Type::Enumeration(&COLOR)));
        assert_eq!(found("urn:own", "ArrayOfItem"), Some(Type::Array(&ITEMS)));
        assert!(
            matches!(found("urn:own", "Item"), Some(Type::Structure(item)) if item.namespace == Namespace::Service)
        );
        assert!(
            matches!(found("urn:a", "Item"), Some(Type::Structure(item)) if item.namespace == Namespace::Of("urn:a"))
        );
        assert_eq!(found("urn:b", "Item"), None);
        assert_eq!(found("urn:own", "item"), None);
    }

    #[test]
    fn built_in_types_have_their_own_namespaces() {
        assert_eq!(found(XSD_NAMESPACE, "dateTime"), Some(Type::Scalar(Scalar::DateTime)));
        assert_eq!(found(XSD_NAMESPACE, "anyType"), Some(Type::Any));
        assert_eq!(found(MICROSOFT_TYPES_NAMESPACE, "guid"), Some(Type::Scalar(Scalar::Guid)));
        assert_eq!(found(XSD_NAMESPACE, "guid"), None);
        assert_eq!(found("urn:own", "int"), None);
    }
}

//! Types, and the members that hold values of them.

use std::fmt;
use std::sync::OnceLock;

use super::rules::{Items, Kind, array_name};
use super::scalar::each_scalar;
use super::{DataSetType, Enumeration, Facets, Namespace, Scalar, XmlKind};

/// A type.
#[derive(Clone, Copy)]
pub enum Type {
    /// A built-in scalar.
    Scalar(Scalar),
    /// One of a list of texts.
    Enumeration(&'static Enumeration),
    /// Named members.
    Structure(&'static Structure),
    /// A wrapped array: one element per item.
    Array(&'static ArrayType),
    /// A list of simple values, separated by blanks in one text, such as a list attribute.
    List(&'static ListType),
    /// Any type: `xsi:type` names it (`anyType`, .NET's `object`).
    Any,
    /// XML as it comes.
    Xml(XmlKind),
    /// A schema and a diffgram with declared tables: .NET's typed `DataSet`.
    DataSet(&'static DataSetType),
}

impl Type {
    /// `string`
    pub const STRING: Self = Self::Scalar(Scalar::String);
    /// `int`
    pub const INT: Self = Self::Scalar(Scalar::Int);
    /// `long`
    pub const LONG: Self = Self::Scalar(Scalar::Long);
    /// An array of `int`.
    pub const INT_ARRAY: Self = Self::Array(&ArrayType::new(Self::INT, "int"));
    /// An array of `string`, items nullable.
    pub const STRING_ARRAY: Self = Self::Array(&ArrayType::new(Self::STRING, "string").nullable_items());

    /// The type's name in WSDL documents; arrays as `ArrayOf…`.
    pub fn name(self) -> String {
        match self {
            Self::Enumeration(enumeration) => enumeration.name.to_owned(),
            Self::Structure(structure) => structure.name.to_owned(),
            Self::DataSet(data_set) => data_set.name.to_owned(),
            Self::Array(array) => array.name.map_or_else(|| array_name(&array.item.name()), str::to_owned),
            Self::List(list) => list.item.name(),
            Self::Scalar(_) | Self::Any | Self::Xml(_) => self.kind().name().to_owned(),
        }
    }

    /// Whether it is a DataSet, typed or not.
    #[must_use]
    pub const fn is_data_set(self) -> bool {
        matches!(self, Self::Xml(XmlKind::DataSet) | Self::DataSet(_))
    }

    /// Whether it has tables: a DataSet, or a DataTable.
    #[must_use]
    pub const fn is_table(self) -> bool {
        self.is_data_set() || matches!(self, Self::Xml(XmlKind::DataTable))
    }

    /// The namespace of its name.
    #[must_use]
    pub const fn namespace(self) -> Namespace {
        match self {
            Self::Scalar(scalar) if scalar.is_of_dotnet() => Namespace::MICROSOFT_TYPES,
            Self::Scalar(_) | Self::Any => Namespace::XSD,
            Self::Enumeration(enumeration) => enumeration.namespace,
            Self::Structure(structure) => structure.namespace,
            Self::Array(array) => array.namespace,
            Self::List(list) => list.item.namespace(),
            Self::Xml(_) | Self::DataSet(_) => Namespace::Service,
        }
    }

    /// Its kind for the [rules](crate::rules).
    pub const fn kind(self) -> Kind {
        match self {
            Self::Scalar(scalar) => Kind::Scalar(scalar),
            Self::Enumeration(_) => Kind::Enumeration,
            Self::Structure(_) => Kind::Structure,
            Self::Array(_) => Kind::Array,
            Self::List(_) => Kind::List,
            Self::Any => Kind::Any,
            Self::Xml(kind) => Kind::Xml(kind),
            Self::DataSet(_) => Kind::Xml(XmlKind::DataSet),
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name())
    }
}

impl PartialEq for Type {
    /// Named types are compared by name, because a structure may hold an array of itself.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Scalar(one), Self::Scalar(two)) => one == two,
            (Self::Enumeration(one), Self::Enumeration(two)) => one.name == two.name && one.namespace == two.namespace,
            (Self::Structure(one), Self::Structure(two)) => one.name == two.name && one.namespace == two.namespace,
            (Self::Array(one), Self::Array(two)) => one == two,
            (Self::List(one), Self::List(two)) => one == two,
            (Self::Any, Self::Any) => true,
            (Self::Xml(one), Self::Xml(two)) => one == two,
            (Self::DataSet(one), Self::DataSet(two)) => one.name == two.name && one.namespace == two.namespace,
            _ => false,
        }
    }
}

impl Eq for Type {}

/// An array's items.
#[non_exhaustive]
#[derive(Debug, PartialEq)]
pub struct ArrayType {
    /// Type of the items. Unused if there are alternatives.
    pub item: Type,
    /// Element name of an item.
    pub item_name: &'static str,
    /// Namespace of an item's element.
    pub item_namespace: Namespace,
    /// Whether items may be null.
    pub nullable_items: bool,
    /// Alternatives: the name of an item's element tells which one it is. Empty if all items are of type
    /// [`item`](Self::item).
    pub alternatives: &'static [Member],
    /// The type's own name, unless it is `ArrayOf…` and its items' type. The second of two arrays that would have one
    /// name has a digit.
    pub name: Option<&'static str>,
    /// Namespace of the type's name.
    pub namespace: Namespace,
}

impl ArrayType {
    /// An array whose items are never null.
    pub const fn new(item: Type, item_name: &'static str) -> Self {
        Self {
            item,
            item_name,
            item_namespace: Namespace::Service,
            nullable_items: false,
            alternatives: &[],
            name: None,
            namespace: Namespace::Service,
        }
    }

    pub(crate) const fn of_built_in(scalar: Scalar) -> Self {
        let array = Self::new(Type::Scalar(scalar), scalar.name());
        if scalar.is_reference() { array.nullable_items() } else { array }
    }

    /// States the type's own name: `ArrayOfLong1`.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }

    /// States the namespaces of the type and of its items' elements.
    #[must_use]
    pub const fn namespaces(mut self, namespace: Namespace, items: Namespace) -> Self {
        self.namespace = namespace;
        self.item_namespace = items;
        self
    }

    /// Sets the alternatives of its items.
    #[must_use]
    pub const fn alternatives(mut self, alternatives: &'static [Member]) -> Self {
        self.alternatives = alternatives;
        self
    }

    /// Its items for the [rules](crate::rules).
    pub const fn items(&self) -> Items {
        let kind = if self.alternatives.is_empty() { self.item.kind() } else { Kind::Structure };
        Items { kind, nullable: self.nullable_items }
    }

    /// Lets items be null.
    #[must_use]
    pub const fn nullable_items(mut self) -> Self {
        self.nullable_items = true;
        self
    }
}

/// A list of simple values in one text.
#[non_exhaustive]
#[derive(Debug, PartialEq)]
pub struct ListType {
    /// Type of the items: a scalar or an enumeration.
    pub item: Type,
}

impl ListType {
    /// A list.
    pub const fn new(item: Type) -> Self {
        Self { item }
    }
}

/// A member of a structure, or a part of a message: a parameter, an output, a header.
#[non_exhaustive]
#[derive(Debug, PartialEq, Eq)]
pub struct Member {
    /// Name on the wire, decoded; empty for a text, a choice and other members without a name.
    pub name: &'static str,
    /// Namespace of the name.
    pub namespace: Namespace,
    /// The place of its value in the XML.
    pub place: Place,
    /// Its type; the type of one occurrence if it is repeated. Unused for wildcards and choices.
    pub kind: Type,
    /// Its facets, which are read as its own fields: `member.presence`.
    pub facets: Facets,
    /// Its documentation in Markdown ([`plain_text`](super::plain_text)); empty if the spec has none.
    pub doc: &'static str,
}

/// The place of a member's value in the XML.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Place {
    /// In an element of its name.
    #[default]
    Element,
    /// In an attribute of its name.
    Attribute,
    /// The text of the structure, which then has no elements.
    Text,
    /// The mixed content of the structure: texts and elements.
    Mixed,
    /// A choice: one of these members.
    Choice(&'static [Member]),
    /// The undeclared elements of the structure.
    AnyElements,
    /// The undeclared attributes of the structure.
    AnyAttributes,
}

impl Place {
    /// Whether the member has a value of its own. Choices, mixed and undeclared content may be empty, whatever a document says.
    #[must_use]
    pub const fn has_value(self) -> bool {
        matches!(self, Self::Element | Self::Attribute | Self::Text)
    }
}

/// A structure.
#[non_exhaustive]
#[derive(Debug)]
pub struct Structure {
    /// Name on the wire; empty for the anonymous type of a single element.
    pub name: &'static str,
    /// Namespace of the name.
    pub namespace: Namespace,
    /// Whether it is abstract: only values of derived types exist.
    pub is_abstract: bool,
    /// Set when it is made, as in `static` descriptors.
    pub(crate) known: Option<StructureParts>,
    /// Set later: types that hold each other cannot be complete when they are made.
    pub(crate) stated: OnceLock<StructureParts>,
}

/// The parts of a structure. They may be set last, because types built at run time may hold each other.
#[non_exhaustive]
#[derive(Debug, Clone, Copy)]
pub struct StructureParts {
    /// Its members in order, inherited ones first.
    pub members: &'static [Member],
    /// Its base type.
    pub base: Option<&'static Structure>,
    /// The types that are derived from it, directly or through others.
    pub derived: &'static [&'static Structure],
    /// The position of the member that is the whole content of its elements.
    pub(crate) content: Option<usize>,
}

macro_rules! built_in_arrays {
    ($($variant:ident $name:literal $reference:literal, $http:literal, $default_text:expr;)*) => {
        impl Type {
            /// Arrays of built-in types with their usual names: `xsi:type` may name them though no service declares
            /// them.
            pub const BUILT_IN_ARRAYS: &'static [Self] = &[
                $(Self::Array(&ArrayType::of_built_in(Scalar::$variant)),)*
                Self::Array(&ArrayType::new(Self::Any, "anyType").nullable_items()),
            ];
        }
    };
}
each_scalar!(built_in_arrays);

//! The XSD types that ASMX parameters and results have.

use std::fmt;

use super::rules::{Items, Kind, array_name};
use super::{DataSetType, Member, Namespace, Scalar, Structure};

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
    /// A list of simple values, separated by blanks in one text: what a list attribute has.
    List(&'static ListType),
    /// Any type, told by `xsi:type` (`anyType`, .NET's `object`).
    Any,
    /// XML as it comes.
    Xml(XmlKind),
    /// A schema and a diffgram, whose tables are declared: .NET's typed `DataSet`.
    DataSet(&'static DataSetType),
}

/// What the XML of a value of type [`Type::Xml`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum XmlKind {
    /// Any content: .NET's `XmlNode`, `XmlElement` and types that write themselves.
    Content,
    /// A schema and a diffgram: .NET's `DataSet`.
    DataSet,
    /// The same of one table: .NET's `DataTable`.
    DataTable,
}

impl XmlKind {
    /// The name in specs, and the root element over GET and POST.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Content => "xml",
            Self::DataSet => "DataSet",
            Self::DataTable => "DataTable",
        }
    }
}

impl Type {
    /// `string`
    pub const STRING: Self = Self::Scalar(Scalar::String);
    /// `int`
    pub const INT: Self = Self::Scalar(Scalar::Int);
    /// `long`
    pub const LONG: Self = Self::Scalar(Scalar::Long);
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

    /// The namespace of its name.
    #[must_use]
    pub const fn namespace(self) -> Namespace {
        match self {
            Self::Scalar(Scalar::Guid | Scalar::Char) => Namespace::MICROSOFT_TYPES,
            Self::Scalar(_) | Self::Any => Namespace::XSD,
            Self::Enumeration(enumeration) => enumeration.namespace,
            Self::Structure(structure) => structure.namespace,
            Self::Array(array) => array.namespace,
            Self::List(list) => list.item.namespace(),
            Self::Xml(_) | Self::DataSet(_) => Namespace::Service,
        }
    }

    /// What the [rules](crate::rules) need to know of it.
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
    /// Type of the items. Not used if they are alternatives.
    pub item: Type,
    /// Element name of an item.
    pub item_name: &'static str,
    /// Namespace of an item's element.
    pub item_namespace: Namespace,
    /// Whether items may be null.
    pub nullable_items: bool,
    /// The alternatives of which each item is one, told by its element's name; empty if there is only [`item`](Self::item).
    pub alternatives: &'static [Member],
    /// The type's own name, where it is not `ArrayOf…` after its items: of two arrays that would have one name the second has a digit.
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

    /// An array of a built-in type, as servers name it.
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

    /// States the alternatives that each item is one of.
    #[must_use]
    pub const fn alternatives(mut self, alternatives: &'static [Member]) -> Self {
        self.alternatives = alternatives;
        self
    }

    /// What the [rules](crate::rules) need to know of its items.
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

/// An enumeration. It is open: a service may send texts that it does not list.
#[non_exhaustive]
#[derive(Debug)]
pub struct Enumeration {
    /// Name on the wire.
    pub name: &'static str,
    /// Namespace of the name.
    pub namespace: Namespace,
    /// Its values, exact text; the first is the default.
    pub values: &'static [&'static str],
    /// What each value means, in Markdown; empty where the spec says nothing, and as a whole if it says nothing of any.
    pub meanings: &'static [&'static str],
    /// Whether a value is a set of them, separated by blanks in one text (.NET's `[Flags]`).
    pub flags: bool,
}

impl Enumeration {
    /// An enumeration.
    pub const fn new(name: &'static str, values: &'static [&'static str]) -> Self {
        Self { name, namespace: Namespace::Service, values, meanings: &[], flags: false }
    }

    /// States the namespace of its name.
    #[must_use]
    pub const fn namespace(mut self, namespace: Namespace) -> Self {
        self.namespace = namespace;
        self
    }

    /// Makes a value a set of values.
    #[must_use]
    pub const fn flags(mut self) -> Self {
        self.flags = true;
        self
    }

    /// States what its values mean, in their order.
    #[must_use]
    pub const fn meanings(mut self, meanings: &'static [&'static str]) -> Self {
        self.meanings = meanings;
        self
    }

    /// Every value with its meaning.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let meanings = self.meanings.iter().copied().chain(std::iter::repeat(""));
        self.values.iter().copied().zip(meanings)
    }

    /// Whether it lists the text; of a set of values, each of them.
    #[must_use]
    pub fn lists(&self, text: &str) -> bool {
        if self.flags {
            text.split_ascii_whitespace().all(|text| self.values.contains(&text))
        } else {
            self.values.contains(&text)
        }
    }
}

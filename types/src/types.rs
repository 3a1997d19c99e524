//! The XSD types that ASMX parameters and results have.

use std::fmt;

use super::late::Late;
use super::rules::{Items, Kind, array_name};
use super::{DataSetType, Member, Place};
use crate::Namespace;
use crate::shown::{shortened, shown_line};

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
            Self::Scalar(scalar) => scalar.name().to_owned(),
            Self::Enumeration(enumeration) => enumeration.name.to_owned(),
            Self::Structure(structure) => structure.name.to_owned(),
            Self::Array(array) => array.name.map_or_else(|| array_name(&array.item.name()), str::to_owned),
            Self::List(list) => list.item.name(),
            Self::Any => "anyType".to_owned(),
            Self::Xml(kind) => kind.name().to_owned(),
            Self::DataSet(data_set) => data_set.name.to_owned(),
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
    const fn of_built_in(scalar: Scalar) -> Self {
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

/// A structure.
#[non_exhaustive]
#[derive(Debug)]
pub struct Structure {
    /// Name on the wire; empty if it has none, because only one element is of it.
    pub name: &'static str,
    /// Namespace of the name.
    pub namespace: Namespace,
    /// Whether only values of types that are derived from it exist.
    pub is_abstract: bool,
    parts: Late<StructureParts>,
}

/// What a structure consists of. Types may hold each other, so that of those built at run time this is stated last.
#[non_exhaustive]
#[derive(Debug, Clone, Copy)]
pub struct StructureParts {
    /// Its members in order, those of the type that it is derived from first.
    pub members: &'static [Member],
    /// The type that it is derived from.
    pub base: Option<&'static Structure>,
    /// The types that are derived from it, also by way of others.
    pub derived: &'static [&'static Structure],
    /// Which member is all that stands in its elements, if one is.
    whole: Option<usize>,
}

impl StructureParts {
    /// The parts of a structure without relatives.
    pub const fn new(members: &'static [Member]) -> Self {
        let (mut index, mut rest) = (0, members);
        let whole = loop {
            match rest {
                [] => break None,
                [first, ..] if matches!(first.place, Place::Text | Place::Mixed) => break Some(index),
                [_, others @ ..] => rest = others,
            }
            index += 1;
        };
        Self { members, base: None, derived: &[], whole }
    }

    /// States the type that it is derived from.
    #[must_use]
    pub const fn base(mut self, base: &'static Structure) -> Self {
        self.base = Some(base);
        self
    }

    /// States the types that are derived from it.
    #[must_use]
    pub const fn derived(mut self, derived: &'static [&'static Structure]) -> Self {
        self.derived = derived;
        self
    }
}

impl Structure {
    /// A structure without relatives.
    pub const fn new(name: &'static str, members: &'static [Member]) -> Self {
        Self::of_parts(name, StructureParts::new(members))
    }

    /// A structure.
    pub const fn of_parts(name: &'static str, parts: StructureParts) -> Self {
        Self { name, namespace: Namespace::Service, is_abstract: false, parts: Late::known(parts) }
    }

    /// A structure whose parts are [stated later](Self::complete); until then it has no members.
    pub const fn incomplete(name: &'static str) -> Self {
        Self { name, namespace: Namespace::Service, is_abstract: false, parts: Late::unknown() }
    }

    /// States the parts of one that was made [incomplete](Self::incomplete). Only the first statement counts.
    pub fn complete(&self, parts: StructureParts) {
        self.parts.state(parts);
    }

    /// States the namespace of its name.
    #[must_use]
    pub const fn namespace(mut self, namespace: Namespace) -> Self {
        self.namespace = namespace;
        self
    }

    /// States that only values of derived types exist.
    #[must_use]
    pub const fn is_abstract(mut self) -> Self {
        self.is_abstract = true;
        self
    }

    /// Its members in order, those of the type that it is derived from first.
    #[must_use]
    pub fn members(&self) -> &'static [Member] {
        self.parts.get().map_or(&[], |parts| parts.members)
    }

    /// The member that is all that stands in its elements, with its position, if one is: its text, or its mixed content.
    #[must_use]
    pub fn whole(&self) -> Option<(usize, &'static Member)> {
        let parts = self.parts.get()?;
        let index = parts.whole?;
        parts.members.get(index).map(|member| (index, member))
    }

    /// The type that it is derived from.
    #[must_use]
    pub fn base(&self) -> Option<&'static Self> {
        self.parts.get().and_then(|parts| parts.base)
    }

    /// The types that are derived from it, also by way of others.
    #[must_use]
    pub fn derived(&self) -> &'static [&'static Self] {
        self.parts.get().map_or(&[], |parts| parts.derived)
    }
}

macro_rules! scalars {
    ($($variant:ident $name:literal $reference:literal, $http:literal, $blank:expr;)*) => {
        /// A built-in scalar: those of XSD that ASMX uses, and its own `guid` and `char`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Scalar {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Type {
            /// The arrays of what is built in, named as servers name them: what `xsi:type` may name without a service that declares it.
            pub const BUILT_IN_ARRAYS: &'static [Self] = &[
                $(Self::Array(&ArrayType::of_built_in(Scalar::$variant)),)*
                Self::Array(&ArrayType::new(Self::Any, "anyType").nullable_items()),
            ];
        }

        impl Scalar {
            /// Every scalar.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name in specs and WSDL documents.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Whether .NET holds it by reference, so that it can be absent without being nullable.
            pub const fn is_reference(self) -> bool {
                match self { $(Self::$variant => $reference,)* }
            }

            /// Whether the GET and POST bindings carry it (docs/RULES.md, rule 1).
            pub const fn carried_by_http(self) -> bool {
                match self { $(Self::$variant => $http,)* }
            }

            /// What an absent value is read as; `None` is null.
            pub const fn blank(self) -> Option<&'static str> {
                match self { $(Self::$variant => $blank,)* }
            }
        }
    };
}

scalars! {
    // variant, name, by reference, carried by GET and POST, absent value
    String "string" true, true, None;
    Boolean "boolean" false, true, Some("false");
    Byte "byte" false, true, Some("0");
    UnsignedByte "unsignedByte" false, true, Some("0");
    Short "short" false, true, Some("0");
    UnsignedShort "unsignedShort" false, true, Some("0");
    Int "int" false, true, Some("0");
    UnsignedInt "unsignedInt" false, true, Some("0");
    Long "long" false, true, Some("0");
    UnsignedLong "unsignedLong" false, true, Some("0");
    Integer "integer" true, false, None;
    Float "float" false, true, Some("0");
    Double "double" false, true, Some("0");
    Decimal "decimal" false, true, Some("0");
    DateTime "dateTime" false, true, Some("0001-01-01T00:00:00");
    Date "date" false, false, Some("0001-01-01");
    Time "time" false, false, Some("00:00:00");
    Duration "duration" true, false, None;
    Base64Binary "base64Binary" true, false, None;
    HexBinary "hexBinary" true, false, None;
    AnyUri "anyURI" true, false, None;
    QName "QName" true, false, None;
    Guid "guid" false, false, Some("00000000-0000-0000-0000-000000000000");
    Char "char" false, true, Some("0");
    // Those that .NET holds as texts, which it does not check.
    NormalizedString "normalizedString" true, false, None;
    Token "token" true, false, None;
    Language "language" true, false, None;
    Name "Name" true, false, None;
    NcName "NCName" true, false, None;
    NmToken "NMTOKEN" true, false, None;
    NmTokens "NMTOKENS" true, false, None;
    Id "ID" true, false, None;
    IdRef "IDREF" true, false, None;
    IdRefs "IDREFS" true, false, None;
    Entity "ENTITY" true, false, None;
    Entities "ENTITIES" true, false, None;
    Notation "NOTATION" true, false, None;
    GYear "gYear" true, false, None;
    GYearMonth "gYearMonth" true, false, None;
    GMonth "gMonth" true, false, None;
    GMonthDay "gMonthDay" true, false, None;
    GDay "gDay" true, false, None;
    NonNegativeInteger "nonNegativeInteger" true, false, None;
    PositiveInteger "positiveInteger" true, false, None;
    NonPositiveInteger "nonPositiveInteger" true, false, None;
    NegativeInteger "negativeInteger" true, false, None;
}

impl Scalar {
    /// Whether .NET holds it as a text that it does not check: everything behind `char` in the table.
    #[must_use]
    pub const fn is_unchecked(self) -> bool {
        self as u8 > Self::Char as u8
    }
}

/// A value that is not of its parameter's type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidValue {
    /// The offending text, cut if it is long; `[redacted]` for a secret.
    pub text: String,
    /// The type that was expected.
    pub expected: String,
}

impl InvalidValue {
    #[doc(hidden)]
    pub fn new(text: &str, expected: &str) -> Self {
        Self { text: shortened(text, 40).into_owned(), expected: expected.to_owned() }
    }

    /// The same of a value that is a secret if `secret`: without its text.
    #[doc(hidden)]
    #[must_use]
    pub fn hidden_if(self, secret: bool) -> Self {
        if secret { Self { text: "[redacted]".to_owned(), ..self } } else { self }
    }

    #[doc(hidden)]
    pub fn shape(expected: &str) -> Self {
        Self { text: "a value of another shape".to_owned(), expected: expected.to_owned() }
    }
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}` is not a valid {}", shown_line(&self.text), self.expected)
    }
}

impl std::error::Error for InvalidValue {}

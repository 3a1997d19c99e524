//! The XSD types that ASMX parameters and results have.

use std::fmt;

use super::Parameter;
use super::rules::{Items, Kind, array_name};
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
        }
    }

    /// What the [rules](crate::rules) need to know of it.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Scalar(scalar) => Kind::Scalar(scalar),
            Self::Enumeration(_) => Kind::Enumeration,
            Self::Structure(_) => Kind::Structure,
            Self::Array(_) => Kind::Array,
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
            (Self::Enumeration(one), Self::Enumeration(two)) => one.name == two.name,
            (Self::Structure(one), Self::Structure(two)) => one.name == two.name,
            (Self::Array(one), Self::Array(two)) => one == two,
            _ => false,
        }
    }
}

/// An array's items.
#[non_exhaustive]
#[derive(Debug, PartialEq)]
pub struct ArrayType {
    /// Type of the items.
    pub item: Type,
    /// Element name of an item.
    pub item_name: &'static str,
    /// Whether items may be null.
    pub nullable_items: bool,
    /// The type's own name, where it is not `ArrayOf…` after its items: of two arrays that would have one name the second has a digit.
    pub name: Option<&'static str>,
}

impl ArrayType {
    /// An array whose items are never null.
    pub const fn new(item: Type, item_name: &'static str) -> Self {
        Self { item, item_name, nullable_items: false, name: None }
    }

    /// States the type's own name: `ArrayOfLong1`.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }

    /// What the [rules](crate::rules) need to know of its items.
    pub const fn items(&self) -> Items {
        Items { kind: self.item.kind(), nullable: self.nullable_items }
    }

    /// Lets items be null.
    #[must_use]
    pub const fn nullable_items(mut self) -> Self {
        self.nullable_items = true;
        self
    }
}

/// An enumeration.
#[non_exhaustive]
#[derive(Debug)]
pub struct Enumeration {
    /// Name on the wire.
    pub name: &'static str,
    /// Its values, exact text; the first is the default.
    pub values: &'static [&'static str],
    /// What each value means, in Markdown; empty where the spec says nothing, and as a whole if it says nothing of any.
    pub meanings: &'static [&'static str],
}

impl Enumeration {
    /// An enumeration.
    pub const fn new(name: &'static str, values: &'static [&'static str]) -> Self {
        Self { name, values, meanings: &[] }
    }

    /// Says what its values mean, in their order.
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
}

/// A structure.
#[non_exhaustive]
#[derive(Debug)]
pub struct Structure {
    /// Name on the wire.
    pub name: &'static str,
    /// Its members in order.
    pub members: &'static [Parameter],
}

impl Structure {
    /// A structure.
    pub const fn new(name: &'static str, members: &'static [Parameter]) -> Self {
        Self { name, members }
    }
}

macro_rules! scalars {
    ($($variant:ident $name:literal $reference:literal, $http:literal, $blank:expr;)*) => {
        /// A built-in scalar: those of XSD that ASMX uses, and its own `guid` and `char`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Scalar {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
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

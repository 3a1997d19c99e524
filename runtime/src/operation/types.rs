//! The XSD types that ASMX parameters and results have.

use std::borrow::Cow;
use std::fmt;

use super::Parameter;
use crate::value::Value;
use crate::xsd::{self, Lexical};

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
            Self::Array(array) => {
                let item = array.item.name();
                let mut letters = item.chars();
                letters
                    .next()
                    .map_or_else(String::new, |first| format!("ArrayOf{}{}", first.to_uppercase(), letters.as_str()))
            }
        }
    }

    /// Checks `value` against the type and gives it in canonical form (`+5` as `5`). `Null` is left alone: whether it is
    /// allowed is the parameter's matter.
    ///
    /// # Errors
    ///
    /// The value has another shape, or a text in it is none of its type.
    pub fn canonical(self, value: Value<'_>) -> Result<Value<'_>, InvalidValue> {
        match (self, value) {
            (_, Value::Null) => Ok(Value::Null),
            (Self::Scalar(scalar), Value::Text(text)) => scalar.canonical(text).map(Value::Text),
            (Self::Enumeration(enumeration), Value::Text(text)) => {
                if enumeration.values.contains(&text.as_ref()) {
                    Ok(Value::Text(text))
                } else {
                    Err(InvalidValue::new(&text, enumeration.name))
                }
            }
            (Self::Structure(structure), Value::Structure(members)) => {
                if members.len() != structure.members.len() {
                    return Err(InvalidValue::shape(structure.name));
                }
                let members = structure.members.iter().zip(members);
                members
                    .map(|(member, value)| member.kind.canonical(value))
                    .collect::<Result<_, _>>()
                    .map(Value::Structure)
            }
            (Self::Array(array), Value::Array(items)) => {
                items.into_iter().map(|item| array.canonical_item(item)).collect::<Result<_, _>>().map(Value::Array)
            }
            (kind, _) => Err(InvalidValue::shape(&kind.name())),
        }
    }
}

impl Type {
    /// The first text in `value` that is no value of its enumeration.
    pub(crate) fn unknown_value(self, value: &Value<'_>) -> Option<InvalidValue> {
        match (self, value) {
            (Self::Enumeration(enumeration), Value::Text(text)) if !enumeration.values.contains(&text.as_ref()) => {
                Some(InvalidValue::new(text, enumeration.name))
            }
            (Self::Structure(structure), Value::Structure(members)) => {
                structure.members.iter().zip(members).find_map(|(member, value)| member.kind.unknown_value(value))
            }
            (Self::Array(array), Value::Array(items)) => items.iter().find_map(|item| array.item.unknown_value(item)),
            _ => None,
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
}

impl ArrayType {
    /// An array whose items are never null.
    pub const fn new(item: Type, item_name: &'static str) -> Self {
        Self { item, item_name, nullable_items: false }
    }

    /// Lets items be null.
    #[must_use]
    pub const fn nullable_items(mut self) -> Self {
        self.nullable_items = true;
        self
    }

    fn canonical_item<'a>(&self, item: Value<'a>) -> Result<Value<'a>, InvalidValue> {
        if item.is_null() && !self.nullable_items {
            return Err(InvalidValue { text: "null".to_owned(), expected: self.item.name() });
        }
        self.item.canonical(item)
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

    /// The value of a structure of which nothing was given: value types have their defaults, the rest is null.
    pub fn blank(&self) -> Value<'static> {
        Value::Structure(self.members.iter().map(Parameter::absent).collect())
    }
}

impl Type {
    /// What an absent value of the type is read as: the default of a value type, null for everything else (rule 17).
    pub fn blank(self) -> Value<'static> {
        match self {
            Self::Scalar(scalar) => scalar.blank().map_or(Value::Null, |text| Value::Text(Cow::Borrowed(text))),
            Self::Enumeration(enumeration) => {
                enumeration.values.first().map_or(Value::Null, |first| Value::Text(Cow::Borrowed(first)))
            }
            Self::Structure(_) | Self::Array(_) => Value::Null,
        }
    }
}

macro_rules! scalars {
    ($($variant:ident $name:literal $rust:ty, $reference:literal, $http:literal, $blank:expr;)*) => {
        /// A built-in scalar: those of XSD that ASMX uses, and its own `guid` and `char`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

            /// Whether the GET and POST bindings carry it (rule 1 of the ASMX HTTP bindings).
            pub const fn carried_by_http(self) -> bool {
                match self { $(Self::$variant => $http,)* }
            }

            /// What an absent value is read as; `None` is null.
            pub const fn blank(self) -> Option<&'static str> {
                match self { $(Self::$variant => $blank,)* }
            }

            /// Checks `text` and gives its canonical form, borrowed where it already is canonical.
            ///
            /// # Errors
            ///
            /// The text is not one of the type.
            pub fn canonical(self, text: Cow<'_, str>) -> Result<Cow<'_, str>, InvalidValue> {
                if self == Self::String {
                    return Ok(text);
                }
                let canonical = match self {
                    $(Self::$variant => <$rust>::parse(&text).map(|value| value.lexical().into_owned()),)*
                };
                match canonical {
                    Ok(canonical) if canonical == text => Ok(text),
                    Ok(canonical) => Ok(Cow::Owned(canonical)),
                    Err(_) => Err(InvalidValue::new(&text, self.name())),
                }
            }
        }
    };
}

scalars! {
    // variant, name, Rust type, by reference, carried by GET and POST, absent value
    Boolean "boolean" bool, false, true, Some("false");
    Byte "byte" i8, false, true, Some("0");
    UnsignedByte "unsignedByte" u8, false, true, Some("0");
    Short "short" i16, false, true, Some("0");
    UnsignedShort "unsignedShort" u16, false, true, Some("0");
    Int "int" i32, false, true, Some("0");
    UnsignedInt "unsignedInt" u32, false, true, Some("0");
    Long "long" i64, false, true, Some("0");
    UnsignedLong "unsignedLong" u64, false, true, Some("0");
    Integer "integer" xsd::Integer, true, false, None;
    Float "float" f32, false, true, Some("0");
    Double "double" f64, false, true, Some("0");
    Decimal "decimal" xsd::Decimal, false, true, Some("0");
    DateTime "dateTime" xsd::DateTime, false, true, Some("0001-01-01T00:00:00");
    Date "date" xsd::Date, false, false, Some("0001-01-01");
    Time "time" xsd::Time, false, false, Some("00:00:00");
    Duration "duration" xsd::Duration, true, false, None;
    Base64Binary "base64Binary" xsd::Base64Binary, true, false, None;
    HexBinary "hexBinary" xsd::HexBinary, true, false, None;
    AnyUri "anyURI" xsd::AnyUri, true, false, None;
    QName "QName" xsd::QName, true, false, None;
    Guid "guid" xsd::Guid, false, false, Some("00000000-0000-0000-0000-000000000000");
    Char "char" xsd::Char, false, true, Some("0");
    String "string" String, true, true, None;
}

/// A value that is not of its parameter's type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidValue {
    /// The offending text, cut if it is long.
    pub text: String,
    /// The type that was expected.
    pub expected: String,
}

impl InvalidValue {
    pub(crate) fn new(text: &str, expected: &str) -> Self {
        let cut: String = text.chars().take(40).collect();
        let text = if cut.len() == text.len() { cut } else { cut + "…" };
        Self { text, expected: expected.to_owned() }
    }

    pub(crate) fn shape(expected: &str) -> Self {
        Self { text: "a value of another shape".to_owned(), expected: expected.to_owned() }
    }
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}` is not a valid {}", self.text, self.expected)
    }
}

impl std::error::Error for InvalidValue {}

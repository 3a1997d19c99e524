//! Rules of types that a generator and a runtime share (docs/RULES.md, rule 1). Each has its own types (those of a
//! generator hold no values); [`Kind`] is what the rules need to know of either.

use std::fmt;

use crate::{Scalar, XmlKind};

/// Whether a parameter or member can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Presence {
    /// Must be given.
    Required,
    /// May be left out: absent over SOAP, `Name=` over GET and POST.
    Optional,
    /// Is always present and may be null: `xsi:nil` over SOAP, not carried by GET and POST.
    Nullable,
    /// May be absent and, as another value, null.
    OptionalNullable,
}

impl Presence {
    /// Whether `xsi:nil` may stand for its value.
    #[must_use]
    pub const fn is_nullable(self) -> bool {
        matches!(self, Self::Nullable | Self::OptionalNullable)
    }

    /// Whether it may be absent.
    #[must_use]
    pub const fn is_optional(self) -> bool {
        matches!(self, Self::Optional | Self::OptionalNullable)
    }
}

/// The kind of a type, as far as the rules need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A built-in scalar.
    Scalar(Scalar),
    /// One of a list of texts.
    Enumeration,
    /// Named members.
    Structure,
    /// A wrapped array.
    Array,
    /// A list of simple values in one text.
    List,
    /// Any type.
    Any,
    /// XML as it comes.
    Xml(XmlKind),
}

impl Kind {
    /// Whether .NET holds the type by value. Such a value is never absent: the type's default stands for one that is
    /// not given.
    #[must_use]
    pub const fn is_value(self) -> bool {
        match self {
            Self::Scalar(scalar) => !scalar.is_reference(),
            Self::Enumeration => true,
            Self::Structure | Self::Array | Self::List | Self::Any | Self::Xml(_) => false,
        }
    }

    /// The name of a built-in type in documents; empty for types whose name is declared or follows from their items.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar(scalar) => scalar.name(),
            Self::Any => "anyType",
            Self::Xml(kind) => kind.name(),
            Self::Enumeration | Self::Structure | Self::Array | Self::List => "",
        }
    }
}

/// The items of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Items {
    /// Their type.
    pub kind: Kind,
    /// Whether they may be null.
    pub nullable: bool,
}

/// The reason why HTTP GET and POST cannot carry a parameter. They carry values with one text, and arrays of those.
/// `Display` writes the reason as a clause about the parameter: `it is a structure`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hindrance {
    /// Its type is a value type and it may be null.
    Nullable,
    /// Its type is a scalar that they do not carry.
    Scalar(Scalar),
    /// It is a structure.
    Structure,
    /// It is an array of a scalar that they do not carry.
    ArrayOf(Scalar),
    /// It is an array of structures.
    ArrayOfStructures,
    /// It is an array of arrays.
    ArrayOfArrays,
    /// The type of its items is a value type and they may be null.
    NullableItems,
    /// It is a list of values in one text.
    List,
    /// It is of any type.
    Any,
    /// It is XML.
    Xml(XmlKind),
}

impl Hindrance {
    /// The reason why GET and POST cannot carry a parameter of this type; `None` if they can. `items` are those of an
    /// array.
    #[must_use]
    pub fn of(presence: Presence, kind: Kind, items: Option<Items>) -> Option<Self> {
        if presence.is_nullable() {
            return Some(Self::Nullable);
        }
        match (kind, items) {
            (Kind::Scalar(scalar), _) => (!scalar.carried_by_http()).then_some(Self::Scalar(scalar)),
            (Kind::Enumeration, _) => None,
            (Kind::Structure, _) => Some(Self::Structure),
            (Kind::Array, Some(items)) => Self::of_items(items),
            (Kind::Array, None) => Some(Self::ArrayOfArrays),
            (Kind::List, _) => Some(Self::List),
            (Kind::Any, _) => Some(Self::Any),
            (Kind::Xml(kind), _) => Some(Self::Xml(kind)),
        }
    }

    /// As [`of`](Self::of), for a parameter that may be `repeated`: an array without an element around it, which GET
    /// and POST carry like other arrays.
    #[must_use]
    pub fn of_member(presence: Presence, repeated: bool, kind: Kind, items: Option<Items>) -> Option<Self> {
        match kind {
            Kind::Array if repeated => Some(Self::ArrayOfArrays),
            _ if repeated => Self::of_items(Items { kind, nullable: presence.is_nullable() }),
            _ => Self::of(presence, kind, items),
        }
    }

    fn of_items(items: Items) -> Option<Self> {
        match items.kind {
            Kind::Array => Some(Self::ArrayOfArrays),
            Kind::Structure => Some(Self::ArrayOfStructures),
            Kind::List => Some(Self::List),
            Kind::Any => Some(Self::Any),
            Kind::Xml(kind) => Some(Self::Xml(kind)),
            Kind::Scalar(scalar) if !scalar.carried_by_http() => Some(Self::ArrayOf(scalar)),
            // An absent string has no text of its own: it is sent as an empty one.
            Kind::Scalar(Scalar::String) => None,
            Kind::Scalar(_) | Kind::Enumeration => items.nullable.then_some(Self::NullableItems),
        }
    }
}

impl fmt::Display for Hindrance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nullable => formatter.write_str("it may be null"),
            Self::Scalar(scalar) => write!(formatter, "it is of type `{}`", scalar.name()),
            Self::Structure => formatter.write_str("it is a structure"),
            Self::ArrayOf(scalar) => write!(formatter, "it is an array of `{}`", scalar.name()),
            Self::ArrayOfStructures => formatter.write_str("it is an array of structures"),
            Self::ArrayOfArrays => formatter.write_str("it is an array of arrays"),
            Self::NullableItems => formatter.write_str("its items may be null"),
            Self::List => formatter.write_str("it is a list"),
            Self::Any => formatter.write_str("it is of any type"),
            Self::Xml(XmlKind::Content) => formatter.write_str("it is XML"),
            Self::Xml(kind) => write!(formatter, "it is a {}", kind.name()),
        }
    }
}

/// Whether an enumeration lists a text, by whether it lists a value. In an enumeration of flags, a text holds any
/// number of values, separated by white space.
pub fn lists(text: &str, flags: bool, is_listed: impl Fn(&str) -> bool) -> bool {
    if flags { text.split_ascii_whitespace().all(is_listed) } else { is_listed(text) }
}

/// The name of an array type by the name of its items' type: `ArrayOfInt` for `int`. If two arrays of a service would
/// have one name, the second gets a digit; whoever knows all arrays adds it.
#[must_use]
pub fn array_name(item: &str) -> String {
    let mut letters = item.chars();
    letters.next().map_or_else(String::new, |first| format!("ArrayOf{}{}", first.to_uppercase(), letters.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn get_and_post_carry_texts_and_arrays_of_them() {
        let of = |kind| Hindrance::of(Presence::Optional, kind, None);
        assert_eq!(of(Kind::Scalar(Scalar::Int)), None);
        assert_eq!(of(Kind::Enumeration), None);
        assert_eq!(of(Kind::Scalar(Scalar::Guid)), Some(Hindrance::Scalar(Scalar::Guid)));
        assert_eq!(of(Kind::Structure), Some(Hindrance::Structure));
        assert_eq!(Hindrance::of(Presence::Nullable, Kind::Enumeration, None), Some(Hindrance::Nullable));
        let array = |kind, nullable| Hindrance::of(Presence::Optional, Kind::Array, Some(Items { kind, nullable }));
        assert_eq!(array(Kind::Scalar(Scalar::String), true), None);
        assert_eq!(array(Kind::Scalar(Scalar::Int), false), None);
        assert_eq!(array(Kind::Scalar(Scalar::Int), true), Some(Hindrance::NullableItems));
        assert_eq!(array(Kind::Enumeration, true), Some(Hindrance::NullableItems));
        assert_eq!(array(Kind::Scalar(Scalar::Date), false), Some(Hindrance::ArrayOf(Scalar::Date)));
        assert_eq!(array(Kind::Structure, false), Some(Hindrance::ArrayOfStructures));
        assert_eq!(array(Kind::Array, false), Some(Hindrance::ArrayOfArrays));
        assert_eq!(Hindrance::ArrayOf(Scalar::Date).to_string(), "it is an array of `date`");
    }

    #[test]
    fn arrays_are_called_after_their_items() {
        assert_eq!(["int", "Färbe", "", "äpfel"].map(array_name), ["ArrayOfInt", "ArrayOfFärbe", "", "ArrayOfÄpfel"]);
    }
}

//! Enumerations whose values are sets (.NET's `[Flags]`).

use std::borrow::Cow;

use crate::operation::{Enumeration, InvalidValue};
use crate::value::field::Input;

/// Defines a set of flags, with a constant for each value.
///
/// ```text
/// rt::flags! {
///     /// The rights of a reader.
///     #[flags(RIGHTS = "Rights")]
///     pub struct Rights;
///     impl Rights {
///         /// May read.
///         #[value("Read")]
///         pub const READ: Self = Self::flag(0);
///     }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __flags {
    (
        $(#[doc = $doc:literal])*
        #[flags($descriptor:ident = $name:literal $(, $about:ident($value:expr))* $(,)?)]
        pub struct $flags:ident;
        impl $same:ident {
            $(
                $(#[doc = $meaning:literal])*
                #[value($text:literal)]
                pub const $constant:ident: Self = Self::flag($position:literal $(,)?);
            )*
        }
    ) => {
        $(#[doc = $doc])*
        ///
        /// A set of values, joined by `|`. Undeclared texts are kept; a call sends them only with `allow_unknown_values()`.
        #[derive(
            ::std::clone::Clone, ::std::cmp::PartialEq, ::std::cmp::Eq, ::std::hash::Hash, ::std::default::Default,
        )]
        pub struct $flags {
            set: $crate::__private::FlagSet,
        }
        #[allow(clippy::self_named_constructors, reason = "named by the service")]
        impl $flags {
            $(
                $(#[doc = $meaning])*
                #[doc = ::std::concat!("\n`", $text, "`.")]
                pub const $constant: Self = Self { set: $crate::__private::FlagSet::flag($position, &[$text]) };
            )*
            /// The empty set.
            #[must_use]
            pub fn new() -> Self {
                <Self as ::std::default::Default>::default()
            }
            /// Whether the set is empty.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.set.is_empty()
            }
            /// Whether the set has all of these values.
            #[must_use]
            pub fn contains(&self, flags: &Self) -> bool {
                self.set.contains(&flags.set)
            }
            /// Adds these values.
            pub fn insert(&mut self, flags: Self) {
                self.set.insert(flags.set, &$descriptor);
            }
            /// Removes these values.
            pub fn remove(&mut self, flags: &Self) {
                self.set.remove(&flags.set);
            }
            /// The texts of the values: documented ones in the order of the documentation, then the others.
            pub fn iter(&self) -> impl ::std::iter::Iterator<Item = &str> {
                self.set.texts(&$descriptor).into_iter()
            }
        }
        impl ::std::ops::BitOr for $flags {
            type Output = Self;
            fn bitor(mut self, flags: Self) -> Self {
                self.insert(flags);
                self
            }
        }
        impl ::std::ops::BitOrAssign for $flags {
            fn bitor_assign(&mut self, flags: Self) {
                self.insert(flags);
            }
        }
        impl ::std::fmt::Debug for $flags {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.debug_set().entries(self.iter()).finish()
            }
        }
        impl ::std::fmt::Display for $flags {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.pad(&self.set.text(&$descriptor))
            }
        }
        impl ::std::str::FromStr for $flags {
            type Err = $crate::__private::InvalidValue;

            /// The set of these texts, separated by blanks; an undeclared text is an error.
            fn from_str(text: &str) -> ::std::result::Result<Self, $crate::__private::InvalidValue> {
                $crate::__private::FlagSet::of_documented(text, &$descriptor).map(|set| Self { set })
            }
        }
        impl $crate::__private::Field for $flags {
            fn view(&self) -> $crate::__private::View<'_> {
                $crate::__private::View::Text(self.set.text(&$descriptor))
            }
            fn take(
                &mut self,
                input: $crate::__private::Input<'_>,
            ) -> ::std::result::Result<(), $crate::__private::InvalidValue> {
                self.set.take(&input, &$descriptor)
            }
        }
        impl $crate::__private::FieldType for $flags {
            const TYPE: $crate::Type = $crate::Type::Enumeration(&$descriptor);
            const NAME: &'static str = $name;
        }
        impl $crate::__private::SingleValue for $flags {}
        $crate::__serde!(value $flags);
        pub(crate) static $descriptor: $crate::__private::Enumeration = $crate::__private::Enumeration::new($name, &[$($text),*])
            .meanings(&[$(::std::concat!($($meaning, "\n"),*)),*])
            .flags()
            $(.$about($value))*;
    };
}

/// The number of values that a set holds as bits. Further declared values and undeclared ones are held as text.
const BITS: usize = u128::BITS as usize;

/// A set of an enumeration's values.
#[derive(Debug, Clone, Default)]
pub struct FlagSet {
    bits: u128,
    texts: Texts,
}

/// Values that are held as text: declared ones in the order of the enumeration, then undeclared ones.
#[derive(Debug, Clone)]
enum Texts {
    Declared(&'static [&'static str]),
    Owned(Vec<String>),
}

impl Default for Texts {
    fn default() -> Self {
        Self::Declared(&[])
    }
}

impl Texts {
    fn iter(&self) -> impl Iterator<Item = &str> {
        let (declared, owned): (&[&'static str], &[String]) = match self {
            Self::Declared(texts) => (texts, &[]),
            Self::Owned(texts) => (&[], texts),
        };
        declared.iter().copied().chain(owned.iter().map(String::as_str))
    }

    fn contains(&self, text: &str) -> bool {
        self.iter().any(|known| known == text)
    }

    /// For comparisons: the order in which undeclared texts arrived does not count.
    fn sorted(&self) -> Vec<&str> {
        let mut texts: Vec<&str> = self.iter().collect();
        texts.sort_unstable();
        texts
    }
}

impl PartialEq for FlagSet {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits && self.texts.sorted() == other.texts.sorted()
    }
}

impl Eq for FlagSet {}

impl std::hash::Hash for FlagSet {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
        self.texts.sorted().hash(state);
    }
}

impl FlagSet {
    /// The value at that position of the enumeration; `text` is its text.
    pub const fn flag(position: usize, text: &'static [&'static str]) -> Self {
        if position < BITS {
            Self { bits: 1 << position, texts: Texts::Declared(&[]) }
        } else {
            Self { bits: 0, texts: Texts::Declared(text) }
        }
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.bits == 0 && self.texts.iter().next().is_none()
    }

    /// Whether the set has all of these values.
    pub fn contains(&self, flags: &Self) -> bool {
        self.bits & flags.bits == flags.bits && flags.texts.iter().all(|text| self.texts.contains(text))
    }

    /// Adds these values.
    pub fn insert(&mut self, flags: Self, enumeration: &Enumeration) {
        self.bits |= flags.bits;
        if self.texts.iter().next().is_none() {
            self.texts = flags.texts;
            return;
        }
        for text in flags.texts.iter() {
            self.insert_other(text, enumeration);
        }
    }

    /// Removes these values.
    pub fn remove(&mut self, flags: &Self) {
        self.bits &= !flags.bits;
        let texts: Vec<String> =
            self.texts.iter().filter(|text| !flags.texts.contains(text)).map(str::to_owned).collect();
        self.texts = Texts::Owned(texts);
    }

    /// The texts of the values, in the order of the enumeration.
    pub fn texts<'a>(&'a self, enumeration: &'a Enumeration) -> Vec<&'a str> {
        let bits = enumeration.values.iter().take(BITS).enumerate();
        let bits = bits.filter(|(position, _)| self.bits >> position & 1 == 1).map(|(_, text)| *text);
        bits.chain(self.texts.iter()).collect()
    }

    /// The text on the wire.
    pub fn text(&self, enumeration: &'static Enumeration) -> Cow<'_, str> {
        match self.texts(enumeration).as_slice() {
            [] => Cow::Borrowed(""),
            [text] => Cow::Borrowed(*text),
            several => Cow::Owned(several.join(" ")),
        }
    }

    /// The set of these texts.
    ///
    /// # Errors
    ///
    /// The enumeration does not declare one of them.
    pub fn of_documented(text: &str, enumeration: &Enumeration) -> Result<Self, InvalidValue> {
        let set = Self::of_text(text, enumeration);
        let is_documented = set.texts.iter().all(|text| enumeration.values.contains(&text));
        if is_documented { Ok(set) } else { Err(InvalidValue::of_enumeration(text, enumeration)) }
    }

    /// Takes a value; null is the empty set.
    ///
    /// # Errors
    ///
    /// The value is not a text.
    pub fn take(&mut self, input: &Input<'_>, enumeration: &Enumeration) -> Result<(), InvalidValue> {
        *self = match input {
            Input::Absent | Input::Nil => Self::default(),
            Input::Text(text) => Self::of_text(text, enumeration),
            _ => return Err(InvalidValue::shape(enumeration.name)),
        };
        Ok(())
    }

    fn of_text(text: &str, enumeration: &Enumeration) -> Self {
        let mut set = Self::default();
        // A declared value may contain blanks.
        if enumeration.values.contains(&text) && !text.is_empty() {
            set.insert_text(text, enumeration);
        } else {
            text.split_ascii_whitespace().for_each(|text| set.insert_text(text, enumeration));
        }
        set
    }

    fn insert_text(&mut self, text: &str, enumeration: &Enumeration) {
        match enumeration.values.iter().take(BITS).position(|value| *value == text) {
            Some(position) => self.bits |= 1 << position,
            None => self.insert_other(text, enumeration),
        }
    }

    fn insert_other(&mut self, text: &str, enumeration: &Enumeration) {
        if self.texts.contains(text) {
            return;
        }
        let mut texts: Vec<String> = self.texts.iter().map(str::to_owned).collect();
        texts.push(text.to_owned());
        texts.sort_by_key(|text| enumeration.values.iter().position(|value| value == text).unwrap_or(usize::MAX));
        self.texts = Texts::Owned(texts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `V0` to `V199`, and a value with a blank.
    fn many() -> &'static Enumeration {
        let mut values: Vec<&'static str> = (0..200).map(|number| &*format!("V{number}").leak()).collect();
        values.push("a b");
        Box::leak(Box::new(Enumeration::new("Many", values.leak()).flags()))
    }

    fn set(text: &str) -> FlagSet {
        FlagSet::of_text(text, many())
    }

    #[test]
    fn values_are_in_the_order_of_the_enumeration_however_many_there_are() {
        assert_eq!(set("V150 other V129 V3 V127 V3 V0").text(many()), "V0 V3 V127 V129 V150 other");
        assert_eq!(set(" V1\n").text(many()), "V1");
        assert_eq!(set("").text(many()), "");
        assert_eq!(set("a b").texts(many()), ["a b"]);
    }

    #[test]
    fn sets_of_unknown_texts_are_equal_in_any_order() {
        let hash = |set: &FlagSet| {
            use std::hash::{Hash, Hasher};
            let mut hasher = std::hash::DefaultHasher::new();
            set.hash(&mut hasher);
            hasher.finish()
        };
        let (one, two) = (set("V1 x y V150"), set("y V150 V1 x"));
        assert_eq!(one, two);
        assert_eq!(hash(&one), hash(&two));
        assert_eq!((&*one.text(many()), &*two.text(many())), ("V1 V150 x y", "V1 V150 y x"));
    }

    #[test]
    fn values_beyond_the_bits_are_joined_compared_and_removed() {
        let mut joined = FlagSet::flag(150, &["V150"]);
        joined.insert(FlagSet::flag(129, &["V129"]), many());
        joined.insert(FlagSet::flag(2, &["V2"]), many());
        assert_eq!(joined, set("V2 V129 V150"));
        assert!(joined.contains(&set("V150 V2")) && !joined.contains(&set("V151")) && !joined.contains(&set("V3")));
        joined.remove(&set("V129 V2"));
        assert_eq!(joined, FlagSet::flag(150, &["V150"]));
        joined.remove(&set("V150"));
        assert!(joined.is_empty());
    }

    #[test]
    fn undeclared_texts_are_read_but_not_parsed() {
        assert_eq!(
            FlagSet::of_documented("V199 V1", many()).map(|set| set.text(many()).into_owned()).as_deref(),
            Ok("V1 V199")
        );
        assert_eq!(FlagSet::of_documented("V1 V200", many()), Err(InvalidValue::of_enumeration("V1 V200", many())));
        let mut read = set("V1");
        read.take(&Input::Text("new V2".into()), many()).ok();
        assert_eq!(read.texts(many()), ["V2", "new"]);
        read.take(&Input::Absent, many()).ok();
        assert!(read.is_empty());
        assert!(read.take(&Input::Xml("".into()), many()).is_err());
    }
}

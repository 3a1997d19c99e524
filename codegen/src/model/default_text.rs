//! Checks the text of a default against its type.

use asmx_types::lexical::{self, Reason};
use asmx_types::rules::lists;

use super::{Scalar, Type};

/// The reason why a text cannot be the default of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultMistake {
    /// The text is not a value of the scalar.
    Scalar(Scalar, Reason),
    /// The text is not a value of the enumeration, which is the named type of this number.
    Enumeration(usize),
    /// Values of the type are not texts.
    NoText,
}

/// Answers questions about enumerations by the numbers of their types.
pub trait Enumerations {
    /// Whether a text may hold several values; `None` if the type is not an enumeration.
    fn flags(&self, number: usize) -> Option<bool>;

    /// Whether the enumeration has the value. It is asked once for every default, so it must not compare all values.
    fn has(&self, number: usize, value: &str) -> bool;
}

/// The reason why `text` cannot be the default of `kind`; `None` if it can.
pub fn default_mistake(kind: &Type, text: &str, enumerations: &impl Enumerations) -> Option<DefaultMistake> {
    match kind {
        Type::List(item) => text.split_ascii_whitespace().find_map(|part| of_one(item, part, enumerations)),
        kind => of_one(kind, text, enumerations),
    }
}

fn of_one(kind: &Type, text: &str, enumerations: &impl Enumerations) -> Option<DefaultMistake> {
    match kind {
        Type::Scalar(scalar) => {
            lexical::check(*scalar, text).err().map(|reason| DefaultMistake::Scalar(*scalar, reason))
        }
        Type::Named(number) => match enumerations.flags(*number) {
            Some(flags) => (!lists(text, flags, |value| enumerations.has(*number, value)))
                .then_some(DefaultMistake::Enumeration(*number)),
            None => Some(DefaultMistake::NoText),
        },
        Type::Array(_) | Type::List(_) | Type::Any | Type::Xml(_) => Some(DefaultMistake::NoText),
    }
}

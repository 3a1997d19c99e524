//! Values that are not of their type, and what would be right.

use std::fmt;

use crate::display::{shortened, shown_line};
use crate::near::question;
use crate::{Enumeration, Scalar};

/// A value that is not of its parameter's type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidValue {
    /// The invalid text, shortened if it is long; `[redacted]` for a secret.
    pub text: String,
    /// The type that was expected.
    pub expected: String,
    /// The values of the type, if it is an enumeration and the text is no secret.
    pub values: &'static [&'static str],
    /// The value as the type has it, if that is clear and the text is no secret.
    pub instead: Option<Box<str>>,
}

impl InvalidValue {
    #[doc(hidden)]
    pub fn new(text: &str, expected: &str) -> Self {
        Self { text: shortened(text, 40).into_owned(), expected: expected.to_owned(), values: &[], instead: None }
    }

    /// A text that an enumeration does not declare.
    #[doc(hidden)]
    pub fn of_enumeration(text: &str, enumeration: &Enumeration) -> Self {
        Self { values: enumeration.values, ..Self::new(text, enumeration.name) }
    }

    /// Replaces the text by `[redacted]` if `secret`.
    #[doc(hidden)]
    #[must_use]
    pub fn hidden_if(self, secret: bool) -> Self {
        if secret { Self { text: "[redacted]".to_owned(), values: &[], instead: None, ..self } } else { self }
    }

    #[doc(hidden)]
    pub fn shape(expected: &str) -> Self {
        Self { text: "a value of another shape".to_owned(), expected: expected.to_owned(), values: &[], instead: None }
    }

    /// Proposes the value as its type has it.
    #[doc(hidden)]
    #[must_use]
    pub fn proposing(self, instead: &str) -> Self {
        Self { instead: Some(shortened(instead, 40).into()), ..self }
    }
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}` is not a valid {}", shown_line(&self.text), self.expected)?;
        match self.expected.as_str() {
            "base64Binary" => formatter.write_str("; give the Base64 of the bytes, such as `dG9rZW4=`"),
            "hexBinary" => formatter.write_str("; give the hexadecimal digits of the bytes, such as `746F6B656E`"),
            _ => Ok(()),
        }
    }
}

impl InvalidValue {
    /// The sentence for a person who wrote the value, with what would be right.
    #[must_use]
    pub fn with_advice(&self) -> String {
        if self.expected == Scalar::Boolean.name() {
            return format!("{self}; write `true` or `false`");
        }
        match Scalar::ALL.iter().find(|scalar| scalar.name() == self.expected && has_format(**scalar)) {
            Some(scalar) => format!("{self}; write it as `{}`", scalar.sample()),
            None => match &self.instead {
                Some(instead) => format!("{self}; write `{}`", shown_line(instead)),
                None => format!("{self}{}", self.proposal()),
            },
        }
    }

    /// The values that may be meant, or those that there are.
    fn proposal(&self) -> String {
        /// More values are not listed.
        const MOST: usize = 12;
        if let Some(question) = question(&self.text, self.values.iter().copied()) {
            return format!("; {question}");
        }
        let (first, more) = self.values.split_at_checked(MOST).unwrap_or((self.values, &[]));
        let names: Vec<String> = first.iter().map(|value| format!("`{}`", shown_line(value))).collect();
        match (names.is_empty(), more.len()) {
            (true, _) => String::new(),
            (false, 0) => format!("; there are: {}", names.join(", ")),
            (false, more) => format!("; there are: {} and {more} more", names.join(", ")),
        }
    }
}

/// Whether its texts have a form that has to be known.
const fn has_format(scalar: Scalar) -> bool {
    matches!(
        scalar.base(),
        Scalar::DateTime
            | Scalar::Date
            | Scalar::Time
            | Scalar::Duration
            | Scalar::Guid
            | Scalar::Decimal
            | Scalar::Float
            | Scalar::Double
    )
}

impl std::error::Error for InvalidValue {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_what_is_right() {
        static CURRENCIES: [&str; 3] = ["EUR", "USD", "CHF"];
        let currency = Enumeration::new("Currency", &CURRENCIES);
        let of = |text: &str| InvalidValue::of_enumeration(text, &currency);
        assert_eq!(of("eur").with_advice(), "`eur` is not a valid Currency; did you mean `EUR`?");
        assert_eq!(of("Gulden").with_advice(), "`Gulden` is not a valid Currency; there are: `EUR`, `USD`, `CHF`");
        assert_eq!(of("eur").hidden_if(true).with_advice(), "`[redacted]` is not a valid Currency");
        let many: &[&str] = &["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N"];
        let refusal = InvalidValue::of_enumeration("no letter", &Enumeration::new("Letter", many)).with_advice();
        assert!(refusal.ends_with("`K`, `L` and 2 more"), "{refusal}");
        for (text, scalar, advice) in [
            ("31.01.2026", Scalar::Date, "; write it as `2026-01-31`"),
            ("1:30", Scalar::TimeSpan, "; write it as `P1DT2H`"),
            ("1,5", Scalar::Decimal, "; write it as `12.50`"),
            ("yes", Scalar::Boolean, "; write `true` or `false`"),
            ("x", Scalar::Int, ""),
        ] {
            let refusal = InvalidValue::new(text, scalar.name()).with_advice();
            assert_eq!(refusal, format!("`{text}` is not a valid {}{advice}", scalar.name()));
        }
    }
}

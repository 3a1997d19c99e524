//! Cells of tables: their kind in JSON follows from the type of their column.

use std::fmt::Write as _;

use serde_json::{Number, Value as Json};

/// The kind of a value in JSON: that of its type, whatever the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellKind {
    /// A string: texts, dates, and numbers whose digits a number of JSON would lose.
    Text,
    /// `true` or `false`.
    Boolean,
    /// An integer of at most 32 bits.
    Integer,
    /// A number, or `INF`, `-INF` or `NaN` as a string.
    Float,
}

impl CellKind {
    /// The kind of a type of XML Schema, such as `xs:int`.
    #[must_use]
    pub fn of(type_name: &str) -> Self {
        match type_name.strip_prefix("xs:").unwrap_or(type_name) {
            "boolean" => Self::Boolean,
            "byte" | "short" | "int" | "unsignedByte" | "unsignedShort" | "unsignedInt" => Self::Integer,
            "float" | "double" => Self::Float,
            _ => Self::Text,
        }
    }

    /// The value of a text. A text that is none of its type stays a string.
    #[must_use]
    pub fn value(self, text: &str) -> Json {
        self.parse(text).unwrap_or_else(|| Json::from(text))
    }

    /// Writes the value of a text, unless it stays a string.
    #[must_use]
    pub fn write(self, text: &str, out: &mut String) -> bool {
        // Writing to a String cannot fail.
        self.parse(text).is_some_and(|value| write!(out, "{value}").is_ok())
    }

    /// The boolean or number of a text, or the text of an infinite number.
    pub(super) fn parse(self, text: &str) -> Option<Json> {
        let trimmed = text.trim();
        match self {
            Self::Text => None,
            Self::Boolean => match trimmed {
                "true" | "1" => Some(Json::Bool(true)),
                "false" | "0" => Some(Json::Bool(false)),
                _ => None,
            },
            Self::Integer => trimmed.parse::<i64>().ok().map(Json::from),
            // Readers of a schema know `INF`; .NET also reads its own word.
            Self::Float if trimmed == "Infinity" => Some("INF".into()),
            Self::Float if trimmed == "-Infinity" => Some("-INF".into()),
            Self::Float => {
                let begins = |first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.');
                let number = trimmed.starts_with(begins).then(|| trimmed.parse::<f64>().ok()).flatten();
                number.and_then(Number::from_f64).map(Json::Number)
            }
        }
    }
}

//! Whether the text of a cell is a value of the type of its column.

use asmx_runtime::results::table::{ColumnValues, DATE_TIME_OFFSET, Fit};
use asmx_types::{Scalar, lexical};

/// The texts of a column that are not of its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OtherTexts {
    /// Empty ones alone, which Arrow has as nulls.
    Empty,
    Any,
}

impl OtherTexts {
    /// Those of a column with these values.
    pub(crate) fn of(values: &ColumnValues) -> Option<Self> {
        let mut texts = values.as_sent().filter(|(_, fit, _)| *fit == Fit::Invalid).map(|(.., text)| text).peekable();
        texts.peek()?;
        Some(if texts.all(|text| text.trim_ascii().is_empty()) { Self::Empty } else { Self::Any })
    }
}

/// Whether a text is a value of this type, such as `xs:int`. Any text is one of an unknown type.
pub(crate) fn is_value(type_name: &str, text: &str) -> bool {
    let name = type_name.strip_prefix("xs:").unwrap_or(type_name);
    let is_of = |scalar| lexical::check(scalar, text).is_ok();
    match Scalar::ALL.iter().find(|scalar| scalar.name() == name) {
        _ if type_name == DATE_TIME_OFFSET => is_of(Scalar::DateTime),
        // .NET declares one for the other (`SqlBinary`).
        Some(Scalar::HexBinary | Scalar::Base64Binary) => is_of(Scalar::HexBinary) || is_of(Scalar::Base64Binary),
        Some(scalar) if name.ends_with("Integer") && scalar.is_unchecked() => is_of(Scalar::Integer),
        // A year or a month: digits, and signs between them and of a zone.
        Some(scalar) if name.starts_with('g') && scalar.is_unchecked() => {
            text.trim_ascii().bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b':' | b'Z'))
        }
        Some(scalar) => is_of(*scalar),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_values_of_their_types() {
        for (type_name, right, wrong) in [
            ("xs:int", "-5", "=1+1"),
            ("xs:decimal", "+12.50", "+12,50"),
            ("xs:negativeInteger", "-1", "-1-1"),
            ("xs:duration", "-P1D", "-1"),
            ("xs:dateTime", "2026-11-28T00:00:00", "@now"),
            ("dateTimeOffset", "2026-11-28T00:00:00+01:00", "=A1"),
            ("xs:base64Binary", "+abc", "+abc="),
            ("xs:hexBinary", "+abc", "=0f"),
            ("xs:gYear", "-0044", "-cmd"),
            ("xs:float", "-INF", "-inf"),
            ("json", "=1", ""),
        ] {
            assert!(is_value(type_name, right), "{type_name} {right}");
            assert!(wrong.is_empty() || !is_value(type_name, wrong), "{type_name} {wrong}");
        }
    }
}

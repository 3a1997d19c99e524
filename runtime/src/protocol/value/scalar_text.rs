//! Scalars over GET and POST, which have .NET's own form instead of XSD's, and .NET's messages for unreadable texts.

use std::borrow::Cow;

use crate::fault::Exception;
use crate::operation::{InvalidValue, Scalar, Type};
use crate::value::canonical_text;
use crate::xsd::{Char, Lexical as _};

/// Converts a scalar's XSD text for GET and POST: `INF` becomes `Infinity`, a `char` the character itself. `None` for half of a surrogate
/// pair, which they cannot carry.
pub(crate) fn to_http(scalar: Scalar, text: &str) -> Option<Cow<'_, str>> {
    match (scalar, text) {
        (Scalar::Float | Scalar::Double, "INF") => Some(Cow::Borrowed("Infinity")),
        (Scalar::Float | Scalar::Double, "-INF") => Some(Cow::Borrowed("-Infinity")),
        (Scalar::Char, code) => Char::parse(code).ok()?.character_text().map(Cow::Owned),
        _ => Some(Cow::Borrowed(text)),
    }
}

/// Converts the text of a scalar or an enumeration for GET and POST. A set of values is separated by commas; the empty set is `0`.
pub(crate) fn value_to_http(kind: Type, text: &str) -> Option<Cow<'_, str>> {
    match kind {
        Type::Scalar(scalar) => to_http(scalar, text),
        Type::Enumeration(enumeration) if enumeration.flags && enumeration.lists(text) => {
            let values: Vec<&str> = text.split_ascii_whitespace().collect();
            Some(if values.is_empty() { Cow::Borrowed("0") } else { Cow::Owned(values.join(",")) })
        }
        _ => Some(Cow::Borrowed(text)),
    }
}

/// Reverses [`to_http`]. Like .NET it accepts blanks around value types, `True`, thousands separators in fractional numbers, and dates such as
/// `02/29/2024 13:45:56`.
pub(crate) fn from_http(scalar: Scalar, text: &str) -> Result<String, InvalidValue> {
    let invalid = || InvalidValue::new(text, scalar.name());
    let trimmed = text.trim();
    let xsd: Cow<'_, str> = match scalar {
        Scalar::Char => return Char::from_character_text(text).map(|unit| unit.to_string()).map_err(|_| invalid()),
        Scalar::Boolean => match trimmed.to_ascii_lowercase().as_str() {
            "true" => Cow::Borrowed("true"),
            "false" => Cow::Borrowed("false"),
            _ => return Err(invalid()),
        },
        Scalar::Float | Scalar::Double => match trimmed {
            "Infinity" => Cow::Borrowed("INF"),
            "-Infinity" => Cow::Borrowed("-INF"),
            "NaN" => Cow::Borrowed("NaN"),
            number if number.contains(|letter: char| letter.is_ascii_alphabetic() && !matches!(letter, 'e' | 'E')) => {
                return Err(invalid());
            }
            number => without_thousands(number),
        },
        Scalar::Decimal => without_thousands(trimmed),
        Scalar::DateTime => american_date(trimmed).map_or(Cow::Borrowed(trimmed), Cow::Owned),
        // .NET reads a moment and ignores the time.
        Scalar::Date => match american_date(trimmed) {
            Some(moment) => Cow::Owned(moment.chars().take("0001-01-01".len()).collect()),
            None => Cow::Borrowed(trimmed.split_once('T').map_or(trimmed, |(date, _)| date)),
        },
        // .NET reads these as texts.
        Scalar::String | Scalar::Integer | Scalar::Duration | Scalar::AnyUri => return Ok(text.to_owned()),
        scalar if scalar.is_unchecked() => return Ok(text.to_owned()),
        _ => Cow::Borrowed(trimmed),
    };
    canonical_text(scalar, xsd).map(Cow::into_owned).map_err(|_| invalid())
}

fn without_thousands(number: &str) -> Cow<'_, str> {
    let starts_well = number.trim_start_matches(['+', '-']).starts_with(|first: char| first.is_ascii_digit());
    if starts_well && number.contains(',') { Cow::Owned(number.replace(',', "")) } else { Cow::Borrowed(number) }
}

/// `month/day/year` with an optional `hours:minutes[:seconds]`, as the invariant culture writes it, in XSD's form.
fn american_date(text: &str) -> Option<String> {
    let (date, time) = text.split_once(' ').map_or((text, "00:00:00"), |(date, time)| (date, time.trim()));
    let (month, rest) = date.split_once('/')?;
    let (day, year) = rest.split_once('/')?;
    let digits =
        |part: &str, most: usize| (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    if !(digits(month, 2) && digits(day, 2) && year.len() == 4 && digits(year, 4)) {
        return None;
    }
    let parts: Vec<String> = time.split(':').map(|part| format!("{part:0>2}")).collect();
    let seconds = if parts.len() == 2 { ":00" } else { "" };
    Some(format!("{year}-{month:0>2}-{day:0>2}T{}{seconds}", parts.join(":")))
}

pub(crate) fn clr_name(kind: Type) -> String {
    let Type::Scalar(scalar) = kind else { return kind.name() };
    let name = match scalar {
        Scalar::Boolean => "Boolean",
        Scalar::Byte => "SByte",
        Scalar::UnsignedByte => "Byte",
        Scalar::Short => "Int16",
        Scalar::UnsignedShort => "UInt16",
        Scalar::Int => "Int32",
        Scalar::UnsignedInt => "UInt32",
        Scalar::Long => "Int64",
        Scalar::UnsignedLong => "UInt64",
        Scalar::Float => "Single",
        Scalar::Double => "Double",
        Scalar::Decimal => "Decimal",
        Scalar::DateTime | Scalar::Date | Scalar::Time => "DateTime",
        Scalar::DateTimeOffset => "DateTimeOffset",
        Scalar::DateOnly => "DateOnly",
        Scalar::TimeOnly => "TimeOnly",
        Scalar::Duration | Scalar::TimeSpan => "TimeSpan",
        Scalar::Base64Binary | Scalar::HexBinary => "Byte[]",
        Scalar::AnyUri => "Uri",
        Scalar::QName => "Xml.XmlQualifiedName",
        Scalar::Guid => "Guid",
        Scalar::Char => "Char",
        // .NET reads other types as texts.
        _ => "String",
    };
    format!("System.{name}")
}

/// The exception of .NET for a text that is not of type `kind`.
pub(crate) fn conversion_failure(kind: Type, text: &str) -> Exception {
    let (type_name, message) = match kind {
        Type::Scalar(Scalar::Boolean) => {
            ("System.FormatException", "String was not recognized as a valid Boolean.".to_owned())
        }
        Type::Scalar(Scalar::DateTime | Scalar::Date | Scalar::Time) => {
            ("System.FormatException", "String was not recognized as a valid DateTime.".to_owned())
        }
        Type::Scalar(Scalar::Char) => {
            ("System.FormatException", "String must be exactly one character long.".to_owned())
        }
        Type::Scalar(_) if is_whole_number(text) => {
            let name = clr_name(kind);
            let name = name.trim_start_matches("System.");
            let article = if name.starts_with(['I', 'A']) { "an" } else { "a" };
            ("System.OverflowException", format!("Value was either too large or too small for {article} {name}."))
        }
        Type::Enumeration(enumeration) => {
            let quoted = InvalidValue::new(text, enumeration.name).text;
            (
                "System.InvalidOperationException",
                format!("Instance validation error: '{quoted}' is not a valid value for {}.", enumeration.name),
            )
        }
        _ => ("System.FormatException", "Input string was not in a correct format.".to_owned()),
    };
    Exception { type_name: Some(type_name.to_owned()), message }
}

fn is_whole_number(text: &str) -> bool {
    let digits = text.trim();
    let digits = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_dotnet_reads() {
        let read = |scalar, text| from_http(scalar, text).ok();
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(read(Scalar::Int, " +5 "), some("5"));
        assert_eq!(read(Scalar::Int, "007"), some("7"));
        for wrong in ["", "abc", "5.0", "0x5", "1,000", "2147483648", "x,5"] {
            assert_eq!(read(Scalar::Int, wrong), None, "{wrong}");
        }
        assert_eq!(read(Scalar::Boolean, "TRUE"), some("true"));
        assert_eq!(read(Scalar::Boolean, "1"), None);
        assert_eq!(read(Scalar::Double, "Infinity"), some("INF"));
        assert_eq!(read(Scalar::Double, "INF"), None);
        assert_eq!(read(Scalar::Double, "1,5"), read(Scalar::Double, "15"));
        assert_eq!(read(Scalar::Decimal, "1,234.50"), some("1234.50"));
        assert_eq!(read(Scalar::Decimal, "1e5"), None);
        assert_eq!(read(Scalar::Char, "A"), some("65"));
        assert_eq!(read(Scalar::Char, "😀"), None);
        assert_eq!(read(Scalar::DateTime, "02/29/2024"), some("2024-02-29T00:00:00"));
        assert_eq!(read(Scalar::DateTime, "2/9/2024 1:02"), some("2024-02-09T01:02:00"));
        assert_eq!(read(Scalar::DateTime, "2/9/2024 1:2"), some("2024-02-09T01:02:00"));
        assert_eq!(read(Scalar::DateTime, "2/9/2024 1:2:3"), some("2024-02-09T01:02:03"));
        assert_eq!(read(Scalar::String, "  "), some("  "));
    }

    #[test]
    fn writes_what_dotnet_reads() {
        assert_eq!(to_http(Scalar::Double, "-INF").unwrap(), "-Infinity");
        assert_eq!(to_http(Scalar::Char, "233").unwrap(), "é");
        assert_eq!(to_http(Scalar::Char, "55357"), None);
        assert_eq!(to_http(Scalar::String, "INF").unwrap(), "INF");
    }

    #[test]
    fn sets_of_values_have_commas() {
        static RIGHTS: crate::operation::Enumeration =
            crate::operation::Enumeration::new("Rights", &["None", "Read", "run"]).flags();
        static PLAIN: crate::operation::Enumeration =
            crate::operation::Enumeration::new("Plain", &["Read", "Read run"]);
        for (text, wire) in [("Read run", "Read,run"), ("Read", "Read"), ("", "0"), ("Read, Execute", "Read, Execute")]
        {
            assert_eq!(value_to_http(Type::Enumeration(&RIGHTS), text).unwrap(), wire);
        }
        assert_eq!(value_to_http(Type::Enumeration(&PLAIN), "Read run").unwrap(), "Read run");
    }

    #[test]
    fn failures_are_named_as_dotnet_names_them() {
        let overflow = conversion_failure(Type::INT, "2147483648");
        assert_eq!(overflow.type_name.unwrap(), "System.OverflowException");
        assert_eq!(overflow.message, "Value was either too large or too small for an Int32.");
        assert_eq!(conversion_failure(Type::INT, "0x5").message, "Input string was not in a correct format.");
    }
}

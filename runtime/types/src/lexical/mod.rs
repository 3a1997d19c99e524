//! The texts that are values of the built-in types, as genuine ASMX servers read them: white space around all values
//! but strings, a plus sign and leading zeros are accepted.
//!
//! These rules need no other crate, so that a build script can use them. `asmx-xml` makes its values of what they read.

pub mod bytes;
pub mod dates;
pub mod duration;
pub mod identifiers;
pub mod numbers;
pub mod scan;
mod text;

pub use text::{Reason, is_white_space, trim_white_space};

use crate::Scalar;

/// Checks that `text` is a value of the scalar.
///
/// # Errors
///
/// The reason why it is not one.
pub fn check(scalar: Scalar, text: &str) -> Result<(), Reason> {
    match scalar.base() {
        Scalar::Boolean => numbers::boolean(text).map(drop),
        Scalar::Byte => numbers::fixed_width::<i8>(text).map(drop),
        Scalar::UnsignedByte => numbers::fixed_width::<u8>(text).map(drop),
        Scalar::Short => numbers::fixed_width::<i16>(text).map(drop),
        // The text of a `char` is the number of its code unit.
        Scalar::UnsignedShort | Scalar::Char => numbers::fixed_width::<u16>(text).map(drop),
        Scalar::Int => numbers::fixed_width::<i32>(text).map(drop),
        Scalar::UnsignedInt => numbers::fixed_width::<u32>(text).map(drop),
        Scalar::Long => numbers::fixed_width::<i64>(text).map(drop),
        Scalar::UnsignedLong => numbers::fixed_width::<u64>(text).map(drop),
        Scalar::Integer => numbers::integer(text).map(drop),
        Scalar::Float => numbers::float(text).map(drop),
        Scalar::Double => numbers::double(text).map(drop),
        Scalar::Decimal => numbers::decimal(text).map(drop),
        Scalar::DateTime => dates::date_time(text).map(drop),
        Scalar::Date => dates::date(text).map(drop),
        Scalar::Time => dates::time(text).map(drop),
        Scalar::Duration => duration::duration(text).map(drop),
        Scalar::Base64Binary => bytes::base64(text),
        Scalar::HexBinary => bytes::hexadecimal(text).map(drop),
        Scalar::QName => identifiers::qualified_name(text).map(drop),
        Scalar::Guid => identifiers::guid(text).map(drop),
        // .NET does not check strings, URIs and the other types.
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_each_type_are_told_from_others() {
        for (scalar, right, wrong) in [
            (Scalar::Boolean, &["true", " 1 "][..], &["maybe", "True", ""][..]),
            (Scalar::Byte, &["-128", "+5"], &["128", "five"]),
            (Scalar::Int, &[" +007 ", "-2147483648"], &["five", "2147483648", "1.0", ""]),
            (Scalar::UnsignedLong, &["-0", "18446744073709551615"], &["-1", "18446744073709551616"]),
            (Scalar::Integer, &["-123456789012345678901234567890"], &["1.5", "", "-"]),
            (Scalar::Double, &["INF", "1e5", ".5", "NaN"], &["inf", "1e999", "one", ""]),
            (Scalar::Decimal, &["12.50", "-.5", "5."], &["1e5", ".", "", "1,5"]),
            (Scalar::Date, &["2024-02-29", "2024-02-29Z"], &["2026-13-45", "2023-02-29", "2024-2-9", ""]),
            (Scalar::Time, &["13:45:56.789", "00:00:00+14:00"], &["24:00:00", "1:2:3", "00:00:00."]),
            (Scalar::DateTime, &["2024-02-29T00:00:00", "2024-02-29"], &["tomorrow", "2024-02-29 00:00:00"]),
            (Scalar::Duration, &["P1DT2H", "-PT0.5S"], &["P", "1D", "PT", "P1H"]),
            (
                Scalar::Base64Binary,
                &["dG9r ZW4=", "dG9rZW4", ""],
                &["dG9rZ", "a token!", "dG=9", "dG9rZW4==", "AAB", "AA B", "AAB=", "AB=="],
            ),
            (Scalar::HexBinary, &["746f", ""], &["746", "0x74"]),
            (Scalar::QName, &["x:name", "{urn:x}name", "name"], &["1x", "a:b:c", "{urn:x}a:b", ""]),
            (Scalar::Guid, &["{0f8fad5b-d9cb-469f-a165-70867728950e}"], &["0f8fad5b", ""]),
            (Scalar::Char, &["65"], &["A", "65536"]),
            (Scalar::TimeSpan, &["P1DT2H", "PT0S"], &["01:00:00", ""]),
            (Scalar::DateTimeOffset, &["2024-02-29T00:00:00+02:00"], &["tomorrow", ""]),
            (Scalar::DateOnly, &["2024-02-29"], &["2023-02-29", ""]),
            (Scalar::TimeOnly, &["13:45:56.789"], &["24:00:00", ""]),
            (Scalar::String, &["", " any "], &[]),
            (Scalar::AnyUri, &["not a uri"], &[]),
            (Scalar::Language, &["?"], &[]),
        ] {
            for text in right {
                assert_eq!(check(scalar, text), Ok(()), "{scalar:?} {text:?}");
            }
            for text in wrong {
                assert!(check(scalar, text).is_err(), "{scalar:?} {text:?}");
            }
        }
    }
}

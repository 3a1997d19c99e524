//! Types whose values are one text, and which of them holds all values of another.

use asmx_codegen::model::Scalar;

/// A type whose values are one text.
pub(super) enum Simple {
    /// Any text.
    Text,
    Scalar(Scalar),
    Values(Vec<String>),
    List,
}

impl Simple {
    /// Whether each of its texts is one of the other, with the same meaning.
    pub(super) fn is_in(&self, other: &Self) -> bool {
        match (self, other) {
            // It is a number in one place and a letter in the other.
            (Self::Scalar(Scalar::Char), Self::Text) => false,
            (_, Self::Text) => true,
            (Self::Scalar(one), Self::Scalar(two)) => is_scalar_in(*one, *two),
            (Self::Values(one), Self::Values(two)) => one.iter().all(|value| two.contains(value)),
            _ => false,
        }
    }
}

/// Whether a scalar takes any text.
pub(super) const fn is_text(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::String) || scalar.is_unchecked()
}

/// Whether every value of one scalar is one of the other.
pub(super) fn is_scalar_in(one: Scalar, two: Scalar) -> bool {
    let range = |scalar: Scalar| -> Option<(i128, i128)> {
        Some(match scalar {
            Scalar::Byte => (i8::MIN.into(), i8::MAX.into()),
            Scalar::UnsignedByte => (0, u8::MAX.into()),
            Scalar::Short => (i16::MIN.into(), i16::MAX.into()),
            Scalar::UnsignedShort => (0, u16::MAX.into()),
            Scalar::Int => (i32::MIN.into(), i32::MAX.into()),
            Scalar::UnsignedInt => (0, u32::MAX.into()),
            Scalar::Long => (i64::MIN.into(), i64::MAX.into()),
            Scalar::UnsignedLong => (0, u64::MAX.into()),
            Scalar::Integer => (i128::MIN, i128::MAX),
            _ => return None,
        })
    };
    match (range(one), range(two), two) {
        _ if one == two => true,
        (Some((least, most)), Some((lowest, highest)), _) => lowest <= least && most <= highest,
        (Some(_), None, Scalar::Decimal) => one != Scalar::Integer,
        // What a binary fraction holds exactly.
        (Some((least, most)), None, Scalar::Double) => least >= -(1 << 53) && most <= 1 << 53,
        (Some((least, most)), None, Scalar::Float) => least >= -(1 << 24) && most <= 1 << 24,
        _ => matches!((one, two), (Scalar::Float, Scalar::Double) | (Scalar::Date, Scalar::DateTime)),
    }
}

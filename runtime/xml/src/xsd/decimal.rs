//! Decimal and whole numbers of any length.

use asmx_types::lexical::{Reason, numbers, scan};
use compact_str::{CompactString, ToCompactString as _};

use super::lexical::keeps_text;

/// `xs:decimal`: a number with its scale, such as `12.50`. Any length; a genuine server takes at most 28 to 29 digits.
///
/// `12.5` and `12.50` are different values because their texts differ. The default is `0`.
#[derive(Clone)]
pub struct Decimal {
    text: CompactString,
}

keeps_text!(Decimal, "decimal");

impl Decimal {
    /// Whether there is a minus sign.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.text.starts_with('-')
    }

    /// The digits before the point, as sent.
    #[must_use]
    pub fn integer_digits(&self) -> &str {
        let (_, number) = scan::sign(&self.text);
        number.split_once('.').map_or(number, |(before, _)| before)
    }

    /// The digits behind the point, as sent; empty if there is no point.
    #[must_use]
    pub fn fraction_digits(&self) -> &str {
        self.text.split_once('.').map_or("", |(_, digits)| digits)
    }

    /// The number of digits behind the point.
    #[must_use]
    pub fn scale(&self) -> usize {
        self.fraction_digits().len()
    }

    /// The number without its point: value = unscaled / 10^scale. `None` if it does not fit.
    #[must_use]
    pub fn unscaled(&self) -> Option<i128> {
        let sign = if self.is_negative() { "-" } else { "" };
        format!("{sign}{}{}", self.integer_digits(), self.fraction_digits()).parse().ok()
    }

    fn read(text: &str) -> Result<Self, Reason> {
        numbers::decimal(text).map(|text| Self { text: text.into() })
    }

    /// The nearest `f64`.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.text.parse().unwrap_or(0.0)
    }
}

impl Default for Decimal {
    fn default() -> Self {
        Self { text: CompactString::const_new("0") }
    }
}

/// `xs:integer`: a whole number of any length. The default is `0`.
#[derive(Clone)]
pub struct Integer {
    text: CompactString,
}

keeps_text!(Integer, "integer");

impl Integer {
    /// Whether there is a minus sign.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.text.starts_with('-')
    }

    fn read(text: &str) -> Result<Self, Reason> {
        numbers::integer(text).map(|text| Self { text: text.into() })
    }

    /// The value, if it fits.
    #[must_use]
    pub fn to_i128(&self) -> Option<i128> {
        self.text.parse().ok()
    }
}

impl Default for Integer {
    fn default() -> Self {
        Self { text: CompactString::const_new("0") }
    }
}

macro_rules! from_whole_numbers {
    ($($type:ty)*) => {$(
        impl From<$type> for Decimal {
            fn from(number: $type) -> Self {
                Self { text: number.to_compact_string() }
            }
        }

        impl From<$type> for Integer {
            fn from(number: $type) -> Self {
                Self { text: number.to_compact_string() }
            }
        }
    )*};
}

from_whole_numbers!(i8 u8 i16 u16 i32 u32 i64 u64 i128 u128);

//! Whole numbers of fixed width.

use std::borrow::Cow;

use super::error::InvalidText;
use super::lexical::Lexical;
use super::scan;

/// The digits of a whole number in the form that `str::parse` takes, or why it is none.
fn digits(text: &str) -> Result<&str, &'static str> {
    let trimmed = crate::trim_white_space(text);
    let (_, digits) = scan::sign(trimmed);
    match digits {
        "" => Err("there are no digits"),
        digits if !scan::is_digits(digits) => Err("a whole number holds only digits and one sign"),
        // `-0` is accepted even where nothing else below zero is.
        digits if digits.bytes().all(|digit| digit == b'0') => Ok("0"),
        _ => Ok(trimmed),
    }
}

macro_rules! integer {
    ($($type:ty, $name:literal;)*) => {$(
        impl Lexical for $type {
            const TYPE_NAME: &'static str = $name;

            fn parse(text: &str) -> Result<Self, InvalidText> {
                // Nearly all are written as `str::parse` takes them.
                text.parse().or_else(|_| {
                    let digits = digits(text).map_err(|reason| InvalidText::new($name, text, reason))?;
                    digits.parse().map_err(|_| InvalidText::new($name, text, "it is out of range"))
                })
            }

            fn lexical(&self) -> Cow<'_, str> {
                Cow::Owned(self.to_string())
            }
        }
    )*};
}

integer! {
    i8, "byte";
    u8, "unsignedByte";
    i16, "short";
    u16, "unsignedShort";
    i32, "int";
    u32, "unsignedInt";
    i64, "long";
    u64, "unsignedLong";
}

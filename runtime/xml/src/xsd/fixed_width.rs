//! Numbers of fixed width: integers, floating-point numbers written as .NET writes them, and `System.Char`.

use std::borrow::Cow;
use std::fmt;

use asmx_types::lexical::numbers;

use super::lexical::{InvalidText, Lexical};

macro_rules! integer {
    ($($type:ty, $name:literal;)*) => {$(
        impl Lexical for $type {
            const TYPE_NAME: &'static str = $name;

            fn parse(text: &str) -> Result<Self, InvalidText> {
                numbers::fixed_width(text).map_err(|reason| InvalidText::new($name, text, reason))
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

struct Precision {
    /// Digits that are tried first.
    friendly: usize,
    /// Digits that always suffice.
    exact: usize,
}

/// The "R" form: `friendly` significant digits if they round-trip, else `exact` ones. It has an exponent if the
/// number has more digits before the point than that, or four zeros behind it.
fn round_trip(precision: &Precision, scientific: impl Fn(usize) -> String, is_same: impl Fn(&str) -> bool) -> String {
    let friendly = scientific(precision.friendly - 1);
    let (form, limit) = if is_same(&friendly) {
        (friendly, precision.friendly)
    } else {
        (scientific(precision.exact - 1), precision.exact)
    };
    let (mantissa, exponent) = form.split_once('e').unwrap_or((&form, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let digits = mantissa.replace('.', "");
    let digits = match digits.trim_end_matches('0') {
        "" => "0",
        digits => digits,
    };
    let before_point = exponent + 1;
    if before_point > i32::try_from(limit).unwrap_or(i32::MAX) || before_point < -3 {
        let (first, rest) = digits.split_at_checked(1).unwrap_or((digits, ""));
        let point = if rest.is_empty() { "" } else { "." };
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        return format!("{sign}{first}{point}{rest}E{exponent_sign}{:02}", exponent.unsigned_abs());
    }
    if digits == "0" {
        return format!("{sign}0");
    }
    let Ok(before) = usize::try_from(before_point) else {
        let zeros = usize::try_from(-before_point).unwrap_or(0);
        return format!("{sign}0.{}{digits}", "0".repeat(zeros));
    };
    match digits.split_at_checked(before) {
        Some(("", fraction)) => format!("{sign}0.{fraction}"),
        Some((integer_part, "")) => format!("{sign}{integer_part}"),
        Some((integer_part, fraction)) => format!("{sign}{integer_part}.{fraction}"),
        None => format!("{sign}{digits:0<before$}"),
    }
}

macro_rules! float {
    ($type:ident, $name:ident, $friendly:literal, $exact:literal) => {
        impl Lexical for $type {
            const TYPE_NAME: &'static str = stringify!($name);

            /// Accepts `INF`, `-INF`, `NaN`, also `Infinity` and `-Infinity`. Numbers out of range are refused.
            fn parse(text: &str) -> Result<Self, InvalidText> {
                numbers::$name(text).map_err(|reason| InvalidText::new(Self::TYPE_NAME, text, reason))
            }

            /// As .NET's "R" format: `0.1`, `1E+16`, `1.7976931348623157E+308`, `-0`, `INF`, `NaN`.
            fn lexical(&self) -> Cow<'_, str> {
                if self.is_nan() {
                    return Cow::Borrowed("NaN");
                }
                if self.is_infinite() {
                    return Cow::Borrowed(if *self > 0.0 { "INF" } else { "-INF" });
                }
                let precision = Precision { friendly: $friendly, exact: $exact };
                let scientific = |digits: usize| format!("{self:.digits$e}");
                let is_same = |form: &str| form.parse::<$type>().is_ok_and(|read| read.to_bits() == self.to_bits());
                Cow::Owned(round_trip(&precision, scientific, is_same))
            }
        }
    };
}

float!(f32, float, 7, 9);
float!(f64, double, 15, 17);

/// A `System.Char`: one UTF-16 code unit. Over SOAP its text is the number of the code unit: `65` for `A`. Over HTTP
/// GET and POST it is the character itself ([`Char::from_character_text`], [`Char::character_text`]). The default is
/// 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Char(u16);

impl Char {
    /// The code unit.
    #[must_use]
    pub const fn new(code_unit: u16) -> Self {
        Self(code_unit)
    }

    /// The number of the code unit.
    #[must_use]
    pub const fn code_unit(self) -> u16 {
        self.0
    }

    /// The character; `None` for half of a surrogate pair.
    #[must_use]
    pub fn to_char(self) -> Option<char> {
        char::from_u32(u32::from(self.0))
    }

    /// Reads the character itself, the form of HTTP GET and POST: exactly one character of the basic plane.
    ///
    /// # Errors
    ///
    /// [`InvalidText`] for anything else.
    pub fn from_character_text(text: &str) -> Result<Self, InvalidText> {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => Self::try_from(character),
            _ => Err(InvalidText::new(Self::TYPE_NAME, text, "exactly one character is expected")),
        }
    }

    /// The character itself, the form of HTTP GET and POST; `None` for half of a surrogate pair, which cannot be
    /// sent.
    #[must_use]
    pub fn character_text(self) -> Option<String> {
        self.to_char().map(String::from)
    }
}

impl TryFrom<char> for Char {
    type Error = InvalidText;

    /// Fails beyond U+FFFF, where a character takes two code units.
    fn try_from(character: char) -> Result<Self, InvalidText> {
        u16::try_from(u32::from(character))
            .map(Self)
            .map_err(|_| InvalidText::new(Self::TYPE_NAME, &character.to_string(), "it takes two UTF-16 code units"))
    }
}

impl fmt::Display for Char {
    /// The number of the code unit, as over SOAP.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, out)
    }
}

impl Lexical for Char {
    const TYPE_NAME: &'static str = "char";

    fn parse(text: &str) -> Result<Self, InvalidText> {
        u16::parse(text).map(Self).map_err(|error| InvalidText::new(Self::TYPE_NAME, text, error.reason()))
    }

    fn lexical(&self) -> Cow<'_, str> {
        Cow::Owned(self.0.to_string())
    }
}

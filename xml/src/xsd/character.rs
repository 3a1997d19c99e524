//! `System.Char`.

use std::borrow::Cow;
use std::fmt;

use super::error::InvalidText;
use super::lexical::Lexical;

/// A `System.Char`: one UTF-16 code unit. Over SOAP its text is the number of the code unit: `65` for `A`; over HTTP GET and
/// POST it is the character itself ([`Char::from_character_text`], [`Char::character_text`]). The default is 0.
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

    /// Reads the character itself, as HTTP GET and POST carry it: exactly one, in the basic plane.
    ///
    /// # Errors
    ///
    /// [`InvalidText`] for anything else.
    pub fn from_character_text(text: &str) -> Result<Self, InvalidText> {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => Self::try_from(character),
            _ => Err(InvalidText::new(Self::TYPE_NAME, text, "exactly one character is")),
        }
    }

    /// The character itself, as HTTP GET and POST carry it; `None` for half of a surrogate pair, which cannot be sent.
    #[must_use]
    pub fn character_text(self) -> Option<String> {
        self.to_char().map(String::from)
    }
}

impl TryFrom<char> for Char {
    type Error = InvalidText;

    /// Fails beyond U+FFFF: such a character is two of these.
    fn try_from(character: char) -> Result<Self, InvalidText> {
        u16::try_from(u32::from(character))
            .map(Self)
            .map_err(|_| InvalidText::new(Self::TYPE_NAME, &character.to_string(), "it takes two UTF-16 code units"))
    }
}

impl fmt::Display for Char {
    /// The code number, as over SOAP.
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

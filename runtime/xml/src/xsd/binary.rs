//! Bytes as text.

use std::borrow::Cow;
use std::fmt;

use asmx_types::lexical::bytes;
use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::lexical::InvalidText;
use super::lexical::Lexical;

/// Genuine servers read base64 without padding too.
const ENGINE: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

macro_rules! binary {
    ($name:ident) => {
        impl $name {
            /// The bytes.
            #[must_use]
            pub fn as_bytes(&self) -> &[u8] {
                &self.0
            }
        }

        impl From<Vec<u8>> for $name {
            fn from(bytes: Vec<u8>) -> Self {
                Self(bytes)
            }
        }

        impl From<&[u8]> for $name {
            fn from(bytes: &[u8]) -> Self {
                Self(bytes.to_vec())
            }
        }

        impl AsRef<[u8]> for $name {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }

        impl From<$name> for Vec<u8> {
            fn from(binary: $name) -> Self {
                binary.0
            }
        }

        impl fmt::Debug for $name {
            /// Shows the number of bytes only.
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, "{}({} bytes)", stringify!($name), self.0.len())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.pad(&self.lexical())
            }
        }
    };
}

/// `xs:base64Binary`. As for genuine servers, white space may be anywhere and padding may be missing.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Base64Binary(pub Vec<u8>);

binary!(Base64Binary);

impl Lexical for Base64Binary {
    const TYPE_NAME: &'static str = "base64Binary";

    fn parse(text: &str) -> Result<Self, InvalidText> {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        let mut compact = Cow::Borrowed(text.as_bytes());
        if compact.iter().any(is_blank) {
            compact.to_mut().retain(|byte| !is_blank(byte));
        }
        ENGINE.decode(compact).map(Self).map_err(|_| InvalidText::new(Self::TYPE_NAME, text, bytes::NOT_BASE64))
    }

    fn lexical(&self) -> Cow<'_, str> {
        Cow::Owned(ENGINE.encode(&self.0))
    }
}

/// `xs:hexBinary`, written in capital letters.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct HexBinary(pub Vec<u8>);

binary!(HexBinary);

impl Lexical for HexBinary {
    const TYPE_NAME: &'static str = "hexBinary";

    fn parse(text: &str) -> Result<Self, InvalidText> {
        bytes::hexadecimal(text).map(Self).map_err(|reason| InvalidText::new(Self::TYPE_NAME, text, reason))
    }

    fn lexical(&self) -> Cow<'_, str> {
        let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('0').to_ascii_uppercase();
        Cow::Owned(self.0.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect())
    }
}

//! Forms that somebody chooses for a column.

use std::fmt;
use std::str::FromStr;

/// The number of digits that a decimal of 128 bits always holds.
pub(crate) const PRECISION: u8 = 38;

/// The form of a column, where its XML Schema type does not decide it as wanted. As a text: `text`, `wall`, `utc`, or a
/// number of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColumnAs {
    /// Texts as they were sent, whatever the type.
    Text,
    /// Local times, for columns of times or texts. Zones of values are left out.
    Wall,
    /// Instants, for columns of times or texts. A value without a zone is an error.
    Utc,
    /// Decimals with this number of digits behind the point, 0 to 38, for columns of decimals or texts.
    Scale(u8),
}

impl fmt::Display for ColumnAs {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => out.write_str("text"),
            Self::Wall => out.write_str("wall"),
            Self::Utc => out.write_str("utc"),
            Self::Scale(scale) => write!(out, "{scale}"),
        }
    }
}

impl FromStr for ColumnAs {
    type Err = UnknownColumnAs;

    fn from_str(text: &str) -> Result<Self, UnknownColumnAs> {
        match text {
            "text" => Ok(Self::Text),
            "wall" => Ok(Self::Wall),
            "utc" => Ok(Self::Utc),
            number => match number.parse() {
                Ok(scale) if scale <= PRECISION => Ok(Self::Scale(scale)),
                _ => Err(UnknownColumnAs),
            },
        }
    }
}

/// The text is no form of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a column is `text`, `wall` (local times), `utc` (instants), or its number of digits behind the point, 0 to 38"
)]
pub struct UnknownColumnAs;

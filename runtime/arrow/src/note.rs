//! Facts that a record batch leaves out.

use std::fmt;

use asmx_types::display::shown_line;

/// A fact that record batches leave out, once for each column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Note {
    /// Times are in the column without the zone of each value: a column of local times has them as they were sent, a
    /// column of instants has the same instants in UTC.
    ZoneLeftOut {
        /// The column.
        column: String,
    },
    /// Digits of a second behind the sixth are cut, not rounded.
    FractionCut {
        /// The column.
        column: String,
    },
    /// Empty cells of a column that has no empty value are null.
    EmptyIsNull {
        /// The column.
        column: String,
    },
    /// The column is left out, because the schema lacks it ([`Options::ignore_undeclared`](crate::Options::ignore_undeclared)).
    ColumnLeftOut {
        /// The column.
        column: String,
    },
}

impl Note {
    /// The column.
    #[must_use]
    pub fn column(&self) -> &str {
        match self {
            Self::ZoneLeftOut { column }
            | Self::FractionCut { column }
            | Self::EmptyIsNull { column }
            | Self::ColumnLeftOut { column } => column,
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = shown_line(self.column());
        match self {
            Self::ZoneLeftOut { .. } => write!(out, "column `{column}`: the zones of the values are left out"),
            Self::FractionCut { .. } => {
                write!(out, "column `{column}`: times are cut to microseconds, because a value has more digits")
            }
            Self::EmptyIsNull { .. } => write!(out, "column `{column}`: empty cells are null"),
            Self::ColumnLeftOut { .. } => write!(out, "column `{column}` is left out: no schema declares it"),
        }
    }
}

//! Why an XML document is no table.

use std::fmt::{self, Write};

use asmx_types::shown::OneLine;
use asmx_xml::XmlError;

/// Why an XML document cannot be read as rows. Rows count from 0.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum XmlRowsError {
    /// There is text directly inside the root, between rows or instead of them.
    Text {
        /// How many rows stand before it.
        row: usize,
    },
    /// The root holds elements of different names: fields rather than rows, or several tables.
    SeveralNames {
        /// The name of the first one, in braces before it its namespace if it has one.
        first: String,
        /// Another one.
        other: String,
    },
    /// There are more than 50,000 columns.
    TooManyColumns {
        /// The row that brings too many.
        row: usize,
    },
    /// The rows are longer than 2 GiB together.
    TooLarge {
        /// The row that is too much.
        row: usize,
    },
    /// The document cannot be read under the bounds that apply.
    Xml(XmlError),
}

asmx_types::debug_is_a_sentence!(XmlRowsError);

impl fmt::Display for XmlRowsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let out = &mut OneLine(out);
        match self {
            Self::Text { row } => {
                write!(out, "the document has no rows: there is text directly inside its root, after {row} elements")
            }
            Self::SeveralNames { first, other } => write!(
                out,
                "the document is no table: its root holds `{first}` and `{other}`; table_of reads the rows of one name"
            ),
            Self::TooManyColumns { row } => write!(out, "row {row} of the document brings more than 50,000 columns"),
            Self::TooLarge { row } => write!(out, "the rows of the document are longer than 2 GiB at row {row}"),
            Self::Xml(error) => write!(out, "the document cannot be read: {error}"),
        }
    }
}

impl std::error::Error for XmlRowsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Xml(error) => Some(error),
            _ => None,
        }
    }
}

impl From<XmlError> for XmlRowsError {
    fn from(error: XmlError) -> Self {
        Self::Xml(error)
    }
}

//! Cells, and rows of cells for tables.

use std::borrow::Cow;

use super::row_facts::RowState;
use crate::vocabulary::XS;
use asmx_xml::xsd::{self, Lexical};

/// A cell: no value (`DBNull`), or a value as the text that was sent. A `Cell<'static>` owns its texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cell<'a> {
    /// No value: the element or attribute is absent.
    #[default]
    DbNull,
    /// The text of the value, which may be empty.
    Text(Cow<'a, str>),
    /// A value of a column of any type (`xs:anyType`), which states its own type.
    Typed {
        /// The text.
        text: Cow<'a, str>,
        /// The type's namespace; XML Schema's for the usual ones.
        namespace: Cow<'a, str>,
        /// The type's local name, such as `int`.
        type_name: Cow<'a, str>,
    },
    /// A value that is XML itself, exactly as sent.
    Xml(Cow<'a, str>),
}

impl<'a> Cell<'a> {
    /// A value of any XML Schema type, for a typed column.
    #[must_use]
    pub fn of(value: &impl Lexical) -> Self {
        Self::Text(Cow::Owned(value.lexical().into_owned()))
    }

    /// A value that states its type, for a column of any type.
    #[must_use]
    pub fn typed<T: Lexical>(value: &T) -> Self {
        Self::Typed {
            text: Cow::Owned(value.lexical().into_owned()),
            namespace: Cow::Borrowed(XS),
            type_name: Cow::Borrowed(T::TYPE_NAME),
        }
    }

    /// A value that is XML itself, well-formed content of an element.
    #[must_use]
    pub fn xml(xml: impl Into<Cow<'a, str>>) -> Self {
        Self::Xml(xml.into())
    }

    /// The text, or `None` for `DBNull`.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::DbNull => None,
            Self::Text(text) | Self::Typed { text, .. } | Self::Xml(text) => Some(text),
        }
    }

    /// The text, or `None` for `DBNull`.
    #[must_use]
    pub fn into_text(self) -> Option<Cow<'a, str>> {
        match self {
            Self::DbNull => None,
            Self::Text(text) | Self::Typed { text, .. } | Self::Xml(text) => Some(text),
        }
    }

    /// The cell with texts of its own.
    #[must_use]
    pub fn into_owned(self) -> Cell<'static> {
        let own = |text: Cow<'a, str>| Cow::Owned(text.into_owned());
        match self {
            Self::DbNull => Cell::DbNull,
            Self::Text(text) => Cell::Text(own(text)),
            Self::Typed { text, namespace, type_name } => {
                Cell::Typed { text: own(text), namespace: own(namespace), type_name: own(type_name) }
            }
            Self::Xml(xml) => Cell::Xml(own(xml)),
        }
    }

    /// Whether the cell is `DBNull`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::DbNull)
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl<'a> From<&'a String> for Cell<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<Cow<'a, str>> for Cell<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self::Text(text)
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    /// `None` is `DBNull`.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::DbNull, Into::into)
    }
}

macro_rules! from_values {
    ($($type:ty)*) => {$(
        impl From<$type> for Cell<'_> {
            fn from(value: $type) -> Self {
                Self::of(&value)
            }
        }
    )*};
}

from_values! {
    bool i8 u8 i16 u16 i32 u32 i64 u64 f32 f64
    xsd::AnyUri xsd::Base64Binary xsd::Date xsd::DateTime xsd::Decimal xsd::Duration xsd::Guid xsd::HexBinary xsd::Integer xsd::Time
}

/// Makes an array of [`Cell`]s from values of different types: `cells!["Ann", 5, None::<&str>]`.
#[macro_export]
macro_rules! cells {
    ($($value:expr),* $(,)?) => {
        [$($crate::table::Cell::from($value)),*]
    };
}

/// A row for a table: the cells in the order of the columns. Missing cells at the end are `DBNull`.
#[derive(Clone, Debug, Default)]
pub struct RowData<'a> {
    pub(super) cells: Vec<Cell<'a>>,
    pub(super) state: RowState,
    pub(super) original: Option<Vec<Cell<'a>>>,
    pub(super) error: Option<String>,
    pub(super) column_errors: Vec<(String, String)>,
}

impl<'a> RowData<'a> {
    /// An unchanged row.
    #[must_use]
    pub fn new<C: Into<Cell<'a>>>(cells: impl IntoIterator<Item = C>) -> Self {
        Self { cells: cells.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Marks the row as added.
    #[must_use]
    pub fn added(mut self) -> Self {
        self.state = RowState::Added;
        self
    }

    /// Marks the row as changed; `original` are its former cells.
    #[must_use]
    pub fn modified_from<C: Into<Cell<'a>>>(mut self, original: impl IntoIterator<Item = C>) -> Self {
        self.state = RowState::Modified;
        self.original = Some(original.into_iter().map(Into::into).collect());
        self
    }

    /// Marks the row as deleted.
    #[must_use]
    pub fn deleted(mut self) -> Self {
        self.state = RowState::Deleted;
        self
    }

    /// Sets the error of the row.
    #[must_use]
    pub fn error(mut self, text: impl Into<String>) -> Self {
        self.error = Some(text.into());
        self
    }

    /// Sets the error of the row's cell in this column.
    #[must_use]
    pub fn column_error(mut self, column: impl Into<String>, text: impl Into<String>) -> Self {
        self.column_errors.push((column.into(), text.into()));
        self
    }
}

impl<'a, C: Into<Cell<'a>>, const N: usize> From<[C; N]> for RowData<'a> {
    fn from(cells: [C; N]) -> Self {
        Self::new(cells)
    }
}

impl<'a, C: Into<Cell<'a>>> From<Vec<C>> for RowData<'a> {
    fn from(cells: Vec<C>) -> Self {
        Self::new(cells)
    }
}
